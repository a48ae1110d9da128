"""Write the files of an export, all or none, and archives of files that are on the disk."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Final

from workbench.client.atomic_write import private_path_near, sweep, write_new_text
from workbench.errors import InputRejected, WorkbenchError
from workbench.exports.media import FOLDER, MediaFile
from workbench.exports.names import distinct_names

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same content is the same bytes."""
_COMPRESSED: Final = (".zip", ".apkg")


class NotExported(WorkbenchError):
    """The files could not be written. Nothing has changed."""


class Written:
    """The result of an export: a file, a package, or a folder with its content."""

    path: Path
    beside: tuple[Path, ...] = ()
    """Pictures, recordings and files that the file shows, in a folder next to it."""

    def __str__(self) -> str:
        return str(self.path)

    def facts(self) -> object:
        """Return the written item for programs, in the form of JSON."""
        return str(self.path)

    def summary(self) -> str:
        """Return a summary of its content in a few words; empty if its name says enough."""
        return ""

    def remarks(self) -> Sequence[str]:
        """Return sentences about what deserves a look, or was left out."""
        return ()

    def warnings(self) -> Sequence[str]:
        """Return the remarks that `str` does not include."""
        return ()


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file's name, without a folder, its whole text, and the files that it shows, in a folder next to it.

    `thing_id` is the id of its lesson or course.
    """

    name: str
    text: str
    media: tuple[MediaFile, ...] = ()
    thing_id: str = ""


@dataclass(frozen=True)
class WrittenFile(Written):
    """An exported file on disk, with the files that it shows next to it."""

    path: Path
    beside: tuple[Path, ...] = ()


def with_unique_names(files: Sequence[ExportedFile]) -> list[ExportedFile]:
    """Return the files with unique names: duplicates get the id of their content, or else a number."""
    parts = [file.name.rpartition(".") for file in files]
    names = distinct_names([(file.thing_id, stem) for file, (stem, _, _) in zip(files, parts, strict=True)])
    return [
        replace(file, name=f"{name}{dot}{ending}")
        for file, name, (_, dot, ending) in zip(files, names, parts, strict=True)
    ]


def write_files(folder: Path, files: Sequence[ExportedFile], *, overwrite: bool = False) -> list[WrittenFile]:
    """Write the files into the folder, creating it if needed.

    Raises `InputRejected` for an existing file, `NotExported` for disk errors, and a call's errors for pictures
    and recordings, which are written to the folder `media`. Every file is written next to its target first, so
    that a full disk or an interruption leaves the former files intact. A name in `media` has the digest of its
    bytes: the same name is the same file.
    """
    paths = [folder / file.name for file in files]
    refuse_existing(*paths, overwrite=overwrite)
    together = folder / "export"
    media = {medium.name: medium for file in files for medium in file.media}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in (*paths, together):
            sweep(path)
        with private_path_near(together) as new_path:
            beside = [new_path.with_name(file.name) for file in files]
            for part, text_file in zip(beside, files, strict=True):
                write_new_text(part, text_file.text)
            for name, source in media.items():
                _write_media(new_path.with_name(name.replace("/", "-")), source)
            for name in media:
                (folder / name).parent.mkdir(exist_ok=True)
                new_path.with_name(name.replace("/", "-")).replace(folder / name)
            for part, path in zip(beside, paths, strict=True):
                part.replace(path)
    except WorkbenchError:
        raise  # a lost connection is an OSError, too
    except OSError as failed:
        raise NotExported(f"{folder} could not be written to: {failed.strerror}. Nothing has changed.") from None
    return [
        WrittenFile(path, tuple(folder / one.name for one in file.media))
        for path, file in zip(paths, files, strict=True)
    ]


def refuse_existing(*paths: Path, overwrite: bool) -> None:
    """Raise `InputRejected` for the first path that already exists, unless it may be overwritten."""
    there = [] if overwrite else [path for path in paths if os.path.lexists(path)]
    if there:
        raise InputRejected(f"{there[0]} already exists. Nothing was written; --overwrite replaces it.")


def write_archive(to: Path | IO[bytes], written: Iterable[Written]) -> None:
    """Write a ZIP archive of these files and their accompanying files: the same bytes for the same files."""
    files = list(written)
    beside = dict.fromkeys(path for file in files for path in file.beside)
    with zipfile.ZipFile(to, "w") as archive:
        for path in (*(file.path for file in files), *beside):
            entry = zipfile.ZipInfo(f"{FOLDER}/{path.name}" if path in beside else path.name, EPOCH)
            is_stored = path in beside or path.suffix in _COMPRESSED
            entry.compress_type = zipfile.ZIP_STORED if is_stored else zipfile.ZIP_DEFLATED
            entry.file_size = path.stat().st_size
            with path.open("rb") as source, archive.open(entry, "w") as file:
                shutil.copyfileobj(source, file)


def _write_media(path: Path, source: MediaFile) -> None:
    with path.open("xb") as file:
        for piece in source.pieces():
            file.write(piece)
