"""The pictures, recordings and files of an organization, as `wb.assets` has them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from workbench.api.arguments import AssetName, ColumnNames, Overwrite, SortColumns, Yes
from workbench.api.collection import Collection, ask_for_number
from workbench.argument_help import Help
from workbench.client.asset_transfer import Progress, fetch_asset, fetch_preview, upload_file
from workbench.client.atomic_write import private_path_near
from workbench.client.http.upload_tries import Waiting
from workbench.client.lookups import identify
from workbench.client.lookups.assets import iter_assets
from workbench.client.moments import moment
from workbench.columns import INTEGER, MOMENT, TEXT, Column, rows_frame, select
from workbench.errors import InputRejected, NotFound, WorkbenchError
from workbench.procedures.asset import AssetSummary, DeletedAsset, delete_asset, update_asset
from workbench.text import display_text
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

ASSET_COLUMNS: Final = (
    Column("file_name", TEXT, "", "Name of the file."),
    Column("asset_id", TEXT, "", "The asset, as blocks refer to it."),
    Column("media_type", TEXT, "", "Its type, found in its bytes."),
    Column("size", INTEGER, "bytes", "Its bytes as they are stored."),
    Column("width", INTEGER, "pixels", "A picture's width."),
    Column("height", INTEGER, "pixels", "A picture's height."),
    Column("alternative_text", TEXT, "", "A text alternative for people who can't see the picture."),
    Column("added_by", TEXT, "", "Name of the person who uploaded it."),
    Column("created_at", MOMENT, "UTC", "When it was uploaded first."),
    Column("content_digest", TEXT, "SHA-256", "Digest of its bytes."),
)
LISTED: Final = (
    "file_name",
    "media_type",
    "size",
    "width",
    "height",
    "alternative_text",
    "added_by",
    "created_at",
    "asset_id",
)
"""Default columns of a list."""


class Assets(Collection):
    """Pictures, recordings and PDF files that lessons show. One is given by its id, or by a file name that is unique.

    A block refers to an asset by its id: `blocks.insert_block("image", {"asset": asset.asset_id, ...})`.
    """

    def list(
        self,
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each asset, newest first.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.assets.list()["file_name"].to_list()
        ['example_lesson.png']
        """
        selection = select(ASSET_COLUMNS, LISTED, wanted=columns, limit=limit, sort=sort)
        names = {column.name for column in ASSET_COLUMNS}
        rows = [asset.model_dump(include=names) | {"created_at": moment(asset.created_at)} for asset in self.iter()]
        return selection.of(rows_frame(ASSET_COLUMNS, rows))

    def iter(self) -> Iterator[AssetSummary]:
        """Yield the assets, newest first; pages of 1,000 are read as they are needed.

        >>> [asset.file_name for asset in wb.assets.iter()]
        ['example_lesson.png']
        """
        yield from iter_assets(self._client, self.organization_id)

    def upload(
        self,
        path: Annotated[str | os.PathLike[str], Help("PNG, JPEG, WebP, GIF, MP3, M4A, OGG, MP4, WebM or PDF", "FILE")],
        *,
        alternative_text: Annotated[str, Help("alternative text for a picture", "TEXT")] | None = None,
        progress: Progress | None = None,
        waiting: Waiting | None = None,
    ) -> AssetSummary:
        """Upload a PNG, JPEG, WebP, GIF, MP3, M4A, OGG, MP4, WebM or PDF file, and return the asset.

        Pictures are stored without metadata. The same file again is the same asset. An interrupted upload leaves
        nothing and is tried again, like one for which the service has no room at the moment: five times, waiting at
        most three minutes. `progress` is called with the bytes sent and the total, `waiting` every second of a wait
        with its reason and the seconds left; exceptions from them stop the upload. Raises `InputRejected` for a file
        that cannot be read, `CallFailed` for one that the service refuses.

        >>> asset = wb.assets.upload(picture, alternative_text="A ladder against a wall")
        >>> asset.file_name, asset.media_type
        ('ladder.png', 'image/png')
        """
        file = Path(path)
        try:
            return upload_file(
                self._client,
                file,
                organization_id=self.organization_id,
                alternative_text=alternative_text,
                on_progress=progress or _unseen,
                on_wait=waiting or _unseen,
            )
        except WorkbenchError:
            raise  # a lost connection is an OSError, too
        except OSError as failed:
            raise InputRejected(f"{file} cannot be read: {failed.strerror}. Nothing was stored.") from None

    def get(self, asset: AssetName) -> AssetSummary:
        """Return an asset. Raises `NotFound`, or `InputRejected` with the nearest names.

        >>> wb.assets.get("ladder.png").width
        40
        """
        asset_id = identify.asset_id(self._client, self.organization_id, asset)
        for listed_asset in self.iter():
            if listed_asset.asset_id == asset_id:
                return listed_asset
        fetch_preview(self._client, asset_id, 1)  # one of another organization is refused by name
        raise NotFound(f"There is no asset {asset_id!r} here.", code="NOT_FOUND", http_status=404)

    def download(
        self,
        asset: AssetName,
        path: Annotated[str | os.PathLike[str], Help("file or folder to write to", "FILE")],
        *,
        overwrite: Overwrite = False,
        progress: Progress | None = None,
    ) -> Path:
        """Write an asset's bytes into a file, or into a folder under its own name; the file's path.

        The file is written completely or not at all. Raises `InputRejected` if it already exists.

        >>> wb.assets.download("ladder.png", folder.parent / "copy.png").name
        'copy.png'
        """
        stored_asset = self.get(asset)
        target = Path(path)
        target = target / stored_asset.file_name if target.is_dir() else target
        if os.path.lexists(target) and not overwrite:
            raise InputRejected(f"{target} already exists. Nothing was written; overwrite=True replaces it.")
        try:
            with private_path_near(target) as beside:
                with beside.open("xb") as file:
                    for piece in fetch_asset(self._client, stored_asset, on_progress=progress or _unseen):
                        file.write(piece)
                beside.replace(target)
        except WorkbenchError:
            raise  # a lost connection is an OSError, too
        except OSError as failed:
            raise InputRejected(f"{target} could not be written: {failed.strerror}. Nothing has changed.") from None
        return target

    def update(
        self,
        asset: AssetName,
        *,
        alternative_text: Annotated[str, Help("alternative text for a picture", "TEXT")] | None = None,
        file_name: Annotated[str, Help("new file name", "NAME")] | None = None,
    ) -> AssetSummary:
        """Give an asset another alternative text or file name; blocks keep the text that they have.

        >>> wb.assets.update("ladder.png", alternative_text="A ladder").alternative_text
        'A ladder'
        """
        asset_id = identify.asset_id(self._client, self.organization_id, asset)
        call = update_asset(asset_id=asset_id, alternative_text=alternative_text, file_name=file_name)
        return self._client.call(call)

    def delete(self, asset: AssetName, *, yes: Yes = False) -> DeletedAsset:
        """Delete an asset; refused while a lesson shows it. Older revisions of lessons keep it.

        It first shows what would be deleted, and asks for confirmation; `yes=True` skips the question.

        >>> _ = wb.assets.delete("ladder.png", yes=True)
        >>> wb.assets.list()["file_name"].to_list()
        ['example_lesson.png']
        """
        stored_asset = self.get(asset)
        if not yes:
            size = count_text(stored_asset.size, "byte")
            what = f"{display_text(stored_asset.file_name)!r} ({stored_asset.media_type}, {size}) will be deleted."
            ask_for_number(what, 1, unasked=f"delete({stored_asset.asset_id!r}, yes=True)")
        return self._client.call(delete_asset(asset_id=stored_asset.asset_id))


def _unseen(*facts: object) -> None:
    """Ignore progress and waiting times that are not displayed."""
