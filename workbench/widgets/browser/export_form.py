"""The controls by which a browser's choice is exported: format, how a package scores, progress, and what was made.

What a click does is wired by the panel; `exporting` makes the files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import ipywidgets

from workbench.client.sanitize import escaped
from workbench.errors import InputRejected
from workbench.exports.files import Form
from workbench.exports.scorm.options import PASS_MARK, PackageOptions, Standard
from workbench.widgets.kit.controls import button, close_tree, dropdown, hint, html, line, set_html, set_visible, stack
from workbench.widgets.kit.entry import TextEntry

Format = Form | Standard
FORMATS: Final = (
    ("SCORM 1.2, for a learning system such as Moodle", "scorm12"),
    ("SCORM 2004 4th Edition, for a learning system", "scorm2004"),
    ("HTML page, to read in a browser", "html"),
    ("Markdown, to read in an editor", "markdown"),
)
_STATES: Final = (("as they are now", "now"), ("as learners see them", "published"))
_COMPLETE: Final = (
    ("all pages were seen", "seen"),
    ("all questions are answered too", "answered"),
    ("it is passed", "passed"),
)
_ITEMS: Final = (("one for the whole course", "course"), ("one for each lesson", "lessons"))
MOST_LINKS: Final = 50
"""Files that are offered one by one; an archive has all of them."""


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What is to be made: a format, of what learners see or of the present, and how packages behave."""

    form: Format
    is_published: bool = False
    options: PackageOptions = field(default_factory=PackageOptions)


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
        self.form = dropdown("Format", FORMATS, value="scorm12")
        self.state = dropdown("Lessons", _STATES, value="now")
        self.pass_mark = TextEntry("Right questions that pass, in percent", hint="empty: nobody passes or fails")
        self.pass_mark.value = str(PASS_MARK)
        self.complete = dropdown("Complete when", _COMPLETE, value="seen")
        self.items = dropdown("Items in its outline", _ITEMS, value="course")
        self.start_button = button("Export", style="primary")
        self.close_button = button("Close")
        self.stop_button = button("Stop")
        self.about, self.progress, self.result = html(), html(), html()
        self.package_line = line(self.pass_mark, self.complete, self.items)
        self.progress_line = line(self.progress, self.stop_button)
        self.links = stack()
        self.form.observe(lambda change: self._lay_out(), "value")
        self._has_courses = True
        super().__init__(
            (
                self.about,
                line(self.form, self.state),
                self.package_line,
                line(self.start_button, self.close_button),
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
        """What is chosen by, off while an export runs."""
        return (self.form, self.state, self.pass_mark, self.complete, self.items, self.start_button, self.close_button)

    def offer(self, about: str, *, has_courses: bool) -> None:
        """Offer an export of what `about` says; lessons alone are not published."""
        self._has_courses = has_courses
        set_html(self.about, f"<strong>Export {escaped(about)}</strong>")
        self.show_files("", (), lambda name: None)
        set_visible(self, is_visible=True)
        self._lay_out()
        self.form.focus()

    def close_form(self) -> None:
        """Go out of sight."""
        set_visible(self, is_visible=False)

    @property
    def is_open(self) -> bool:
        """Whether it is in sight."""
        return bool(self.layout.display != "none")

    def choice(self) -> ExportChoice:
        """What is chosen. Raises `InputRejected` for what no package can be."""
        form: Format = self.form.value
        is_published = self._has_courses and self.state.value == "published"
        if form not in ("scorm12", "scorm2004"):
            return ExportChoice(form, is_published)
        return ExportChoice(form, is_published, PackageOptions(self._mark(), self.complete.value, self.items.value))

    def show_progress(self, text: str) -> None:
        """Say how far it is, with the button that stops it; nothing for an empty text."""
        set_html(self.progress, f'<span role="status">{escaped(text)}</span>' if text else "")
        set_visible(self.progress_line, is_visible=bool(text))

    def show_files(self, result: str, files: Sequence[OfferedFile], on_save: Callable[[str], object]) -> None:
        """Say what was made, and offer each file by a button; `on_save` gets its name."""
        set_html(self.result, f"<p>{escaped(result, longest=2_000)}</p>" if result else "")
        for each in self.links.children:
            close_tree(each)
        rows = [self._row(each, on_save) for each in files[:MOST_LINKS]]
        if len(files) > MOST_LINKS:
            rows.append(html(hint(f"{len(files) - MOST_LINKS:,} more are in the archive.")))
        self.links.children = tuple(rows)
        set_visible(self.links, is_visible=bool(rows))

    def _row(self, file: OfferedFile, on_save: Callable[[str], object]) -> Any:
        save = button(f"Save {file.name}", lambda: on_save(file.name))
        save.add_class("wb-link")
        size = f"{file.size / 1e6:,.1f} MB" if file.size >= 100_000 else f"{max(1, round(file.size / 1e3)):,} KB"
        about = f"{size}{', ' if file.about else ''}{file.about}"
        notes = "".join(f"<li>{escaped(each, longest=600)}</li>" for each in file.notes)
        return stack(line(save, html(hint(about))), *([html(f"<ul>{notes}</ul>")] if notes else []))

    def _mark(self) -> int | None:
        text = self.pass_mark.value.strip().removesuffix("%").strip()
        if not text:
            return None
        if not (text.isascii() and text.isdigit()) or len(text) > 3:
            raise InputRejected(
                "Right questions that pass: a whole number from 1 to 100, or nothing. Nothing was written."
            )
        return int(text)

    def _lay_out(self) -> None:
        set_visible(self.package_line, is_visible=self.form.value in ("scorm12", "scorm2004"))
        set_visible(self.state, is_visible=self._has_courses)

    def __repr__(self) -> str:
        return "A form to export lessons and courses."
