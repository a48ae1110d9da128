"""Carry out a change set: changes are sent in batches, settled by answers, and compared again after a lost one.

It can be interrupted at any time without loss: sent changes are found by reading. Source: ours (changes 2).
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from workbench.argument_check import checks_arguments
from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.journal_file import JournalFile, runs_folder
from workbench.bulk.journal.queries import RowCounts
from workbench.bulk.planning.target import check_session
from workbench.bulk.run_thread import RunThread
from workbench.bulk.running.clocks import epoch_ms
from workbench.bulk.running.progress import Progress, RunPhase, clock_time
from workbench.changes import journal
from workbench.changes.journal import ChangeCounts, ChangeRecord, ChangeState
from workbench.changes.plan import ChangeApproval, ChangeHooks, ChangePlan, check_approval
from workbench.changes.present import PresentState
from workbench.changes.reading import (
    find_target,
    names_change_sets,
    read_courses,
    read_made,
    read_orders,
    read_present,
)
from workbench.changes.results import ChangeSetSummary, change_frame
from workbench.changes.row import ChangeTarget
from workbench.changes.settling import (
    Answered,
    ComparedAgain,
    compare_again,
    compare_orders,
    has_trashed_course,
    is_not_allowed,
    is_taken,
    makes_revision,
    needs_blocks,
    read_outcome,
    without_failed,
)
from workbench.changes.writes import ChangeWrite, batch_bytes, is_new_course, is_position, next_batch, plan_writes
from workbench.changes.xliff.reading import read_tied
from workbench.changes.xliff.tying import compare_ties, is_ties
from workbench.client.calling import CallingClient
from workbench.client.conversation import MAX_CALLS
from workbench.errors import JournalError, NotFound, WorkbenchError

if TYPE_CHECKING:
    import pandas

ROUNDS: Final = 5
"""How often rows are compared and sent again while others change the same lessons or the service is failing."""
LONGEST_WAIT_SECONDS: Final = 30.0
_NOT_THERE: Final = (
    "You no longer have access to the organization. Ask an owner or admin to add you again, then run it again."
)
_LISTED: Final = 5
_LOG: Final = logging.getLogger("workbench.changes")


@checks_arguments
class ChangeRun(RunThread):
    """The run of a change set. Creating it stores the plan's rows in the journal; nothing is sent before `start`.

    A plan that `needs_approval` needs `approval`. Raises `PlanRejected` without, and where the session is another
    person's. Where files go along with the plan, they are uploaded first, and written again at the end: `written` are
    the paths of those.
    """

    written: tuple[str, ...] = ()

    def __init__(
        self,
        plan: ChangePlan,
        client: CallingClient,
        approval: ChangeApproval | None = None,
        *,
        folder: Path | None = None,
    ) -> None:
        check_approval(plan, approval)
        _check_target(plan.target, client)
        self._hooks: ChangeHooks | None = plan.hooks
        plan = plan if self._hooks is None else self._hooks.prepare(plan)
        self._plan: ChangePlan | None = plan
        path = (folder or runs_folder()) / journal_name(plan.target.service, plan.target.organization_id)
        self._open(plan.name, plan.target, client, path)
        try:
            with self._file.write_transaction() as db:
                self._set_id = journal.enrol_changes(db, plan, epoch_ms())
                self._conditions = journal.set_conditions(db, self._set_id)
            self._publish(Progress(RunPhase.READY, counts=self._counts()))
        except BaseException:
            self._file.close()
            raise

    @classmethod
    def of_set(cls, summary: ChangeSetSummary, client: CallingClient) -> Self:
        """Return the run of a set in the journal, to continue it. Raises `PlanRejected` in another session."""
        run = cls.__new__(cls)
        run._hooks = run._plan = None
        target = _check_target(summary.target, client)
        run._open(summary.name, target, client, summary.journal)
        run._set_id = summary.set_id
        with run._file.read_transaction() as db:
            run._conditions = journal.set_conditions(db, summary.set_id)
        run._publish(Progress(RunPhase.READY, counts=run._counts()))
        return run

    def _open(self, name: str, target: ChangeTarget, client: CallingClient, path: Path) -> None:
        super().__init__("changes", name, path, Progress(RunPhase.READY))
        self.target = target
        self._client = client
        self._name_sent = name if names_change_sets(client) else None
        self._most_bytes = batch_bytes(client)
        self._taken: set[int] = set()
        self._sent: set[int] = set()
        self._file = JournalFile(path)

    def start(self) -> Self:
        """Send the planned rows until none is left, the run is stopped or the service does not answer.

        Interrupted (Ctrl-C), the run ends as stopped and raises `KeyboardInterrupt`; started again, it continues.
        """
        self._stopping.clear()
        self._work(self._send_all)
        return self

    def rows(self, state: ChangeState | None = None) -> list[ChangeRecord]:
        """Return the set's rows from the journal in order, of one state or all."""
        with self._file.read_transaction() as db:
            return journal.change_records(db, self._set_id, state=state)

    def counts(self) -> ChangeCounts:
        """Return the number of rows in each state."""
        with self._file.read_transaction() as db:
            return journal.change_counts(db, self._set_id)

    def frame(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each change: its state, both values, and any error."""
        return change_frame(self.rows())

    def close(self) -> None:
        """Stop, wait for the batch that is in progress, and close the journal."""
        super().close()
        self._file.close()

    def __repr__(self) -> str:
        return f"ChangeRun({self.name!r}: {self.progress})"

    def _send_all(self) -> None:
        self._tell(RunPhase.RUNNING)
        _LOG.info("change set %r started: %d rows to do", self.name, self.progress.counts.planned)
        try:
            message = self._rounds()
        except KeyboardInterrupt:
            self._tell(RunPhase.STOPPED, "Run it again to resume.")
            raise
        except JournalError:
            raise
        except NotFound:
            self._tell(RunPhase.PAUSED, _NOT_THERE)
        except WorkbenchError as failed:
            self._tell(RunPhase.PAUSED, str(failed))
        else:
            unwritten = " ".join(filter(None, (_left_out(self._hooks), self._finish_files())))
            if message:
                self._tell(RunPhase.PAUSED, message)
            else:
                is_stopped = self.is_stopped and self._counts().planned
                self._tell(
                    RunPhase.STOPPED if is_stopped else RunPhase.FINISHED,
                    unwritten if not is_stopped else "Run it again to resume.",
                )

    def _finish_files(self) -> str:
        """Write the files that belong to the plan, if there are any; return why they were not written, if so."""
        if self._hooks is None or self._plan is None:
            return ""
        rows = self.rows()
        open_ids = {row.lesson_id for row in rows if row.state is not ChangeState.DONE}
        try:
            names = self._hooks.finish(self._plan, {row.lesson_id for row in rows} - open_ids)
        except (OSError, WorkbenchError) as failed:
            reason = failed.message if isinstance(failed, WorkbenchError) else failed.strerror
            return f"The files were not updated ({reason}); import them again, nothing is created twice."
        self.written = tuple(names)
        return ""

    def _rounds(self) -> str:
        """Compare and send until nothing is open; why it stopped before, if it did."""
        is_new, vain = True, 0
        while planned := self.rows(ChangeState.PLANNED):
            # Courses are created before lessons are moved into them, and reordered when all lessons are in place;
            # a translation is linked when its texts are final.
            rows = [change for change in planned if is_new_course(change)]
            rows = rows or [change for change in planned if not is_position(change) and not is_ties(change)]
            rows = rows or [change for change in planned if is_ties(change)] or planned
            present: PresentState | None = None
            is_open = (
                is_position(rows[0])
                or is_ties(rows[0])
                or any(needs_blocks(row) or row.sent_base is not None for row in rows)
            )
            if is_open or not is_new:
                rows, present = self._compare_rows(rows)
            organization_id = self.target.organization_id
            writes = plan_writes(rows, present, self._conditions, self._name_sent, organization_id=organization_id)
            left = deque(writes)
            while left:
                if self.is_stopped:
                    return ""
                batch = next_batch(left, most_calls=MAX_CALLS, most_bytes=self._most_bytes)
                message, wait_seconds, again = self._send(batch)
                if message:
                    return message
                left.extendleft(reversed(again))
                seconds = min(wait_seconds, LONGEST_WAIT_SECONDS)
                if seconds:
                    next_at = clock_time(epoch_ms() + round(seconds * 1000))
                    self._tell(RunPhase.WAITING, f"The service asked to wait. The next changes are sent at {next_at}.")
                self._stopping.wait(seconds)
            is_new = False
            vain = vain + 1 if len(self.rows(ChangeState.PLANNED)) == len(planned) else 0
            if vain == ROUNDS:
                return "Some changes could not be made now. Run it again."
        return ""

    def _compare_rows(self, planned: Sequence[ChangeRecord]) -> tuple[list[ChangeRecord], PresentState]:
        """Return the rows that still have to be made, and the present state.

        The rows are all of positions, all of ties, or none of these.
        """
        run_target, _ = find_target(self._client, self.target.organization_id)
        if is_position(planned[0]):
            self._conditions = without_failed(self._conditions, self.rows())
            with self._file.write_transaction() as db:  # for the undo, too
                journal.store_conditions(db, self._set_id, self.target, self._conditions)
            courses = read_courses(self._client, run_target)
            orders = read_orders(self._client, run_target, {change.course_id for change in planned} & courses.keys())
            present = PresentState({}, courses, orders=orders)
            compared = compare_orders(planned, present, self._conditions)
        elif is_ties(planned[0]):
            present = PresentState({}, translations=read_tied(self._client, planned, self.rows()))
            compared = ComparedAgain(compare_ties(planned, present.translations))
        else:
            ids = {change.lesson_id for change in planned}
            with_blocks = {change.lesson_id for change in planned if needs_blocks(change)}
            with_trash = has_trashed_course(planned)
            present = read_present(
                self._client, run_target, ids, with_blocks=with_blocks, with_trashed_courses=with_trash
            )
            was_sent = {change.row_id for change in planned if change.sent_base is not None} | self._sent
            doubtful = {change.lesson_id for change in planned if change.row_id in was_sent and makes_revision(change)}
            has_names = self._name_sent is not None
            made = read_made(self._client, doubtful, self.name, self.target.person) if has_names else None
            compared = compare_again(planned, present, made, self._taken, self._sent)
        with self._file.write_transaction() as db:
            journal.settle_rows(db, compared.settled, epoch_ms())
            journal.rebase_rows(db, compared.based)
        self._tell(RunPhase.RUNNING)
        wanted = {change.row_id for change in planned}
        return [row for row in self.rows(ChangeState.PLANNED) if row.row_id in wanted], present

    def _send(self, writes: Sequence[ChangeWrite]) -> tuple[str, float, list[ChangeWrite]]:
        """Send one batch and record the outcome.

        Returns why the run pauses, if it does; how long to wait before sending more; and what the service deferred.
        """
        with self._file.write_transaction() as db:
            journal.mark_sent(db, (record for write in writes for record in write.records))
        self._sent.update(record.row_id for write in writes for record in write.records)
        outcomes = self._client.outcomes(*(write.call for write in writes))
        results = [read_outcome(write.records, outcome) for write, outcome in zip(writes, outcomes, strict=True)]
        message = next((result.stops for result in results if result.stops), "")
        taken = (write for write, outcome in zip(writes, outcomes, strict=True) if is_taken(outcome))
        self._taken.update(record.row_id for write in taken for record in write.records)
        if all(map(is_not_allowed, outcomes)):
            message, results = outcomes[0].message, [Answered() for _ in results]
        with self._file.write_transaction() as db:
            journal.settle_rows(db, (one for result in results for one in result.settlements), epoch_ms())
            journal.unmark_sent(db, _not_applied(writes, results))
        self._tell(RunPhase.RUNNING)
        again = [write for write, result in zip(writes, results, strict=True) if result.is_put_off]
        return message, max(result.wait_seconds for result in results), again

    def _counts(self) -> RowCounts:
        counts = self.counts()
        return RowCounts(planned=counts.planned, done=counts.done, refused=counts.refused, unsure=counts.conflict)

    def _tell(self, phase: RunPhase, message: str = "") -> None:
        progress = replace(self.progress, phase=phase, message=message, counts=self._counts())
        if phase is not RunPhase.RUNNING:
            _LOG.info("change set %r: %s", self.name, progress)
        self._publish(progress)


def _left_out(hooks: ChangeHooks | None) -> str:
    refusals = hooks.left_out if hooks is not None else ()
    if not refusals:
        return ""
    more = f"; and {len(refusals) - _LISTED:,} more" if len(refusals) > _LISTED else ""
    return f"Skipped, with everything that refers to it: {'; '.join(refusals[:_LISTED])}{more}."


def _not_applied(writes: Iterable[ChangeWrite], results: Iterable[Answered]) -> list[int]:
    return [
        record.row_id
        for write, result in zip(writes, results, strict=True)
        if not result.settlements and not result.is_in_doubt
        for record in write.records
        if record.sent_base is None  # else an earlier send of it may still arrive
    ]


def _check_target(planned: ChangeTarget, client: CallingClient) -> ChangeTarget:
    """Return the session's target. Raises `PlanRejected` and `OtherOrganization` if it is a different one."""
    _, target = find_target(client, planned.organization_id)
    check_session(planned, target)
    return target
