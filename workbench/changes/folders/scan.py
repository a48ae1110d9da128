"""The files of a folder of courses: which there are and what they say. Links are not followed, sizes are limited."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from workbench.client.sanitize import shown
from workbench.errors import PlanRejected
from workbench.exports.folders.export import COURSE_FILE, head_of
from workbench.exports.folders.lesson_file import LessonFile, read_lesson

MOST_FILES: Final = 20_000
MOST_BYTES: Final = 8_000_000
"""Largest file of a lesson: more than any lesson holds."""
_NUMBER = re.compile(r"\d{1,9}")


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A file of a lesson. `path` is below the folder, `lesson` what it says, `None` where `problem` says why not."""

    path: str
    course_id: str
    digest: str
    lesson: LessonFile | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ScannedFolder:
    """The files in order, courses in that of their folders, and what was not looked at."""

    root: Path
    files: tuple[ScannedFile, ...]
    course_ids: tuple[str, ...]
    notes: tuple[str, ...] = ()


def scan_folder(root: Path, *, most_files: int = MOST_FILES) -> ScannedFolder:
    """What the files say. Raises `PlanRejected` for what is no such folder, or is too large."""
    if not root.is_dir():
        raise PlanRejected(f"{root} is no folder. Nothing was changed.")
    places = [root, *_folders(root)]
    folders = [(place, head_of(place / COURSE_FILE).get("course", "")) for place in places if _is_course(place)]
    if not folders:
        raise PlanRejected(
            f"There is no {COURSE_FILE} in {root} or in a folder of it."
            " `workbench export COURSE --editable --to FOLDER` writes such a folder. Nothing was changed."
        )
    doubled = {course_id for _, course_id in folders if [each for _, each in folders].count(course_id) > 1}
    if doubled:
        raise PlanRejected(f"Two folders are the course {shown(min(doubled))}. Keep one. Nothing was changed.")
    files: list[ScannedFile] = []
    links: list[str] = []
    for place, course_id in folders:
        for entry in _entries(place):
            if entry.is_symlink():
                links.append(entry.name)
            elif entry.is_file(follow_symlinks=False):
                files.append(_scanned(root, Path(entry.path), course_id))
            if len(files) > most_files:
                raise PlanRejected(f"There are more than {most_files:,} files. Import a part. Nothing was changed.")
    notes = (f"{len(links):,} links were not followed: {shown(', '.join(links[:5]))}.",) if links else ()
    return ScannedFolder(root, tuple(files), tuple(course_id for _, course_id in folders), notes)


def _folders(root: Path) -> Iterator[Path]:
    for each in sorted(os.scandir(root), key=lambda entry: entry.name):
        if each.is_dir(follow_symlinks=False) and not each.name.startswith("."):
            yield Path(each.path)


def _is_course(place: Path) -> bool:
    path = place / COURSE_FILE
    return path.is_file() and not path.is_symlink() and bool(head_of(path).get("course"))


def _entries(place: Path) -> list[os.DirEntry[str]]:
    """The Markdown files of a course in the order of their numbers, then of their names."""
    found = [each for each in os.scandir(place) if each.name.lower().endswith(".md") and each.name[0] not in "._"]

    def order(entry: os.DirEntry[str]) -> tuple[int, str]:
        number = _NUMBER.match(entry.name)
        return int(number[0]) if number else 10**9, entry.name

    return sorted(found, key=order)


def _scanned(root: Path, path: Path, course_id: str) -> ScannedFile:
    place = path.relative_to(root).as_posix()
    try:
        content = _read(path)
        lesson = read_lesson(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return ScannedFile(place, course_id, "", None, "it is no text in UTF-8")
    except (OSError, ValueError) as refused:
        reason = (refused.strerror if isinstance(refused, OSError) else str(refused)) or "it cannot be read"
        return ScannedFile(place, course_id, "", None, reason)
    return ScannedFile(place, course_id, sha256(content).hexdigest(), lesson)


def _read(path: Path) -> bytes:
    with os.fdopen(
        os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)), "rb"
    ) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return content
