"""ChangesPanel: apply a change plan; view, resume and undo the change sets of this computer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import traitlets

from workbench.bulk.reading.sources import MAX_FILE_BYTES
from workbench.changes.cells import read_table_file
from workbench.changes.journal import ChangeRecord, ChangeState, to_undo
from workbench.changes.plan import ChangePlan
from workbench.changes.plan_card import change_text, changed_things
from workbench.changes.planning import plan_changes
from workbench.changes.reading import find_target
from workbench.changes.results import ChangeSetSummary, find_change_sets, set_records
from workbench.changes.row import ChangeRow, ChangeVerdict, trash_count
from workbench.changes.running import ChangeRun
from workbench.changes.undo import preview_undo_changes, undo_changes
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import InputRejected
from workbench.reports import ReportOrganization, Scope, build, find_report
from workbench.reports.files.output import write_report
from workbench.reports.tables.finished import FinishedReport
from workbench.text import escape_html
from workbench.widgets.kit.controls import (
    Question,
    button,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
    user_text,
)
from workbench.widgets.kit.difference import words_html
from workbench.widgets.kit.file_drop import FileDrop
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Row, Rows
from workbench.wording import count_text

FILE_NAME: Final = "lessons.xlsx"
COLUMNS: Final = ("title", "position", "tags", "course_id", "project", "language", "lesson_id", "revision")
"""Columns of the downloaded table.

When it is dropped again, `revision` shows which changes by others the person has not seen.
"""


_CHOOSE: Final = "Select a change set to see its changes."
_NONE: Final = "No change sets yet. Drop a table above to plan one."
_HINT: Final = (
    "Excel, CSV or Parquet with a column lesson_id, and any of title, course, position, project and tags. "
    "Nothing is changed before you approve it."
)
ROWS_SHOWN: Final = 200
_SEEN: Final = "; learners see it immediately"
_HEAD: Final = ("Line", "Lesson", "Field", "Difference", "State")


class ChangesPanel(Panel):
    """Change sets of the organization; `value` is the name of the chosen one. A `plan`, if given, is shown first."""

    label = "Change sets"
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        *,
        plan: ChangePlan | None = None,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        folder: Path | None = None,
    ) -> None:
        """`folder` contains the journals (default: the user's data folder)."""
        super().__init__(client, workers=workers)
        self.plan, self.organization_id, self._folder = plan, organization_id, folder
        self.sets: tuple[ChangeSetSummary, ...] = ()
        self.records: tuple[ChangeRecord, ...] = ()
        self._making: ChangeRun | None = None
        self.drop = self.control(
            FileDrop(
                "Drop a table of changes here",
                lambda name, data: self.start_next(self.plan_file, name, data),
                lambda reason: self.fail(InputRejected(reason)),
                hint=_HINT,
                accept=".xlsx,.xlsm,.csv,.tsv,.parquet,.pq",
                max_bytes=MAX_FILE_BYTES,
            )
        )
        self.list = Rows("Change sets", empty=_NONE)
        traitlets.dlink((self, "disabled"), (self.list, "disabled"))
        self.list.observe(lambda change: self.choose(self.list.chosen[0] if self.list.chosen else None), "chosen")
        self.run_button = self.control(
            button("Apply changes…", lambda: self.run_now(self.ask_to_run), style="primary"),
            when=lambda: self.plan is not None and bool(self.plan.changes),
        )
        self.resume_button = self.control(
            button("Resume", lambda: self.start(self.resume)),
            when=lambda: any(record.state is ChangeState.PLANNED for record in self.records),
        )
        self.stop_button = self.control(
            button("Stop", self.stop), when=lambda: self._making is not None, while_busy=True
        )
        self.undo_button = self.control(
            button("Undo…", lambda: self.start(self.ask_to_undo)), when=lambda: bool(to_undo(self.records))
        )
        self.question, self.facts, self.table = Question(), html(), html()
        self.download_button = self.control(
            button("Download all lessons as a table", lambda: self.start(self._download_table))
        )
        actions = row_of_controls(self.run_button, self.resume_button, self.stop_button, self.undo_button)
        self.show(
            self.drop, row_of_controls(self.download_button), self.list, self.facts, actions, self.question, self.table
        )
        self.render()

    def refresh(self) -> None:
        """Read the change sets of this person and organization from the journals of this computer."""
        _, target = find_target(self.client, self.organization_id)
        change_sets = find_change_sets(self._folder)
        self.sets = tuple(set_ for set_ in change_sets if set_.target.identity == target.identity)
        self._read_rows()
        self.render()

    def come_back(self) -> None:
        """Read the change sets again: other panels make some, too."""
        super().come_back()
        if self._is_loaded:
            self.start_once(self.refresh)

    def choose(self, name: str | None) -> None:
        """Show the changes of a set."""
        self.value = name
        self._read_rows()
        self.render()

    def plan_file(self, name: str, data: bytes) -> None:
        """Plan the changes of a table in a file, and show the plan. Blocks. Raises `PlanRejected` with what to do."""
        table = read_table_file(data, name)
        plan = plan_changes(table, self.client, organization_id=self.organization_id)
        self.list.chosen = []
        self.plan = plan
        self.choose(None)

    def ask_to_run(self) -> None:
        """Ask whether to apply the plan, saying what it changes and what learners will see."""
        if self.plan is not None:
            changes = count_text(len(self.plan.changes), "change")
            seen = (
                f" Learners see {self.plan.public_changes:,} of them immediately." if self.plan.public_changes else ""
            )
            gone = trash_count(self.plan.rows)
            lost = f" {count_text(gone, 'lesson')} {'goes' if gone == 1 else 'go'} to the trash." if gone else ""
            question = f"Apply {changes} to {changed_things(self.plan)}?{seen}{lost}"
            self.question.ask(question, f"Apply {changes}", lambda: self.start(self.run_plan), is_dangerous=gone > 0)

    def run_plan(self) -> None:
        """Apply the plan, and show its change set. Blocks; the button runs it on a worker thread."""
        plan, self.plan = self.plan, None
        if plan is not None:
            approval = plan.approve(changes=len(plan.changes), trash=trash_count(plan.rows))
            with ChangeRun(plan, self.client, approval, folder=self._folder) as run:
                self._finish(run)

    def resume(self) -> None:
        """Resume the chosen set. Blocks."""
        if (change_set := self._selected_set()) is not None:
            with ChangeRun.of_set(change_set, self.client) as run:
                self._finish(run)

    def stop(self) -> None:
        """Stop making changes; the rest stays planned, and *Resume* makes it."""
        if self._making is not None:
            self._making.stop()
            self.notify("Finishing requests in progress, then stopping.")

    def ask_to_undo(self) -> None:
        """Ask whether to undo the chosen set, saying what would be undone and what stays. Reads from the service."""
        if (change_set := self._selected_set()) is not None:
            preview = preview_undo_changes(change_set, self.client)
            label = f"Undo {count_text(len(preview.back), 'change')}"
            self.question.ask(str(preview), label, lambda: self.start(self.undo), is_dangerous=True)

    def undo(self) -> None:
        """Undo the changes whose values nobody has changed since. Blocks."""
        if (change_set := self._selected_set()) is not None:
            self.notify(str(undo_changes(change_set, self.client)))
            self.refresh()

    def render(self) -> None:
        """Show the current state."""
        self.list.fill([_row(set_) for set_ in self.sets])
        set_visible(self.run_button, is_visible=self.plan is not None)
        if self.plan is not None and self.value is None:
            set_html(self.facts, plan_html(self.plan))
            set_html(self.table, plan_table(self.plan.rows))
        elif self.value is not None:
            set_html(self.facts, f"<p>{escape_html(f'Change set {self.value}', longest=260)}</p>")
            set_html(self.table, set_table(self.records))
        else:
            set_html(self.facts, hint(_CHOOSE if self.sets else ""))
            set_html(self.table, "")
        self.update_controls()

    def as_text(self) -> str:
        """Return the plan, or the chosen set and the number of sets, in a sentence."""
        if self.plan is not None and self.value is None:
            return change_text(self.plan, "")
        chosen = next((f" {set_!r}" for set_ in self.sets if set_.name == self.value), "")
        return f"Change sets: {len(self.sets):,}.{chosen}"

    def as_html(self) -> str:
        """Return the differences, row by row."""
        shown_plan = self.plan is not None and self.value is None
        table = plan_table(self.plan.rows) if shown_plan and self.plan else set_table(self.records)
        return f"<p>{escape_html(self.as_text(), longest=4000)}</p>" + (table if shown_plan or self.records else "")

    def _download_table(self) -> None:
        """Download a spreadsheet of all lessons in the person's browser, to be edited and dropped here. Blocks."""
        self.header.download(FILE_NAME, lessons_table(self.client, self.organization_id))
        self.notify(f"{FILE_NAME} was downloaded. Edit it, then drop it here.")

    def _finish(self, run: ChangeRun) -> None:
        self._making = run
        self.update_controls()
        leave = run.watch(lambda progress: self.notify(str(progress)))
        try:
            run.start()
        finally:
            leave()
            self._making = None
        self.value = run.name
        self.notify(str(run.progress))
        self.refresh()

    def _selected_set(self) -> ChangeSetSummary | None:
        return next((set_ for set_ in self.sets if set_.name == self.value), None)

    def _read_rows(self) -> None:
        change_set = self._selected_set()
        self.records = () if change_set is None else tuple(set_records(change_set))


def _row(set_: ChangeSetSummary) -> Row:
    counts = set_.counts
    states = (
        (counts.planned, "to do", "warn"),
        (counts.conflict, "in conflict", "bad"),
        (counts.refused, "refused", "bad"),
        (counts.undone, "undone", "plain"),
    )
    tags = tuple((f"{count:,} {word}", tone) for count, word, tone in states if count)
    return Row(set_.name, set_.name, f"{counts.done:,} of {counts.total:,} done", tags)


def lessons_table(client: Client, organization_id: str | None) -> bytes:
    """Return the bytes of an Excel file with a row for each lesson. Blocks. Raises `WorkbenchError`."""
    report = find_report("lessons")
    frame = build(client, report, Scope((ReportOrganization(organization_id),)))
    columns = tuple(next(column for column in report.columns if column.name == name) for name in COLUMNS)
    with TemporaryDirectory() as folder:
        table = FinishedReport(report.name, report.about, columns, frame[list(COLUMNS)])
        return write_report(table, Path(folder) / FILE_NAME).read_bytes()


def plan_html(plan: ChangePlan) -> str:
    """Return the plan's name, its number of rows per verdict, and notes on the table."""
    words = "; ".join(
        f"{count:,} {'to change' if verdict is ChangeVerdict.CHANGE else verdict}"
        for verdict, count in plan.counts.items()
    )
    return f"<p><strong>{user_text(plan.name)}</strong>: {escape_html(words)}</p>{''.join(map(hint, plan.notes))}"


def plan_table(rows: Sequence[ChangeRow]) -> str:
    """Return the rows of a plan as HTML: those that would be changed, and those that cannot be, with the reason.

    Before and after are shown as one text, with the differences marked. Every text is untrusted, and escaped here.
    """
    shown = [
        (row, words_html(row.shown_before, row.shown_after), f"{row.verdict_text}{_SEEN if row.is_public else ''}")
        for row in rows[:ROWS_SHOWN]
    ]
    return _table("Planned changes", shown, len(rows))


def set_table(records: Sequence[ChangeRecord]) -> str:
    """Return the rows of a set, each with its outcome."""
    shown = [
        (
            row,
            words_html(row.shown_before, row.shown_after),
            ": ".join(part for part in (row_state_text(row), row.message or "") if part),
        )
        for row in records[:ROWS_SHOWN]
    ]
    return _table("Changes made", shown, len(records))


def row_state_text(row: ChangeRecord) -> str:
    """Return the row's state for people; a reverted row is undone."""
    return "undone" if row.undone_at is not None else str(row.state)


def _table(caption: str, rows: Sequence[tuple[ChangeRow | ChangeRecord, str, str]], count: int) -> str:
    """Return rows of a plan or set as a table, each with its difference as HTML and its state.

    `count` includes the rows not shown.
    """
    head = "".join(f'<th scope="col">{heading}</th>' for heading in _HEAD)
    body = "".join(
        f'<tr><td class="wb-number">{row.line:,}</td><td><bdi '
        f'dir="auto">{escape_html(row.title, longest=120)}</bdi></td>'
        f'<td>{escape_html(row.field)}</td><td><bdi dir="auto">{difference}'
        f"</bdi></td><td>{escape_html(state)}</td></tr>"
        for row, difference, state in rows
    )
    more = f"<p>… and {count - ROWS_SHOWN:,} more rows.</p>" if count > ROWS_SHOWN else ""
    return (
        f'<div class="wb-differences" role="region" tabindex="0" aria-label="{caption}"><table class="wb-table">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{more}"
    )
