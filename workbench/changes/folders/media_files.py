"""Pictures and recordings that lessons' files refer to: found inside the folder only, and identified by digest."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, Final
from urllib.parse import unquote

from workbench.authoring.content.media_types import takes
from workbench.client.lookups.assets import TYPES_BY_SUFFIX
from workbench.exports.folders.export import file_digest
from workbench.exports.folders.media import digest_in_name
from workbench.exports.media import FOLDER as MEDIA_FOLDER
from workbench.text import display_text

MOST_MEDIA_FILES: Final = 50_000
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


@dataclass(frozen=True, slots=True)
class MediaSource:
    """A file of the folder that a block refers to: its path, and the digest of its bytes (SHA-256)."""

    path: Path
    name: str
    size: int
    digest: str


class MediaFiles:
    """The media of a folder, each read once. Raises `ValueError` for an invalid reference."""

    def __init__(self) -> None:
        self._known: dict[Path, MediaSource] = {}

    def resolve(self, course: Path, reference: str, block_type: str) -> MediaSource:
        """Return the file that a block of a lesson in this course's folder refers to."""
        parts = _parts(reference)
        suffix = PurePosixPath(parts[-1]).suffix.lower().removeprefix(".")
        kind = TYPES_BY_SUFFIX.get(suffix)
        name = display_text(reference, longest=120)
        if kind is None:
            raise ValueError(f"{name} is not of a type that lessons can have: {', '.join(sorted(TYPES_BY_SUFFIX))}")
        if not takes(block_type, kind.name):
            raise ValueError(f"a block of the type {block_type} cannot show {name}")
        path = course
        for part in parts:
            path = path / part
            if path.is_symlink():
                raise ValueError(f"{name} is a link, and links are not followed")
        if path not in self._known:
            self._known[path] = _read(path, name, kind.most_bytes)
        return self._known[path]


def open_media(path: Path) -> IO[bytes]:
    """Open a regular file that is not a link. Raises `OSError` and `ValueError`."""
    handle = os.open(path, _FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("it is no file")
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def altered_names(course: Path) -> Iterator[str]:
    """Yield the names in `media` of files whose bytes do not match their name, as lessons refer to them."""
    folder = course / MEDIA_FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return
    with os.scandir(folder) as entries:
        files = list(islice(entries, MOST_MEDIA_FILES))
    for entry in files:
        digest = digest_in_name(entry.name)
        if digest and entry.is_file(follow_symlinks=False):
            try:
                with open_media(Path(entry.path)) as file:
                    is_altered = not file_digest(file).startswith(digest)
            except (OSError, ValueError):
                is_altered = True
            if is_altered:
                yield f"{MEDIA_FOLDER}/{entry.name}"


def _parts(reference: str) -> list[str]:
    text, name = unquote(reference), display_text(reference, longest=120)
    if ":" in text.partition("/")[0] or text.startswith("//"):
        raise ValueError(f"{name} is an address; download it into the folder, and refer to the file")
    if text.startswith("/") or "\\" in text or not text.isprintable():
        raise ValueError(f"{name} is not a path inside the folder, such as media/picture.png")
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if ".." in parts or not parts:
        raise ValueError(f"{name} leads out of the folder; put the file into it")
    return parts


def _alike(path: Path) -> str:
    """Return a hint naming a file that differs only in case, since some systems treat the two as the same."""
    names = [sibling.name for sibling in path.parent.iterdir()] if path.parent.is_dir() else []
    similar = next((name for name in sorted(names) if name.lower() == path.name.lower()), "")
    return f", but {display_text(similar, longest=120)}: write it like that" if similar else ""


def _read(path: Path, name: str, most_bytes: int) -> MediaSource:
    try:
        with open_media(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size == 0:
                raise ValueError(f"{name} is empty")
            if size > most_bytes:
                most = f"{most_bytes / 1e6:,.0f} MB"
                raise ValueError(f"{name} has {size / 1e6:,.0f} MB; a file of its type has at most {most}")
            return MediaSource(path, path.name, size, file_digest(file))
    except FileNotFoundError:
        raise ValueError(f"there is no file {name} in the folder{_alike(path)}") from None
    except OSError as refused:
        raise ValueError(f"{name} cannot be read: {refused.strerror}") from None
