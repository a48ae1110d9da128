"""A ZIP archive of a folder of courses, unpacked into a temporary folder and scanned there.

Its own statements are checked before anything is unpacked, and not relied on. Only plain files inside are unpacked, so
nothing leads out of the folder.
"""

from __future__ import annotations

import os
import shutil
import stat
import unicodedata
import zipfile
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp
from typing import Final
from weakref import finalize

from workbench.authoring.content.media_types import MOST_BYTES as MOST_MEDIA_BYTES
from workbench.changes.folders.scan import MOST_BYTES, MOST_FILES, ScannedFolder, scan_folder
from workbench.client.lookups.assets import TYPES_BY_SUFFIX
from workbench.errors import PlanRejected
from workbench.text import display_text

MOST_ENTRIES: Final = 60_000
MOST_DIRECTORY_BYTES: Final = 12_000_000
MOST_UNPACKED_BYTES: Final = 2_000_000_000
MOST_TEXT_BYTES: Final = 200_000_000
_MOST_RATIO: Final = 200
_SMALL_BYTES: Final = 1_000_000
_PIECE_BYTES: Final = 1_000_000
_END: Final = b"PK\x05\x06"
_END_BYTES: Final = 22
_MOST_COMMENT: Final = 65_535
_ARCHIVES: Final = frozenset({"zip", "7z", "rar", "gz", "tgz", "bz2", "xz", "tar", "jar"})


def scan_archive(path: Path) -> ScannedFolder:
    """Return the contents of the archive's files.

    Its folder is removed when the result is no longer referenced. Raises `PlanRejected` for a file that is not
    such an archive, is too large or encrypted, or has paths that lead out of its folder.
    """
    name = display_text(path.name, longest=100)
    try:
        _check_end(path)
        with zipfile.ZipFile(path) as archive:
            entries = _select_entries(archive.infolist())
            unpacked = _Unpacked()
            _unpack(archive, entries, unpacked.path)
    except _Refused as refused:
        raise PlanRejected(f"{name}: {refused}. Nothing was changed.") from None
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError, ValueError, RuntimeError):
        raise PlanRejected(f"{name} is not a readable ZIP archive. Nothing was changed.") from None
    except OSError as failed:
        raise PlanRejected(f"{name} cannot be unpacked: {failed.strerror}. Nothing was changed.") from None
    except Exception as failed:  # what a decompressor raises
        if type(failed).__module__ not in ("zlib", "_lzma", "lzma", "struct"):
            raise
        raise PlanRejected(f"{name} is damaged. Nothing was changed.") from None
    scanned = scan_folder(_root(unpacked.path), name=path.stem or "archive")
    return replace(scanned, is_archive=True, keeper=unpacked)


class _Unpacked:
    """A folder for unpacked files, which is removed when this object is no longer used."""

    def __init__(self) -> None:
        self.path = Path(mkdtemp(prefix="workbench-import-"))
        finalize(self, shutil.rmtree, self.path, ignore_errors=True)


class _Refused(Exception):
    """A problem of the archive, as a text that follows its name."""


def _check_end(path: Path) -> None:
    """Look at the archive's end before its directory is read: how many entries it has, and how large that is."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _END_BYTES - _MOST_COMMENT))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_BYTES:
        raise zipfile.BadZipFile
    count = int.from_bytes(tail[at + 10 : at + 12], "little")
    directory = int.from_bytes(tail[at + 12 : at + 16], "little")
    if count > MOST_ENTRIES or directory > MOST_DIRECTORY_BYTES:
        raise _Refused(f"it has more than {MOST_ENTRIES:,} files; import a part")
    if tail[max(0, at - 20) : at].startswith(b"PK\x06\x07"):
        raise _Refused("it is a ZIP64 archive, which can't be imported; import the folder itself")


def _select_entries(entries: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """Return the entries to unpack: Markdown and media. Raises `_Refused`."""
    seen: set[str] = set()
    wanted, total, text = [], 0, 0
    if len(entries) > MOST_ENTRIES:
        raise _Refused(f"it has more than {MOST_ENTRIES:,} files; import a part")
    for entry in entries:
        path = _inside(entry)
        if entry.is_dir():
            continue
        total += entry.file_size
        ending = path.suffix.lower().removeprefix(".")
        if ending in _ARCHIVES:
            raise _Refused(f"it contains an archive ({display_text(entry.filename, longest=100)}); unpack that first")
        folded = unicodedata.normalize("NFC", str(path)).casefold()
        if folded in seen:
            raise _Refused(f"it has two files of the name {display_text(str(path), longest=100)}")
        seen.add(folded)
        if entry.file_size > _SMALL_BYTES and entry.file_size > _MOST_RATIO * max(1, entry.compress_size):
            raise _Refused("it would become very large when unpacked")
        if ending == "md" or ending in TYPES_BY_SUFFIX:
            wanted.append(entry)
            text += entry.file_size if ending == "md" else 0
    _check_sizes(wanted, total, text)
    return wanted


def _check_sizes(wanted: list[zipfile.ZipInfo], total: int, text: int) -> None:
    if total > MOST_UNPACKED_BYTES or text > MOST_TEXT_BYTES:
        most = f"{MOST_UNPACKED_BYTES // 1_000_000:,} MB, {MOST_TEXT_BYTES // 1_000_000:,} MB of it text"
        raise _Refused(f"unpacked it has more than {most}; import a part")
    for info in wanted:
        most_bytes = MOST_BYTES if info.filename.lower().endswith(".md") else MOST_MEDIA_BYTES
        if info.file_size > most_bytes:
            raise _Refused(f"{display_text(info.filename, longest=100)} has more than {most_bytes // 1_000_000:,} MB")
    if sum(info.filename.lower().endswith(".md") for info in wanted) > MOST_FILES:
        raise _Refused(f"it has more than {MOST_FILES:,} Markdown files; import a part")


def _inside(entry: zipfile.ZipInfo) -> PurePosixPath:
    """Return the entry's path, which must stay inside the folder. Raises `_Refused`."""
    name, path = entry.filename, PurePosixPath(entry.filename)
    label = display_text(name, longest=100)
    if entry.flag_bits & 0x1:
        raise _Refused("it is encrypted; unpack it, and import the folder")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise _Refused(f"{label} is a link, and links are not followed")
    is_odd = not name or not name.isprintable() or "\\" in name or ":" in name or path.is_absolute()
    if is_odd or ".." in path.parts or len(path.parts) > 20:
        raise _Refused(f"{label} leads out of the folder, or is not a file name")
    return path


def _unpack(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], folder: Path) -> None:
    for entry in entries:
        to = folder / PurePosixPath(entry.filename)
        to.parent.mkdir(parents=True, exist_ok=True)
        left = entry.file_size
        with archive.open(entry) as source, to.open("xb") as file:
            while piece := source.read(_PIECE_BYTES):
                left -= len(piece)
                if left < 0:
                    raise _Refused("it would become very large when unpacked")
                file.write(piece)


def _root(folder: Path) -> Path:
    """Return the courses' folder: the archive's only folder, if the top level has no lessons itself."""
    entries = [path for path in folder.iterdir() if path.name[0] not in "._"]
    if len(entries) == 1 and entries[0].is_dir():
        names = [path.name.lower() for path in entries[0].iterdir()]
        if not any(name.endswith(".md") for name in names):
            return entries[0]
    return folder


def scan_folder_or_archive(path: Path) -> ScannedFolder:
    """Return the contents of a folder or an archive. Raises `PlanRejected` for anything else."""
    return scan_folder(path) if path.is_dir() or path.suffix.lower() != ".zip" else scan_archive(path)
