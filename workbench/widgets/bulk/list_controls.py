"""How a list is taken: which columns hold what, the language and the project of all lines. Part of the list's panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import ipywidgets

from workbench.authoring.language import language_code
from workbench.bulk.reading.language_names import language_of_name
from workbench.bulk.reading.table import Table
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.client.sanitize import shown
from workbench.errors import InputRejected
from workbench.widgets.bulk.edited_list import ListSettings
from workbench.widgets.kit.controls import dropdown, line, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.languages import language_choices

_SEVERAL = "several"
_FOUND, _NONE = "\0found", ""


class ListControls(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """`settings` is what is chosen; `on_change()` is called when a person chooses something else."""

    def __init__(self, on_change: Callable[[], object]) -> None:
        self.columns = {name: dropdown(f"Column of {name}s", []) for name in ("topic", "language", "project", "course")}
        languages = [("As the list says", ""), *language_choices(None), ("Several, or another …", _SEVERAL)]
        self.language = dropdown("Language", languages)
        self.codes = TextEntry("Language codes", hint="Such as EN, DE, PT-BR; then Enter")
        self.project = dropdown("Project of lines that name none", [("The default one", "")])
        self._names: tuple[str, ...] = ()
        self._is_filling = False
        self._on_change = on_change
        super().__init__((line(*self.columns.values()), line(self.language, self.codes, self.project)))
        self.add_class("wb-stack")
        for each in (*self.columns.values(), self.project):
            each.observe(lambda change: self._changed(), "value")
        self.language.observe(lambda change: self._language_chosen(), "value")
        self.codes.on_enter(self._changed)

    @property
    def inputs(self) -> tuple[Any, ...]:
        """Every control, to be switched on and off."""
        return (*self.columns.values(), self.language, self.codes, self.project)

    @property
    def settings(self) -> ListSettings:
        """What is chosen. Raises `InputRejected` for what is no code of a language."""
        chosen = {name: _column(each.value) for name, each in self.columns.items()}
        return ListSettings(ColumnMapping(**chosen), self._languages(), self.project.value or "")

    def fill(self, table: Table, settings: ListSettings) -> None:
        """Offer the columns of this table, and show these settings."""
        self._is_filling = True
        try:
            for name, each in self.columns.items():
                first = [("Found by its name", _FOUND)]
                first += [("None", _NONE)] if name in ("project", "course") else []
                each.options = [*first, *((shown(column, longest=60), column) for column in table.columns if column)]
                value = getattr(settings.columns, name)
                each.value = value if value in dict(each.options).values() else _FOUND
            set_visible(self.children[0], is_visible=len(table.columns) > 1)
            codes = ", ".join(settings.languages)
            self.language.value = codes if codes in dict(self.language.options).values() else _SEVERAL
            self.codes.value = codes if self.language.value == _SEVERAL else ""
            set_visible(self.codes, is_visible=self.language.value == _SEVERAL)
            self._choose_project(settings.project)
        finally:
            self._is_filling = False

    def offer_projects(self, projects: Sequence[tuple[str, str]]) -> None:
        """Projects to choose from: name and id."""
        before, self._is_filling = self.project.value, True
        self.project.options = [("The default one", ""), *projects]
        self._choose_project(before)
        self._is_filling = False

    def _choose_project(self, project_id: str) -> None:
        self.project.value = project_id if project_id in dict(self.project.options).values() else ""

    def _language_chosen(self) -> None:
        set_visible(self.codes, is_visible=self.language.value == _SEVERAL)
        if self.language.value != _SEVERAL:
            self._changed()

    def _languages(self) -> tuple[str, ...]:
        if self.language.value != _SEVERAL:
            return (self.language.value,) if self.language.value else ()
        codes = [each.strip() for each in self.codes.value.replace(";", ",").split(",") if each.strip()]
        try:
            return tuple(dict.fromkeys(language_code(language_of_name(each)) for each in codes))
        except ValueError as refused:
            raise InputRejected(f"{refused}. Nothing was sent.") from None

    def _changed(self) -> None:
        if not self._is_filling:
            self._on_change()

    def __repr__(self) -> str:
        return "How a list is taken."


def same_reading(one: ListSettings, other: ListSettings) -> bool:
    """Whether two settings give the same rows, so that corrections and the run's name hold for both."""
    return replace(one, project="") == replace(other, project="")


def _column(value: str | None) -> str | None:
    return None if value is None or value == _FOUND else value
