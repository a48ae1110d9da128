"""What is handed to a person: one file as it is, several as one ZIP archive, the same bytes for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

from workbench.errors import NotSent
from workbench.exports.files import ExportedFile, with_unique_names

ARCHIVE = "lessons.zip"
_EPOCH = (1980, 1, 1, 0, 0, 0)


def handed_over(files: Sequence[ExportedFile]) -> tuple[str, bytes]:
    """The name and the content of what is handed over. Raises `NotSent` when there is nothing."""
    if not files:
        raise NotSent("Choose lessons or courses first; there is nothing to write.")
    if len(files) == 1:
        return files[0].name, files[0].text.encode()
    return ARCHIVE, zipped(files)


def zipped(files: Sequence[ExportedFile]) -> bytes:
    """A ZIP archive of the files, told apart by number where they have one name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in with_unique_names(files):
            archive.writestr(zipfile.ZipInfo(each.name, _EPOCH), each.text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
