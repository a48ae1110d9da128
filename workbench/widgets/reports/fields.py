"""The field of a report's parameter: a control made from the parameter's kind, for whatever report declares it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import ipywidgets

from workbench.reports.scope import ACTION, COUNT, COURSE, DATE, LANGUAGE, PERSON, PROJECT, SWITCH, ZONE, Parameter
from workbench.widgets.kit.controls import dropdown
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.reports.wording import choice_label, default_text, parameter_label

Options = Sequence[tuple[str, str]]
"""What can be chosen, as pairs of text and value."""
OFFERED: Final = {PROJECT: "All projects", PERSON: "Everyone", ACTION: "Everything"}
"""Kinds whose values the service lists, with the text for all of them."""
_ENTRIES: Final = {DATE: "date", COUNT: "number"}
_HINTS: Final = {ZONE: "UTC", COURSE: "Title", LANGUAGE: "such as EN"}


class ParameterField(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """One parameter's control. `value` is what was chosen or typed; empty without a value."""

    def __init__(self, parameter: Parameter, options: Options, on_enter: Callable[[], object]) -> None:
        """`options` are the values that the service lists, if it does."""
        self.parameter = parameter
        self.control: Any = _control(parameter, options)
        if isinstance(self.control, TextEntry):
            self.control.on_enter(on_enter)
            self.control.observe(lambda change: self.show_error(""), "value")
        super().__init__(children=(self.control,))
        self.add_class("wb-report-field")
        if parameter.kind == SWITCH:
            self.add_class("wb-report-switch")

    @property
    def value(self) -> str:
        """Return the value as text, which `parse_parameters` reads; empty for none, and for the default."""
        if self.parameter.kind == SWITCH:
            return "yes" if self.control.value else ""
        text = str(self.control.value or "").strip()
        return "" if self.parameter.choices and text == default_text(self.parameter) else text

    def clear(self) -> None:
        """Take the value out."""
        if self.parameter.kind == SWITCH:
            self.control.value = False
        elif isinstance(self.control, TextEntry):
            self.control.value = ""
        else:
            self.control.index = 0
        self.show_error("")

    def offer(self, options: Options) -> None:
        """Offer these values; a chosen one that is still among them stays."""
        if self.parameter.kind not in OFFERED or isinstance(self.control, TextEntry) or not options:
            return
        before, wanted = self.control.value, [(OFFERED[self.parameter.kind], ""), *options]
        if [*self.control.options] != wanted:
            self.control.options = wanted
            self.control.value = before if before in [value for _, value in wanted] else ""

    def show_error(self, text: str) -> bool:
        """Show what is wrong with the value below it; return whether the control can."""
        if not isinstance(self.control, TextEntry):
            return False
        self.control.error = text
        return True


def _control(parameter: Parameter, options: Options) -> Any:
    label = parameter_label(parameter)
    if parameter.kind == SWITCH:
        made = ipywidgets.Checkbox(description=label, indent=False)
        made.add_class("wb-check")
        return made
    if parameter.choices:
        default = default_text(parameter)
        first = default if default in parameter.choices else ""
        rest = [choice for choice in parameter.choices if choice != first]
        return dropdown(label, [(choice_label(choice), choice) for choice in (first, *rest)], value=first)
    if parameter.kind in OFFERED and options:
        return dropdown(label, [(OFFERED[parameter.kind], ""), *options], value="")
    hint = _HINTS.get(parameter.kind) or default_text(parameter)
    return TextEntry(label, hint=hint, kind=_ENTRIES.get(parameter.kind, "text"))
