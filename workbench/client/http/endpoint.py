"""The address of a service for both clients: its origin, the cookie, the fixed headers, the settings.

Requests are built as plain values in the form that the HTTP library takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from urllib.request import getproxies

from workbench import __version__
from workbench.client.conversation import ConnectionSettings
from workbench.client.exchange import NoAnswer, Reply, Send
from workbench.client.http.response_body import ACCEPTED_ENCODINGS
from workbench.client.session.local_service import LocalService
from workbench.client.session.origin import Origin, cookie_setter, parse_base_url
from workbench.client.session.token import UNUSABLE, Token
from workbench.errors import Misconfigured
from workbench.patterns import Pattern
from workbench.wire.headers import cookie_header

MAX_CONNECT_SECONDS = 10.0
KEEPALIVE_SECONDS = 4.0  # below the 5 s after which common servers close an idle connection
MAX_CONNECTIONS = 100
IDLE_CONNECTIONS = 20
SIGN_IN_NEEDED = 401
_COOKIE_NAME = Pattern(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+\Z")
_RPC_PATH = Pattern(r"(/[A-Za-z0-9_.~-]+)+\Z")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A service as a client reaches it. `sign` adds the session cookie to requests to this service, and to no others.

    `is_direct`: there is no proxy and no client of the caller's, so a request's target can be sent as it is. `local` is
    the service of this computer, which has its own transport.
    """

    origin: Origin
    token: Token
    cookie_name: str
    sign: Callable[[Any], Any]
    settings: ConnectionSettings
    is_direct: bool
    local: LocalService | None = None

    def request(self, step: Send) -> dict[str, Any]:
        """Return the HTTP library's request: method, URL, headers, content and extensions, without the cookie."""
        request = step.request
        seconds = step.timeout_seconds
        connect_seconds = min(seconds, MAX_CONNECT_SECONDS)
        extensions: dict[str, Any] = {
            "timeout": {"connect": connect_seconds, "read": seconds, "write": seconds, "pool": seconds}
        }
        address = str(self.origin)
        if self.is_direct:
            # The library parses and quotes the URL again, which is most of a long read's cost. A proxy must not be
            # given the target: it would be in the CONNECT, unencrypted.
            extensions["target"] = request.target.encode("ascii")
        else:
            address += request.target
        headers = {**_fixed_headers(), **request.headers}
        if step.fresh:
            headers["Connection"] = "close"
        return {
            "method": request.method,
            "url": address,
            "headers": headers,
            "content": request.body,
            "extensions": extensions,
        }

    def find_restarted(self, reply: Reply) -> Endpoint | None:
        """Return the address of this computer's service if the reply means that it was restarted.

        `None` for any other reply or service. Otherwise nothing was applied: the same request may be sent again.
        """
        is_lost = not reply.sent if isinstance(reply, NoAnswer) else reply.http_status == SIGN_IN_NEEDED
        if self.local is None or not is_lost:
            return None
        now = self.local.read()
        if now is None or now == self.local:
            return None
        origin = replace(parse_base_url(now.base_url), path=self.origin.path)
        return replace(
            self, origin=origin, token=now.token, sign=cookie_setter(origin, self.cookie_name, now.token), local=now
        )

    def cookie(self) -> tuple[bytes, bytes]:
        """Return the header with the session, for a request to this origin and no other."""
        return b"Cookie", cookie_header(self.cookie_name, self.token.reveal()).encode()

    def headers(self, raw: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Return an answer's headers by lower-case name, without cookies to set, and without the token."""
        return {name.lower(): self.token.mask(value) for name, value in raw if name.lower() != "set-cookie"}


def endpoint_for(
    origin: Origin,
    token: Token | None,
    cookie_name: str,
    settings: ConnectionSettings,
    *,
    is_own: bool,
    local: LocalService | None = None,
) -> Endpoint:
    """Return the endpoint of a service. Raises `Misconfigured`.

    `is_own` is true unless the caller brings an HTTP client.
    """
    if token is None:
        raise Misconfigured(UNUSABLE)
    if not _COOKIE_NAME.match(cookie_name):
        raise Misconfigured("This is not a valid cookie name.")
    settings.rpc_path = origin.path + "/" + settings.rpc_path.strip("/")
    if not _RPC_PATH.match(settings.rpc_path):
        raise Misconfigured("This is not a valid procedure path. It looks like /api/rpc.")
    settings.max_target_characters -= len(str(origin))
    is_direct = is_own and (origin.is_loopback or not getproxies())
    return Endpoint(origin, token, cookie_name, cookie_setter(origin, cookie_name, token), settings, is_direct, local)


@cache
def _fixed_headers() -> dict[str, str]:
    own = f"workbench/{__version__}"
    return {"Accept": "application/json", "Accept-Encoding": ACCEPTED_ENCODINGS, "User-Agent": own}
