"""Controls of a list: its language and destination; hidden at first, its columns, copies and budget.

Part of the list's panel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import ipywidgets

from workbench.authoring.language import language_code
from workbench.bulk.planning.planner import MAX_COPIES
from workbench.bulk.reading.language_names import language_of_name
from workbench.bulk.reading.table import Table
from workbench.bulk.reading.topic_columns import ColumnMapping, recognised_columns
from workbench.client.sync import Client
from workbench.errors import InputRejected
from workbench.languages.reader import DEFAULT_LANGUAGE, language_choices, language_name
from workbench.text import display_text
from workbench.widgets.bulk.edited_list import FIELDS, ListSettings
from workbench.widgets.kit.controls import button, dropdown, row_of_controls, set_visible, stack
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.starter_form.lesson_options import LessonOptionControls

_SEVERAL: Final = "several"
_FOUND: Final = "\0found"
_NONE: Final = ""
_MORE: Final = "More options"
_LESS: Final = "Fewer options"


class ListControls(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """`settings` are the current settings; `on_change()` is called when a person changes them."""

    def __init__(
        self, on_change: Callable[[], object], client: Client | None = None, organization_id: str | None = None
    ) -> None:
        """`client` is used by `options.refresh` to read the available sources."""
        self.columns = {name: dropdown(f"{name.capitalize()} column", []) for name in FIELDS}
        self.language = dropdown("Language", _language_options(None, DEFAULT_LANGUAGE))
        self.assumed = dropdown("Default language", [(language_name(DEFAULT_LANGUAGE), "")])
        self.codes = TextEntry("Language codes", hint="e.g. EN, DE, PT-BR; then press Enter")
        self.project = dropdown("Default project", [("Organization default", "")])
        self.course = TextEntry("Default course", hint="Course title; leave empty for one course per lesson")
        self.template = TextEntry("Topic template", hint="e.g. {title}: {about}")
        self.copies = TextEntry("Lessons per topic", kind="number")
        self.budget = TextEntry("Credit limit", hint="Leave empty for no limit", kind="number")
        self.more_button = button(_MORE, lambda: self.show_more(not self._is_open))
        self.options = LessonOptionControls(client, organization_id, self._on_field_change)
        self._option_columns: Mapping[str, str] = {}
        self._column_line = row_of_controls(*self.columns.values())
        self._more = stack(self._column_line, row_of_controls(self.template, self.copies, self.budget))
        self._is_filling = self._is_open = False
        self._on_change = on_change
        super().__init__(
            (
                row_of_controls(self.language, self.assumed, self.codes, self.project, self.course),
                self.options,
                row_of_controls(self.more_button),
                self._more,
            )
        )
        self.add_class("wb-stack")
        self.show_more(False)
        for column in (
            *self.columns.values(),
            self.assumed,
            self.project,
            self.course,
            self.template,
            self.copies,
            self.budget,
        ):
            column.observe(lambda change: self._on_field_change(), "value")
        self.language.observe(lambda change: self._language_chosen(), "value")
        self.codes.on_enter(self._on_field_change)

    @property
    def settings(self) -> ListSettings:
        """Chosen and typed settings. Raises `InputRejected` for an invalid language code or number."""
        chosen = {name: _column(column.value) for name, column in self.columns.items()}
        return ListSettings(
            ColumnMapping(
                chosen["topic"],
                chosen["language"],
                self.template.value if self.template.value.strip() else None,
                chosen["project"],
                chosen["course"],
                self._option_columns,
            ),
            self._languages(),
            self.project.value or "",
            self.course.value.strip(),
            _number(self.copies, 1, MAX_COPIES) or 1,
            _number(self.budget, 0, None),
            self.options.cells,
            self.assumed.value or "",
        )

    def fill(self, table: Table, settings: ListSettings) -> None:
        """Offer the columns of this table, and show these settings."""
        self._is_filling = True
        try:
            self._fill_columns(table, settings.columns)
            codes = ", ".join(settings.languages)
            self.language.value = codes if codes in dict(self.language.options).values() else _SEVERAL
            self.codes.value = codes if self.language.value == _SEVERAL else ""
            self._show_languages()
            self._assume(settings.assumed_language)
            self._choose_project(settings.project)
            self.course.value, self.template.value = settings.course, settings.columns.template or ""
            self.copies.value = str(settings.copies)
            self.budget.value = "" if settings.budget is None else str(settings.budget)
            self._option_columns = settings.columns.options
            self.options.fill(settings.lesson)
            more = (replace(settings.columns, options={}), settings.copies, settings.budget)
            self.show_more(more != (ColumnMapping(), 1, None))
        finally:
            self._is_filling = False

    def show_more(self, is_open: bool) -> None:
        """Show the columns, copies and budget, or take them out of sight."""
        self._is_open = is_open
        self.more_button.description = _LESS if is_open else _MORE
        set_visible(self._more, is_visible=is_open)

    def offer_languages(self, codes: Sequence[str] | None, default: str = DEFAULT_LANGUAGE) -> None:
        """Offer the languages that lessons can be made in, `None` for all that have a name.

        `default` is that of lines that name none, unless another one is chosen for them.
        """
        before, assumed, self._is_filling = self.language.value, self.assumed.value, True
        self.language.options = _language_options(codes, default)
        self.assumed.options = [(f"{language_name(default)} (default)", ""), *language_choices(codes, default)]
        self._assume(assumed)
        if before in dict(self.language.options).values():
            self.language.value = before
        else:
            self.language.value, self.codes.value = _SEVERAL, before
        self._show_languages()
        self._is_filling = False

    def offer_projects(self, projects: Sequence[tuple[str, str]]) -> None:
        """Offer these projects, as name and id, for selection."""
        before, self._is_filling = self.project.value, True
        self.project.options = [("Organization default", ""), *projects]
        self._choose_project(before)
        self._is_filling = False

    def _fill_columns(self, table: Table, chosen: ColumnMapping) -> None:
        recognised = recognised_columns(table)
        for name, column_choice in self.columns.items():
            heading = getattr(recognised, name)
            first = [
                ("None detected" if heading is None else f"{display_text(heading, longest=60)} (detected)", _FOUND)
            ]
            first += [("None", _NONE)] if name in ("project", "course") else []
            column_choice.options = [
                *first,
                *((display_text(column, longest=60), column) for column in table.columns if column),
            ]
            value = getattr(chosen, name)
            column_choice.value = value if value in dict(column_choice.options).values() else _FOUND
        set_visible(self._column_line, is_visible=len(table.columns) > 1)
        set_visible(self.template, is_visible=len(table.columns) > 1)

    def _choose_project(self, project_id: str) -> None:
        self.project.value = project_id if project_id in dict(self.project.options).values() else ""

    def _assume(self, code: str) -> None:
        if code and code not in dict(self.assumed.options).values():  # a stored one that is no longer offered
            self.assumed.options = [*self.assumed.options, (language_name(code), code)]
        self.assumed.value = code

    def _show_languages(self) -> None:
        set_visible(self.codes, is_visible=self.language.value == _SEVERAL)
        set_visible(self.assumed, is_visible=not self.language.value)

    def _language_chosen(self) -> None:
        self._show_languages()
        if self.language.value != _SEVERAL:
            self._on_field_change()

    def _languages(self) -> tuple[str, ...]:
        if self.language.value != _SEVERAL:
            return (self.language.value,) if self.language.value else ()
        codes = [part.strip() for part in self.codes.value.replace(";", ",").split(",") if part.strip()]
        try:
            return tuple(dict.fromkeys(language_code(language_of_name(code)) for code in codes))
        except ValueError as refused:
            raise InputRejected(f"{refused}. Nothing was sent.") from None

    def _on_field_change(self) -> None:
        if not self._is_filling:
            self._on_change()

    def __repr__(self) -> str:
        return "List settings."


def _language_options(codes: Sequence[str] | None, default: str) -> list[tuple[str, str]]:
    return [("From the list", ""), *language_choices(codes, default), ("Other or several…", _SEVERAL)]


def same_reading(one: ListSettings, other: ListSettings) -> bool:
    """Return whether two settings give the same rows, so that corrections and the run's name still apply."""
    return (one.columns, one.languages, one.assumed_language) == (
        other.columns,
        other.languages,
        other.assumed_language,
    )


def _column(value: str | None) -> str | None:
    return None if value is None or value == _FOUND else value


def _number(field: Any, least: int, most: int | None) -> int | None:
    """Return the typed number, `None` for empty text. Raises `InputRejected` for an invalid number."""
    text = field.value.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10) or not least <= int(text) <= (most or int(text)):
        limits = f"{least:,} or more" if most is None else f"{least:,} to {most:,}"
        raise InputRejected(f"“{field.label}” must be a whole number: {limits}. Nothing was sent.")
    return int(text)
