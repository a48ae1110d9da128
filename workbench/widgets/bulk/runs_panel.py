"""RunsPanel: the runs of an organization as this computer's journals have them: looked at, gone on with, undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import traitlets

from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.run_summaries import RunSummary, find_runs
from workbench.bulk.running.resume import replanned
from workbench.bulk.running.run import Run
from workbench.bulk.running.stored_run import open_run, rows_of
from workbench.bulk.running.undo import look_before_undo, to_undo, undo
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.text import escaped
from workbench.widgets.bulk.wording import resume_text, run_text, undo_text
from workbench.widgets.kit.controls import Question, button, hint, html, line, set_html, set_visible
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Row, Rows
from workbench.widgets.run_monitor.figures import failures_html, rows_table
from workbench.widgets.run_monitor.made_lessons import MadeLessons
from workbench.wording import counted

SAVED_ROWS = 50
_NONE = "No runs yet. Creating lessons from a list starts one."
_CHOOSE = "Select a run to see its lessons."


class RunsPanel(Panel):
    """Runs of this organization, newest first; `value` is the name of the chosen one."""

    label = "Runs"
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_run: Callable[[Run], object] | None = None,
        on_open: Callable[[str], object] | None = None,
    ) -> None:
        """Create the panel; `on_run` is called with a continued run to show, `on_open` with a lesson's id."""
        super().__init__(client, workers=workers)
        self.organization_id, self.on_run = organization_id, on_run
        self.place: RunTarget | None = None
        self.runs: tuple[RunSummary, ...] = ()
        self.records: tuple[RowRecord, ...] = ()
        self.list = self.control(Rows("Runs", empty=_NONE))
        self.list.observe(lambda change: self.run_now(self.choose), "chosen")
        self.facts, self.troubles, self.question = html(), html(), Question()
        self.resume_button = self.control(
            button("Resume…", lambda: self.start(self.ask_to_resume)),
            when=lambda: self._can("planned", "sending", "unsure"),
        )
        self.retry_button = self.control(
            button("Retry refused rows…", lambda: self.start(self.retry)), when=lambda: self._can("refused")
        )
        self.undo_button = self.control(
            button("Undo…", lambda: self.start(self.ask_to_undo)), when=lambda: self._can_undo()
        )
        self.undo_all_button = self.control(
            button("Undo edited ones too…", lambda: self.start(self.ask_to_undo, True)), when=lambda: self._can_undo()
        )
        self.lessons = MadeLessons(lambda lesson_id: self.run_now(on_open or _nothing, lesson_id))
        self.control(self.lessons.open_button, when=lambda: bool(self.lessons.list.chosen))
        self.lessons.list.observe(lambda change: self.update_controls(), "chosen")
        self._has_opener = on_open is not None
        self.actions = line(self.resume_button, self.retry_button, self.undo_button, self.undo_all_button)
        self.show(self.list, self.facts, self.actions, self.question, self.troubles, self.lessons)
        set_visible(self.undo_all_button, is_visible=False)
        self.lay_out()

    def refresh(self) -> None:
        """Read the runs of this organization, and the rows of the chosen one, from the journal of this computer."""
        self.place = find_place(self.client, self.organization_id)
        journal = journal_name(self.place.service, self.place.organization_id)
        self.runs = tuple(run for run in find_runs() if run.journal.name == journal)
        self._read_rows()
        self.lay_out()

    def choose(self) -> None:
        """Show the run that is chosen in the list."""
        found = self._selected_run()
        self.value = found.name if found else None
        self.question.close_question()
        set_visible(self.undo_all_button, is_visible=False)
        self._read_rows()
        self.lay_out()

    def ask_to_resume(self) -> None:
        """Ask whether the chosen run is to go on, with what is left and what that costs. Reads the service."""
        if (found := self._selected_run()) is not None:
            plan = replanned(found, self.client)
            self.question.ask(resume_text(plan), "Resume", lambda: self.start(self.resume, plan))

    def resume(self, plan: Plan) -> None:
        """Go on with a run whose rest was approved, and hand it to `on_run`."""
        run = Run(plan, self.client, plan.cost.approve_payable(plan.digest)).start()
        self.refresh()
        if self.on_run is not None:
            self.on_run(run)

    def retry(self) -> None:
        """Plan the refused rows of the chosen run again, and ask whether it is to go on."""
        if (found := self._selected_run()) is not None:
            with open_run(found) as stored:
                stored.retry([])
            self.refresh()
            self.ask_to_resume()

    def ask_to_undo(self, include_edited: bool = False) -> None:
        """Ask whether the lessons of the chosen run are to go into the trash, with what stays. Reads the service."""
        if (found := self._selected_run()) is not None:
            preview = look_before_undo(found, self.client, include_edited=include_edited)
            count = len(preview.untouched)
            set_visible(self.undo_all_button, is_visible=bool(preview.edited))
            yes = f"Move {counted(count, 'lesson')} to the trash"
            self.question.ask(undo_text(preview), yes, lambda: self.start(self.undo, include_edited), is_dangerous=True)

    def undo(self, include_edited: bool = False) -> None:
        """Put the lessons of the chosen run into the trash; those that were edited stay, unless `include_edited`."""
        if (found := self._selected_run()) is not None:
            result = undo(found, self.client, include_edited=include_edited)
            kept = "was" if len(result.left) == 1 else "were"
            stay = f" {counted(len(result.left), 'lesson')} edited since then {kept} kept." if result.left else ""
            self.notify(f"{counted(result.trashed, 'lesson')} moved to the trash.{stay} Credits are not refunded.")
            self.refresh()

    def lay_out(self) -> None:
        """Show what is known."""
        self.list.fill([self._row(run) for run in self.runs])
        found = self._selected_run()
        set_visible(self.actions, is_visible=found is not None and not found.fault)
        if found is None:
            set_html(self.facts, hint(_CHOOSE if self.runs else ""))
        else:
            text = found.fault or f"{found.name}: {run_text(found)}"
            mine = (
                ""
                if self._is_mine(found)
                else hint("Another person started it on this computer. You can only view it.")
            )
            set_html(self.facts, f"<p>{escaped(text, longest=600)}</p>{mine}")
        set_html(self.troubles, failures_html(self.records))
        done = sum(bool(record.lesson_id) for record in self.records)
        set_visible(self.lessons, is_visible=self._has_opener and done > 0)
        self.lessons.fill(self.records, done)
        self.update_controls()

    def as_text(self) -> str:
        """Return the number of runs, and the state of the chosen one."""
        found = self._selected_run()
        chosen = f" {found.name}: {run_text(found)}." if found else ""
        return f"Runs: {len(self.runs):,}.{chosen}"

    def as_html(self) -> str:
        """Return the runs, and the rows of the chosen one, as tables."""
        rows = "".join(
            f"<tr><td>{escaped(run.name, longest=260)}</td><td>{escaped(run.fault or run_text(run))}</td></tr>"
            for run in self.runs
        )
        runs = f'<table class="wb-table"><tr><th>Run</th><th>Status</th></tr>{rows}</table>' if rows else ""
        return f"<p>{escaped(self.as_text(), longest=600)}</p>{runs}{rows_table(self.records[:SAVED_ROWS])}"

    def _row(self, run: RunSummary) -> Row:
        made_at = datetime.fromtimestamp(run.made_at / 1000, UTC).isoformat() if run.made_at else ""
        left = run.rows - run.done - run.refused - run.unsure
        states = ((left, "to do", "warn"), (run.refused, "refused", "bad"), (run.unsure, "unsure", "warn"))
        tags = [(f"{number:,} {word}", tone) for number, word, tone in states if number]
        tags += [("unreadable", "bad")] if run.fault else []
        tags += [] if self._is_mine(run) else [("another person's", "plain")]
        return Row(_id(run), run.name, run.fault or run_text(run), tuple(tags), made_at)

    def _selected_run(self) -> RunSummary | None:
        return next((run for run in self.runs if [_id(run)] == self.list.chosen), None)

    def _read_rows(self) -> None:
        found = self._selected_run()
        self.records = () if found is None or found.fault else tuple(rows_of(found))

    def _is_mine(self, run: RunSummary) -> bool:
        return self.place is None or run.person == self.place.person

    def _can(self, *states: str) -> bool:
        found = self._selected_run()
        return found is not None and self._is_mine(found) and any(record.state in states for record in self.records)

    def _can_undo(self) -> bool:
        found = self._selected_run()
        return found is not None and self._is_mine(found) and bool(to_undo(self.records))


def _id(run: RunSummary) -> str:
    return f"{run.person}\n{run.name}"


def _nothing(lesson_id: str) -> None:
    """Where nobody opens lessons, none are listed."""
