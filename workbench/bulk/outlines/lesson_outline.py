"""Lessons of an outline: their fields, and reading them from tables that people edit.

Columns are found by their names; objectives in a cell are separated by line breaks or semicolons. Source: ours
(bulk).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from workbench.authoring.characters import is_blank, one_line
from workbench.authoring.title import MAX_TITLE_CHARACTERS
from workbench.errors import PlanRejected
from workbench.procedures.outlines import (
    MAX_ABOUT_CHARACTERS,
    MAX_OBJECTIVE_CHARACTERS,
    MAX_OBJECTIVES,
    MAX_OUTLINE_LESSONS,
)
from workbench.spreadsheet_text import restore
from workbench.text import display_text

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class LessonOutline:
    """A lesson of an outline. `topic` says what it is about, `objectives` are what learners can do after it."""

    title: str
    objectives: tuple[str, ...] = ()
    topic: str = ""


def checked_lessons(lessons: Iterable[LessonOutline]) -> tuple[LessonOutline, ...]:
    """Return the lessons with normalized white space. Raises `PlanRejected` if one could not be made."""
    checked = tuple(checked_lesson(number, lesson) for number, lesson in enumerate(lessons, 1))
    if not checked:
        raise PlanRejected("An outline has at least one lesson.")
    if len(checked) > MAX_OUTLINE_LESSONS:
        raise PlanRejected(f"An outline has at most {MAX_OUTLINE_LESSONS} lessons; this one has {len(checked):,}.")
    return checked


def checked_lesson(number: int, lesson: LessonOutline) -> LessonOutline:
    """Return the lesson with normalized white space. Raises `PlanRejected`."""
    where = f"Lesson {number}:"
    objectives = tuple(
        single_line(objective, f"{where} an objective", MAX_OBJECTIVE_CHARACTERS)
        for objective in lesson.objectives
        if not is_blank(objective)
    )
    if len(objectives) > MAX_OBJECTIVES:
        raise PlanRejected(f"{where} it has {len(objectives)} objectives; at most {MAX_OBJECTIVES} are allowed.")
    topic = "" if is_blank(lesson.topic) else single_line(lesson.topic, f"{where} its topic", MAX_ABOUT_CHARACTERS)
    return LessonOutline(single_line(lesson.title, f"{where} its title", MAX_TITLE_CHARACTERS), objectives, topic)


def single_line(text: str, label: str, max_characters: int) -> str:
    """Return the text as one line. Raises `PlanRejected`, which names the text."""
    try:
        line = one_line(text)
    except ValueError as refused:
        raise PlanRejected(f"{label}: {refused}.") from None
    if is_blank(line):
        raise PlanRejected(f"{label} is empty.")
    if len(line) > max_characters:
        raise PlanRejected(f"{label} has {len(line):,} characters; at most {max_characters:,} are allowed.")
    return line


def lessons_from_frame(frame: pandas.DataFrame) -> tuple[LessonOutline, ...]:
    """Return the lessons of a DataFrame, in the order of its rows. Raises `PlanRejected`."""
    columns = [str(column) for column in frame.columns]
    rows = [dict(zip(columns, row, strict=True)) for row in frame.itertuples(index=False, name=None)]
    return checked_lessons(lessons_from_rows(rows, columns))


def lessons_from_rows(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> list[LessonOutline]:
    """Return the lessons of a table's rows, without empty rows. Raises `PlanRejected`."""
    title, objectives, topic = (find_column(columns, name) for name in ("title", "objectives", "topic"))
    if title is None:
        title, topic = topic, None
    if title is None:
        raise PlanRejected(
            f"No column seems to contain titles. Found: {', '.join(display_text(column) for column in columns)}."
        )
    lessons = []
    for row in rows:
        lesson = LessonOutline(
            cell_text(row.get(title)), _split_objectives(row.get(objectives or "")), cell_text(row.get(topic or ""))
        )
        if lesson != LessonOutline(""):
            lessons.append(lesson)
    return lessons


def _split_objectives(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        parts = value.splitlines() if "\n" in value else value.split(";")
    elif value is None or not isinstance(value, Iterable):
        return ()
    else:
        parts = [str(entry) for entry in value]
    return tuple(text for part in parts if (text := cell_text(part)))


def cell_text(value: Any) -> str:
    """Return a cell as text, without the apostrophe that prevents a spreadsheet from running it."""
    if not isinstance(value, str):
        return ""
    return restore(value.strip())


_NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("title", "lessontitle", "lesson title", "titel", "titre", "título", "titolo"), "title"),
    **dict.fromkeys(("objectives", "learningobjectives", "lernziele", "objectifs", "objetivos"), "objectives"),
    **dict.fromkeys(("topic", "thema", "sujet", "tema", "about"), "topic"),
    **dict.fromkeys(("course", "coursetitle", "kurs", "cours", "curso"), "course"),
    **dict.fromkeys(("language", "languagecode", "sprache", "langue", "idioma"), "language"),
}


def is_outline_heading(cell: str) -> bool:
    """Return whether a cell reads like the heading of an outline's column."""
    return _plain(cell) in _NAMES


def _plain(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def find_column(columns: Sequence[str], name: str) -> str | None:
    """Return the column with this name in any known language, or `None`."""
    return next((column for column in columns if _NAMES.get(_plain(column)) == name), None)
