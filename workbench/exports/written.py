"""Writing exported files: all of them, or none."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from workbench.client.atomic_write import private_beside, sweep, write_new_text
from workbench.errors import InputRejected, WorkbenchError
from workbench.exports.files import ExportedFile
from workbench.exports.media import MediaFile


class NotExported(WorkbenchError):
    """The files could not be written. Nothing has changed."""


def write_files(folder: Path, files: Sequence[ExportedFile], *, overwrite: bool = False) -> list[Path]:
    """Write the files into the folder, which is made if need be; their paths.

    Raises `InputRejected` for a file that is there already, `NotExported` when the disk refuses, and what a call raises
    for pictures and recordings, which go into the folder `media`. Every file is written beside its place first, so that
    a full disk or a stop in the middle leaves what was there. A name in `media` has the digest of its bytes: the same
    name is the same file.
    """
    paths = [folder / each.name for each in files]
    there = [path for path in paths if os.path.lexists(path)]
    if there and not overwrite:
        raise InputRejected(f"{there[0]} is there already. Nothing was written; --overwrite replaces it.")
    together = folder / "export"
    media = {each.name: each for file in files for each in file.media}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in (*paths, together):
            sweep(path)
        with private_beside(together) as place:
            beside = [place.with_name(each.name) for each in files]
            for part, each in zip(beside, files, strict=True):
                write_new_text(part, each.text)
            for name, source in media.items():
                _write_media(place.with_name(name.replace("/", "-")), source)
            for name in media:
                (folder / name).parent.mkdir(exist_ok=True)
                place.with_name(name.replace("/", "-")).replace(folder / name)
            for part, path in zip(beside, paths, strict=True):
                part.replace(path)
    except OSError as failed:
        raise NotExported(f"{folder} could not be written to: {failed.strerror}. Nothing has changed.") from None
    return paths


def _write_media(path: Path, source: MediaFile) -> None:
    with path.open("xb") as file:
        for piece in source.pieces():
            file.write(piece)
