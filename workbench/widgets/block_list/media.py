"""Pictures, recordings and files of a lesson's blocks: dropped, pasted or chosen ones go up, previews come back.

Only Python holds the session: a file comes in parts from the browser, and goes on to the service. Nothing of it is in
a widget's state.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol

from workbench.authoring.content.media_types import IMAGE, MEDIA_TYPES
from workbench.client.asset_transfer import fetch_preview, upload_file
from workbench.client.lookups.assets import require_assets
from workbench.client.sync import Client
from workbench.errors import InputRejected, WorkbenchError
from workbench.widgets.block_list.gestures import AssetRequest
from workbench.widgets.bulk.file_drop import FileDrop

MOST_BYTES: Final = 50_000_000
PREVIEW_BYTES: Final = 8_000_000
_ACCEPT: Final = ",".join([*MEDIA_TYPES, *(f".{each.extension}" for each in MEDIA_TYPES.values())])
_HINT: Final = "PNG, JPEG, WebP, GIF, MP3, M4A, OGG, MP4, WebM or PDF, up to 50 MB; larger ones by wb.assets.upload."


class BlocksPanel(Protocol):
    """What is needed of the block list."""

    client: Client
    view: Any

    def start_after(self, method: Callable[..., object], /, *args: Any) -> object: ...
    def insert(self, block_type: str = "blank", content: dict[str, Any] | None = None) -> str: ...


class MediaBlocks:
    """Makes blocks of files. `drop` is the place to drop them on."""

    def __init__(self, panel: BlocksPanel, organization_id: str | None) -> None:
        """`panel` runs uploads beside the kernel's thread and gets the blocks, at the end."""
        self._panel, self._organization_id = panel, organization_id
        self.drop = FileDrop(
            "Add a picture, sound, video or PDF: drop, paste or choose it",
            lambda name, data: panel.start_after(self.add, name, data),
            lambda reason: panel.start_after(_refuse, reason),
            hint=_HINT,
            accept=_ACCEPT,
            max_bytes=MOST_BYTES,
            many=True,
            takes_paste=True,
        )

    def add(self, name: str, data: bytes) -> str:
        """Upload the file and insert a block that shows it, at the end; the block's id. Blocks.

        Raises what an upload raises; nothing is inserted then.
        """
        require_assets(self._panel.client)
        with TemporaryDirectory() as folder:
            path = Path(folder) / (Path(name).name or "file")
            path.write_bytes(data)
            asset = upload_file(
                self._panel.client,
                path,
                organization_id=self._organization_id,
                alternative_text=None,
                on_progress=self._tell,
            )
        kind = MEDIA_TYPES[asset.media_type].block_type
        content: dict[str, Any] = {"asset": asset.asset_id}
        if kind == IMAGE:
            content["alternativeText"] = asset.alternative_text
        else:
            content["caption"] = asset.file_name
        return self._panel.insert(kind, content)

    def _tell(self, done: int, total: int) -> None:
        if done == total or done * 4 // total != (done - 262_144) * 4 // total:
            self._panel.view.announce(f"{done * 100 // total} % is sent.")


def read_preview(client: Client, request: AssetRequest) -> tuple[dict[str, Any], list[bytes]]:
    """The asset's type and bytes, for a preview; neither for one that is large, missing or out of reach. Blocks."""
    try:
        found = fetch_preview(client, request.asset, PREVIEW_BYTES)
    except WorkbenchError:
        found = None
    return ({"type": ""}, []) if found is None else ({"type": found[0]}, [found[1]])


def _refuse(reason: str) -> None:
    raise InputRejected(reason)
