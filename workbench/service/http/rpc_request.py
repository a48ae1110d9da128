"""Parse an HTTP request: its procedure names, inputs and session, checked before anything runs.

Knows limits, the cross-site rule and the catalogue; reads no database. Source: ours (service 1), interface 4.0, 5.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, MutableMapping, Sequence
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import unquote

from workbench.service.http.extensions import WHOLE_BODY
from workbench.service.kernel.binding import HANDLERS, Handler
from workbench.service.kernel.context import NO_OPTIONS, CallOptions
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.settings import Settings
from workbench.service.sessions.store import hash_token
from workbench.wire.batch import ProcedureNames, WireError, decode_inputs, decode_names, names_in
from workbench.wire.headers import (
    CHANGE_SET_HEADER,
    ORGANIZATION_HEADER,
    RUN_HEADER,
    organization_in,
    run_name,
    session_tokens,
)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

_OWN_SITE = (b"same-origin", b"none")
_LENGTH_DIGITS = 18
_FORWARDED_BYTES = 1_000  # nobody has more proxies in a row
ORGANIZATION_SCOPE = b"organization"
_RUN_HEADER = RUN_HEADER.lower().encode()
_CHANGE_SET_HEADER = CHANGE_SET_HEADER.lower().encode()
_ORGANIZATION_HEADER = ORGANIZATION_HEADER.lower().encode()


class Headers(NamedTuple):
    """The request headers that matter; a repeated one has both values joined, as HTTP reads it."""

    host: bytes
    content_type: bytes
    content_encoding: bytes
    content_length: bytes
    fetch_site: bytes
    origin: bytes
    key: bytes | None
    key_scope: bytes | None
    run: bytes | None
    change_set: bytes | None
    organization: bytes | None
    cookies: str
    address: str
    forwarded_for: bytes


class RpcRequest(NamedTuple):
    """A request that may run: a handler or `None` (unknown name) and an input for each name."""

    procedures: ProcedureNames
    handlers: list[Handler | None]
    inputs: list[Any]
    sender: Sender
    options: CallOptions = NO_OPTIONS


class Sender(NamedTuple):
    """The sender as the headers describe it: the same headers always give the same one.

    Of a token only the SHA-256 is passed on. `within` is the organization that the request is limited to, if it
    is limited.
    """

    token_sha256: str | None
    address: str
    within: str | None = None


class RequestRejected(Exception):
    """A request that is refused as a whole; `bare` answers with one object, whatever the number of names."""

    def __init__(self, refused: HandlerError, names: ProcedureNames | None = None, *, bare: bool = False) -> None:
        super().__init__(str(refused))
        self.refused = refused
        self.names = names
        self.bare = bare


def read_headers(raw: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> Headers:
    """Return the relevant headers, and the client that sent them."""
    values: dict[bytes, bytes] = {}
    cookies: list[bytes] = []
    for name, value in raw:
        if name == b"cookie":
            cookies.append(value)
        elif name in values:
            values[name] += b", " + value
        else:
            values[name] = value
    get = values.get
    return Headers(
        get(b"host", b""),
        get(b"content-type", b""),
        get(b"content-encoding", b""),
        get(b"content-length", b""),
        get(b"sec-fetch-site", b""),
        get(b"origin", b""),
        get(b"idempotency-key"),
        get(b"idempotency-scope"),
        get(_RUN_HEADER),
        get(_CHANGE_SET_HEADER),
        get(_ORGANIZATION_HEADER),
        b"; ".join(cookies).decode("latin-1"),
        client[0] if client else "",
        get(b"x-forwarded-for", b""),
    )


async def receive_request(scope: Scope, receive: Receive, settings: Settings) -> RpcRequest:
    """Return the request, read and checked. Raises `RequestRejected`, before anything has run."""
    procedures, headers = _decode_scope(scope, settings)
    try:
        handlers = _choose_handlers(scope, procedures, headers, settings)
        text = await _body(scope, receive, headers, settings) if scope["method"] == "POST" else procedures.input_text
        return _whole(procedures, headers, handlers, text, settings)
    except (HandlerError, WireError) as refused:
        raise _rejection_for(refused, procedures) from None


def read_sender(
    raw: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None, settings: Settings
) -> Sender | None:
    """Return the sender of reads with these headers; None if they are refused, or carry call options."""
    headers = read_headers(raw, client)
    try:
        _check_encoding(headers)
        check_site(headers)
    except HandlerError:
        return None
    options = (headers.key, headers.key_scope, headers.run, headers.change_set)
    if any(option is not None for option in options):
        return None
    try:
        return read_cookie_sender(headers, settings)
    except HandlerError:
        return None


def read_route(path: bytes, settings: Settings, *, batched: bool) -> tuple[ProcedureNames, list[Handler | None]] | None:
    """Return the names in a path and their handlers; None if reads of these are refused as a whole."""
    procedures = ProcedureNames(names_in(_below(path, settings.rpc_path), batched=batched), batched, None)
    if len(procedures.names) > settings.limits.procedures:
        return None
    try:
        return procedures, _handlers(procedures.names, False, settings)
    except HandlerError:
        return None


def client_address(headers: Headers, proxies: Collection[str]) -> str:
    """Return the address of the client: as the nearest of our proxies saw it, else the sender's.

    The header is read from its end, where our own proxies write; anything before that could have been written
    by anybody.
    """
    address = headers.address
    if headers.forwarded_for:
        hops = headers.forwarded_for[-_FORWARDED_BYTES:].decode("latin-1").split(",")
        if len(headers.forwarded_for) > _FORWARDED_BYTES:
            del hops[0]  # the rest of a longer one
        while address in proxies and hops and (hop := _ip_of(hops.pop())) is not None:
            address = hop
    return address


def _ip_of(hop: str) -> str | None:
    """Return the address that a proxy wrote, normalized, without a port. None for anything else."""
    text = hop.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])  # the name of a network card follows it
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)


def check_site(headers: Headers) -> None:
    """Refuse what a page of another site sent, reads included; a request of no browser passes."""
    if headers.fetch_site:
        if headers.fetch_site not in _OWN_SITE:
            raise HandlerError("FORBIDDEN", "Requests from pages of other sites are refused.")
        return
    if headers.origin and (not headers.host or headers.origin.lower().partition(b"://")[2] != headers.host.lower()):
        raise HandlerError("FORBIDDEN", "Requests from pages of other sites are refused.")


def _decode_scope(scope: Scope, settings: Settings) -> tuple[ProcedureNames, Headers]:
    procedures = decode_names(_below(scope["raw_path"], settings.rpc_path), scope["query_string"])
    return procedures, read_headers(scope["headers"], scope.get("client"))


def _choose_handlers(
    scope: Scope, procedures: ProcedureNames, headers: Headers, settings: Settings
) -> list[Handler | None]:
    _check_size(procedures, len(scope["raw_path"]) + len(scope["query_string"]), headers, settings)
    check_site(headers)
    return _handlers(procedures.names, _is_write(scope["method"]), settings)


def _whole(
    procedures: ProcedureNames, headers: Headers, handlers: list[Handler | None], text: bytes | None, settings: Settings
) -> RpcRequest:
    inputs = decode_inputs(text, len(procedures.names), batched=procedures.batched)
    options = CallOptions(
        _key(headers, handlers),
        _is_key_shared(headers, handlers),
        _name(headers.run, RUN_HEADER),
        _name(headers.change_set, CHANGE_SET_HEADER),
    )
    return RpcRequest(procedures, handlers, inputs, read_cookie_sender(headers, settings), options)


def _rejection_for(refused: HandlerError | WireError, procedures: ProcedureNames) -> RequestRejected:
    return RequestRejected(
        refused if isinstance(refused, HandlerError) else HandlerError(refused.code, str(refused)), procedures
    )


def _below(raw_path: bytes, rpc_path: str) -> str:
    names = raw_path[len(rpc_path) + 1 :]
    if b"%" not in names:
        return names.decode("latin-1")
    return unquote(names.decode("latin-1"), errors="replace")


def _check_size(procedures: ProcedureNames, url_bytes: int, headers: Headers, settings: Settings) -> None:
    limits = settings.limits
    if url_bytes > limits.url_bytes:
        raise RequestRejected(HandlerError("URI_TOO_LONG"), procedures, bare=len(procedures.names) > limits.procedures)
    if len(procedures.names) > limits.procedures:
        message = f"A batch has at most {limits.procedures} procedures; this one has {len(procedures.names):,}."
        raise RequestRejected(HandlerError("BAD_REQUEST", message), procedures, bare=True)
    _check_encoding(headers)


def _check_encoding(headers: Headers) -> None:
    if headers.content_encoding and headers.content_encoding.lower() != b"identity":
        raise HandlerError("UNSUPPORTED_MEDIA_TYPE", "Request bodies are not compressed.")


def _is_write(method: str) -> bool:
    if method not in ("GET", "POST"):
        raise HandlerError("METHOD_NOT_SUPPORTED")
    return method == "POST"


def _handlers(names: list[str], is_write: bool, settings: Settings) -> list[Handler | None]:
    handlers = []
    paid = 0
    for name in names:
        handler = HANDLERS.get(name)
        handlers.append(handler)
        if handler is not None:
            if handler.procedure.is_write is not is_write:
                raise HandlerError("METHOD_NOT_SUPPORTED")
            paid += handler.procedure.paid
    if paid > settings.limits.paid_procedures:
        most = settings.limits.paid_procedures
        raise HandlerError("BAD_REQUEST", f"A request has at most {most} paid procedures; this one has {paid}.")
    return handlers


async def _body(scope: Scope, receive: Receive, headers: Headers, settings: Settings) -> bytes:
    kind = headers.content_type.partition(b";")[0].strip().lower()
    if kind != b"application/json":
        raise HandlerError("UNSUPPORTED_MEDIA_TYPE")
    most = settings.limits.body_bytes
    length = headers.content_length
    if length.isdigit() and (len(length) > _LENGTH_DIGITS or int(length) > most):
        raise _too_large(most)
    whole: bytes | None = scope.get("extensions", {}).get(WHOLE_BODY)
    if whole is not None:
        if len(whole) > most:
            raise _too_large(most)
        return whole
    try:
        async with asyncio.timeout(settings.limits.arrival_seconds):
            return await _read(receive, most)
    except TimeoutError:
        raise HandlerError("TIMEOUT") from None


async def _read(receive: Receive, most: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":  # a missing or incomplete body is not a request
            raise HandlerError("CLIENT_CLOSED_REQUEST")
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
        size += len(parts[-1])
        if size > most:
            raise _too_large(most)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _too_large(most: int) -> HandlerError:
    return HandlerError("PAYLOAD_TOO_LARGE", f"A request body has at most {most:,} bytes.")


def _key(headers: Headers, handlers: list[Handler | None]) -> str | None:
    if headers.key is None:
        return None
    if len(handlers) != 1:
        raise HandlerError("BAD_REQUEST", "Idempotency-Key goes with a request of exactly one procedure.")
    if not 1 <= len(headers.key) <= 200 or not all(0x21 <= byte <= 0x7E for byte in headers.key):
        raise HandlerError("BAD_REQUEST", "Idempotency-Key has 1 to 200 visible ASCII characters.")
    return headers.key.decode("ascii")


def _is_key_shared(headers: Headers, handlers: list[Handler | None]) -> bool:
    """Return whether the key is the organization's. Raises `HandlerError` if it cannot be."""
    if headers.key_scope is None:
        return False
    if headers.key_scope != ORGANIZATION_SCOPE:
        raise HandlerError("BAD_REQUEST", "Idempotency-Scope is `organization`, or it is left out.")
    if headers.key is None:
        raise HandlerError("BAD_REQUEST", "Idempotency-Scope goes with an Idempotency-Key.")
    if not any(handler is not None and handler.procedure.takes_key for handler in handlers):
        raise HandlerError(
            "BAD_REQUEST", "Idempotency-Scope goes with lesson.createStarterLesson and courseRouter.createCourse only."
        )
    return True


def _name(text: bytes | None, header: str) -> str | None:
    """Return the name of a run or a change set. Raises `HandlerError`."""
    if text is None:
        return None
    try:
        return run_name(text.decode("latin-1"))
    except ValueError as refused:
        raise HandlerError("BAD_REQUEST", f"{header}: {refused}.") from None


def read_cookie_sender(headers: Headers, settings: Settings) -> Sender:
    """Return the sender by the one session cookie and the address.

    Raises `HandlerError` for an organization that is not an id.
    """
    tokens = session_tokens(headers.cookies, settings.cookie_name)
    try:
        within = None if headers.organization is None else organization_in(headers.organization)
    except ValueError as refused:
        raise HandlerError("BAD_REQUEST", f"{refused}.") from None
    return Sender(
        hash_token(tokens[0]) if len(tokens) == 1 else None, client_address(headers, settings.proxies), within
    )
