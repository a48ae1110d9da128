"""Files on their way from a browser to the service: they come in pieces, wait in a file without a name, and go on.

Only Python holds the session. Nothing of a file is in a widget's state, and never more than a piece of it in memory.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from math import ceil
from tempfile import TemporaryFile
from typing import IO, Annotated, Any, Final, Literal, Protocol
from weakref import finalize

from pydantic import Field, TypeAdapter, ValidationError

from workbench.authoring.block import BlockId, Blocks
from workbench.authoring.characters import without_unfit
from workbench.authoring.content.media_types import IMAGE, MEDIA_TYPES, MOST_BYTES
from workbench.client.asset_transfer import send_file
from workbench.client.lookups.assets import NO_STORE
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool, ThreadPool
from workbench.errors import WorkbenchError
from workbench.procedures.asset import MAX_FILE_NAME, AssetSummary
from workbench.procedures.service import AssetFacts
from workbench.text import display_text as fit_to_show
from workbench.widgets.block_list.view_message import ViewMessage
from workbench.widgets.kit.failure_text import LONGEST, sentence
from workbench.widgets.kit.task_runner import shared_workers

MOST_PIECE_BYTES: Final = 1_000_000
MOST_AT_ONCE: Final = 4
"""Files that one panel receives at the same time, from all its views."""
SENDERS: Final = 2
"""Files that all panels send at the same time. They may wait for minutes, so that no other work waits with them."""
ABANDONED_SECONDS: Final = 600.0
"""After so long without a piece a file is forgotten when another one begins: its page was closed."""


class FilePiece(ViewMessage):
    """The bytes from `start` on, in the message's buffer."""

    intent: Literal["piece"]
    transfer: str = Field(max_length=64)
    name: str
    size: int = Field(ge=1, le=MOST_BYTES)
    start: int = Field(ge=0)


class StoreFile(ViewMessage):
    """The file is whole: send it on, and insert a block that shows it behind another one, unless `block` is null."""

    intent: Literal["store"]
    transfer: str = Field(max_length=64)
    block: BlockId | None
    after: BlockId | None


class CancelFile(ViewMessage):
    """Nobody wants the file any more."""

    intent: Literal["cancel"]
    transfer: str = Field(max_length=64)


_ANY: TypeAdapter[FilePiece | StoreFile | CancelFile] = TypeAdapter(
    Annotated[FilePiece | StoreFile | CancelFile, Field(discriminator="intent")]
)


class UploadingPanel(Protocol):
    """Interface that uploads need from the block list."""

    client: Client
    view: Any
    workers: TaskPool

    def insert(
        self, block_type: str, content: dict[str, Any] | None, *, before: str | None, new_id: str | None
    ) -> str: ...


@cache
def _senders() -> TaskPool:
    return ThreadPool(SENDERS)


class _Cancelled(Exception):
    """Somebody stopped the upload."""


@dataclass(slots=True)
class _Transfer:
    name: str
    size: int
    file: IO[bytes] = field(default_factory=TemporaryFile)  # readable by this person only, gone with this process
    received: int = 0
    touched_at: float = 0.0
    is_sent_on: bool = False
    is_cancelled: threading.Event = field(default_factory=threading.Event)

    def close(self) -> None:
        """Give the file back to the disk."""
        with suppress(OSError):  # what it holds back cannot be written either
            self.file.close()


def _close_all(transfers: dict[tuple[str, str], _Transfer]) -> None:
    for transfer in transfers.values():
        transfer.close()


class Uploads:
    """Receives files from the panel's views, sends them on another thread, and makes blocks of them."""

    def __init__(
        self,
        panel: UploadingPanel,
        organization_id: str | None,
        shown: Callable[[], Blocks],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`shown` gives the blocks in the order that is shown now."""
        self._panel, self._organization_id, self._shown, self._clock = panel, organization_id, shown, clock
        self._transfers: dict[tuple[str, str], _Transfer] = {}
        finalize(self, _close_all, self._transfers)  # whoever closes the panel gets back the room of what is half here
        self._workers = _senders() if panel.workers is shared_workers() else panel.workers
        panel.view.on_msg(lambda widget, message, buffers: self._on_message(message, buffers))

    def _on_message(self, message: object, buffers: Sequence[Any]) -> None:
        try:
            parsed = _ANY.validate_python(message)
        except ValidationError:
            return  # a gesture or a question, which the view parses itself
        key = (parsed.view, parsed.transfer)
        if isinstance(parsed, CancelFile):
            self._forget(key)
        elif isinstance(parsed, FilePiece):
            self._panel.view.answer(parsed, self._receive(key, parsed, buffers))
        elif (transfer := self._transfers.get(key)) is None or transfer.received != transfer.size:
            self._forget(key)
            self._panel.view.answer(parsed, {"problem": "The upload was interrupted. Try again."})
        elif not transfer.is_sent_on:
            transfer.is_sent_on = True
            self._workers.submit(self._store, key, transfer, parsed)

    def _receive(self, key: tuple[str, str], piece: FilePiece, buffers: Sequence[Any]) -> dict[str, Any]:
        """Keep a piece; how many bytes are there, or what is wrong."""
        if piece.start == 0:
            self._forget(key)
            self._sweep()
            if len(self._transfers) >= MOST_AT_ONCE:
                return {
                    "problem": f"Only {MOST_AT_ONCE} files can be uploaded at a time. Try again when one is finished."
                }
            if not self._panel.view.can["write"]:
                return {"problem": "You can't edit this lesson here."}
        try:
            if piece.start == 0:
                self._transfers[key] = _Transfer(_bare_name(piece.name), piece.size)
            transfer, data = self._transfers.get(key), memoryview(buffers[0]) if buffers else memoryview(b"")
            end = piece.start + data.nbytes
            if transfer is None or transfer.received != piece.start or end > transfer.size:
                raise _Cancelled
            if not 0 < data.nbytes <= MOST_PIECE_BYTES:
                raise _Cancelled
            transfer.file.write(data)
            transfer.received, transfer.touched_at = end, self._clock()
        except _Cancelled:
            self._forget(key)
            return {"problem": "The upload was interrupted. Try again."}
        except OSError as failed:
            self._forget(key)
            return {"problem": _disk_failure(failed)}
        return {"received": end}

    def _store(self, key: tuple[str, str], transfer: _Transfer, wanted: StoreFile) -> None:
        """Send the file on and answer with its asset, or with what is wrong. Blocks."""
        try:
            answer = self._upload(transfer, wanted)
        except _Cancelled:
            answer = {"problem": ""}
        except WorkbenchError as failed:
            answer = {"problem": sentence(failed)}
        except OSError as failed:
            answer = {"problem": _disk_failure(failed)}
        except Exception as failed:  # noqa: BLE001  (whatever it is, it is shown where the file was dropped)
            answer = {"problem": sentence(failed)}
        self._transfers.pop(key, None)
        transfer.close()
        self._panel.view.answer(wanted, answer)

    def _upload(self, transfer: _Transfer, wanted: StoreFile) -> dict[str, Any]:
        shown_percent = -1

        def tell(done: int, total: int) -> None:
            nonlocal shown_percent
            if transfer.is_cancelled.is_set():
                raise _Cancelled
            percent = done * 100 // total
            if percent != shown_percent:
                shown_percent = percent
                self._panel.view.send({"view": wanted.view, "upload": wanted.transfer, "percent": percent})

        def tell_wait(reason: str, seconds: float) -> None:
            nonlocal shown_percent
            if transfer.is_cancelled.is_set():
                raise _Cancelled
            shown_percent = -1  # it is sent from its beginning again
            facts = {"waiting": fit_to_show(reason, longest=LONGEST), "seconds": ceil(seconds)}
            self._panel.view.send({"view": wanted.view, "upload": wanted.transfer, **facts})

        transfer.file.flush()
        asset = send_file(
            self._panel.client,
            transfer.file,
            transfer.name,
            organization_id=self._organization_id,
            on_progress=tell,
            on_wait=tell_wait,
        )
        if transfer.is_cancelled.is_set():
            raise _Cancelled
        if wanted.block is not None:
            self._insert(asset, wanted.block, wanted.after)
        kind = MEDIA_TYPES[asset.media_type].block_type
        texts = {"alternativeText": asset.alternative_text, "fileName": asset.file_name}
        return {"asset": asset.asset_id, "type": kind, **texts}

    def _insert(self, asset: AssetSummary, block_id: str, after: str | None) -> None:
        kind = MEDIA_TYPES[asset.media_type].block_type
        content: dict[str, Any] = {"asset": asset.asset_id}
        if kind == IMAGE:
            content["alternativeText"] = asset.alternative_text
        else:
            content["caption"] = asset.file_name
        order = [block.id for block in self._shown()]
        following = order[order.index(after) + 1 :] if after in order else []
        self._panel.insert(kind, content, before=following[0] if following else None, new_id=block_id)

    def _sweep(self) -> None:
        before = self._clock() - ABANDONED_SECONDS
        for key, transfer in list(self._transfers.items()):
            if transfer.touched_at < before and not transfer.is_sent_on:
                self._forget(key)

    def _forget(self, key: tuple[str, str]) -> None:
        transfer = self._transfers.pop(key, None)
        if transfer is not None:
            transfer.is_cancelled.set()
            if not transfer.is_sent_on:  # else whoever reads it closes it
                transfer.close()


def upload_types(facts: AssetFacts | None) -> dict[str, Any]:
    """Return what a view needs to know of files before reading one: types, blocks, suffixes, most bytes.

    Without an asset store there are no types, and `problem` says so.
    """
    if facts is None:
        return {"types": [], "problem": NO_STORE}
    types = [
        [name, media_type.block_type, [media_type.extension, *media_type.suffixes], facts.most_bytes[name]]
        for name, media_type in MEDIA_TYPES.items()
        if name in facts.most_bytes
    ]
    return {"types": types, "problem": ""}


def _bare_name(name: str) -> str:
    """Return the name without folder and half characters, cut to the maximum length but with its suffix."""
    plain = name.replace("\\", "/").rpartition("/")[2].encode(errors="replace").decode()
    return without_unfit(plain).strip(" .")[-MAX_FILE_NAME:].strip() or "file"


def _disk_failure(failed: OSError) -> str:
    return f"The file couldn't be saved temporarily on the notebook's computer: {failed.strerror}. Nothing was sent."
