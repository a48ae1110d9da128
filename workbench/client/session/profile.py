"""Load and save sessions: from the environment, and as profiles in a keyring or a 0600 file.

A saved token is bound to the origin it was saved for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlsplit

from workbench.client.data_folder import data_folder, ensure_private
from workbench.client.session import keyring_store
from workbench.client.session.local_service import LocalService
from workbench.client.session.origin import origin
from workbench.client.session.private_record import read_record, write_record
from workbench.client.session.token import Token
from workbench.errors import Misconfigured, NotConnected
from workbench.wire.batch import DEFAULT_RPC_PATH
from workbench.wire.headers import DEFAULT_COOKIE_NAME

PROFILES = "profiles.json"
URL, SESSION_TOKEN = "WORKBENCH_URL", "WORKBENCH_SESSION_TOKEN"
COOKIE_NAME, RPC_PATH = "WORKBENCH_COOKIE_NAME", "WORKBENCH_RPC_PATH"
ORGANIZATION = "WORKBENCH_ORGANIZATION"


@dataclass(frozen=True, slots=True)
class Profile:
    """A service and a session with it; `source` says in words where they come from.

    `local` is set for the service of this computer, which has its own transport.
    """

    base_url: str
    token: Token = field(repr=False)
    source: str
    cookie_name: str = DEFAULT_COOKIE_NAME
    rpc_path: str = DEFAULT_RPC_PATH
    local: LocalService | None = None


def from_arguments(
    base_url: str,
    token: Token | None,
    environment: Mapping[str, str],
    *,
    cookie_name: str | None = None,
    rpc_path: str | None = None,
) -> Profile:
    """Return the profile of the service that the caller names, with the given session or the origin's own.

    Raises `NotConnected` if there is no session.
    """
    bound = origin(base_url)
    if token is None and environment.get(SESSION_TOKEN) and _is_at(environment.get(URL), bound):
        token, source = Token(environment[SESSION_TOKEN]), f"the argument and {SESSION_TOKEN}"
    elif token is None:
        return _saved_for(base_url, "the argument", cookie_name, rpc_path)
    else:
        source = "the arguments"
    return Profile(base_url, token, source, *_wire_settings(environment, cookie_name, rpc_path))


def from_environment(environment: Mapping[str, str]) -> Profile | None:
    """Return the service of `WORKBENCH_URL` with the environment's session; `None` if neither is set.

    Raises `NotConnected` if only one of the two is set and no saved session completes it.
    """
    base_url, has_token = environment.get(URL, "").strip(), bool(environment.get(SESSION_TOKEN, "").strip())
    if not base_url and not has_token:
        return None
    if not base_url:
        raise NotConnected(f"{SESSION_TOKEN} is set but {URL} is not. Set both, or neither.")
    origin(base_url)  # refused before anything else is looked at
    if not has_token:
        return _saved_for(base_url, URL, environment.get(COOKIE_NAME) or None, environment.get(RPC_PATH) or None)
    cookie_name, rpc_path = _wire_settings(environment, None, None)
    return Profile(base_url, Token(environment[SESSION_TOKEN]), f"{URL} and {SESSION_TOKEN}", cookie_name, rpc_path)


def last_profile() -> Profile | None:
    """Return the profile that `workbench login` saved last, if any.

    Raises `NotConnected` or `Misconfigured` if there is one but its token cannot be read.
    """
    current = _read().get("current")
    return _open_profile(str(current)) if current else None


def profile_names() -> dict[str, str]:
    """Return the origins of all saved profiles by name: the given name, else the service's host."""
    services = _read()["services"]
    return {str(entry.get("name") or urlsplit(bound).netloc): bound for bound, entry in services.items()}


def profile_address(name: str) -> str:
    """Return the origin of the profile with this name.

    Raises `NotConnected`, with the nearest name, if none has it.
    """
    known = profile_names()
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(known) or 'none'}."
        raise NotConnected(f"There is no profile {name!r}. {hint} To create it: workbench login --profile {name}")
    return known[name]


def save(profile: Profile, *, in_file: bool, name: str | None = None) -> None:
    """Save the session for its origin, by `name`, and make it the one that `last_profile` returns.

    With `in_file` it is written to a 0600 file in the data folder: ask the person first. Otherwise it is
    written to the keyring; raises `Misconfigured` if there is no secure keyring.
    """
    bound = origin(profile.base_url)
    entry: dict[str, Any] = {"base_url": profile.base_url}
    entry |= {"cookie_name": profile.cookie_name, "rpc_path": profile.rpc_path}
    record = _read()
    if name is not None and profile_names().get(name, bound) != bound:
        raise Misconfigured(f"The profile {name!r} is that of {profile_names()[name]}. Choose another name.")
    if name := name or record["services"].get(bound, {}).get("name"):
        entry["name"] = name
    if in_file:
        entry["token"] = profile.token
    else:
        keyring_store.put(bound, profile.token)
    _write({**record, "current": bound, "services": {**record["services"], bound: entry}})


def forget(base_url: str | None = None) -> str | None:
    """Drop the session saved for this address (default: the current one); its origin, or `None` if there was none."""
    record = _read()
    bound = origin(base_url) if base_url else record.get("current")
    entry = record["services"].pop(bound, None)
    if entry is None:
        return None
    if "token" not in entry:
        keyring_store.drop(str(bound))
    others = list(record["services"])
    current = record["current"] if record.get("current") in others else (others[-1] if others else None)
    record["sign_outs"][bound] = record["sign_outs"].get(bound, 0) + 1
    _write({**record, "current": current})
    return str(bound)


def sign_outs(base_url: str) -> int:
    """Return how often a session for this address was removed here; 0 if that cannot be read."""
    try:
        count = _read()["sign_outs"].get(origin(base_url), 0)
    except Misconfigured:
        return 0
    return count if isinstance(count, int) else 0


def _saved_for(base_url: str, configured_by: str, cookie_name: str | None, rpc_path: str | None) -> Profile:
    bound = origin(base_url)
    if bound not in _read()["services"]:
        raise NotConnected(
            f"There is no session for {bound}, which {configured_by} names. Run: workbench login --url {bound}"
        )
    profile = _open_profile(bound)
    return Profile(
        base_url,
        profile.token,
        f"{configured_by}, with {profile.source}",
        cookie_name or profile.cookie_name,
        rpc_path or profile.rpc_path,
    )


def _open_profile(bound: str) -> Profile:
    entry = _read()["services"].get(bound)
    if not isinstance(entry, dict) or origin(str(entry.get("base_url"))) != bound:
        raise Misconfigured(f"The saved profile of {bound} cannot be read. Run: workbench login --url {bound}")
    token: Token | None = entry["token"] if "token" in entry else keyring_store.get(bound)
    if token is None and "token" in entry:
        raise Misconfigured(f"The session kept for {bound} cannot be read. Run: workbench login --url {bound}")
    if token is None:
        raise NotConnected(f"The keyring holds no session for {bound} any more. Run: workbench login --url {bound}")
    storage = f"the file {data_folder() / PROFILES}" if "token" in entry else "the keyring"
    return Profile(
        str(entry["base_url"]),
        token,
        storage,
        str(entry.get("cookie_name") or DEFAULT_COOKIE_NAME),
        str(entry.get("rpc_path") or DEFAULT_RPC_PATH),
    )


def _wire_settings(environment: Mapping[str, str], cookie_name: str | None, rpc_path: str | None) -> tuple[str, str]:
    """Return the cookie's name and the procedure path."""
    return (
        cookie_name or environment.get(COOKIE_NAME) or DEFAULT_COOKIE_NAME,
        rpc_path or environment.get(RPC_PATH) or DEFAULT_RPC_PATH,
    )


def is_same_service(base_url: str | None, other: str) -> bool:
    """Return whether two addresses name one service; an empty address names none.

    Raises `OriginRefused` for an invalid address.
    """
    return _is_at(base_url, origin(other))


def _is_at(base_url: str | None, wanted: str) -> bool:
    return bool(base_url) and origin(str(base_url)) == wanted


def _read() -> dict[str, Any]:
    path = data_folder() / PROFILES
    record = read_record(path)
    services = record.get("services", {}) if record is not None else None
    if record is None or not isinstance(services, dict):
        raise Misconfigured(f"The saved profiles in {path} cannot be read. Run workbench login, or remove the file.")
    sign_outs = record.get("sign_outs")
    return {
        "current": record.get("current") if services else None,
        "services": services,
        "sign_outs": sign_outs if isinstance(sign_outs, dict) else {},
    }


def _write(known: Mapping[str, Any]) -> None:
    write_record(ensure_private(data_folder()) / PROFILES, known)
