"""What is exported becomes named files: read from the service, made into text, one file a lesson or a course."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from workbench.authoring.characters import without_unfit
from workbench.client.sanitize import shown
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.exports.markdown import course_markdown
from workbench.exports.page import course_page
from workbench.procedures.course import get_course
from workbench.procedures.lesson import Lesson, get_lesson

Form = Literal["markdown", "html"]
Progress = Callable[[int], object]
"""Called with the number of lessons read so far; what it raises stops the export."""
FORMS: Final[dict[Form, tuple[str, Callable[[str, Sequence[Lesson]], str]]]] = {
    "markdown": (".md", course_markdown),
    "html": (".html", course_page),
}
_LONGEST_NAME = 80
_NOT_IN_NAMES = re.compile(r"[^\w\-]+")
_TOGETHER: Final = 100
_RESERVED = {"con", "prn", "aux", "nul", *(f"{name}{digit}" for name in ("com", "lpt") for digit in range(1, 10))}


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file's name, without a folder, and its whole text."""

    name: str
    text: str


def export_lessons(
    client: Client, lesson_ids: Sequence[str], form: Form, *, progress: Progress | None = None
) -> list[ExportedFile]:
    """A file for each lesson. Raises what the client raises."""
    lessons = _read(client, lesson_ids, progress or _unseen)
    return with_unique_names([exported(each.title, [each], form) for each in lessons])


def export_courses(
    client: Client, course_ids: Sequence[str], form: Form, *, progress: Progress | None = None
) -> list[ExportedFile]:
    """A file for each course, with all its lessons, the oldest first. Raises `NotSent` for a course without any."""
    files, read = [], 0
    for course_id in course_ids:
        course = client.call(get_course(course_id=course_id))
        if not course.lessons:
            raise NotSent(f"The course “{shown(course.title)}” has no lessons, so there is nothing to write.")
        ids = [each.lesson_id for each in course.lessons]
        lessons = _read(client, ids, progress or _unseen, before=read)
        read += len(lessons)
        files.append(exported(course.title, lessons, form))
    return with_unique_names(files)


def exported(title: str, lessons: Sequence[Lesson], form: Form) -> ExportedFile:
    """One file, with a space for each character that controls how text is shown: lessons may hold some since before
    the service refused them.
    """
    ending, make = FORMS[form]
    lines = (without_unfit(line) for line in make(title, lessons).split("\n"))
    return ExportedFile(file_name(title) + ending, "\n".join(lines))


def file_name(title: str) -> str:
    """A name that every file system takes, still readable: letters of any alphabet, digits and dashes."""
    plain = _NOT_IN_NAMES.sub("-", unicodedata.normalize("NFC", title)).strip("-_ ").lower()
    short = plain.encode()[:_LONGEST_NAME].decode(errors="ignore").strip("-")
    return short if short and short not in _RESERVED else f"lesson-{short}".rstrip("-")


def with_unique_names(files: Sequence[ExportedFile]) -> list[ExportedFile]:
    """The same files; those of one name get a number each."""
    taken: set[str] = set()
    apart = []
    for each in files:
        stem, dot, ending = each.name.rpartition(".")
        name, number = each.name, 2
        while name in taken:
            name, number = f"{stem}-{number}{dot}{ending}", number + 1
        taken.add(name)
        apart.append(ExportedFile(name, each.text))
    return apart


def _read(client: Client, lesson_ids: Sequence[str], progress: Progress, *, before: int = 0) -> list[Lesson]:
    lessons: list[Lesson] = []
    for start in range(0, len(lesson_ids), _TOGETHER):
        some = lesson_ids[start : start + _TOGETHER]
        lessons += client.batch(*(get_lesson(lesson_id=each) for each in some))
        progress(before + len(lessons))
    return lessons


def _unseen(count: int) -> None:
    """Progress that is not shown."""
