"""CoveragePanel: courses by languages, what is missing and what is stale; both are translated from here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import anywidget
import traitlets

from workbench.bulk.translations.planning import language_codes
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotConfirmed
from workbench.procedures.lesson import list_lessons
from workbench.reports import ReportOrganization, Scope, build, find_report
from workbench.widgets.coverage import wording
from workbench.widgets.coverage.by_hand import begin_translation, mark_as_current, translators_file
from workbench.widgets.coverage.cells import CourseLine, CoveredLesson, cell_key, course_lines, lessons_in_cells
from workbench.widgets.coverage.translating import TranslatingPanel
from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.controls import button, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.rows import Rows
from workbench.widgets.kit.selection import SelectionMessages
from workbench.wording import count_text, counted_are

if TYPE_CHECKING:
    import pandas


PAGE: Final = 100
"""Courses and lessons that are listed before one asks for more."""


class CoveragePanel(TranslatingPanel):
    """Which courses are there in which languages; `value` are the keys of the chosen cells: course id and code."""

    label = "Translations"
    shows = frozenset({"courses", "lessons"})
    value = traitlets.List(traitlets.Unicode())

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_open: Callable[[str], object] | None = None,
        detail_pane: Any = None,
    ) -> None:
        """`on_open` gets the id of a lesson; `detail_pane` is a widget that is shown below, such as where it opens."""
        super().__init__(client, organization_id=organization_id, workers=workers, on_open=on_open)
        self.detail_pane = detail_pane
        self.coverage: pandas.DataFrame | None = None
        self.lines: list[CourseLine] = []
        self.languages: list[str] = []
        self._added: list[str] = []
        self._most_courses = self._most_lessons = PAGE
        self.hint, self.facts = html(), html()
        self.entry = TextEntry("Add a language", hint="such as FR or PT-BR")
        self.entry.layout.max_width = "24em"
        self.add_button = self.control(button("Add", lambda: self.start(self.add_language, self.entry.value)))
        self.grid = self.control(CoverageGrid("Courses and languages"))
        self.grid.observe(lambda change: self.run_now(self.choose, list(change.new)), "chosen")
        self.more_button = self.control(button("Show more courses", lambda: self.run_now(self.show_more)))
        self.list = self.control(Rows("Selected lessons"))
        self.list.on_open(lambda number: self.run_now(self.open_row, number))
        self.list.on_more(lambda: self.run_now(self._show_more_lessons))
        self.list.observe(lambda change: self.update_controls(), "chosen")
        self.open_button = self.control(
            button("Open", lambda: self.run_now(self.open_row, self.list.chosen[0])),
            when=lambda: bool(self.list.chosen),
        )
        self.hand_button = self.control(
            button("Translate by hand", lambda: self.start(self.translate_by_hand)),
            when=lambda: self.on_open is not None and self._next_by_hand() is not None and not self.is_translating,
        )
        self.export_button = self.control(
            button("Export for a translator", lambda: self.start(self.export_for_translators)),
            when=lambda: bool(self._unfinished_lessons()) and not self.is_translating,
        )
        self.current_button = self.control(
            button("Mark as current…", lambda: self.run_now(self.ask_to_mark)),
            when=lambda: bool(self._lessons_to_mark()) and not self.is_translating,
        )
        self.follow_changes(list, lambda: True)  # the report is too much to be read now and then
        self.arrange_parts()
        self.render()

    def refresh(self) -> None:
        """Ask for the report on coverage, and for price and credits. What is chosen and still there stays."""
        if not self.offers(list_lessons):
            set_html(self.hint, hint(wording.NO_LESSONS))
            return
        self.read_offers()
        coverage = self._report(None)
        used = sorted(coverage["language"].dropna().unique())
        if added := [language for language in self._added if language not in used]:
            coverage = self._report(",".join([*used, *added]))
        self.coverage, self.languages = coverage, [*used, *added]
        self.lines = course_lines(coverage, self.languages)
        self._fill_grid()
        self.choose(list(self.grid.chosen))

    def add_language(self, text: str) -> None:
        """Show languages that no lesson is in yet, such as `"IT"` or `"IT,PL"`. Raises `InputRejected`."""
        self._added += [language_code for language_code in language_codes(text) if language_code not in self._added]
        self.refresh()
        self.entry.value = ""

    def choose(self, keys: list[str]) -> None:
        """Choose these cells, and list their lessons."""
        self.grid.chosen = keys
        self.value = list(self.grid.chosen)
        self.question.close_question()
        self._most_lessons = PAGE
        self.lessons = [] if self.coverage is None else lessons_in_cells(self.coverage, set(self.value))
        self.render()

    def open_row(self, number: str) -> None:
        """Open a lesson by its row in the list: the one in the language, or its source where it is missing."""
        lesson = self.lessons[int(number)]
        lesson_id = lesson.lesson_id or lesson.source_id
        if self.on_open is not None and lesson_id is not None:
            self.on_open(lesson_id)

    def translate_by_hand(self, is_confirmed: bool = False) -> None:
        """Open the chosen or first unfinished lesson with its source, creating it if it is missing.

        Asks first where another course has the title of the one that it goes into.
        """
        lesson = self._next_by_hand()
        if lesson is None or self.on_open is None:
            return
        lesson_id = lesson.lesson_id
        if lesson.can_be_made and lesson.source_id is not None:
            try:
                lesson_id = begin_translation(
                    self.client,
                    lesson.source_id,
                    lesson.language,
                    organization_id=self.organization_id,
                    is_confirmed=is_confirmed,
                )
            except NotConfirmed as taken:
                confirmed = partial(self.start, self.translate_by_hand, True)
                self.question.ask(taken.message, "Create anyway", confirmed)
                return
            self.refresh()
        if lesson_id is not None:
            self.on_open(lesson_id)

    def export_for_translators(self) -> None:
        """Download missing and stale texts of the chosen cells as XLIFF, one file per language."""
        name, content, made = translators_file(self.client, self._unfinished_lessons())
        self.header.download(name, content)
        self.notify(wording.exported_text(name, made))

    def ask_to_mark(self) -> None:
        """Ask whether the stale lessons still say what their sources say; of some chosen in the list, only these."""
        lessons = self._lessons_to_mark()
        if lessons:
            label = f"Mark {count_text(len(lessons), 'lesson')} as current"
            self.question.ask(wording.mark_text(lessons), label, lambda: self.start(self.mark_as_current, lessons))

    def mark_as_current(self, lessons: Sequence[CoveredLesson]) -> None:
        """Say that these translations say what their sources say now. Changes no text."""
        ids = [lesson.lesson_id for lesson in lessons if lesson.lesson_id is not None]
        left = sum(mark_as_current(self.client, lesson_id) for lesson_id in ids)
        self.refresh()
        self.notify(wording.marked_text(len(ids), left))

    def show_more(self) -> None:
        """List further courses."""
        self._most_courses += PAGE
        self._fill_grid()
        self.render()

    def render(self) -> None:
        """Show what is known."""
        is_known = self.coverage is not None
        lacks_model = is_known and self.place is None
        set_html(self.hint, hint((f"{wording.NO_MODEL} " if lacks_model else "") + wording.HOW) if self.lines else "")
        set_html(
            self.facts, hint(wording.chosen_text(self.lessons, self.place, self.update_credits)) if self.value else ""
        )
        set_visible(self.list, is_visible=bool(self.lessons))
        set_visible(self.open_button, is_visible=bool(self.lessons) and self.on_open is not None)
        for lesson_button in (self.hand_button, self.export_button):
            set_visible(lesson_button, is_visible=bool(self._unfinished_lessons()))
        set_visible(self.current_button, is_visible=bool(self.stale))
        set_visible(self.more_button, is_visible=len(self.lines) > self._most_courses)
        self.update_buttons()
        rows = [wording.lesson_row(at, lesson) for at, lesson in enumerate(self.lessons[: self._most_lessons])]
        self.list.fill(rows, more="Show more" if len(self.lessons) > self._most_lessons else "")
        self.update_controls()

    def arrange_parts(self) -> None:
        """Put the panel's parts in order, with the monitor where there is one."""
        self.show(
            self.hint,
            row_of_controls(self.entry, self.add_button),
            self.grid,
            self.more_button,
            self.facts,
            row_of_controls(
                self.translate_button,
                self.update_button,
                self.hand_button,
                self.export_button,
                self.current_button,
                self.open_button,
            ),
            self.question,
            self.monitor,
            self.list,
            self.detail_pane,
        )

    def as_text(self) -> str:
        """Return how many lessons are missing and stale, in how many courses."""
        cells = [cell for course_line in self.lines for cell in course_line.cells]
        missing, stale = sum(cell.missing for cell in cells), sum(cell.stale for cell in cells)
        where = f"{count_text(len(self.lines), 'course')}"
        return f"Translations: {counted_are(missing, 'lesson')} missing and {stale:,} stale in {where}."

    def as_html(self) -> str:
        """Return courses by languages as a table."""
        return super().as_html() + wording.static_table(self.lines[:PAGE], self.languages)

    def _report(self, languages: str | None) -> pandas.DataFrame:
        parameters = {"languages": languages} if languages else {}
        return build(
            self.client, find_report("coverage"), Scope((ReportOrganization(self.organization_id),), parameters)
        )

    def _unfinished_lessons(self) -> list[CoveredLesson]:
        """Return the lessons of the chosen cells that are missing or stale and have a source."""
        return [lesson for lesson in self.lessons if lesson.can_be_made or lesson.can_be_updated]

    def _lessons_to_mark(self) -> list[CoveredLesson]:
        """Return the stale translations chosen in the list, or all of the chosen cells."""
        chosen = [self.lessons[int(number)] for number in self.list.chosen if int(number) < len(self.lessons)]
        return [lesson for lesson in chosen if lesson.can_be_updated] if chosen else self.stale

    def _next_by_hand(self) -> CoveredLesson | None:
        """Return the lesson to translate next: the one chosen in the list, else the first unfinished one."""
        unfinished = self._unfinished_lessons()
        chosen = [self.lessons[int(number)] for number in self.list.chosen if int(number) < len(self.lessons)]
        return next((lesson for lesson in (*chosen, *unfinished) if lesson in unfinished), None)

    def _show_more_lessons(self) -> None:
        self._most_lessons += PAGE
        self.render()

    def _fill_grid(self) -> None:
        languages = [(language, wording.short_language(language)) for language in self.languages]
        self.grid.fill(self.lines[: self._most_courses], languages, empty=wording.NONE)


class CoverageGrid(SelectionMessages, anywidget.AnyWidget):
    """The table of courses by languages, whose cells are chosen: `chosen` are their keys, in the table's order.

    `chosen` can be set and observed. State comes down as traits, intents go up as messages.
    Space, Enter or a click chooses a cell or gives it up; on a heading, all of its row or column that are not whole.
    """

    _esm = script("coverage/grid")
    _css = styles("coverage/grid")

    label = traitlets.Unicode("").tag(sync=True)
    empty = traitlets.Unicode("").tag(sync=True)
    languages = traitlets.List(traitlets.Dict()).tag(sync=True)
    rows = traitlets.List(traitlets.Dict()).tag(sync=True)
    chosen = traitlets.List(traitlets.Unicode()).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self._keys: tuple[str, ...] = ()
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def fill(self, lines: Sequence[CourseLine], languages: Sequence[tuple[str, str]], *, empty: str) -> None:
        """Show these lines, with languages as codes and names. What is chosen and still there stays."""
        keys = [cell_key(line.course_id, code) for line in lines for code, _ in languages]
        with self.hold_sync():
            self._keys = tuple(keys)
            self.empty = empty
            self.languages = [{"code": code, "name": name} for code, name in languages]
            self.rows = [line.as_state() for line in lines]
            self.chosen = self._in_order(self.chosen)

    def _in_order(self, keys: Collection[Any]) -> list[str]:
        wanted = {key for key in keys if isinstance(key, str)}
        return [key for key in self._keys if key in wanted]

    def _on_message(self, message: Any) -> None:
        if not isinstance(message, dict) or message.get("intent") != "choose":
            return
        try:
            if not self.disabled and isinstance(message.get("keys"), list):
                self.chosen = self._in_order(message["keys"])
        finally:
            self.answer_selection(message)

    def __repr__(self) -> str:
        courses, languages = count_text(len(self.rows), "course"), count_text(len(self.languages), "language")
        return f"A table: {self.label}, {courses}, {languages}."
