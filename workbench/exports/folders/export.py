"""Exporting courses as folders: read from the service, all files written or none."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from workbench.client.atomic_write import private_beside, sweep
from workbench.client.sync import Client
from workbench.errors import InputRejected
from workbench.exports.chosen import ChosenCourse, Progress, read_chosen
from workbench.exports.folders.lesson_file import read_head, write_lesson
from workbench.exports.names import file_name
from workbench.exports.written import NotExported

COURSE_FILE: Final = "_course.md"
"""The file that says which course a folder is."""
_HEAD_CHARACTERS: Final = 4_000


@dataclass(frozen=True, slots=True)
class FolderExport:
    """What was written: the folder, how many courses and lessons, and the files that others have taken the place of."""

    folder: Path
    courses: int
    lessons: int
    removed: tuple[Path, ...] = ()


def export_folder(
    client: Client,
    ids: Sequence[str],
    folder: Path,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> FolderExport:
    """Write courses, or those lessons of them that are given by id, below the folder: a folder each, a file a lesson.

    With `overwrite` a course that is there is written anew, in the folder that it has, and files of its lessons that
    are not written again are removed. Raises `InputRejected` for a folder that is there already, `NotExported` when
    the disk refuses, and what the client raises.
    """
    courses = read_chosen(client, ids, progress)
    names = _folder_names(courses, dict(course_folders(folder)))
    there = [name for name in names if os.path.lexists(folder / name)]
    if there and not overwrite:
        raise InputRejected(f"{folder / there[0]} is there already. Nothing was written; --overwrite replaces it.")
    texts = {
        path: text for name, course in zip(names, courses, strict=True) for path, text in _course_files(name, course)
    }
    stale = [each for name in names for each in _own_files(folder, name) if each not in texts]
    try:
        _write(folder, texts)
        for each in stale:
            (folder / each).unlink(missing_ok=True)
    except OSError as failed:
        raise NotExported(f"{folder} could not be written to: {failed.strerror}.") from None
    lessons = sum(len(each.lessons) for each in courses)
    return FolderExport(folder, len(courses), lessons, tuple(folder / each for each in stale))


def course_folders(folder: Path) -> Iterator[tuple[str, str]]:
    """The courses of a folder by id, each with the name of its folder; links are not followed."""
    if not folder.is_dir():
        return
    for each in sorted(os.scandir(folder), key=lambda entry: entry.name):
        path = Path(each.path) / COURSE_FILE
        if each.is_dir(follow_symlinks=False) and path.is_file() and not path.is_symlink():
            course_id = head_of(path).get("course", "")
            if course_id:
                yield course_id, each.name


def head_of(path: Path) -> Mapping[str, str]:
    """The head of a file; nothing where it has none that can be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return read_head(file.read(_HEAD_CHARACTERS).split("\n"))[0]
    except (OSError, ValueError):
        return {}


def _folder_names(courses: Sequence[ChosenCourse], known: Mapping[str, str]) -> list[str]:
    taken = set(known.values())
    names = []
    for course in courses:
        name = known.get(course.course_id)
        if name is None:
            stem = name = file_name(course.title)
            number = 2
            while name in taken:
                name, number = f"{stem}-{number}", number + 1
        taken.add(name)
        names.append(name)
    return names


def _course_files(name: str, course: ChosenCourse) -> Iterator[tuple[str, str]]:
    title = json.dumps(course.title, ensure_ascii=False)
    yield f"{name}/{COURSE_FILE}", f"---\ncourse: {course.course_id}\ntitle: {title}\n---\n"
    digits = max(2, len(str(len(course.lessons))))
    for place, lesson in enumerate(course.lessons, 1):
        yield f"{name}/{place:0{digits}}-{file_name(lesson.title)}.md", write_lesson(lesson)


def _own_files(folder: Path, name: str) -> Iterator[str]:
    """The files of lessons that an earlier export wrote there."""
    place = folder / name
    if place.is_dir() and not place.is_symlink():
        for each in sorted(place.glob("*.md")):
            if each.name != COURSE_FILE and not each.is_symlink() and head_of(each).get("lesson"):
                yield str(PurePosixPath(name, each.name))


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    """Every file is written beside its place first, so that a full disk leaves what was there."""
    folder.mkdir(parents=True, exist_ok=True)
    together = folder / "export"
    sweep(together)
    with private_beside(together) as place:
        beside = place.parent
        for number, text in enumerate(texts.values()):
            (beside / str(number)).write_bytes(text.encode())
        for number, path in enumerate(texts):
            (folder / path).parent.mkdir(exist_ok=True)
            (beside / str(number)).replace(folder / path)
