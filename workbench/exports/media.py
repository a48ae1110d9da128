"""Media of lessons as files next to the documents: the assets, the links to them, and their bytes.

Bytes are fetched when they are written, a few megabytes at a time. Small pictures of an HTML page are embedded
in the page.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final
from urllib.parse import quote

from workbench.authoring.blocks.output import MediaLink, MediaLinks
from workbench.authoring.content import content_problem
from workbench.authoring.content.media_types import IMAGE, MEDIA_BLOCKS, MEDIA_TYPES
from workbench.client.asset_transfer import StoredAsset, fetch_asset, find_asset
from workbench.client.sync import Client
from workbench.exports.names import file_name
from workbench.procedures.lesson import Lesson

FOLDER: Final = "media"
INLINE_BYTES: Final = 500_000
"""Pictures of at most this size are embedded in the HTML page."""
MOST_INLINE_BYTES: Final = 20_000_000
"""Total size of the pictures embedded in one export's pages; the others are separate files."""


def asset_ids(lesson: Lesson) -> list[str]:
    """Return the ids of the assets that the lesson shows."""
    return [
        block.content["asset"]
        for block in lesson.blocks
        if block.type in MEDIA_BLOCKS and content_problem(block.type, block.content) is None
    ]


@dataclass(frozen=True, slots=True)
class MediaFile:
    """A file that accompanies the documents: its name with the folder, its size, and the source of its bytes."""

    name: str
    size: int
    client: Client = field(repr=False, compare=False)
    asset: StoredAsset

    def pieces(self) -> Iterator[bytes]:
        """Return an iterator over the bytes, a few megabytes at a time. Raises a call's errors."""
        return fetch_asset(self.client, self.asset)


class ExportedMedia:
    """Finds the assets of lessons, each once. `inline` puts small pictures into the document."""

    def __init__(self, client: Client, *, inline: bool) -> None:
        self._client, self._left = client, MOST_INLINE_BYTES if inline else 0
        self._known: dict[str, tuple[MediaLink, MediaFile | None] | None] = {}

    def of(self, lessons: Iterable[Lesson], also: Iterable[str] = ()) -> tuple[MediaLinks, tuple[MediaFile, ...]]:
        """Return where each asset of the lessons is, and the files that accompany them.

        `also` are ids of further assets. A missing asset has no link: only its text is shown. Raises a call's
        errors for one that cannot be reached, for example while the store is down.
        """
        wanted = dict.fromkeys([*also, *(asset_id for lesson in lessons for asset_id in asset_ids(lesson))])
        present = {asset_id: known for asset_id in wanted if (known := self._find(asset_id)) is not None}
        links = {key: link for key, (link, _) in present.items()}
        return links, tuple({file.name: file for _, file in present.values() if file is not None}.values())

    def _find(self, asset_id: str) -> tuple[MediaLink, MediaFile | None] | None:
        if asset_id not in self._known:
            asset = find_asset(self._client, asset_id)
            self._known[asset_id] = None if asset is None else self._place_asset(asset)
        return self._known[asset_id]

    def _place_asset(self, asset: StoredAsset) -> tuple[MediaLink, MediaFile | None]:
        is_picture = MEDIA_TYPES[asset.media_type].block_type == IMAGE
        if is_picture and asset.size <= min(INLINE_BYTES, self._left):
            self._left -= asset.size
            content = base64.b64encode(b"".join(fetch_asset(self._client, asset))).decode()
            address = f"data:{asset.media_type};base64,{content}"
            return MediaLink(address, asset.media_type, asset.file_name), None
        file = media_file(self._client, asset)
        return MediaLink(quote(file.name), asset.media_type, asset.file_name), file


def media_file(client: Client, asset: StoredAsset) -> MediaFile:
    """Return the file for an asset that accompanies documents."""
    return MediaFile(f"{FOLDER}/{_name(asset)}", asset.size, client, asset)


def _name(asset: StoredAsset) -> str:
    """Return the asset's name with the beginning of its digest, so that each content has its own file.

    Two assets with one name are two files; one asset with two names is one file.
    """
    stem, ending = file_name(PurePath(asset.file_name).stem), MEDIA_TYPES[asset.media_type].extension
    return f"{stem}-{asset.content_digest[:12]}.{ending}"
