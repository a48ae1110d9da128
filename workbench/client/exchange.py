"""The steps of a conversation (send, wait) and their results. Plain records; nothing is sent here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from workbench.wire.message import Request, Response


@dataclass(frozen=True, slots=True)
class Send:
    """Send this request and return the outcome; give up after `timeout_seconds` in total.

    `fresh`: use a new connection, because a reused one may be closed while the request is on its way.
    """

    request: Request
    timeout_seconds: float
    fresh: bool = False

    def with_headers(self, headers: Mapping[str, str]) -> Send:
        """Return the same step with these headers on its request."""
        request = replace(self.request, headers={**self.request.headers, **headers})
        return replace(self, request=request)


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait before the next step."""

    seconds: float


Step = Send | Wait


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """No answer came: `reason` is a plain clause. `sent` is False only if certainly nothing has arrived."""

    reason: str
    sent: bool = True


@dataclass(frozen=True, slots=True)
class UnreadableBody:
    """An answer came whose body cannot be used: `reason` is a plain clause such as `more than 32 MiB`."""

    http_status: int
    reason: str


Reply = Response | NoAnswer | UnreadableBody


@dataclass(frozen=True, slots=True)
class Exchange:
    """The outcome of a `Send`, and how long it took."""

    reply: Reply
    seconds: float = 0.0


NOT_SENT = frozenset(
    {"ConnectError", "ConnectTimeout", "InvalidURL", "PoolTimeout", "ProxyError", "UnsupportedProtocol"}
)
"""Names of the HTTP library's errors after which no byte of the request can have left. Source: bulk rules, ours."""

_REASONS = {
    "ConnectError": "no connection could be made",
    "ConnectTimeout": "the connection timed out",
    "InvalidURL": "the address is too long",
    "PoolTimeout": "too many calls were waiting for a connection",
    "ProxyError": "the proxy refused the connection",
    "UnsupportedProtocol": "the address has an unsupported scheme",
    "ReadTimeout": "no answer came in time",
    "WriteTimeout": "the request could not be sent in time",
    "TimeoutError": "no complete answer came in time",
}
_CAUSES = (
    ("CERTIFICATE", "its certificate could not be verified"),
    ("SSL", "no secure connection could be made"),
    ("refused", "nothing answers at this address"),
    ("Name or service not known", "unknown host"),
    ("nodename nor servname", "unknown host"),
    ("getaddrinfo failed", "unknown host"),
    ("name resolution", "the host's name could not be looked up"),
    ("unreachable", "the network does not reach it"),
)


def no_answer(error: Exception) -> NoAnswer:
    """Return what an error of the HTTP library means. Its text is read for the cause and never repeated."""
    kind = type(error).__name__
    reason = _REASONS.get(kind, "the connection broke off")
    if kind == "ConnectError":
        message = str(error)
        reason = next((cause for sign, cause in _CAUSES if sign in message), reason)
    return NoAnswer(reason, sent=kind not in NOT_SENT)
