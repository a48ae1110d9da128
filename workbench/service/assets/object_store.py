"""The store of assets' bytes: a folder or an S3-compatible bucket behind the same few calls, using obstore.

Objects are immutable: a key ends with the SHA-256 of the bytes, and nothing but these bytes is ever written
there. The type of an object is in the database, since a folder does not store it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, TypeVar

from workbench.errors import Misconfigured, WorkbenchError
from workbench.patterns import Pattern
from workbench.service.kernel.object_store_settings import BucketSettings, FolderSettings, ObjectStoreSettings

if TYPE_CHECKING:
    from obstore.store import LocalStore, S3Config, S3Store

T = TypeVar("T")
CHUNK_BYTES: Final = 1_000_000
LIST_SECONDS: Final = 60.0
_KEY: Final = Pattern(r"[a-z0-9]{1,64}/[0-9a-f]{64}")
_REQUEST_SECONDS: Final = 10
_RETRIES: Final = 2
_RETRY_SECONDS: Final = 15


class ObjectMissing(WorkbenchError):
    """The store does not have these bytes."""


class ObjectStoreAway(WorkbenchError):
    """Pictures and files cannot be reached just now. Lessons still open; try again in a minute."""

    retry_after_seconds = 30.0


class ObjectStoreFull(WorkbenchError):
    """There is no room left for pictures and files. Nothing was stored; tell the service's operator."""


class ObjectStore:
    """An open store. Every method raises `ObjectStoreAway` when the store does not answer."""

    def __init__(self, backend: LocalStore | S3Store, folder: Path | None) -> None:
        self._backend = backend
        self._folder = folder

    async def put(self, key: str, file: IO[bytes]) -> None:
        """Store the file, which is at its beginning. Raises `ObjectStoreFull`."""
        self._refuse_links(key)
        await _call_store(lambda: self._backend.put_async(key, file, chunk_size=8 * CHUNK_BYTES))

    async def read(self, key: str, start: int, end: int) -> bytes:
        """Return the bytes from `start` up to but not including `end`. Raises `ObjectMissing`."""
        self._refuse_links(key)
        if start >= end:
            return b""
        return bytes(await _call_store(lambda: self._backend.get_range_async(key, start=start, end=end)))

    async def pieces(self, key: str, start: int, end: int) -> AsyncIterator[bytes]:
        """Yield the same bytes in pieces of at most 1 MB, so that no more of a large object is in memory."""
        for index in range(start, end, CHUNK_BYTES):
            yield await self.read(key, index, min(index + CHUNK_BYTES, end))

    async def size(self, key: str) -> int | None:
        """Return the size of the bytes under the key; None if it has none."""
        self._refuse_links(key)
        try:
            return int((await _call_store(lambda: self._backend.head_async(key)))["size"])
        except ObjectMissing:
            return None

    async def delete(self, key: str) -> None:
        """Delete the bytes; it is not an error if there are none."""
        self._refuse_links(key)
        try:
            await _call_store(lambda: self._backend.delete_async(key))
        except ObjectMissing:  # a folder says so, a bucket does not
            return

    async def keys(self) -> list[str]:
        """Return the keys of this service's objects in the store, in order."""

        async def list_keys() -> list[str]:
            return [str(entry["path"]) async for page in self._backend.list() for entry in page]

        return sorted(key for key in await _call_store(list_keys, LIST_SECONDS) if _KEY.fullmatch(key))

    def _refuse_links(self, key: str) -> None:
        """Raise `ObjectMissing` for an invalid key, or one that leaves the folder by a symbolic link."""
        if _KEY.fullmatch(key) is None:
            raise ObjectMissing
        if self._folder is not None:
            path = self._folder / key
            if os.path.islink(path) or os.path.islink(path.parent):  # noqa: PTH114  (a missing one is not a link either)
                raise ObjectMissing


def open_object_store(settings: ObjectStoreSettings) -> ObjectStore:
    """Return the store of these settings, without any request to it.

    Raises `Misconfigured` if obstore is missing.
    """
    try:
        from obstore.store import LocalStore, S3Store
    except ImportError:
        raise Misconfigured("The part of the workbench for pictures and files is not installed.") from None
    if isinstance(settings, FolderSettings):
        try:
            settings.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            return ObjectStore(LocalStore(prefix=settings.path), settings.path)
        except OSError:
            raise ObjectStoreAway from None
    return ObjectStore(_bucket(settings, S3Store), None)


def _bucket(settings: BucketSettings, store: type[S3Store]) -> S3Store:
    config: S3Config = {
        "region": settings.region,
        "access_key_id": settings.access_key_id,
        "secret_access_key": settings.secret_access_key,
    }
    if settings.endpoint is not None:
        config["endpoint"] = settings.endpoint
    if settings.session_token is not None:
        config["session_token"] = settings.session_token
    return store(
        settings.bucket,
        prefix=settings.prefix or None,
        config=config,
        client_options={
            "allow_http": (settings.endpoint or "").startswith("http:"),
            "connect_timeout": timedelta(seconds=3),
            "timeout": timedelta(seconds=_REQUEST_SECONDS),
        },
        retry_config={"max_retries": _RETRIES, "retry_timeout": timedelta(seconds=_RETRY_SECONDS)},
    )


async def _call_store(work: Callable[[], Awaitable[T]], seconds: float | None = None) -> T:
    """Return the store's answer.

    Its errors repeat addresses and may be long: none of their words is passed on.
    """
    try:
        async with asyncio.timeout(seconds):
            return await work()
    except FileNotFoundError:
        raise ObjectMissing from None
    except WorkbenchError:
        raise
    except Exception as failed:  # noqa: BLE001  (obstore raises built-in errors and its own)
        if "No space left" in str(failed) or "Quota exceeded" in str(failed):
            raise ObjectStoreFull from None
        raise ObjectStoreAway from None
