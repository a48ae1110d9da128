"""What is handed to a person: one file as it is, several as one ZIP archive, the same bytes for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

from workbench.errors import NotSent
from workbench.exports.files import ExportedFile, with_unique_names
from workbench.exports.media import MediaFile

ARCHIVE = "lessons.zip"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same content is the same bytes."""
MOST_MEDIA_BYTES = 50_000_000
"""Pictures and recordings that an archive has, which goes through the browser: all of it is in memory at once."""


def handed_over(files: Sequence[ExportedFile]) -> tuple[str, bytes]:
    """The name and the content of what is handed over. Raises `NotSent` when there is nothing."""
    if not files:
        raise NotSent("Choose lessons or courses first; there is nothing to write.")
    media = sum(each.size for each in _media(files))
    if media > MOST_MEDIA_BYTES:
        raise NotSent(
            f"The pictures and files have {media / 1e6:,.0f} MB together, too much to go through the browser. Choose "
            "fewer lessons, or use wb.exports or the command workbench export."
        )
    if len(files) == 1 and not media:
        return files[0].name, files[0].text.encode()
    return ARCHIVE, zipped(files)


def zipped(files: Sequence[ExportedFile]) -> bytes:
    """A ZIP archive of the files, told apart by number where they have one name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in with_unique_names(files):
            archive.writestr(zipfile.ZipInfo(each.name, EPOCH), each.text, zipfile.ZIP_DEFLATED)
        for source in _media(files):
            with archive.open(zipfile.ZipInfo(source.name, EPOCH), "w") as file:  # compressed already
                for piece in source.pieces():
                    file.write(piece)
    return buffer.getvalue()


def _media(files: Sequence[ExportedFile]) -> list[MediaFile]:
    """What the files show, each once."""
    return list({each.name: each for file in files for each in file.media}.values())
