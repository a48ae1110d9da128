"""The file that says which course a folder is, and which lessons were written into it. Pure, but for reading it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

from workbench.exports.folders.lesson_file import conflict_line, merge_conflict, read_head
from workbench.patterns import Pattern

COURSE_FILE: Final = "_course.md"
_MOST_CHARACTERS: Final = 2_000_000
_LESSON = Pattern(r"([0-9a-z]{1,64}) (\d{1,15})")
_ABOUT: Final = (
    "<!-- lessons that were written here, with their revisions; lessons without a file are deleted with --delete"
)
_KEYS: Final = ("course", "title", "language", "revision")


@dataclass(frozen=True, slots=True)
class CourseFile:
    """The content of a `_course.md`. `is_made` is false from the time a new course gets its id until it is created.

    `written` are the lessons that were written into the folder, by id, each with its revision then. `problem` says why
    the file could not be read; nothing else is known then. `unknown` are the keys of its head that mean nothing here.
    """

    course_id: str
    title: str = ""
    language: str = ""
    is_made: bool = True
    written: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    problem: str = ""
    unknown: tuple[str, ...] = ()


def course_text(course: CourseFile) -> str:
    """Return the file's text."""
    head = {"course": course.course_id, "title": json.dumps(course.title, ensure_ascii=False)}
    head |= {} if course.is_made else {"revision": "0"}
    head |= {"language": course.language} if course.language and not course.is_made else {}
    lines = ["---", *(f"{key}: {value}" for key, value in head.items()), "---"]
    if course.written:
        lines += ["", _ABOUT, *(f"{lesson_id} {revision}" for lesson_id, revision in course.written.items()), "-->"]
    return "\n".join(lines) + "\n"


def course_path(folder: Path) -> Path:
    """Return the path of a folder's course file; its name may be in capitals after a transfer from another system."""
    path = folder / COURSE_FILE
    if path.exists() or not folder.is_dir():
        return path
    return next((path for path in sorted(folder.iterdir()) if path.name.lower() == COURSE_FILE), path)


def read_course(path: Path) -> CourseFile:
    """Return the file's content, or why it cannot be read; empty if there is no file."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            lines = file.read(_MOST_CHARACTERS).split("\n")
        if conflict := conflict_line(lines):
            raise ValueError(merge_conflict(conflict))
        head, start = read_head(lines)
    except FileNotFoundError:
        return CourseFile("")
    except (OSError, ValueError) as refused:
        reason = refused.strerror if isinstance(refused, OSError) else str(refused)
        return CourseFile("", problem=reason or "it cannot be read")
    return CourseFile(
        head.get("course", ""),
        head.get("title", ""),
        head.get("language", ""),
        head.get("revision") != "0",
        MappingProxyType(dict(_course_lines(lines[start:]))),
        unknown=tuple(key for key in head if key and key not in _KEYS),
    )


def _course_lines(lines: Iterable[str]) -> Iterable[tuple[str, int]]:
    for line in lines:
        match = _LESSON.fullmatch(line.strip())
        if match:
            yield match[1], int(match[2])
