"""The pictures, recordings and files of lessons as files in their course's folder: `media/lighthouse-3f2a91c0b7aa.png`.

A name ends with the beginning of the digest of its bytes, so that a file whose bytes were changed is seen by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.client.asset_transfer import StoredAsset, find_asset
from workbench.client.lookups.assets import iter_assets
from workbench.client.sync import Client
from workbench.errors import NotFound
from workbench.exports.media import MediaFile, asset_ids, media_file
from workbench.patterns import Pattern
from workbench.procedures.lesson import Lesson

_ONE_BY_ONE: Final = 20
_DIGEST = Pattern(r"-([0-9a-f]{12})\.[a-z0-9]+")


class FolderMedia:
    """The places of assets in a folder, each requested once. With `is_left_out` there are none."""

    def __init__(self, client: Client, *, is_left_out: bool = False) -> None:
        self._client, self._is_left_out = client, is_left_out
        self._known: dict[str, MediaFile | None] = {}
        self._is_listed = False

    def of(self, lessons: Iterable[Lesson]) -> dict[str, MediaFile]:
        """Return the file of each asset that the lessons show; a missing asset has none.

        Raises a call's errors for one that cannot be reached.
        """
        if self._is_left_out:
            return {}
        wanted = list(dict.fromkeys(asset_id for lesson in lessons for asset_id in asset_ids(lesson)))
        unknown = [asset_id for asset_id in wanted if asset_id not in self._known]
        if len(unknown) > _ONE_BY_ONE and not self._is_listed:
            self._list()
        for unknown_id in unknown:
            if unknown_id not in self._known:
                asset = find_asset(self._client, unknown_id)
                self._known[unknown_id] = None if asset is None else media_file(self._client, asset)
        return {asset_id: file for asset_id in wanted if (file := self._known[asset_id]) is not None}

    def _list(self) -> None:
        """List every asset of the organization, a thousand a request; a deleted one is requested individually."""
        self._is_listed = True
        try:
            for asset in iter_assets(self._client, None):
                stored = StoredAsset(
                    asset.asset_id, asset.media_type, asset.size, asset.content_digest, asset.file_name
                )
                self._known[asset.asset_id] = media_file(self._client, stored)
        except NotFound:
            return


def in_folder(lesson: Lesson, files: Mapping[str, MediaFile]) -> Lesson:
    """Return the lesson as in its file: an asset that has a file is referred to by the file's name."""
    if not any(block.type in MEDIA_BLOCKS for block in lesson.blocks):
        return lesson
    blocks = [
        block.model_copy(update={"content": {**block.content, "asset": files[block.content["asset"]].name}})
        if block.type in MEDIA_BLOCKS and block.content.get("asset") in files
        else block
        for block in lesson.blocks
    ]
    return lesson.model_copy(update={"blocks": blocks})


def digest_in_name(name: str) -> str:
    """Return the beginning of the digest that a name ends with; empty if it has none."""
    digests: Sequence[str] = _DIGEST.findall(name)
    return digests[-1] if digests else ""
