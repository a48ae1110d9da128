"""Transfer of assets' bytes: a file is sent in pieces and fetched in ranges; both are retried.

The procedures of assets are ordinary calls; only their bytes are transferred separately (`http/assets` on the
service's side).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, TypeVar
from urllib.parse import quote, unquote, urlencode

from pydantic import BaseModel

from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.client.conversation import Talk
from workbench.client.exchange import Exchange, NoAnswer, Send, UnreadableBody, Wait
from workbench.client.failure import to_error, unreachable, unreadable
from workbench.client.http.upload_tries import Waiting, upload_talk
from workbench.client.lookups.assets import check_size, upload_facts
from workbench.client.sync import Client
from workbench.errors import Unreachable, WorkbenchError
from workbench.procedures.asset import ASSETS_PATH, AssetSummary, DeleteAssetInput, UploadInput
from workbench.procedures.declare import Call, Procedure
from workbench.wire.batch import AnswerRefused, Failure, decode_answers
from workbench.wire.headers import OTHER_ORGANIZATION
from workbench.wire.message import Request, Response

A = TypeVar("A", bound=BaseModel)
Progress = Callable[[int, int], object]
"""Called with the bytes done and the total; its exceptions stop the transfer."""
PIECE_BYTES: Final = 262_144
RANGE_BYTES: Final = 4_000_000
_SECONDS_PER_BYTE: Final = 1 / 50_000
_LEAST_SECONDS: Final = 60.0
_TRIES: Final = 3
_PAUSE_SECONDS: Final = 1.0

UPLOAD: Final = Procedure(
    "asset.upload", input=UploadInput, output=AssetSummary, about="Send a file.", source="ours", is_write=True
)
_DOWNLOAD: Final = Procedure(
    "asset.download", input=DeleteAssetInput, output=AssetSummary, about="Fetch a file.", source="ours"
)


@dataclass(frozen=True, slots=True)
class FileBody:
    """An open file as the body of a request, read in pieces as they are sent; from its beginning for each try."""

    file: IO[bytes]
    size: int
    on_progress: Progress

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[bytes]:
        done = 0
        self.file.seek(0)
        while done < self.size and (piece := self.file.read(min(PIECE_BYTES, self.size - done))):
            yield piece
            done += len(piece)
            self.on_progress(done, self.size)


def upload_file(
    client: Client,
    path: Path,
    *,
    organization_id: str | None,
    alternative_text: str | None,
    on_progress: Progress = lambda done, total: None,
    on_wait: Waiting = lambda reason, seconds: None,
) -> AssetSummary:
    """Upload the file and return its asset. The same bytes give the same asset, so a broken upload is repeated.

    If the service asks to wait, the function waits that long, up to `MOST_WAIT_SECONDS` in total; `on_wait` is
    called. Raises a call's errors, `NotFound` if the service stores no files, `InputRejected` for a name or
    size that it does not accept (nothing is sent then), and `OSError` for the file.
    """
    with path.open("rb") as file:
        return send_file(
            client,
            file,
            path.name,
            organization_id=organization_id,
            alternative_text=alternative_text,
            on_progress=on_progress,
            on_wait=on_wait,
        )


def send_file(
    client: Client,
    file: IO[bytes],
    file_name: str,
    *,
    organization_id: str | None,
    alternative_text: str | None = None,
    on_progress: Progress = lambda done, total: None,
    on_wait: Waiting = lambda reason, seconds: None,
) -> AssetSummary:
    """Upload an open file, which may have no name, and return its asset."""
    facts, size = upload_facts(client), file.seek(0, os.SEEK_END)
    check_size(facts, file_name, size)
    call = UPLOAD(organization_id=organization_id, file_name=file_name, alternative_text=alternative_text)
    fields = {name: value for name, value in (call.input.to_wire() or {}).items() if value is not None}
    body = FileBody(file, size, on_progress)
    headers = {"Content-Type": "application/octet-stream"}
    request = Request("POST", f"{_path(client)}?{urlencode(fields)}", headers, body)
    asset: AssetSummary = client.run(upload_talk(call, request, _seconds(size), on_wait=on_wait))[0]
    return asset


@dataclass(frozen=True, slots=True)
class StoredAsset:
    """Facts known of an asset by its id alone. `size` is in bytes, `content_digest` SHA-256 in hexadecimal."""

    asset_id: str
    media_type: str
    size: int
    content_digest: str
    file_name: str


def find_asset(client: Client, asset_id: str) -> StoredAsset | None:
    """Return the asset with an id, in the client's organization if it is limited to one.

    None if it does not exist. Raises a call's errors.
    """
    call = _DOWNLOAD(asset_id=asset_id)
    request = Request("GET", f"{_path(client)}/{quote(asset_id, safe='')}", {"Range": "bytes=0-0"})
    response = client.run(_talk(call, request, _seconds(1)))[0]
    if response.http_status == 206:
        size = response.headers.get("content-range", "").rpartition("/")[2]
        name = response.headers.get("content-disposition", "").rpartition("filename*=UTF-8''")[2]
        digest, media_type = response.headers.get("etag", "").strip('"'), response.headers.get("content-type", "")
        if size.isdigit() and media_type in MEDIA_TYPES:
            return StoredAsset(asset_id, media_type, int(size), digest, unquote(name))
    if response.http_status == 404:
        return None
    try:
        answer = decode_answers(response, 1)[0]
    except AnswerRefused as refused:
        raise unreadable(call, str(refused), response.http_status, response.headers) from None
    if isinstance(answer, Failure):
        if answer.facts.get("reason") == OTHER_ORGANIZATION:
            return None
        raise to_error(call, answer, response.headers)
    raise unreadable(call, "no facts of the file", response.http_status)


def fetch_range(client: Client, asset_id: str, start: int, end: int) -> bytes:
    """Return the asset's bytes from `start` to `end`, exclusive. Raises a call's errors."""
    call = _DOWNLOAD(asset_id=asset_id)
    headers = {"Range": f"bytes={start}-{end - 1}"}
    request = Request("GET", f"{_path(client)}/{quote(asset_id, safe='')}", headers)
    response = client.run(_talk(call, request, _seconds(end - start)))[0]
    if response.http_status in (200, 206) and len(response.body) == end - start:
        return bytes(response.body)
    raise _refusal(call, response)


def fetch_preview(client: Client, asset_id: str, most_bytes: int) -> tuple[str, bytes] | None:
    """Return the media type and bytes of an asset of at most this size; None for a larger one.

    Raises the errors of a call.
    """
    call = _DOWNLOAD(asset_id=asset_id)
    request = Request("GET", f"{_path(client)}/{quote(asset_id, safe='')}", {"Range": f"bytes=0-{most_bytes - 1}"})
    response = client.run(_talk(call, request, _seconds(most_bytes)))[0]
    if response.http_status in (200, 206):
        whole = response.headers.get("content-range", "").rpartition("/")[2] or str(len(response.body))
        is_whole = whole == str(len(response.body))
        return (response.headers.get("content-type", ""), bytes(response.body)) if is_whole else None
    raise _refusal(call, response)


def fetch_asset(
    client: Client, asset: AssetSummary | StoredAsset, *, on_progress: Progress = lambda done, total: None
) -> Iterator[bytes]:
    """Yield the asset's bytes in pieces of a few megabytes."""
    for start in range(0, asset.size, RANGE_BYTES):
        piece = fetch_range(client, asset.asset_id, start, min(start + RANGE_BYTES, asset.size))
        yield piece
        on_progress(start + len(piece), asset.size)


def _refusal(call: Call[Any], response: Response) -> WorkbenchError:
    """Return the error to raise for an answer without the requested bytes."""
    try:
        answer = decode_answers(response, 1)[0]
    except AnswerRefused as refused:
        return unreadable(call, str(refused), response.http_status, response.headers)
    if isinstance(answer, Failure):
        return to_error(call, answer, response.headers)
    return unreadable(call, "another number of bytes", response.http_status)


def _talk(call: Call[Any], request: Request, seconds: float) -> Talk:
    """Send the request until it is answered, and return the answer. Raises `Unreachable` after the last try."""
    silence: WorkbenchError = Unreachable()
    for number in range(_TRIES):
        if number:
            yield Wait(_PAUSE_SECONDS * number)
        exchange = yield Send(request, seconds)
        assert isinstance(exchange, Exchange)
        reply = exchange.reply
        if isinstance(reply, Response):
            return [reply]
        if isinstance(reply, UnreadableBody):
            raise unreadable(call, reply.reason, reply.http_status)
        assert isinstance(reply, NoAnswer)
        silence = unreachable(call, reply)
    raise silence


def _path(client: Client) -> str:
    return client.connection.endpoint.origin.path + ASSETS_PATH


def _seconds(size: int) -> float:
    return _LEAST_SECONDS + size * _SECONDS_PER_BYTE
