"""The controls by which a browser's choice is exported: format, how a package scores, progress, and what was made.

What a click does is wired by the panel; `exporting` makes the files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import ipywidgets

from workbench.exports.formats import FORMATS, OPTIONS, Format, Kind, Option
from workbench.text import escape_html
from workbench.widgets.kit.controls import (
    button,
    close_tree,
    dropdown,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
    stack,
)
from workbench.widgets.kit.entry import TextEntry

_FIRST: Final = "scorm12"
MOST_LINKS: Final = 50
"""Files that are offered one by one; an archive has all of them."""


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What is to be made: a format, and its options by name."""

    form: Format
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OfferedFile:
    """A file that was made: its name, its size in bytes, what it holds, and what deserves a look."""

    name: str
    size: int
    about: str = ""
    notes: Sequence[str] = ()


class ExportForm(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Out of sight until `offer`. `choice` reads what is chosen."""

    def __init__(self) -> None:
        self.form = dropdown("Format", _labels("course"), value=_FIRST)
        self.options = {option.name: _field(option) for option in OPTIONS}
        self.start_button = button("Export", style="primary")
        self.close_button = button("Close")
        self.stop_button = button("Stop")
        self.about, self.progress, self.result = html(), html(), html()
        self.progress_line = row_of_controls(self.progress, self.stop_button)
        self.links = stack()
        self.form.observe(lambda change: self._show_options(), "value")
        self._kind: Kind = "course"
        super().__init__(
            (
                self.about,
                row_of_controls(self.form, *self.options.values()),
                row_of_controls(self.start_button, self.close_button),
                self.progress_line,
                self.result,
                self.links,
            )
        )
        self.add_class("wb-question")
        self.add_class("wb-export")
        set_visible(self, is_visible=False)
        self.show_progress("")

    @property
    def fields(self) -> tuple[Any, ...]:
        """Controls of the choice, switched off while an export runs."""
        return (self.form, *self.options.values(), self.start_button, self.close_button)

    def offer(self, about: str, *, has_courses: bool) -> None:
        """Offer an export of what `about` says; lessons alone are not published."""
        self._kind = "course" if has_courses else "lesson"
        set_html(self.about, f"<strong>Export {escape_html(about)}</strong>")
        self.show_files("", (), lambda name: None)
        set_visible(self, is_visible=True)
        offered, chosen = _labels(self._kind), self.form.value
        self.form.options = offered
        self.form.value = chosen if chosen in dict(offered).values() else offered[0][1]
        self._show_options()
        self.form.focus()

    def close_form(self) -> None:
        """Go out of sight."""
        set_visible(self, is_visible=False)

    @property
    def is_open(self) -> bool:
        """Whether it is visible."""
        return bool(self.layout.display != "none")

    def choice(self) -> ExportChoice:
        """Return the choice. Raises `InputRejected` for an invalid option value."""
        given = {option.name: self._value(option) for option in self._offered_options()}
        return ExportChoice(FORMATS[self.form.value], given)

    def show_progress(self, text: str) -> None:
        """Say how far it is, with the button that stops it; nothing for an empty text."""
        set_html(self.progress, f'<span role="status">{escape_html(text)}</span>' if text else "")
        set_visible(self.progress_line, is_visible=bool(text))

    def show_files(self, result: str, files: Sequence[OfferedFile], on_save: Callable[[str], object]) -> None:
        """Say what was made, and offer each file by a button; `on_save` gets its name."""
        set_html(self.result, f"<p>{escape_html(result, longest=2_000)}</p>" if result else "")
        for child in self.links.children:
            close_tree(child)
        rows = [self._row(file, on_save) for file in files[:MOST_LINKS]]
        if len(files) > MOST_LINKS:
            rows.append(html(hint(f"{len(files) - MOST_LINKS:,} more files are in the archive.")))
        self.links.children = tuple(rows)
        set_visible(self.links, is_visible=bool(rows))

    def _row(self, file: OfferedFile, on_save: Callable[[str], object]) -> Any:
        save = button(f"Download {file.name}", lambda: on_save(file.name))
        save.add_class("wb-link")
        size = f"{file.size / 1e6:,.1f} MB" if file.size >= 100_000 else f"{max(1, round(file.size / 1e3)):,} KB"
        about = f"{size}{', ' if file.about else ''}{file.about}"
        notes = "".join(f"<li>{escape_html(note, longest=600)}</li>" for note in file.notes)
        return stack(row_of_controls(save, html(hint(about))), *([html(f"<ul>{notes}</ul>")] if notes else []))

    def _offered_options(self) -> list[Option]:
        return [option for option in FORMATS[self.form.value].options if self._kind in option.kinds]

    def _value(self, option: Option) -> Any:
        value = self.options[option.name].value
        return value if option.choices else option.read(value)

    def _show_options(self) -> None:
        offered = self._offered_options()
        for option in OPTIONS:
            set_visible(self.options[option.name], is_visible=option in offered)

    def __repr__(self) -> str:
        return "Export form."


def _labels(kind: Kind) -> list[tuple[str, str]]:
    """Return the formats offered for courses or lessons, as label and name."""
    return [(form.label, form.name) for form in FORMATS.values() if kind in form.accepts]


def _field(option: Option) -> Any:
    """Return the control for an option."""
    if option.choices:
        return dropdown(option.label, option.choices, value=option.default)
    without = f"Leave empty: {option.without}" if option.without else ""
    field = TextEntry(option.label, hint=without or f"e.g. {option.example}")
    field.value = "" if option.default is None else str(option.default)
    return field
