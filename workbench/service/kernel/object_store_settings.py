"""The storage of assets: a folder, or a bucket of an S3-compatible store. Read from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from workbench.errors import Misconfigured
from workbench.patterns import Pattern
from workbench.service.db.seam import database_dialect

ADDRESS: Final = "WORKBENCH_ASSETS"
QUOTA: Final = "WORKBENCH_ASSETS_QUOTA"
QUOTA_BYTES: Final = 5_000_000_000
_QUOTA_DIGITS: Final = 15
_ENDPOINT: Final = ("WORKBENCH_ASSETS_ENDPOINT", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
_REGION: Final = ("AWS_REGION", "AWS_DEFAULT_REGION")
_BUCKET: Final = Pattern(r"s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/([\w./-]*))?")
_HTTP: Final = Pattern(r"https?://[^\s/?#@]+/?")


@dataclass(frozen=True, slots=True)
class FolderSettings:
    """A folder of this computer, made when the first asset comes."""

    path: Path


@dataclass(frozen=True, slots=True)
class BucketSettings:
    """A bucket of an S3-compatible store. `prefix` precedes every key; without `endpoint` it is Amazon's."""

    bucket: str
    prefix: str
    region: str
    endpoint: str | None
    access_key_id: str = field(repr=False)
    secret_access_key: str = field(repr=False)
    session_token: str | None = field(default=None, repr=False)


ObjectStoreSettings = FolderSettings | BucketSettings


def object_store_settings(environment: Mapping[str, str], database_url: str) -> ObjectStoreSettings | None:
    """Return the store that `WORKBENCH_ASSETS` names, else a folder next to a SQLite database.

    None for a database server. Raises `Misconfigured` for anything but a folder or a bucket with keys.
    """
    address = environment.get(ADDRESS, "").strip()
    if address:
        return settings_for(address, environment)
    if database_dialect(database_url) != "sqlite":
        return None
    from workbench.service.db.sqlite_file import database_path

    database = database_path(database_url)
    return FolderSettings(database.with_name(f"{database.stem}-assets"))


def asset_quota_bytes(environment: Mapping[str, str]) -> int:
    """Return the value of `WORKBENCH_ASSETS_QUOTA` in bytes; 5 GB per organization without it.

    Raises `Misconfigured`.
    """
    text = environment.get(QUOTA, "").strip()
    if not text:
        return QUOTA_BYTES
    if not text.isascii() or not text.isdigit() or len(text) > _QUOTA_DIGITS:
        raise Misconfigured(f"{QUOTA} is a number of bytes, such as 5000000000.")
    return int(text)


def settings_for(address: str, environment: Mapping[str, str]) -> ObjectStoreSettings:
    """Return the settings of a folder's path or `s3://bucket/prefix`, with the keys of the environment.

    Raises `Misconfigured`; no key is ever repeated.
    """
    if not address.startswith("s3:"):
        if "://" in address:
            raise Misconfigured(f"{ADDRESS} is the path of a folder or s3://bucket/prefix.")
        return FolderSettings(Path(address).expanduser().absolute())
    match = _BUCKET.fullmatch(address)
    if match is None:
        raise Misconfigured(f"{ADDRESS} names a bucket as s3://bucket or s3://bucket/prefix.")
    key_id, secret = environment.get("AWS_ACCESS_KEY_ID"), environment.get("AWS_SECRET_ACCESS_KEY")
    if not key_id or not secret:  # without keys the library would ask the cloud's metadata address
        raise Misconfigured("A bucket needs its keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.")
    endpoint = _first(environment, _ENDPOINT)
    if endpoint is not None and _HTTP.fullmatch(endpoint) is None:
        raise Misconfigured(f"{_ENDPOINT[0]} is an address such as https://objects.example.org.")
    return BucketSettings(
        bucket=match[1],
        prefix=(match[2] or "").strip("/"),
        region=_first(environment, _REGION) or "us-east-1",
        endpoint=endpoint,
        access_key_id=key_id,
        secret_access_key=secret,
        session_token=environment.get("AWS_SESSION_TOKEN") or None,
    )


def _first(environment: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    return next((environment[name] for name in names if environment.get(name)), None)
