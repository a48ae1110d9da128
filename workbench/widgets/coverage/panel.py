"""CoveragePanel: courses by languages, what is missing and what is stale; what is missing is translated from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import traitlets

from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.progress import Progress
from workbench.bulk.translations import TranslationPlan, TranslationRun, plan_missing
from workbench.bulk.translations.planning import language_codes, translation_place
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotSent
from workbench.reports import ReportOrganization, Scope, build, find_report
from workbench.widgets.coverage import wording
from workbench.widgets.coverage.cells import CourseLine, CoveredLesson, lessons_of_cells, lines_of
from workbench.widgets.coverage.grid import CoverageGrid
from workbench.widgets.kit.controls import Question, button, close_tree, hint, html, line, set_html, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Rows
from workbench.widgets.run_monitor.panel import RunMonitor

if TYPE_CHECKING:
    import pandas

PAGE: Final = 100
"""Courses and lessons that are listed before one asks for more."""


class CoveragePanel(Panel):
    """Which courses are there in which languages; `value` are the keys of the chosen cells: course id and code."""

    label = "Translations"
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
        super().__init__(client, workers=workers)
        self.organization_id, self.on_open, self.detail_pane = organization_id, on_open, detail_pane
        self.place: RunTarget | None = None
        self.coverage: pandas.DataFrame | None = None
        self.lines: list[CourseLine] = []
        self.languages: list[str] = []
        self.lessons: list[CoveredLesson] = []
        self.monitor: RunMonitor | None = None
        self._added: list[str] = []
        self._most_courses = self._most_lessons = PAGE
        self.hint, self.facts, self.question = html(), html(), Question()
        self.entry = TextEntry("Show a language", hint="such as FR or PT-BR")
        self.entry.layout.max_width = "24em"
        self.add_button = self.control(button("Add", lambda: self.start(self.add_language, self.entry.value)))
        self.grid = self.control(CoverageGrid("Courses by languages"))
        self.grid.observe(lambda change: self.run_now(self.choose, list(change.new)), "chosen")
        self.more_button = self.control(button("Show more courses", lambda: self.run_now(self.show_more)))
        self.list = self.control(Rows("Lessons of what is chosen"))
        self.list.on_open(lambda number: self.run_now(self.open_row, number))
        self.list.on_more(lambda: self.run_now(self._show_more_lessons))
        self.list.observe(lambda change: self.update_controls(), "chosen")
        self.translate_button = self.control(
            button("Translate what is missing …", lambda: self.start(self.ask_to_translate), style="primary"),
            when=lambda: self.place is not None and bool(self.missing) and not self.is_translating,
        )
        self.open_button = self.control(
            button("Open", lambda: self.run_now(self.open_row, self.list.chosen[0])),
            when=lambda: bool(self.list.chosen),
        )
        self._lay_out_children()
        self.lay_out()

    @property
    def missing(self) -> list[CoveredLesson]:
        """The lessons of the chosen cells that can be translated: they are missing, and have a source."""
        return [each for each in self.lessons if each.state == "missing" and each.source_id is not None]

    @property
    def is_translating(self) -> bool:
        """Whether a run that was begun here goes on."""
        return self.monitor is not None and not self.monitor.progress.is_over

    def refresh(self) -> None:
        """Ask for the report on coverage, and for price and credits. What is chosen and still there stays."""
        try:
            self.place = translation_place(self.client, self.organization_id)
        except NotSent:
            self.place = None
        coverage = self._report(None)
        used = sorted(coverage["language"].dropna().unique())
        if added := [each for each in self._added if each not in used]:
            coverage = self._report(",".join([*used, *added]))
        self.coverage, self.languages = coverage, [*used, *added]
        self.lines = lines_of(coverage, self.languages)
        self._fill_grid()
        self.choose(list(self.grid.chosen))

    def add_language(self, text: str) -> None:
        """Show languages that no lesson is in yet, such as `"IT"` or `"IT,PL"`. Raises `InputRejected`."""
        self._added += [each for each in language_codes(text) if each not in self._added]
        self.refresh()
        self.entry.value = ""

    def choose(self, keys: list[str]) -> None:
        """Choose these cells, and list their lessons."""
        self.grid.chosen = keys
        self.value = list(self.grid.chosen)
        self.question.close_question()
        self._most_lessons = PAGE
        self.lessons = [] if self.coverage is None else lessons_of_cells(self.coverage, set(self.value))
        self.lay_out()

    def ask_to_translate(self) -> None:
        """Plan what is missing in the chosen cells, which sends no write, and ask with the price for all of it."""
        plan = self._plan()
        if not plan.missing:
            self.refresh()
            self.notify("Nothing is missing there any more.")
            return
        yes = f"Translate {wording.lessons_text(len(plan.missing))}"
        self.question.ask(wording.question_text(plan), yes, lambda: self.start(self.translate, plan))

    def translate(self, plan: TranslationPlan) -> None:
        """Carry the plan out, approved at its price, and show how it goes; asks nobody."""
        run = TranslationRun(plan, self.client, plan.cost.approve_all(plan.digest)).start()
        before, self.monitor = self.monitor, RunMonitor(self.client, run, workers=self.workers, on_open=self.on_open)
        self._lay_out_children()
        if before is not None:
            close_tree(before)
        run.watch(self._follow)
        self._follow(run.progress)
        self.lay_out()

    def open_row(self, number: str) -> None:
        """Open a lesson by its row in the list: the one in the language, or its source where it is missing."""
        found = self.lessons[int(number)]
        lesson_id = found.lesson_id or found.source_id
        if self.on_open is not None and lesson_id is not None:
            self.on_open(lesson_id)

    def show_more(self) -> None:
        """List further courses."""
        self._most_courses += PAGE
        self._fill_grid()
        self.lay_out()

    def lay_out(self) -> None:
        """Show what is known."""
        is_known = self.coverage is not None
        lacks_model = is_known and self.place is None
        set_html(self.hint, hint((f"{wording.NO_MODEL} " if lacks_model else "") + wording.HOW) if self.lines else "")
        set_html(self.facts, hint(wording.chosen_text(self.lessons, self.place)) if self.value else "")
        set_visible(self.list, is_visible=bool(self.lessons))
        set_visible(self.open_button, is_visible=bool(self.lessons) and self.on_open is not None)
        set_visible(self.translate_button, is_visible=self.place is not None)
        set_visible(self.more_button, is_visible=len(self.lines) > self._most_courses)
        count = len(self.missing)
        self.translate_button.description = f"Translate {wording.lessons_text(count)} …" if count else "Translate …"
        rows = [wording.lesson_row(at, each) for at, each in enumerate(self.lessons[: self._most_lessons])]
        self.list.fill(rows, more="Show more" if len(self.lessons) > self._most_lessons else "")
        self.update_controls()

    def as_text(self) -> str:
        """How many lessons are missing and stale, in how many courses."""
        cells = [cell for each in self.lines for cell in each.cells]
        missing, stale = sum(each.missing for each in cells), sum(each.stale for each in cells)
        where = f"{len(self.lines):,} {'course' if len(self.lines) == 1 else 'courses'}"
        return f"Translations: {missing:,} lessons are missing and {stale:,} stale, in {where}."

    def as_html(self) -> str:
        """Courses by languages as a table."""
        return super().as_html() + wording.static_table(self.lines[:PAGE], self.languages)

    def _report(self, languages: str | None) -> pandas.DataFrame:
        parameters = {"languages": languages} if languages else {}
        return build(
            self.client, find_report("coverage"), Scope((ReportOrganization(self.organization_id),), parameters)
        )

    def _plan(self) -> TranslationPlan:
        pairs = [(each.source_id, each.language) for each in self.missing]
        return plan_missing(self.client, pairs, organization_id=self.organization_id)

    def _follow(self, progress: Progress) -> None:
        if progress.is_over:
            self.start_next(self._read_again)

    def _read_again(self) -> None:
        self.refresh()
        if self.monitor is not None:
            self.notify(str(self.monitor.run.progress))

    def _show_more_lessons(self) -> None:
        self._most_lessons += PAGE
        self.lay_out()

    def _fill_grid(self) -> None:
        languages = [(each, wording.short_language(each)) for each in self.languages]
        self.grid.fill(self.lines[: self._most_courses], languages, empty=wording.NONE)

    def _lay_out_children(self) -> None:
        self.show(
            self.hint,
            line(self.entry, self.add_button),
            self.grid,
            self.more_button,
            self.facts,
            line(self.translate_button, self.open_button),
            self.question,
            self.monitor,
            self.list,
            self.detail_pane,
        )
