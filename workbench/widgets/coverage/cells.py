"""The report on coverage as a table of courses by languages, and the lessons behind chosen cells. Pure functions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from workbench.reports.coverage import by_course
from workbench.text import display_text

if TYPE_CHECKING:
    import pandas

_LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class CourseCell:
    """A course in a language: how many of its lessons are there, translated (among these), stale and missing."""

    lessons: int = 0
    there: int = 0
    translated: int = 0
    stale: int = 0
    missing: int = 0


@dataclass(frozen=True, slots=True)
class CourseLine:
    """A course, with a cell for each language of the table. The title is untrusted."""

    course_id: str
    title: str
    cells: tuple[CourseCell, ...]

    def as_state(self) -> dict[str, Any]:
        """Return the state for the browser; characters that change the reading direction are made visible."""
        title = display_text(self.title, longest=_LONGEST_TITLE)
        return {"id": self.course_id, "title": title, "cells": [asdict(cell) for cell in self.cells]}


@dataclass(frozen=True, slots=True)
class CoveredLesson:
    """A lesson in a language. `lesson_id` is the one in it, `source_id` what it is or would be translated from."""

    topic: str
    language: str
    state: str
    tie: str | None
    lesson_id: str | None
    source_id: str | None
    stale_blocks: int | None
    behind_days: int | None

    @property
    def can_be_made(self) -> bool:
        """Whether it is missing and has a source."""
        return self.state == "missing" and self.source_id is not None

    @property
    def can_be_updated(self) -> bool:
        """Whether it is stale, and a translation that is tied to its source."""
        return self.state == "stale" and self.tie == "translation"


def cell_key(course_id: str, language: str) -> str:
    """Return the key of a cell between panel and browser; neither part contains a blank."""
    return f"{course_id} {language}"


def course_lines(coverage: pandas.DataFrame, languages: Iterable[str]) -> list[CourseLine]:
    """Return a line for each course, by title; lessons with a missing source have a line without a title."""
    languages = list(languages)
    courses: dict[str, tuple[str, dict[str, CourseCell]]] = {}
    for row in _records(by_course(coverage)):
        course_id = row["course_id"] or ""
        _, cells = courses.setdefault(course_id, (row["course"] or "", {}))
        cells[row["language"]] = CourseCell(
            row["lessons"], row["there"], row["translated"], row["stale"], row["missing"] if course_id else 0
        )
    return [
        CourseLine(course_id, title, tuple(cells.get(language, CourseCell()) for language in languages))
        for course_id, (title, cells) in sorted(courses.items(), key=lambda item: (not item[0], item[1][0].casefold()))
    ]


def lessons_in_cells(coverage: pandas.DataFrame, keys: Collection[str]) -> list[CoveredLesson]:
    """Return the lessons of these cells: stale ones first, then missing ones, then the others."""
    order = {"stale": 0, "missing": 1}
    lessons = [
        CoveredLesson(
            row["topic"] or "", row["language"], row["state"], row["tie"], row["lesson_id"], row["source_lesson_id"],
            row["stale_blocks"], row["behind_days"],
        )
        for row in _records(coverage)
        if cell_key(row["course_id"] or "", row["language"]) in keys
    ]  # fmt: skip
    return sorted(lessons, key=lambda lesson: (order.get(lesson.state, 2), lesson.language, lesson.topic.casefold()))


def _records(frame: pandas.DataFrame) -> list[dict[str, Any]]:
    """Return the rows as plain values, with missing ones as `None`."""
    values = frame.astype(object).where(frame.notna(), None)
    return [{str(name): value for name, value in record.items()} for record in values.to_dict("records")]
