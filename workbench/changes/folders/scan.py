"""The files of a folder of courses and their content. Links are not followed, sizes are limited."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from workbench.changes.folders.media_files import MediaFiles, altered_names, open_media
from workbench.changes.folders.repository import place_in_repository
from workbench.errors import PatternTimedOut, PlanRejected
from workbench.exports.folders.course_file import COURSE_FILE, CourseFile, course_path, read_course
from workbench.exports.folders.lesson_file import LessonFile, conflict_line, merge_conflict, read_lesson
from workbench.patterns import Pattern
from workbench.text import display_text
from workbench.wording import count_text

MOST_FILES: Final = 20_000
MOST_BYTES: Final = 8_000_000
"""Largest file of a lesson: more than any lesson holds."""
MOST_TEXT_BYTES: Final = 500_000_000
OTHER_FILES: Final = frozenset({"readme.md", "license.md", "changelog.md", "contributing.md"})
"""Files in a folder that are not lessons, unless they have a lesson's id."""
TAKES_TOO_LONG: Final = "its text takes too long to be searched; shorten it, or divide it into several lessons"
"""The reason of a file for which a search gave up."""
_LISTED: Final = 5
_MOST_READINGS: Final = 20
_NUMBER = Pattern(r"\d{1,9}")


@dataclass(frozen=True, slots=True)
class ScannedCourse:
    """A course's folder: its path below the root (empty for the root itself), and the content of its `_course.md`.

    `id` of a new course is empty.
    """

    path: str
    file: CourseFile

    @property
    def id(self) -> str:
        """Id of the course."""
        return self.file.course_id


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A file of a lesson. `path` is below the root, `course` the path of its course's folder.

    `lesson` is what the file says, `None` where `problem` says why not.
    """

    path: str
    course: str
    digest: str
    lesson: LessonFile | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ScannedFolder:
    """The files in order, grouped by course folder, and what was skipped.

    `name` is its name for people, `clone_of` its place in a repository that others have as well. The files of one that
    `is_archive` are not written again. `unread` are the paths of courses with a file that was not read, so that missing
    lessons there are unknown. `keeper` has the folder of an unpacked archive.
    """

    root: Path
    name: str
    files: tuple[ScannedFile, ...]
    courses: tuple[ScannedCourse, ...]
    notes: tuple[str, ...] = ()
    is_archive: bool = False
    clone_of: str = ""
    unread: frozenset[str] = frozenset()
    keeper: object = field(default=None, compare=False, repr=False)
    media: MediaFiles = field(default_factory=MediaFiles, compare=False, repr=False)

    @property
    def course_ids(self) -> tuple[str, ...]:
        """Ids of the courses that have one."""
        return tuple(course.id for course in self.courses if course.id)


def scan_folder(root: Path, *, most_files: int = MOST_FILES, name: str = "") -> ScannedFolder:
    """Scan a folder's files. Raises `PlanRejected` if it is not such a folder or is too large.

    Another import may be writing ids into the same files: a course's file and its lessons' are read together.
    """
    if not root.is_dir():
        raise PlanRejected(f"{root} is not a folder. Nothing was changed.")
    for _ in range(_MOST_READINGS):
        scanned = _scan(root, most_files, name)
        if all(_course_file(root / course.path) == course.file for course in scanned.courses):
            return scanned
    raise PlanRejected(f"{root} is being written to. Import again when that is done. Nothing was changed.")


def _scan(root: Path, most_files: int, name: str) -> ScannedFolder:
    courses, outside = _courses(root)
    if not courses:
        raise PlanRejected(
            f"There is no Markdown file of a lesson in {name or root}."
            " `workbench export COURSE --editable --to FOLDER` writes such a folder. Nothing was changed."
        )
    known = [course.id for course in courses if course.id]
    doubled = {course_id for course_id in known if known.count(course_id) > 1}
    if doubled:
        raise PlanRejected(f"Two folders are the course {display_text(min(doubled))}. Keep one. Nothing was changed.")
    files: list[ScannedFile] = []
    links: list[str] = []
    unread: set[str] = set()
    left = MOST_TEXT_BYTES
    for course in courses:
        folder = root / course.path
        altered = tuple(altered_names(folder))
        for entry in _entries(folder):
            if entry.is_symlink():
                links.append(entry.name)
            if not entry.is_file(follow_symlinks=False):
                unread.add(course.path)
                continue
            left -= min(entry.stat(follow_symlinks=False).st_size, MOST_BYTES)
            if len(files) >= most_files or left < 0:
                limit = f"{most_files:,} files" if left >= 0 else f"{MOST_TEXT_BYTES // 1_000_000} MB of text"
                raise PlanRejected(f"There are more than {limit}. Import a part. Nothing was changed.")
            if course.file.problem:
                problem = f"the {COURSE_FILE} beside it cannot be taken: {course.file.problem}"
                file = ScannedFile(Path(entry.path).relative_to(root).as_posix(), course.path, "", None, problem)
            else:
                file = _scan_file(root, Path(entry.path), course.path, altered)
            if file.lesson is None:
                unread.add(course.path)
            elif entry.name.lower() in OTHER_FILES and not file.lesson.lesson_id:
                continue
            files.append(file)
    notes = (
        [f"{count_text(len(links), 'link')} not followed: {display_text(', '.join(links[:_LISTED]))}."] if links else []
    )
    if outside:
        listed = display_text(", ".join(outside[:_LISTED]), longest=200)
        notes.append(f"{count_text(len(outside), 'file')} outside any course's folder, ignored: {listed}.")
    heads: list[CourseFile | LessonFile | None] = [course.file for course in courses]
    notes += _unknown_keys([*heads, *(file.lesson for file in files)])
    own_name = name or root.resolve().name or "folder"
    clone_of = "" if name else place_in_repository(root)
    return ScannedFolder(
        root, own_name, tuple(files), tuple(courses), tuple(notes), unread=frozenset(unread), clone_of=clone_of
    )


def _unknown_keys(heads: Iterable[CourseFile | LessonFile | None]) -> Iterator[str]:
    counts = Counter(key for head in heads if head is not None for key in head.unknown)
    if counts:
        listed = ", ".join(
            f"{display_text(key, longest=40)} ({count_text(count, 'file')})"
            for key, count in counts.most_common(_LISTED)
        )
        more = f", and {len(counts) - _LISTED:,} more" if len(counts) > _LISTED else ""
        yield f"Keys in the headers of files that mean nothing here were left out: {listed}{more}."


def _courses(root: Path) -> tuple[list[ScannedCourse], list[str]]:
    """Return the courses' folders: those with a `_course.md`, and those below the root that have lessons.

    The root is a course if it says so, or if there is no other. Also returns the files of a root that is not a
    course.
    """
    courses = [
        ScannedCourse(folder.name, _course_file(folder))
        for folder in _folders(root)
        if _has_course_file(folder) or any(_entries(folder))
    ]
    own = [entry.name for entry in _entries(root) if entry.name.lower() not in OTHER_FILES]
    if _has_course_file(root):
        return [ScannedCourse("", _course_file(root)), *courses], []
    if courses or not own:
        return courses, own
    return [ScannedCourse("", CourseFile(""))], []


def _has_course_file(folder: Path) -> bool:
    path = course_path(folder)
    return path.is_file() and not path.is_symlink()


def _course_file(folder: Path) -> CourseFile:
    return read_course(course_path(folder)) if _has_course_file(folder) else CourseFile("")


def _folders(root: Path) -> Iterator[Path]:
    for folder_entry in sorted(os.scandir(root), key=lambda entry: entry.name):
        if folder_entry.is_dir(follow_symlinks=False) and folder_entry.name[0] not in "._":
            yield Path(folder_entry.path)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return a course's Markdown files in the order of their numbers, then of their names."""
    try:
        entries = [
            entry for entry in os.scandir(folder) if entry.name.lower().endswith(".md") and entry.name[0] not in "._"
        ]
    except OSError:
        return []

    def order(entry: os.DirEntry[str]) -> tuple[int, str]:
        number = _NUMBER.match(entry.name)
        return int(number[0]) if number else 10**9, entry.name

    return sorted(entries, key=order)


def _scan_file(root: Path, path: Path, course: str, altered: Collection[str]) -> ScannedFile:
    relative_path = path.relative_to(root).as_posix()
    try:
        content = _read(path)
        text = content.decode("utf-8-sig")
        is_altered = any(name in text for name in altered)
        lesson = _lesson(text, only_touched=not is_altered)
    except UnicodeDecodeError:
        return ScannedFile(relative_path, course, "", None, "it is not UTF-8 text; save it as UTF-8")
    except PatternTimedOut:
        return ScannedFile(relative_path, course, "", None, TAKES_TOO_LONG)
    except (OSError, ValueError) as refused:
        reason = (refused.strerror if isinstance(refused, OSError) else str(refused)) or "it cannot be read"
        return ScannedFile(relative_path, course, "", None, reason)
    return ScannedFile(relative_path, course, sha256(content).hexdigest(), lesson)


def _lesson(text: str, *, only_touched: bool) -> LessonFile:
    """Parse the file. Raises `ValueError`; a merge conflict is reported before any other fault."""
    conflict = conflict_line(text.replace("\r\n", "\n").split("\n"))
    try:
        lesson = read_lesson(text, only_touched=only_touched)
    except ValueError:
        if not conflict:
            raise
    else:
        if not conflict or lesson.is_untouched():  # a lesson may be about git
            return lesson
    raise ValueError(merge_conflict(conflict))


def read_again(folder: ScannedFolder, lines: Collection[int]) -> ScannedFolder:
    """Return the folder with the blocks of the unedited files at these lines, if the files have not changed."""
    files = list(folder.files)
    for line in lines:
        file = files[line - 1]
        try:
            content = _read(folder.root / file.path)
        except (OSError, ValueError):
            continue
        if sha256(content).hexdigest() == file.digest:
            files[line - 1] = replace(file, lesson=read_lesson(content.decode("utf-8-sig")))
    return replace(folder, files=tuple(files))


def _read(path: Path) -> bytes:
    with open_media(path) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return content
