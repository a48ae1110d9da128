"""A topic list as a person corrects it: cells that were changed and rows that are left out, by the file's own lines.

Pure; it knows no widget, no service and no file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from workbench.bulk.reading.option_columns import OPTION_HEADINGS
from workbench.bulk.reading.table import MAX_CELL_CHARACTERS, Table, TopicLine
from workbench.bulk.reading.topic_columns import ColumnMapping, Draft, find_drafts, reading_notes

FIELDS: Final = ("topic", "language", "project", "course")
MAPPING: Final = ColumnMapping(topic="topic", language="language", project="project", course="course")
"""The columns of `EditedList.table`, for planning it."""


@dataclass(frozen=True, slots=True)
class ListSettings:
    """Settings of a list: its columns, and the `languages` of every topic; without them, those in the list.

    `assumed_language` is that of lines that name none, empty for the organization's default language.

    `project` is the id of where lessons go whose line names none, `course` the name or id of their course. Each topic
    is made `copies` times; `budget` is the most credits that the run may spend, `None` what all of it costs. `lesson`
    says how the lessons are written whose line says nothing of it, as the cells of a list.
    """

    columns: ColumnMapping = field(default_factory=ColumnMapping)
    languages: tuple[str, ...] = ()
    project: str = ""
    course: str = ""
    copies: int = 1
    budget: int | None = None
    lesson: Mapping[str, str] = field(default_factory=dict)
    assumed_language: str = ""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line in one language, in its current form.

    `original` is what the list has; `fault` says why the line is unreadable. `id` is the line, followed by the
    language where every topic is made in several. `warning` says what a template found missing in the line,
    `options` are the line's cells of options, which stay as they are.
    """

    id: str
    line: int
    values: Mapping[str, str]
    original: Mapping[str, str]
    fault: str = ""
    warning: str = ""
    is_left_out: bool = False
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def corrected_fields(self) -> tuple[str, ...]:
        """Fields that a person changed."""
        return tuple(name for name in FIELDS if self.values[name] != self.original[name])


@dataclass(frozen=True, slots=True)
class Corrections:
    """A person's corrections: cells by line and field, and ids of the excluded rows."""

    cells: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.cells or self.left_out)


@dataclass(frozen=True, slots=True)
class EditedList:
    """A list with its corrections. A value: each change gives another one. `read_list` makes the first."""

    source: Table
    settings: ListSettings
    drafts: Mapping[int, Draft]
    notes: tuple[str, ...]
    corrections: Corrections = Corrections()

    @property
    def has_own_languages(self) -> bool:
        """Whether a row's language can be corrected: not if every topic is made in several languages."""
        return len(self.settings.languages) < 2

    def rows(self) -> Iterator[ListRow]:
        """Yield every row in the list's order, including excluded ones."""
        languages = self.settings.languages
        for draft in self.drafts.values():
            for language in languages or (draft.language or "",):
                yield self._row(draft, language, f"{draft.line} {language}" if len(languages) > 1 else f"{draft.line}")

    def table(self) -> Table:
        """Return the table to plan: a line per included row, in the columns of `MAPPING` and of its options."""
        options = [name for name in OPTION_HEADINGS if any(name in draft.options for draft in self.drafts.values())]
        lines = tuple(
            TopicLine(
                row.line,
                (*(row.values[name] for name in FIELDS), *(row.options.get(name, "") for name in options)),
                row.fault,
            )
            for row in self.rows()
            if not row.is_left_out
        )
        return Table(self.source.name, (*FIELDS, *options), lines, self.notes, is_file=self.source.is_file)

    def original(self) -> EditedList:
        """Return the list as it was read."""
        return replace(self, corrections=Corrections())

    def correct(self, row_id: str, name: str, text: str) -> EditedList:
        """Return the list with new text in this cell for all rows of its line. Raises `KeyError` if unknown."""
        line = self._line(row_id)
        if name not in FIELDS or (name == "language" and not self.has_own_languages):
            raise KeyError(name)
        draft = self.drafts[line]
        original = _original(draft, next(iter(self.settings.languages), draft.language or ""))
        cells = {**self.corrections.cells.get(line, {}), name: text.strip()[:MAX_CELL_CHARACTERS]}
        changed = {key: value for key, value in cells.items() if value != original[key]}
        return self._with_cells(line, changed)

    def put_back(self, row_id: str) -> EditedList:
        """Return the list with this line restored and included. Raises `KeyError` for an unknown line."""
        line = self._line(row_id)
        left_out = frozenset(
            left_out_id for left_out_id in self.corrections.left_out if left_out_id.split(" ")[0] != f"{line}"
        )
        return replace(self, corrections=replace(self.corrections, left_out=left_out))._with_cells(line, {})

    def leave_out(self, row_id: str, *, is_left_out: bool) -> EditedList:
        """Return the list with this row excluded or included again. Raises `KeyError` for an unknown row."""
        others = self.corrections.left_out - {row_id, f"{self._line(row_id)}"}
        left_out = others | {row_id} if is_left_out else others
        return replace(self, corrections=replace(self.corrections, left_out=left_out))

    def _with_cells(self, line: int, cells: Mapping[str, str]) -> EditedList:
        others = {number: cell for number, cell in self.corrections.cells.items() if number != line}
        return replace(self, corrections=replace(self.corrections, cells={**others, line: cells} if cells else others))

    def _row(self, draft: Draft, language: str, row_id: str) -> ListRow:
        original = _original(draft, language)
        cells = self.corrections.cells.get(draft.line, {})
        values = {**original, **{name: cells[name] for name in cells if name != "language" or self.has_own_languages}}
        is_left_out = bool({row_id, f"{draft.line}"} & self.corrections.left_out)
        # An unreadable line is used as soon as someone has typed its topic.
        fault, warning = ("", "") if "topic" in cells else (draft.fault, draft.warning)
        return ListRow(row_id, draft.line, values, original, fault, warning, is_left_out, draft.options)

    def _line(self, row_id: str) -> int:
        number = row_id.split(" ")[0]
        line = int(number) if number.isdecimal() and len(number) < 10 else -1
        if line not in self.drafts:
            raise KeyError(row_id)
        return line


def read_list(source: Table, settings: ListSettings, corrections: Corrections = Corrections()) -> EditedList:
    """Return a list that was read, with corrections. Raises `PlanRejected` if no column holds topics."""
    languages = settings.languages or None
    drafts = find_drafts(source, settings.columns, wants_language=languages is None)
    notes = (*source.notes, *reading_notes(source, settings.columns, languages))
    return EditedList(source, settings, {draft.line: draft for draft in drafts}, notes, corrections)


def _original(draft: Draft, language: str) -> dict[str, str]:
    return {"topic": draft.topic, "language": language, "project": draft.project, "course": draft.course}
