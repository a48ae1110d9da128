"""The response to a request: its calls' elements put together, with the headers that every answer has.

Short reads that are answered where they arrive and all dispatched calls are assembled here in the same way.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, NamedTuple

from workbench.errors import PatternTimedOut
from workbench.service.db.seam import StoreBusy, StoreClosed, StoreReadOnly, StoreUnsure
from workbench.service.http.rpc_request import ORGANIZATION_SCOPE, RequestRejected
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.ids import new_id
from workbench.wire.batch import Failure, failure, failure_element, joint_status

Element = tuple[int, bytes]
"""The HTTP status of one call, and its result or failure as JSON."""
Headers = list[tuple[bytes, bytes]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_LOG = logging.getLogger("workbench.service")
_COMMON_HEADERS: Headers = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"idempotency-support", b"30d"),
    (b"idempotency-scope", ORGANIZATION_SCOPE),
]
_LARGE_BYTES = 65_536  # more may fill the buffer of a connection whose client does not read
_BODY_LEFT_OUT = (408, 413)  # the rest of the request is not read


class RpcResponse(NamedTuple):
    """A whole answer."""

    http_status: int
    headers: Headers
    body: bytes


def response(elements: list[Element], headers: Headers, *, bare: bool) -> RpcResponse:
    """Return the answer that holds these elements; with `bare`, a single one has no brackets.

    `headers` are what the calls added: each is sent once, and of several calls only `Retry-After`.
    """
    http_status, body = _join_elements(elements, bare=bare)
    return _with_headers(http_status, body, _sent_once(headers, len(elements)))


def written_response(elements: list[Element], headers: Headers, *, bare: bool) -> tuple[int, bytes, bytes]:
    """Return the parts of `response` as bytes to send: the HTTP status, the header lines and the body."""
    http_status, body = _join_elements(elements, bare=bare)
    lines = _COMMON_LINES % len(body)
    return http_status, lines + header_lines(_sent_once(headers, len(elements))) if headers else lines, body


def _join_elements(elements: list[Element], *, bare: bool) -> tuple[int, bytes]:
    """Return the HTTP status and the body that holds these elements."""
    if len(elements) == 1:
        http_status, body = elements[0]
        return http_status, body if bare else b"[" + body + b"]"
    return joint_status([status for status, _ in elements]), b"[" + b",".join([body for _, body in elements]) + b"]"


def header_lines(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return the header lines of an answer."""
    return b"".join([name + b": " + value + b"\r\n" for name, value in headers])


_COMMON_LINES = header_lines(_COMMON_HEADERS) + b"content-length: %d\r\n"


async def deliver(send: Send, answer: RpcResponse, *, is_head: bool = False) -> None:
    """Send an answer; of a large one, wait until most of it was fetched, so that what holds it is held until then."""
    body = b"" if is_head else answer.body
    is_large = len(body) > _LARGE_BYTES
    await send({"type": "http.response.start", "status": answer.http_status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": body, "more_body": is_large})
    if is_large:  # a server that is full waits before it takes the next piece
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def rejection(rejected: RequestRejected, *, is_post: bool) -> RpcResponse:
    """Return the answer to a request of which nothing was run: one failure, or the same for each of its calls."""
    failed = rejected.refused.failure
    names = rejected.names
    body = failure_element(failed, None)
    if names is not None and not rejected.bare:
        bodies = [failure_element(failed, printable(name)) for name in names.names]
        is_single = not names.batched or (is_post and len(bodies) == 1)
        body = bodies[0] if is_single else b"[" + b",".join(bodies) + b"]"
    headers: Headers = []
    if failed.http_status in _BODY_LEFT_OUT:
        headers.append((b"connection", b"close"))
    if failed.http_status == 405:
        headers.append((b"allow", b"GET, POST"))
    return _with_headers(failed.http_status, body, headers)


def unexpected_response(error: Exception) -> RpcResponse:
    """Return the answer to a request that failed before it was read, through no fault of its sender."""
    headers: Headers = []
    failed = unexpected_failure(error, headers)
    return _with_headers(failed.http_status, failure_element(failed, None), headers)


def unexpected_failure(error: Exception, headers: Headers) -> Failure:
    """Return the failure for an unexpected error; faults of the service itself are logged."""
    if isinstance(error, StoreBusy | StoreClosed | StoreUnsure):
        headers.append((b"retry-after", b"5"))
        message = error.message if isinstance(error, StoreReadOnly | StoreUnsure) else None
        return failure("SERVICE_UNAVAILABLE", message)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        headers.append((b"retry-after", b"30"))
        return failure("SERVICE_UNAVAILABLE", "The service's disk is full. Nothing was changed; try again later.")
    if isinstance(error, PatternTimedOut):
        return failure("BAD_REQUEST", error.message)
    error_id = new_id()
    _LOG.error("a call failed; error id %s", error_id, exc_info=error, extra={"error_id": error_id})
    return failure("INTERNAL_SERVER_ERROR", errorId=error_id)


def error_element(error: HandlerError, name: str, headers: Headers) -> Element:
    """Return the element of a call that its handler, or the admission, refused."""
    if error.retry_after is not None:
        headers.append((b"retry-after", b"%d" % error.retry_after))
    return failed_element(error.failure, name)


def unknown_element(name: str) -> Element:
    """Return the element of an unknown procedure."""
    shown = printable(name)
    return failed_element(failure("NOT_FOUND", f'No procedure found on path "{shown}"'), shown)


def failed_element(failed: Failure, name: str) -> Element:
    """Return the element of a failed call of the procedure."""
    return failed.http_status, failure_element(failed, name)


def printable(name: str) -> str:
    """Return a name from outside, as an answer repeats it: at most 200 characters, `?` for unprintable ones."""
    return "".join(character if character.isprintable() else "?" for character in name[:200])


def _sent_once(headers: Headers, calls: int) -> Headers:
    return [item for item in dict(headers).items() if calls == 1 or item[0] == b"retry-after"]


def _with_headers(http_status: int, body: bytes, more: Iterable[tuple[bytes, bytes]]) -> RpcResponse:
    return RpcResponse(http_status, [*_COMMON_HEADERS, (b"content-length", b"%d" % len(body)), *more], body)
