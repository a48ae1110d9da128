"""The origin that a session token is bound to, and which origins may have one at all. Knows addresses, no HTTP."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from workbench.errors import OriginRefused

_USUAL_PORTS = {"https": 443, "http": 80}


def origin(base_url: str) -> str:
    """Scheme, host and port of an address, as a token is bound to them: `https://host`, `http://127.0.0.1:8100`.

    Raises `OriginRefused` for what is no such address, holds a name or password, or is plain http to another computer.
    """
    try:
        parts = urlsplit(base_url.strip())
        port = parts.port
    except ValueError:
        raise OriginRefused("The service's address cannot be read. It has the form https://host.") from None
    if parts.scheme not in _USUAL_PORTS or not parts.hostname:
        raise OriginRefused("The service's address must have the form https://host.")
    if parts.username is not None or parts.password is not None:
        raise OriginRefused("The service's address must not hold a name or password. Run: workbench login")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    if parts.scheme == "http" and not is_loopback(parts.hostname):
        raise OriginRefused(f"A session may not be sent to {host} without encryption. Use https.")
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, _USUAL_PORTS[parts.scheme]) else "")


def is_loopback(host: str) -> bool:
    """Whether the host is this computer by name or number; no name is looked up."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
