"""The form for a brief: its text, the course's language and how many lessons are wanted. Part of the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from workbench.bulk.outlines.proposing import Brief
from workbench.credit_text import credits_text
from workbench.errors import InputRejected
from workbench.languages.reader import DEFAULT_LANGUAGE, default_language, language_choices
from workbench.procedures.organization import UserData
from workbench.procedures.outlines import MAX_BRIEF_CHARACTERS, MAX_OUTLINE_LESSONS
from workbench.widgets.kit.controls import button, dropdown, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.outline.wording import brief_html, split_titles

ANOTHER = "another"


class BriefForm(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """`on_propose()` is called for an outline by the model, `on_lines()` for one of the lines that were typed."""

    def __init__(
        self, on_propose: Callable[[], object], on_lines: Callable[[], object], *, language: str | None = None
    ) -> None:
        """`language` is the code that is chosen at first; default: the organization's."""
        hint = "What does the course teach, and to whom?"
        self.text = TextEntry("Brief", hint=hint, lines=6, counts=MAX_BRIEF_CHARACTERS)
        self._wanted_language, self._first_language = language, language or DEFAULT_LANGUAGE
        choices = [*language_choices(None, language), ("Other…", ANOTHER)]
        self.language = dropdown("Language", choices, value=self._first_language)
        self.code = TextEntry("Language code", hint="e.g. PT-BR")
        self.wanted = TextEntry("Number of lessons", hint="Automatic", kind="number")
        self.cost = html()
        self.propose_button = button("Propose an outline", on_propose, style="primary")
        self.lines_button = button("Use these lines as lesson titles", on_lines)
        self._has_model: bool | None = None
        super().__init__(
            (
                self.text,
                row_of_controls(self.language, self.code, self.wanted),
                self.cost,
                row_of_controls(self.propose_button, self.lines_button),
            )
        )
        self.add_class("wb-stack")
        self.text.on_enter(on_propose)
        for entry in (self.text, self.language):
            entry.observe(lambda change: self.render(), "value")
        self.render()

    @property
    def brief(self) -> Brief:
        """Typed brief. Raises `InputRejected` without a brief, and for an invalid number."""
        text, wanted = self.text.value.strip(), self.wanted.value.strip()
        if not text:
            raise InputRejected("Enter a brief first.")
        if wanted and not (wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= MAX_OUTLINE_LESSONS):
            raise InputRejected(f"An outline has 1 to {MAX_OUTLINE_LESSONS} lessons. Nothing was sent.")
        return Brief(text, self.language_code, int(wanted) if wanted else None)

    @property
    def titles(self) -> Sequence[str]:
        """Typed lines, as titles of lessons."""
        return split_titles(self.text.value)

    @property
    def language_code(self) -> str:
        """Language code that is chosen, or typed if it is not in the list."""
        chosen: Any = self.code.value.strip() if self.language.value == ANOTHER else self.language.value
        return str(chosen).upper()

    def offer_languages(self, codes: Sequence[str] | None, organization_language: str | None = None) -> None:
        """Offer the languages that lessons can be made in, with any other where `codes` is `None`.

        Unless somebody has chosen another one, the organization's is chosen, or English if it has none.
        """
        wanted = self._wanted_language or organization_language
        before = wanted if self.language.value == self._first_language else self.language.value
        others = [("Other…", ANOTHER)] if codes is None else []
        self.language.options = [*language_choices(codes, wanted), *others]
        offered = [code for _, code in self.language.options]
        self._first_language = default_language(codes, wanted)
        self.language.value = before if before in offered else self._first_language

    @property
    def can_propose(self) -> bool:
        """Whether there is a description, and a model to propose lessons for it."""
        return self._has_model is True and bool(self.text.value.strip())

    def tell(self, *, has_model: bool, price: int | None, person: UserData | None) -> None:
        """Show the price of an outline, or that there is no model for one."""
        self._has_model = has_model
        set_html(self.cost, brief_html(has_model=has_model, price=price, person=person))
        words = "" if price is None else f" ({credits_text(price)})"
        self.propose_button.description = f"Propose an outline{words}"
        self.render()

    def render(self) -> None:
        """Show the buttons that apply to the input."""
        set_visible(self.code, is_visible=self.language.value == ANOTHER)
        for widget in (self.propose_button, self.wanted):
            set_visible(widget, is_visible=self._has_model is not False)
        set_visible(self.lines_button, is_visible=self._has_model is False or len(self.titles) > 1)
        self.lines_button.button_style = "primary" if self._has_model is False else ""
