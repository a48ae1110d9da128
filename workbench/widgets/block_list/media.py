"""Pictures, recordings and files of a lesson's blocks: dropped, pasted or chosen ones go up, previews come back.

Only Python holds the session: a file comes in parts from the browser, and goes on to the service. Nothing of it is in
a widget's state.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

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


class MediaBlocks:
    """Makes blocks of files. `drop` is the place to drop them on."""

    def __init__(
        self,
        client: Client,
        organization_id: str | None,
        *,
        run: Callable[..., object],
        insert: Callable[[str, dict[str, Any]], str],
        announce: Callable[[str], object],
    ) -> None:
        """`run` runs a method beside the kernel's thread, `insert` inserts a block of a type and content at the end."""
        self._client, self._organization_id = client, organization_id
        self._insert, self._announce = insert, announce
        self.drop = FileDrop(
            "Add a picture, sound, video or PDF: drop, paste or choose it",
            lambda name, data: run(self.add, name, data),
            lambda reason: run(_refuse, reason),
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
        require_assets(self._client)
        with TemporaryDirectory() as folder:
            path = Path(folder) / (Path(name).name or "file")
            path.write_bytes(data)
            asset = upload_file(
                self._client, path, organization_id=self._organization_id, alternative_text=None, on_progress=self._tell
            )
        kind = MEDIA_TYPES[asset.media_type].block_type
        content: dict[str, Any] = {"asset": asset.asset_id}
        if kind == IMAGE:
            content["alternativeText"] = asset.alternative_text
        else:
            content["caption"] = asset.file_name
        return self._insert(kind, content)

    def _tell(self, done: int, total: int) -> None:
        if done == total or done * 4 // total != (done - 262_144) * 4 // total:
            self._announce(f"{done * 100 // total} % is sent.")


def read_preview(client: Client, request: AssetRequest) -> tuple[dict[str, Any], list[bytes]]:
    """The asset's type and bytes, for a preview; neither for one that is large, missing or out of reach. Blocks."""
    try:
        found = fetch_preview(client, request.asset, PREVIEW_BYTES)
    except WorkbenchError:
        found = None
    return ({"type": ""}, []) if found is None else ({"type": found[0]}, [found[1]])


def _refuse(reason: str) -> None:
    raise InputRejected(reason)
