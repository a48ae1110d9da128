"""A prompt: asks for a text, a choice, or both, before something is done. Out of sight until it asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ipywidgets

from workbench.widgets.kit.controls import button, dropdown, row_of_controls, set_visible
from workbench.widgets.kit.entry import TextEntry

Answered = Callable[[str, str], object]


class Prompt(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A text field and a list of choices, either of which may be left out, with buttons to continue and to cancel."""

    def __init__(self) -> None:
        self.entry = TextEntry("")
        self.choice = dropdown("", [])
        self.resume = button("OK", self.accept, style="primary")
        self.leave = button("Cancel", self.cancel)
        self._answered: Answered | None = None
        self._accepted: Answered | None = None
        self.entry.on_enter(self.accept)
        super().__init__(children=(row_of_controls(self.entry, self.choice, self.leave, self.resume),))
        self.add_class("wb-question")
        self.add_class("wb-prompt")
        set_visible(self, is_visible=False)

    def ask(
        self,
        go_on: str,
        answered: Answered,
        *,
        text: tuple[str, str] | None = None,
        choices: tuple[str, Sequence[tuple[str, str]], str | None] | None = None,
        draft: str = "",
    ) -> None:
        """Ask for `text` (label, initial text) and `choices` (label, pairs of text and value, initial value).

        `answered` gets the typed text and the chosen value, empty if it was not requested. Typed text is kept in the
        browser under the name `draft` until `close_saved`, or until it is cancelled.
        """
        if draft:
            self.entry.drafts = {**self.entry.drafts, "name": draft}
        self._answered = answered
        self.resume.description = go_on
        set_visible(self.entry, is_visible=text is not None)
        set_visible(self.choice, is_visible=choices is not None)
        label, self.entry.value = text or ("", "")
        self.entry.label = label
        name, pairs, first = choices or ("", (), None)
        self.choice.description = name
        self.choice.options = list(pairs)
        values = [value for _, value in pairs]
        if values:
            self.choice.value = first if first in values else values[0]
        set_visible(self, is_visible=True)
        (self.entry if text is not None else self.choice).focus()

    @property
    def is_open(self) -> bool:
        """Whether it is waiting for an answer."""
        return self._answered is not None

    def accept(self) -> None:
        """Accept the input."""
        answered, text, choice = self._answered, self.entry.value.strip(), self.choice.value or ""
        self.close_prompt()
        self._accepted = answered
        if answered is not None:
            answered(text, choice)

    def reopen(self) -> None:
        """Wait for input again, keeping the text: it could not be used yet."""
        self._answered = self._accepted
        set_visible(self, is_visible=True)

    def close_saved(self) -> None:
        """Close the prompt and discard the typed text, since it was saved."""
        self.close_prompt()
        self.entry.clear()

    def cancel(self) -> None:
        """Cancel, and discard the input."""
        self.close_prompt()
        self.entry.clear()

    def close_prompt(self) -> None:
        """Leave."""
        self._answered = None
        set_visible(self, is_visible=False)

    def __repr__(self) -> str:
        return "A prompt for a text or a choice."
