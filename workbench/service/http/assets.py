"""Bytes of assets over HTTP: uploaded by `POST /api/assets`, read by members and learners of public courses.

An upload is the raw file, not a form; its parameters are in the query. It is checked as a procedure call is:
the same cookie, the same rule for pages of other sites, the same answers. Source: ours (publishing 1).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Final
from urllib.parse import parse_qsl, quote

from pydantic import ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from workbench.authoring.content.media_types import FILE, MEDIA_TYPES
from workbench.errors import Misconfigured
from workbench.patterns import ASCII, Pattern
from workbench.procedures.asset import UploadInput
from workbench.procedures.declare import dump_answer, sentence
from workbench.service.assets import store as assets
from workbench.service.assets.handlers import shown_asset
from workbench.service.assets.media import SMALL_BYTES, Media
from workbench.service.assets.object_store import ObjectMissing, ObjectStoreAway
from workbench.service.assets.store import AssetRow
from workbench.service.assets.upload import AssetUpload, receive_file
from workbench.service.db.seam import Db
from workbench.service.http.paths import is_id
from workbench.service.http.response import error_element, unexpected_failure
from workbench.service.http.rpc_request import check_site, read_cookie_sender, read_headers
from workbench.service.http.upload_deadline import upload_progress
from workbench.service.kernel.context import Caller, Context, Service, SignedIn
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_asset
from workbench.service.publications.visibility import PublicCourse, public_course
from workbench.service.sessions import store as sessions
from workbench.service.sharing.theme import read_logo
from workbench.wire.batch import failure_element, result_element

_RANGE = Pattern(r"bytes=([0-9]{0,18})-([0-9]{0,18})", ASCII)


UPLOAD: Final = "asset.upload"
"""The name of an upload in the audit log."""
_FORMS: Final = (b"application/x-www-form-urlencoded", b"multipart/form-data", b"text/plain", b"")
_COMMON: Final = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
_JSON: Final = {**_COMMON, "cache-control": "no-store", "cross-origin-resource-policy": "same-origin"}
_FOR_MEMBERS: Final = {"cross-origin-resource-policy": "same-origin"}
_SANDBOX: Final = "default-src 'none'; sandbox; frame-ancestors 'none'"
_MOST_QUERY: Final = 4_000


async def upload(service: Service, request: Request) -> Response:
    """Store the body as an asset; the answer is that of a procedure, with the asset in it."""
    try:
        caller = await _caller(service, request)
        _check_form(request)
        given = _upload_input(request)
        task = AssetUpload(caller, given, service.part(Media).objects)
        organization_id = await task.organization_id()
        with service.part(Media).uploading(organization_id), service.gate.write():
            received = await receive_file(_body(request, service.settings.limits.arrival_seconds))
            with received.file:
                stored = await task.store(received, organization_id)
        return Response(result_element(dump_answer(shown_asset(stored))), media_type="application/json", headers=_JSON)
    except ClientDisconnect:
        return failed_answer(HandlerError("CLIENT_CLOSED_REQUEST"))
    except Misconfigured as refused:
        return failed_answer(HandlerError("NOT_IMPLEMENTED", f"{refused.message} Ask the service's operator."))
    except Exception as error:  # noqa: BLE001  (as a procedure's, it is answered and logged)
        return failed_answer(error)


async def member_asset(service: Service, request: Request) -> Response:
    """Return the bytes of an asset for callers that may read lessons of its organization."""
    try:
        caller = await _caller(service, request)
        asset_id = str(request.path_params["asset_id"])
        asset = await service.store.read(lambda db: _find_asset(caller.in_unit(db), asset_id))
        return await _bytes(service, request, asset, "private, no-cache", _FOR_MEMBERS)
    except Exception as error:  # noqa: BLE001  (as above)
        return failed_answer(error)


async def course_asset(service: Service, request: Request, course_id: str, name: str) -> Response | None:
    """Return an asset visible to learners in a public course as `<digest>.<extension>`; None for all else."""
    sha256, _, extension = name.partition(".")

    async def unit(db: Db) -> tuple[PublicCourse | None, AssetRow | None]:
        course = await public_course(db, course_id, now=service.clock())
        if course is None:
            return None, None
        organization_id = course.organization_id
        asset = await assets.published_asset(
            db, sha256, organization_id=organization_id, course_id=course_id, publication=course.number
        )
        return course, asset or await read_logo(db, sha256, organization_id=organization_id)

    course, asset = await service.store.read(unit)
    if course is None or asset is None or MEDIA_TYPES[asset.media_type].extension != extension:
        return None
    try:
        return await _bytes(service, request, asset, "no-cache", _for_learners(course))
    except HandlerError as error:
        return Response(f"{error.message}\n", error.failure.http_status, media_type="text/plain", headers=_COMMON)


async def _find_asset(context: Context, asset_id: str) -> AssetRow:
    organization_id = (await at_asset(context, asset_id)).organization_id
    return existing(await assets.asset_by_id(context.db, asset_id, organization_id=organization_id))


def _for_learners(course: PublicCourse) -> dict[str, str]:
    """Return the headers that let the course's own page show an asset.

    Other pages may show it if any page may embed the course.
    """
    sites = "same-origin" if course.embed_origins is not None else "cross-origin"
    robots = {} if course.indexing else {"x-robots-tag": "noindex"}
    return {"cross-origin-resource-policy": sites, **robots}


async def _bytes(service: Service, request: Request, row: AssetRow, cache: str, more: Mapping[str, str]) -> Response:
    """Return the bytes or a range of them. Raises `HandlerError` (503) while the store is unavailable."""
    media_type = MEDIA_TYPES[row.media_type]
    is_file = media_type.block_type == FILE or "download" in request.query_params
    headers = {
        **_COMMON,
        "cache-control": cache,
        "etag": f'"{row.sha256}"',
        "accept-ranges": "bytes",
        "content-disposition": _disposition(row.file_name, attachment=is_file),
        "content-security-policy": _SANDBOX,
        **more,
    }
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    wanted = byte_range(request.headers.get("range"), request.headers.get("if-range"), row.sha256, row.size)
    if wanted is None:
        return Response(status_code=416, headers={**headers, "content-range": f"bytes */{row.size}"})
    start, end, http_status = wanted
    if http_status == 206:
        headers["content-range"] = f"bytes {start}-{end - 1}/{row.size}"
    try:
        if row.size <= SMALL_BYTES:
            whole = await service.part(Media).whole(row.key, row.size)
            body = whole if http_status == 200 else whole[start:end]
            return Response(body, http_status, media_type=row.media_type, headers=headers)
        first = service.part(Media).objects.pieces(row.key, start, end)
        return await _stream_pieces(first, end - start, http_status, row.media_type, headers)
    except (ObjectStoreAway, ObjectMissing):
        raise HandlerError("SERVICE_UNAVAILABLE", ObjectStoreAway().message, retry_after=30) from None


async def _stream_pieces(
    pieces: AsyncIterator[bytes], size: int, http_status: int, media_type: str, headers: dict[str, str]
) -> Response:
    """Return an answer whose first piece has been read, so that a failing store is noticed before sending."""
    first = await anext(pieces, b"")

    async def body() -> AsyncIterator[bytes]:
        yield first
        async for piece in pieces:
            yield piece

    return StreamingResponse(body(), http_status, {**headers, "content-length": str(size)}, media_type)


async def _caller(service: Service, request: Request) -> Caller:
    """Return the caller, counted as one call. Raises `HandlerError`."""
    headers = read_headers(request.scope["headers"], request.scope.get("client"))
    check_site(headers)
    if headers.content_encoding and headers.content_encoding.lower() != b"identity":
        raise HandlerError("UNSUPPORTED_MEDIA_TYPE", "Request bodies are not compressed.")
    sender = read_cookie_sender(headers, service.settings)
    person: SignedIn | None = None
    if sender.token_sha256 is not None:
        token_sha256 = sender.token_sha256
        person = await service.store.read(lambda db: sessions.sign_in(db, token_sha256, now=service.clock()))
        if person is None:
            service.gate.wrong_token(sender.address)
    if person is None:
        raise HandlerError("UNAUTHORIZED")
    service.gate.call(person.person_id, 1)
    is_upload = request.method == "POST"
    return Caller(
        service=service,
        person=person,
        procedure=UPLOAD,
        requires="edit" if is_upload else "read",
        within=sender.within,
    )


def _check_form(request: Request) -> None:
    """Refuse requests that a form on any page could send, and declared sizes that are too large."""
    kind = request.headers.get("content-type", "").encode("latin-1").partition(b";")[0].strip().lower()
    if kind in _FORMS:
        raise HandlerError(
            "UNSUPPORTED_MEDIA_TYPE", "An upload is the file's bytes as they are, sent as application/octet-stream."
        )
    length = request.headers.get("content-length", "")
    most = max(media_type.most_bytes for media_type in MEDIA_TYPES.values())
    if length.isdigit() and (len(length) > 15 or int(length) > most):
        raise HandlerError("PAYLOAD_TOO_LARGE", f"A file can have at most {most / 1e6:,.0f} MB. Nothing was stored.")


def _upload_input(request: Request) -> UploadInput:
    query = request.scope["query_string"]
    if len(query) > _MOST_QUERY:
        raise HandlerError("URI_TOO_LONG")
    try:
        fields = dict(parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict"))
        given = UploadInput.model_validate(fields)
    except UnicodeError:
        raise HandlerError("BAD_REQUEST", "The address is not UTF-8.") from None
    except ValidationError as refused:
        raise HandlerError("BAD_REQUEST", sentence(refused)) from None
    if given.organization_id is not None and not is_id(given.organization_id):
        raise HandlerError("BAD_REQUEST", "organizationId is not an id of an organization.")
    return given


async def _body(request: Request, seconds: float) -> AsyncIterator[bytes]:
    """Yield the body's pieces as they come. Raises `HandlerError` if none comes in so many seconds."""
    progress, pieces = upload_progress(request.scope), request.stream()
    while True:
        try:
            async with asyncio.timeout(seconds):
                piece = await anext(pieces, None)
        except TimeoutError:
            raise HandlerError("TIMEOUT", "The file took too long to arrive. Nothing was stored.") from None
        if piece is None:
            return
        progress.received += len(piece)
        yield piece


def failed_answer(error: Exception) -> Response:
    """Return the answer to a failed request for bytes, in the form of a procedure's."""
    lines: list[tuple[bytes, bytes]] = []
    if isinstance(error, HandlerError):
        http_status, body = error_element(error, UPLOAD, lines)
    else:
        failed = unexpected_failure(error, lines)
        http_status, body = failed.http_status, failure_element(failed, UPLOAD)
    headers = {**_JSON, **{name.decode(): value.decode() for name, value in lines}}
    return Response(body, http_status, headers, "application/json")


def _disposition(file_name: str, *, attachment: bool) -> str:
    plain = "".join(
        character if character.isascii() and (character.isalnum() or character in " ._-()") else "_"
        for character in file_name
    )
    way = "attachment" if attachment else "inline"
    return f"{way}; filename=\"{plain}\"; filename*=UTF-8''{quote(file_name, safe='')}"


def byte_range(header: str | None, if_range: str | None, etag: str, size: int) -> tuple[int, int, int] | None:
    """Start, end (not among the bytes) and HTTP status; None for a range that there is not (416).

    Several ranges, or a condition that does not hold, get everything.
    """
    match = None if header is None else _RANGE.fullmatch(header.strip())
    if match is None or match[0] == "bytes=-" or if_range not in (None, f'"{etag}"'):
        return 0, size, 200
    first, last = match[1], match[2]
    start = int(first) if first else max(0, size - int(last))
    end = min(int(last) + 1, size) if first and last else size
    if start >= size or start >= end:
        return None if not (first and last and int(last) < int(first)) else (0, size, 200)
    return start, end, 206
