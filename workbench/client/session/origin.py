"""The one origin a client speaks to, and which origins a session token may go to.

Source: interface 5 ("send the token securely"); that it is https, or http on this computer only, is ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, TypeVar
from urllib.parse import urlsplit

from workbench.client.session.token import Token
from workbench.errors import OriginRefused
from workbench.patterns import Pattern
from workbench.wire.headers import cookie_header

R = TypeVar("R")
_DEFAULT_PORT = {"http": 80, "https": 443}
_HOST = Pattern(r"[a-z0-9]([a-z0-9_.-]*[a-z0-9])?\Z")
_PATH = Pattern(r"[A-Za-z0-9/_.~-]*\Z")
_LOOPBACK_6 = IPv6Address("::1")


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port; `path` is the part before the procedure path, often empty."""

    scheme: str
    host: str
    port: int | None
    path: str = ""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" if self.port is None else f"{self.scheme}://{host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether it is this computer."""
        return is_loopback(self.host)


def origin(base_url: str) -> str:
    """Scheme, host and port of an address, as a token is bound to them: `https://host`, `http://127.0.0.1:8100`.

    Raises `OriginRefused` as `parse_base_url` does.
    """
    return str(parse_base_url(base_url))


def parse_base_url(base_url: str) -> Origin:
    """Return the origin of a base URL, and the path in it.

    Raises `OriginRefused` for all but https and http on this computer. An address that contains a user name, a
    password, a query or a fragment is refused too.
    """
    base_url = base_url.strip()
    if not base_url.isascii() or not base_url.isprintable() or " " in base_url or "\\" in base_url:
        raise OriginRefused("The address holds characters that an address cannot have. Write a host's xn-- form.")
    try:
        parts = urlsplit(base_url)
        port = parts.port
    except ValueError:
        raise OriginRefused("The address cannot be read. It looks like https://service.example.") from None
    address = _address(parts.hostname or "")
    host = str(address) if isinstance(address, IPv6Address) else (parts.hostname or "").lower()
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise OriginRefused("The address must hold no name, password, query or fragment.")
    if parts.scheme not in _DEFAULT_PORT or not _is_host(host) or port == 0 or not _PATH.match(parts.path):
        raise OriginRefused("The address is not one of a service. It looks like https://service.example.")
    if parts.scheme == "http" and not is_loopback(host):
        raise OriginRefused(f"http://{host} is not on this computer, so the session token could be read on its way.")
    shown_port = None if port == _DEFAULT_PORT[parts.scheme] else port
    return Origin(parts.scheme, host, shown_port, parts.path.rstrip("/"))


def is_loopback(host: str) -> bool:
    """Return whether the host is this computer by name or number; no name is looked up."""
    if host.lower() == "localhost":
        return True
    address = _address(host)
    return address == _LOOPBACK_6 or (isinstance(address, IPv4Address) and address.is_loopback)


def is_web(url: str) -> bool:
    """Return whether an address is one that a browser opens as a page."""
    try:
        return urlsplit(url).scheme in ("https", "http")
    except ValueError:
        return False


def cookie_setter(allowed: Origin, cookie_name: str, token: Token) -> Callable[[R], R]:
    """Return a function that adds the session cookie to a request.

    It raises `OriginRefused` for a request to any other origin.
    """
    expected = (allowed.scheme, allowed.host, allowed.port)

    def sign(request: Any) -> Any:
        url = request.url
        if (url.scheme, url.host, url.port) != expected:
            raise OriginRefused("The request was about to leave for another address. Nothing was sent.")
        request.headers["Cookie"] = cookie_header(cookie_name, token.reveal())
        return request

    return sign


def _is_host(host: str) -> bool:
    return "%" not in host if isinstance(_address(host), IPv6Address) else bool(_HOST.match(host))


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
