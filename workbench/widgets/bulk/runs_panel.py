"""RunsPanel: the runs of an organization on this computer, of every kind: viewed, stopped, resumed and undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

import traitlets

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.run_summaries import RunSummary
from workbench.bulk.running.resume import replan
from workbench.bulk.running.run import Run
from workbench.bulk.running.stored_run import open_run
from workbench.bulk.running.undo import to_undo
from workbench.bulk.translations import TranslationRun
from workbench.bulk.translations.plan import TranslationPlan
from workbench.bulk.translations.resume import planned_again
from workbench.bulk.translations.run_record import RunRecord, TranslationRunSummary
from workbench.changes import journal as change_journal
from workbench.changes.journal import ChangeRecord, ChangeState
from workbench.changes.results import ChangeSetSummary, set_records
from workbench.changes.running import ChangeRun
from workbench.changes.undo import preview_undo_changes, undo_changes
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.runs import (
    AnyRun,
    RunKind,
    find_all_runs,
    is_run_of,
    person_of,
    run_facts,
    run_rows,
    stop_run,
    undo_preview,
    undo_run,
)
from workbench.text import escape_html
from workbench.widgets.bulk.wording import resume_text, run_text, undo_text
from workbench.widgets.changes import set_table
from workbench.widgets.kit.controls import Question, button, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Row, Rows
from workbench.widgets.run_monitor.figures import failures_html, rows_table
from workbench.widgets.run_monitor.made_lessons import MadeLessons
from workbench.wording import count_text

SAVED_ROWS = 50
_NONE = "No runs yet. A run starts when you create lessons from a list, translate, or apply changes."
_CHOOSE = "Select a run to see its rows."
_KIND_TAGS: Final[dict[RunKind, str]] = {"lessons": "", "changes": "changes", "translations": "translations"}


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
        on_run: Callable[[Run | TranslationRun], object] | None = None,
        on_open: Callable[[str], object] | None = None,
    ) -> None:
        """Create the panel; `on_run` is called with a continued run to show, `on_open` with a lesson's id."""
        super().__init__(client, workers=workers)
        self.organization_id, self.on_run = organization_id, on_run
        self.place: RunTarget | None = None
        self.runs: tuple[AnyRun, ...] = ()
        self.records: tuple[RowRecord, ...] = ()
        self.changes: tuple[ChangeRecord, ...] = ()
        self.list = self.control(Rows("Runs", empty=_NONE))
        self.list.observe(lambda change: self.run_now(self.choose), "chosen")
        self.facts, self.troubles, self.question = html(), html(), Question()
        self.resume_button = self.control(
            button("Resume…", lambda: self.start(self.ask_to_resume)),
            when=lambda: (
                self._can("planned", "sending", "unsure")
                or self._is_any_change(lambda change: change.state is ChangeState.PLANNED)
            ),
        )
        self.stop_button = self.control(
            button("Stop", lambda: self.start(self.stop)), when=lambda: self._can("sending"), while_busy=True
        )
        self.retry_button = self.control(
            button("Retry refused rows…", lambda: self.start(self.retry)),
            when=lambda: self._can("refused") and isinstance(self._selected_run(), RunSummary),
        )
        self.undo_button = self.control(
            button("Undo…", lambda: self.start(self.ask_to_undo)), when=lambda: self._can_undo()
        )
        self.undo_all_button = self.control(
            button("Undo edited lessons too…", lambda: self.start(self.ask_to_undo, True)),
            when=lambda: self._can_undo(),
        )
        self.lessons = MadeLessons(lambda lesson_id: self.run_now(on_open or _nothing, lesson_id))
        self.control(self.lessons.open_button, when=lambda: bool(self.lessons.list.chosen))
        self.lessons.list.observe(lambda change: self.update_controls(), "chosen")
        self._has_opener = on_open is not None
        self.changed = html()
        self.actions = row_of_controls(
            self.resume_button, self.stop_button, self.retry_button, self.undo_button, self.undo_all_button
        )
        self.show(self.list, self.facts, self.actions, self.question, self.troubles, self.lessons, self.changed)
        set_visible(self.undo_all_button, is_visible=False)
        self.render()

    def refresh(self) -> None:
        """Read the runs of this organization, and the rows of the chosen one, from the files of this computer."""
        self.place = here = find_place(self.client, self.organization_id)
        self.runs = tuple(run for run in find_all_runs() if is_run_of(run, here.service, here.organization_id))
        self._read_rows()
        self.render()

    def come_back(self) -> None:
        """Read the runs again: they continue while the panel is out of sight."""
        super().come_back()
        if self.place is not None:
            self.start_once(self.refresh)

    def choose(self) -> None:
        """Show the run that is chosen in the list."""
        run = self._selected_run()
        self.value = run.name if run else None
        self.question.close_question()
        set_visible(self.undo_all_button, is_visible=False)
        self._read_rows()
        self.render()

    def ask_to_resume(self) -> None:
        """Ask for confirmation to resume the selected run, with the remaining rows and cost. Reads the service."""
        run = self._selected_run()
        if isinstance(run, RunSummary):
            plan = replan(run, self.client)
            self.question.ask(resume_text(plan), "Resume", lambda: self.start(self.resume, plan))
        elif isinstance(run, TranslationRunSummary):
            missing = planned_again(run, self.client)
            self.question.ask(resume_text(missing), "Resume", lambda: self.start(self.translate, run, missing))
        elif run is not None:
            text = f"Apply {count_text(run.counts.planned, 'remaining change')}?"
            self.question.ask(text, "Resume", lambda: self.start(self.make_changes, run))

    def resume(self, plan: Plan) -> None:
        """Resume a run whose rest was approved, and hand it to `on_run`."""
        self._hand_over(Run(plan, self.client, plan.cost.approve_payable(plan.digest)).start())

    def translate(self, run: TranslationRunSummary, plan: TranslationPlan) -> None:
        """Make the translations that a run lacks and that were approved, and hand it to `on_run`."""
        approval = plan.cost.approve_payable(plan.digest)
        self._hand_over(TranslationRun(plan, self.client, approval, record=RunRecord(run.path)).start())

    def make_changes(self, change_set: ChangeSetSummary) -> None:
        """Make the changes of a set that are not made yet. Blocks."""
        with ChangeRun.of_set(change_set, self.client) as run:
            leave = run.watch(lambda progress: self.notify(str(progress)))
            try:
                self.notify(str(run.start().progress))
            finally:
                leave()
        self.refresh()

    def stop(self) -> None:
        """Stop the selected run, in this process or another one of this computer; requests in progress are finished."""
        if (run := self._selected_run()) is not None:
            stop_run(run)
            self.notify("Finishing requests in progress, then stopping.")

    def retry(self) -> None:
        """Plan the refused rows of the chosen run again, and ask whether to resume it."""
        if isinstance(run := self._selected_run(), RunSummary):
            with open_run(run) as stored:
                stored.retry([])
            self.refresh()
            self.ask_to_resume()

    def ask_to_undo(self, include_edited: bool = False) -> None:
        """Ask for confirmation to undo the selected run, with its effects. Reads the service."""
        run = self._selected_run()
        if isinstance(run, ChangeSetSummary):
            changes = preview_undo_changes(run, self.client)
            label = f"Undo {count_text(len(changes.back), 'change')}"
            self.question.ask(str(changes), label, lambda: self.start(self.undo), is_dangerous=True)
        elif run is not None:
            preview = undo_preview(run, self.client, include_edited=include_edited)
            set_visible(self.undo_all_button, is_visible=bool(preview.edited))
            yes = f"Move {count_text(len(preview.untouched), 'lesson')} to trash"
            self.question.ask(undo_text(preview), yes, lambda: self.start(self.undo, include_edited), is_dangerous=True)

    def undo(self, include_edited: bool = False) -> None:
        """Move the lessons of the chosen run to the trash, or put its changes back.

        Lessons that were edited stay, unless `include_edited`; so does what somebody changed since.
        """
        run = self._selected_run()
        if isinstance(run, ChangeSetSummary):
            self.notify(str(undo_changes(run, self.client)))
        elif run is not None:
            result = undo_run(run, self.client, include_edited=include_edited)
            kept = len(result.left)
            stay = (
                f" {count_text(kept, 'lesson')} edited since then {'was' if kept == 1 else 'were'} kept."
                if kept
                else ""
            )
            self.notify(f"{count_text(result.trashed, 'lesson')} moved to the trash.{stay} Credits are not refunded.")
        if run is not None:
            self.refresh()

    def render(self) -> None:
        """Update the display."""
        self.list.fill([self._row(run) for run in self.runs])
        selected = self._selected_run()
        set_visible(self.actions, is_visible=selected is not None and not selected.fault)
        if selected is None:
            set_html(self.facts, hint(_CHOOSE if self.runs else ""))
        else:
            text = selected.fault or f"{selected.name}: {run_text(run_facts(selected))}"
            mine = (
                ""
                if self._is_mine(selected)
                else hint("Another person started it on this computer. You can only view it.")
            )
            set_html(self.facts, f"<p>{escape_html(text, longest=600)}</p>{mine}")
        set_html(self.troubles, failures_html(self.records))
        set_html(self.changed, set_table(self.changes) if self.changes else "")
        done = sum(bool(record.lesson_id) for record in self.records)
        set_visible(self.lessons, is_visible=self._has_opener and done > 0)
        self.lessons.fill(self.records, done)
        self.update_controls()

    def as_text(self) -> str:
        """Return the number of runs, and the state of the chosen one."""
        run = self._selected_run()
        chosen = f" {run.name}: {run_text(run_facts(run))}." if run else ""
        return f"Runs: {len(self.runs):,}.{chosen}"

    def as_html(self) -> str:
        """Return the runs, and the rows of the chosen one, as tables."""
        states = ((run.name, run.fault or run_text(run_facts(run))) for run in self.runs)
        lines = "".join(
            f"<tr><td>{escape_html(name, longest=260)}</td><td>{escape_html(state)}</td></tr>" for name, state in states
        )
        runs = f'<table class="wb-table"><tr><th>Run</th><th>State</th></tr>{lines}</table>' if lines else ""
        rows = set_table(self.changes[:SAVED_ROWS]) if self.changes else rows_table(self.records[:SAVED_ROWS])
        return f"<p>{escape_html(self.as_text(), longest=600)}</p>{runs}{rows}"

    def _row(self, run: AnyRun) -> Row:
        facts = run_facts(run)
        made_at = datetime.fromtimestamp(facts.made_at / 1000, UTC) if facts.made_at else None
        unsure = "in conflict" if facts.kind == "changes" else "unsure"
        states = (
            (facts.planned, "to do", "warn"),
            (facts.refused, "refused", "bad"),
            (facts.unsure, unsure, "warn"),
        )
        tags = [(_KIND_TAGS[facts.kind], "plain")] if _KIND_TAGS[facts.kind] else []
        tags += [(f"{number:,} {word}", tone) for number, word, tone in states if number]
        tags += [("unreadable", "bad")] if facts.fault else []
        tags += [] if self._is_mine(run) else [("someone else's", "plain")]
        return Row(_id(run), facts.name, facts.fault or run_text(facts), tuple(tags), made_at)

    def _selected_run(self) -> AnyRun | None:
        return next((run for run in self.runs if [_id(run)] == self.list.chosen), None)

    def _read_rows(self) -> None:
        run = self._selected_run()
        self.records, self.changes = (), ()
        if run is None or run.fault:
            return
        if isinstance(run, ChangeSetSummary):
            self.changes = tuple(set_records(run))
        else:
            self.records = tuple(run_rows(run))

    def _hand_over(self, run: Run | TranslationRun) -> None:
        self.refresh()
        if self.on_run is not None:
            self.on_run(run)

    def _is_mine(self, run: AnyRun) -> bool:
        return self.place is None or person_of(run) == self.place.person

    def _can(self, *states: str) -> bool:
        run = self._selected_run()
        return run is not None and self._is_mine(run) and any(record.state in states for record in self.records)

    def _is_any_change(self, is_meant: Callable[[ChangeRecord], bool]) -> bool:
        run = self._selected_run()
        return run is not None and self._is_mine(run) and any(map(is_meant, self.changes))

    def _can_undo(self) -> bool:
        run = self._selected_run()
        if run is None or not self._is_mine(run):
            return False
        return bool(change_journal.to_undo(self.changes) or to_undo(self.records))


def _id(run: AnyRun) -> str:
    facts = run_facts(run)
    return f"{facts.kind}\n{person_of(run)}\n{facts.name}"


def _nothing(lesson_id: str) -> None:
    """Return nothing: without a way to open lessons, none are listed."""
