"""Outlines as tables and files: CSV and XLSX to edit in a spreadsheet, JSON to keep everything.

Columns are found by their names; objectives in a cell are separated by line breaks or semicolons. Source: ours
(bulk).
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.authoring.language import language_code
from workbench.bulk.outlines.lesson_outline import (
    LessonOutline,
    cell_text,
    checked_lessons,
    find_column,
    is_outline_heading,
    lessons_from_frame,
    lessons_from_rows,
)
from workbench.bulk.outlines.outline import Outline
from workbench.bulk.reading.sources import ReadOptions, read_file
from workbench.client.atomic_write import write_new_text, write_whole_text
from workbench.errors import PlanRejected
from workbench.languages.reader import DEFAULT_LANGUAGE
from workbench.spreadsheet_text import WORKBOOK_OPTIONS, TextFormat, csv_text

if TYPE_CHECKING:
    pass

FORM: Final = "workbench outline 1"
FILE_COLUMNS: Final = ("course", "language", "title", "objectives", "topic")
_ENDINGS: Final = (".csv", ".xlsx", ".json")


def save_outline(outline: Outline, path: str | Path, *, overwrite: bool = False) -> Path:
    """Write the outline as CSV, XLSX or JSON, by file suffix, and return the path. Raises `PlanRejected`."""
    path = Path(path)
    if path.suffix.lower() not in _ENDINGS:
        raise PlanRejected(f"{path.name}: an outline is saved as one of {', '.join(_ENDINGS)}.")
    if path.exists() and not overwrite:
        raise PlanRejected(f"{path} already exists, and may hold your outline. Replace it with overwrite=True.")
    write = write_whole_text if overwrite else write_new_text
    try:
        if path.suffix.lower() == ".xlsx":
            path.write_bytes(_spreadsheet(outline))
        elif path.suffix.lower() == ".csv":
            write(path, _csv_text(outline))
        else:
            write(path, json.dumps(_as_json(outline), ensure_ascii=False, indent=1) + "\n")
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be written: {refused.strerror}.") from None
    return path


def load_outline(
    path: str | Path,
    *,
    title: str | None = None,
    language: str | None = None,
    assumed_language: Callable[[], str] = lambda: DEFAULT_LANGUAGE,
) -> Outline:
    """Return the outline from a file that `save_outline` wrote, or from a table with a column of titles.

    `title` and `language` (code) of the course override those of the file; `assumed_language()` is called if
    neither gives the language. Raises `PlanRejected`.
    """
    path = Path(path)
    if path.suffix.lower() == ".json":
        return _outline_from_json(path, title, language)
    table = read_file(path, ReadOptions(), lambda cell: is_outline_heading(cell))
    rows = [dict(zip(table.columns, line.cells, strict=False)) for line in table.lines]
    columns = {name: find_column(table.columns, name) for name in FILE_COLUMNS}
    course = title or _first(rows, columns["course"]) or path.stem
    code = language or _first(rows, columns["language"])
    outline = _outline(course, code or assumed_language(), lessons_from_rows(rows, table.columns))
    return replace(outline, is_language_assumed=not code)


def outline_from_frame(frame: Any, *, title: str, language: str) -> Outline:
    """Return an outline from a DataFrame, or from a list of titles or records. Raises `PlanRejected`."""
    if hasattr(frame, "itertuples"):
        return _outline(title, language, lessons_from_frame(frame))
    listed: list[Any] = list(frame)
    if all(isinstance(entry, str) for entry in listed):
        return _outline(title, language, [LessonOutline(entry) for entry in listed])
    if not all(isinstance(entry, Mapping) for entry in listed):
        raise PlanRejected("An outline is a table, or a list of titles or of records with the same fields.")
    columns = list(dict.fromkeys(str(key) for entry in listed for key in entry))
    return _outline(title, language, lessons_from_rows(listed, columns))


def _outline(title: str, language: str, lessons: Iterable[LessonOutline]) -> Outline:
    try:
        code = language_code(language)
    except ValueError as refused:
        raise PlanRejected(f"{refused}.") from None
    return Outline("", code, checked_lessons(lessons)).rename(title)


def _first(rows: Iterable[Mapping[str, str]], column: str | None) -> str:
    return next((text for row in rows if (text := cell_text(row.get(column or "")))), "")


def _file_rows(outline: Outline) -> list[list[str]]:
    return [
        [outline.title, outline.language, lesson.title, "\n".join(lesson.objectives), lesson.topic]
        for lesson in outline.lessons
    ]


def _csv_text(outline: Outline) -> str:
    return csv_text([FILE_COLUMNS, *_file_rows(outline)])


def _spreadsheet(outline: Outline) -> bytes:
    try:
        from xlsxwriter import Workbook
    except ImportError:
        raise PlanRejected("XLSX files need the extra `excel`. A name that ends in .csv needs nothing.") from None
    buffer = io.BytesIO()
    with Workbook(buffer, WORKBOOK_OPTIONS) as book:
        sheet = book.add_worksheet("outline")
        heading, wrapped = TextFormat(book, bold=True), TextFormat(book, text_wrap=True, valign="top")
        for number, row in enumerate([FILE_COLUMNS, *_file_rows(outline)]):
            for column, text in enumerate(row):
                (wrapped if number else heading).write(sheet, number, column, text)
        for column, width in enumerate((24, 10, 36, 60, 60)):
            sheet.set_column(column, column, width)
        sheet.freeze_panes(1, 0)
    return buffer.getvalue()


def _as_json(outline: Outline) -> dict[str, Any]:
    return {
        "form": FORM,
        "title": outline.title,
        "language": outline.language,
        "brief": outline.brief,
        "writer": outline.writer,
        "options": dict(outline.cells),
        "lessons": [
            {"title": lesson.title, "objectives": list(lesson.objectives), "topic": lesson.topic}
            for lesson in outline.lessons
        ],
    }


def _outline_from_json(path: Path, title: str | None, language: str | None) -> Outline:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        if stored["form"] != FORM:
            raise ValueError
        lessons = [
            LessonOutline(str(lesson["title"]), tuple(map(str, lesson["objectives"])), str(lesson["topic"]))
            for lesson in stored["lessons"]
        ]
        facts = [str(stored[name]) for name in ("title", "language", "brief", "writer")]
        cells = {str(name): str(cell) for name, cell in stored.get("options", {}).items()}
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be read: {refused.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PlanRejected(f"{path} is not a saved outline.") from None
    outline = _outline(title or facts[0], language or facts[1], lessons)
    return replace(outline, brief=facts[2], writer=facts[3], cells=cells)
