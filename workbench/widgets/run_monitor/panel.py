"""RunMonitor: live progress of a bulk run: counts, credits, time left, failures; stop, resume, decide.

It never blocks a cell: the run reports its progress, and clicks are handled on a worker thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

import traitlets

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.bulk.running.resolve import Resend, RowDecision
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import WorkbenchError
from workbench.procedures.organization import get_dashboard_recent_items
from workbench.text import escape_html
from workbench.widgets.kit.controls import button, caution, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.panel import Panel
from workbench.widgets.run_monitor.choices import SHOWN, RunChoices
from workbench.widgets.run_monitor.figures import (
    MADE,
    PHASES,
    RunWording,
    bar,
    failures_html,
    figures,
    figures_html,
    headline,
    rows_table,
    states,
)
from workbench.widgets.run_monitor.made_lessons import MadeLessons


class MonitoredPlan(Protocol):
    """The plan of a run: its name and target."""

    @property
    def name(self) -> str: ...
    @property
    def place(self) -> RunTarget: ...


class MonitoredRun(Protocol):
    """A run that is watched, stopped and resumed."""

    @property
    def plan(self) -> MonitoredPlan: ...
    @property
    def progress(self) -> Progress: ...
    def start(self) -> object: ...
    def stop(self) -> object: ...
    def watch(self, watcher: Callable[[Progress], None], /) -> Callable[[], None]: ...
    def rows(self, *, only_open: bool = False, most: int | None = None) -> list[RowRecord]: ...
    def resolve(self, row: int | str, decision: RowDecision, /) -> None: ...
    def retry(self, *rows: int | str) -> int: ...


READ_SECONDS = 2.0
"""Interval for reading the open rows while the run continues."""
SAVED_ROWS = 50
MOST_READ = 1000
"""Rows read while a run continues, to list its lessons; afterwards, all."""
_BEGINS = {RunPhase.READY: "Start", RunPhase.FINISHED: "Refresh"}


class RunMonitor(Panel):
    """A run; `value` is its phase, such as `running` or `finished`."""

    label = "Bulk run"
    value = traitlets.Unicode("")
    _leave: Callable[[], None] | None = None

    def __init__(
        self,
        client: Client,
        run: MonitoredRun,
        *,
        workers: TaskPool | None = None,
        on_open: Callable[[str], object] | None = None,
        detail_pane: Any = None,
        wording: RunWording = MADE,
    ) -> None:
        """`on_open` gets the id of a lesson that the run made; without it the lessons are not listed.

        `detail_pane` is a widget that is shown below, for example to open a lesson in.
        """
        super().__init__(client, workers=workers)
        self.on_open, self.wording = on_open, wording
        self.lessons = MadeLessons(lambda lesson_id: self.run_now(self._open, lesson_id), wording.lessons)
        self.lessons.list.observe(lambda change: self.update_controls(), "chosen")
        self.control(self.lessons.open_button, when=lambda: bool(self.lessons.list.chosen))
        self.run = run
        self.progress: Progress = run.progress
        self._read_at = 0.0
        self._shown_in: object = None
        self.head, self.bar, self.figures, self.sentence, self.troubles = html(), html(), html(), html(), html()
        self.stop_button = self.control(
            button("Stop", self.stop), when=lambda: not self.progress.is_over, while_busy=True
        )
        self.go_on_button = self.control(
            button("Resume", lambda: self.start(self.resume), style="primary"), when=self._can_resume
        )
        self.choices = RunChoices(
            lambda row, decision: self.start(self.decide, row, decision), lambda row: self.start(self.retry, row)
        )
        choices = self.choices
        for rows in (choices.list, choices.mine, choices.not_mine, choices.again, choices.retried, choices.dismissed):
            self.control(rows)
        self.show(
            self.head,
            self.bar,
            self.figures,
            self.sentence,
            row_of_controls(self.stop_button, self.go_on_button),
            self.troubles,
            self.choices,
            self.lessons,
            detail_pane,
        )
        self._leave = run.watch(self.show_progress)
        self.render()

    def show_progress(self, progress: Progress) -> None:
        """Show the progress; the run calls this a few times a second, on its own thread."""
        was_over = self.progress.is_over
        self.progress = progress
        self.render()
        if progress.is_over and not was_over:
            if progress.counts.unsure:
                self.start_next(self.offer_lessons)
            self.notify(f"{PHASES[progress.phase][0]}: {str(progress).partition(': ')[2]}")
            self.update_saved(even_if_redrawn=True)  # how the run ended is kept in every front end

    def refresh(self) -> None:
        """Read the rows again, and the lessons that may belong to unsure ones."""
        self._read_at = 0.0
        self.progress = self.run.progress
        self.render()
        self.offer_lessons()

    def offer_lessons(self) -> None:
        """Read the lessons that may be those of rows in doubt, to pick from. Blocks; a worker thread does it."""
        if any(row.needs_person for row in self.choices.records):
            self.choices.offer(self._unexplained_lessons())

    def stop(self) -> None:
        """Stop the run; requests in progress are finished."""
        self.run.stop()
        self.notify("Finishing requests in progress, then stopping. Nothing you paid for is lost.")

    def resume(self) -> None:
        """Start the run, or resume it. Blocks for a moment; buttons do it on a worker thread."""
        self.run.start()
        self.refresh()

    def decide(self, row: int | str, decision: RowDecision) -> None:
        """Carry out a person's decision on a row; a row to be resent is sent immediately."""
        self.run.resolve(row, decision)
        self.refresh()
        if isinstance(decision, Resend):
            self.resume()

    def retry(self, row: int | str) -> None:
        """Plan a refused row again and continue."""
        self.run.retry(row)
        self.resume()

    def render(self) -> None:
        """Update the display."""
        with self.lock:
            progress = self.progress
            if progress.is_over or time.monotonic() - self._read_at >= READ_SECONDS:
                self.choices.fill(self._rows(only_open=True, most=SHOWN))
                self._fill_lessons()
                self._read_at = time.monotonic()
            self.value = str(progress.phase)
            set_html(self.head, headline(self.run.plan.name, progress))
            set_html(self.bar, bar(progress))
            set_html(self.figures, figures_html(progress))
            set_html(self.sentence, self._sentence())
            set_html(self.troubles, "" if progress.is_over else failures_html(self.choices.records))
            set_visible(self.stop_button, is_visible=not progress.is_over)
            set_visible(self.go_on_button, is_visible=self._can_resume())
            self.go_on_button.description = _BEGINS.get(progress.phase, "Resume")
            self.update_controls()

    def as_text(self) -> str:
        """Return the state of the run."""
        return f"Bulk run {self.run.plan.name}: {self.progress}"

    def as_html(self) -> str:
        """Return the state with figures and rows as tables, as a saved notebook shows it without a kernel."""
        facts = [(word, f"{number:,}") for _, word, number in states(self.progress.counts) if number]
        facts += figures(self.progress)
        listed = "".join(f"<tr><th>{escape_html(name)}</th><td>{escape_html(text)}</td></tr>" for name, text in facts)
        rows = self._rows(only_open=False, most=SAVED_ROWS)
        more = self.progress.counts.total - len(rows)
        rest = f"<p>and {more:,} more rows: run.frame()</p>" if more > 0 else ""
        return f"<p>{escape_html(self.as_text())}</p><table>{listed}</table>{rows_table(rows)}{rest}"

    def close(self) -> None:
        """Stop watching; the run continues."""
        if self._leave is not None:
            self._leave()
        super().close()

    def _ipython_display_(self) -> None:
        from IPython.core.getipython import get_ipython

        shell = get_ipython()
        here = getattr(shell, "execution_count", None)
        if here is not None and here == self._shown_in:
            return  # shown while the cell was waiting for the run
        self._shown_in = here
        super()._ipython_display_()

    def _can_resume(self) -> bool:
        counts = self.progress.counts
        return self.progress.is_over and bool(counts.planned or counts.unsure)

    def _sentence(self) -> str:
        progress = self.progress
        if progress.phase in (RunPhase.PAUSED, RunPhase.FAILED):
            return caution(progress.message)
        if progress.phase is RunPhase.FINISHED:
            # The open item is named above its list.
            if self.choices.records:
                return ""
            return hint(
                self.wording.finished + (": open one below." if self.on_open else "; `run.frame()` lists them.")
            )
        if progress.phase is RunPhase.READY and self._can_resume():
            return hint("Not started yet.")
        return hint(progress.message)

    def _fill_lessons(self) -> None:
        progress = self.progress
        is_listed = self.on_open is not None and progress.counts.done > 0
        set_visible(self.lessons, is_visible=is_listed)
        if is_listed:
            most = None if progress.is_over else MOST_READ
            self.lessons.fill(self._rows(only_open=False, most=most), progress.counts.done)

    def _open(self, lesson_id: str) -> None:
        if self.on_open is not None:
            self.on_open(lesson_id)

    def _rows(self, *, only_open: bool, most: int | None) -> list[RowRecord]:
        try:
            return self.run.rows(only_open=only_open, most=most)
        except WorkbenchError:
            return []  # the journal is closed or locked for a moment; the display stays accurate enough

    def _unexplained_lessons(self) -> list[Any]:
        target = self.run.plan.place
        organization_id = target.organization_id if target.takes_organization else None
        known = {row.lesson_id for row in self.run.rows()}
        items = self.client.call(get_dashboard_recent_items(organization_id=organization_id)).recent_items
        by_id = {item.lesson_id: item for item in items if item.lesson_id and item.lesson_id not in known}
        return list(by_id.values())
