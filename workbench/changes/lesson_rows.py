"""Rows that make lessons and courses, and put lessons into the trash; and the ids that new ones get. Pure.

A new lesson or course has its id from the client, so that whatever is sent twice is made once, and other rows of the
same set may name it: a lesson goes into a course that the set makes, an order has lessons that it makes.
Source: ours (changes 2).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.changes.present import PresentLesson, blocks_text, parse_blocks
from workbench.changes.row import IN_TRASH, NEW_COURSE, NEW_LESSON, TRASH, ChangeRow, ChangeVerdict, revision_text

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_CHARACTERS: Final = 25


@dataclass(frozen=True, slots=True)
class NewLessonContent:
    """The initial content of a new lesson; without `position` it becomes the last of its course."""

    title: str
    language: str
    blocks: tuple[Block, ...] = ()
    position: int | None = None


def new_id(*parts: str) -> str:
    """Return an id for a new lesson or course: the same for the same parts.

    Nobody outside can guess it if one of the parts is secret. Include the organization's id among them.

    >>> len(new_id("organization", "course", "01-tides.md"))
    25
    """
    number = int.from_bytes(sha256(json.dumps(parts).encode()).digest(), "big")
    digits = []
    for _ in range(_ID_CHARACTERS):
        number, digit = divmod(number, len(_DIGITS))
        digits.append(_DIGITS[digit])
    return "".join(digits)


def new_lesson_row(
    line: int,
    lesson_id: str,
    course_id: str,
    content: NewLessonContent,
    *,
    course_title: str = "",
    reason: str = "",
) -> ChangeRow:
    """Return the row that makes a lesson with this id in a course, which may be made by the same set."""
    return ChangeRow(
        line=line,
        verdict=ChangeVerdict.CHANGE,
        lesson_id=lesson_id,
        course_id=course_id,
        field=NEW_LESSON,
        after=new_lesson_text(content),
        lesson_title=content.title,
        course_title=course_title,
        reason=reason,
    )


def new_course_row(line: int, course_id: str, title: str, *, project_id: str = "", reason: str = "") -> ChangeRow:
    """Return the row that makes a course with this id in a project, by default the organization's."""
    after = json.dumps({"title": title, "projectId": project_id}, ensure_ascii=False)
    return ChangeRow(
        line=line,
        verdict=ChangeVerdict.CHANGE,
        course_id=course_id,
        field=NEW_COURSE,
        after=after,
        course_title=title,
        reason=reason,
    )


def trash_row(line: int, lesson: PresentLesson, *, course_title: str = "", reason: str = "") -> ChangeRow:
    """Return the row that moves a lesson to the trash, if it is still at its present revision."""
    return ChangeRow(
        line=line,
        verdict=ChangeVerdict.CHANGE,
        lesson_id=lesson.lesson_id,
        course_id=lesson.course_id,
        field=TRASH,
        before=revision_text(lesson.revision),
        after=IN_TRASH,
        base_revision=lesson.revision,
        lesson_title=lesson.title,
        course_title=course_title,
        reason=reason,
    )


def new_lesson_text(content: NewLessonContent) -> str:
    """Return a new lesson's row value after the change."""
    facts: dict[str, Any] = {"title": content.title, "language": content.language, "position": content.position}
    return json.dumps(facts | {"blocks": blocks_text(content.blocks)}, ensure_ascii=False)


def read_new_lesson(text: str) -> NewLessonContent:
    """Return the content in a value that `new_lesson_text` made."""
    content = json.loads(text)
    return NewLessonContent(content["title"], content["language"], parse_blocks(content["blocks"]), content["position"])


def read_new_course(text: str) -> tuple[str, str | None]:
    """Title and project in the value of a new course; no project is the default one."""
    content = json.loads(text)
    return content["title"], content["projectId"] or None


def made_lessons(rows: Sequence[ChangeRow]) -> list[ChangeRow]:
    """Return the rows of a plan that make a lesson."""
    return [row for row in rows if row.field == NEW_LESSON and row.verdict is ChangeVerdict.CHANGE]


def trashed_lessons(rows: Sequence[ChangeRow]) -> list[ChangeRow]:
    """Return the rows of a plan that move a lesson to the trash."""
    return [row for row in rows if row.field == TRASH and row.verdict is ChangeVerdict.CHANGE]
