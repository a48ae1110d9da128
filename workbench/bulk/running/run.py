"""A run: a plan being carried out. It can be started, watched, stopped and started again, and resumes there.

It holds the journal and one thread that drives the rows; every public method may be called from any thread.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from workbench.argument_check import checks_arguments
from workbench.bulk.journal.claims import Claimer
from workbench.bulk.journal.enrolment import StoredApproval, approve, check_redirections
from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.journal_file import JournalFile, runs_folder
from workbench.bulk.journal.missing_lessons import done_lessons, mark_missing, missing_message, missing_rows, new_epoch
from workbench.bulk.journal.owner import new_owner
from workbench.bulk.journal.queries import RowCounts, RowRecord
from workbench.bulk.planning.approval import Approval
from workbench.bulk.planning.existing_lessons import missing_lessons
from workbench.bulk.planning.new_course import with_course_made
from workbench.bulk.planning.plan import Plan, rows_digest
from workbench.bulk.planning.target import RunTarget, check_session, find_place
from workbench.bulk.run_frame import run_frame
from workbench.bulk.run_thread import RunThread
from workbench.bulk.running import resolve
from workbench.bulk.running.clocks import Clocks
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.course_order import order_courses
from workbench.bulk.running.executors import Executor, ThreadExecutor
from workbench.bulk.running.progress import Progress, RunPhase, seconds_left
from workbench.bulk.running.resolve import RowDecision, verify
from workbench.bulk.running.scheduler import Scheduler
from workbench.bulk.running.stored_run import StoredRun, store_run
from workbench.client.calling import CallingClient
from workbench.client.lookups.findings import checked_lessons
from workbench.errors import PlanRejected, WorkbenchError

if TYPE_CHECKING:
    import pandas

PUBLISH_MS = 200
_LOG = logging.getLogger("workbench.bulk")


@checks_arguments
class Run(RunThread):
    """The run of a plan. Creating it stores the rows in the journal; no lesson is created before `start`.

    A plan with a new course has that course made first, empty and private.

    `approval` is needed over 25 rows or over the budget: `plan.approve(credits=…)`. Raises `PlanRejected` without.
    """

    def __init__(
        self,
        plan: Plan,
        client: CallingClient,
        approval: Approval | None = None,
        *,
        retry_policy: RunRetryPolicy | None = None,
        clocks: Clocks | None = None,
        executor: Executor | None = None,
        folder: Path | None = None,
    ) -> None:
        self.plan = plan
        self._client = client
        self._retry_policy = retry_policy or RunRetryPolicy()
        self._clocks = clocks or Clocks()
        self._given_executor = executor
        self._approval = approval or plan.cost.implied_approval(plan.digest)
        if self._approval.plan_digest != plan.digest:
            raise PlanRejected("This approval is for another plan. Approve this plan.")
        where = folder or runs_folder()
        file = JournalFile(where / journal_name(plan.place.service, plan.place.organization_id))
        self._is_resumed = plan.source == str(file.path)  # from its journal alone, without its list
        try:
            placed = with_course_made(plan, client)
            self._stored = store_run(file, placed, self._clocks.wall(), has_list=not self._is_resumed)
            counts = self._stored.counts()
        except BaseException:
            file.close()
            raise
        super().__init__("lessons", plan.name, file.path, _first_progress(RunPhase.READY, counts, plan.place))

    def start(self, client: CallingClient | None = None) -> Self:
        """Start, or resume where it stopped; `client` replaces that of a session that has ended.

        Every finished lesson is looked up first: if one is missing, the run pauses, and nothing is sent before a person
        has decided. Raises `PlanRejected` when the session is another person's, or the price has risen.
        """
        with self._starting:
            if self.is_running:
                return self
            self._client = client or self._client
            scheduler = self._scheduler()
            self._stopping.clear()
            if missing := _mark_missing(self._stored, self._client, scheduler.target):
                scheduler.phase, scheduler.message = RunPhase.PAUSED, missing
                _LOG.info("run %d not started: some of its lessons are missing", self._stored.run_id)
                self._publish_counts(scheduler)
                return self
            verb = "resumed" if self._is_resumed else "started"
            _LOG.info("run %d %s: %r at %s", self._stored.run_id, verb, self.plan.name, scheduler.target.origin)
            progress = _first_progress(RunPhase.RUNNING, self._stored.counts(), scheduler.target)
            self._publish(progress, is_shown=False)
            self._begin(partial(self._run_rows, scheduler))
        return self

    def stop(self) -> Self:
        """Stop sending; requests in progress are finished and recorded.

        Returns immediately: `wait()` for the end.
        """
        _LOG.info("run %d: a stop was requested", self._stored.run_id)
        return super().stop()

    def rows(self, *, only_open: bool = False, most: int | None = None) -> list[RowRecord]:
        """Return the rows of this plan from the journal, in order.

        `only_open`: only those that a person may look at.
        """
        return self._stored.rows(only_open=only_open, most=most)

    def frame(self, *, findings: bool = False) -> pandas.DataFrame:
        """A DataFrame with a row per topic; its columns are `workbench.bulk.run_frame.COLUMNS`.

        With `findings=True` the findings of the checks in the lessons are read, 100 lessons per request. Raises
        `NotFound` if the service does not check lessons.
        """
        rows = self.rows()
        if not findings:
            return run_frame(rows)
        ids = [row.lesson_id for row in rows if row.lesson_id is not None]
        checked = checked_lessons(self._client, self.plan.place.organization_id, ids)
        return run_frame(rows, {lesson.lesson_id: lesson for lesson in checked})

    def needs_you(self) -> pandas.DataFrame:
        """Return the rows that a person has to look at, with errors and choices in the first columns.

        The columns are those of `frame`.
        """
        frame = run_frame([row for row in self.rows() if row.needs_person])
        first = ["row", "topic", "error", "choices"]
        return frame[[*first, *(name for name in frame.columns if name not in first)]]

    def retry(self, *rows: int | str) -> int:
        """Plan refused rows again, by line (`12`) or name (`'12 DE'`); none given: all of them. How many there were.

        A run whose tries are all used gets as many again for the rows that are open, which then count as well.
        """
        changed = self._stored.retry(rows)
        self._publish_counts(None)
        return changed

    def resolve(self, row: int | str, decision: RowDecision) -> None:
        """Decide about one row that needs you, by its line (`12`) or its name (`'12 DE'`).

        The decision is `Assign(lesson_id)`, `Unassign()`, `Resend()` or `Dismiss()` of `workbench.bulk`; `Resend`
        approves one more paid send. Raises `PlanRejected` where the row does not allow it, and for a lesson that the
        service does not have or that is another row's.
        """
        self._stored.decide(row, verify(decision, self._client), self._clocks.wall())
        self._publish_counts(None)

    def close(self) -> None:
        """Stop, wait for requests in progress, and close the journal."""
        super().close()
        self._stored.file.close()

    def __repr__(self) -> str:
        return f"Run({self.plan.name!r}: {self.progress})"

    def _read_file(self) -> tuple[RowCounts, str | None]:
        return self._stored.counts(), self._stored.running_owner()

    def _scheduler(self) -> Scheduler:
        planned, stored = self.plan.place, self._stored
        organization_id = planned.organization_id if planned.takes_organization else None
        target = find_place(self._client, organization_id, planned.person)
        check_session(planned, target)
        if (target.price_credits or 0) > (planned.price_credits or 0) and planned.price_credits is not None:
            raise PlanRejected(
                "The price of a lesson has gone up since this was planned. Plan again. No lesson was created."
            )
        approval = StoredApproval(self.plan.digest, rows_digest(self.plan), self._approval.lessons)
        with stored.file.write_transaction() as db:
            check_redirections(db, stored.run_id, stored.redirections)
            ceiling = approve(db, stored.run_id, approval, self._clocks.wall())
            resolve.reopen(db, stored.selected, shares_keys=target.shares_keys)
        _LOG.info("run %d: %d lessons are approved, %d in total", stored.run_id, approval.lessons, ceiling)
        claimer = Claimer(
            rows=stored.selected,
            identity=self.plan.identity,
            owner=new_owner(),
            keyed=target.honours_keys,
            ceiling=ceiling,
            lease_ms=round(self._retry_policy.lease_seconds * 1000),
            price_credits=planned.price_credits,
            shares_keys=target.shares_keys,
        )
        executor = self._given_executor or ThreadExecutor(self._client)
        return Scheduler(self._client, target, stored.file, claimer, executor, self._retry_policy, self._clocks)

    def _run_rows(self, scheduler: Scheduler) -> None:
        began, publish_at = self._clocks.wall(), 0
        done_before = self.progress.counts.done
        try:
            while not scheduler.is_over:
                if self.is_stopped:
                    scheduler.end(RunPhase.STOPPED, "Start it again to resume.", reason="stopped")
                scheduler.run_round()
                now = self._clocks.wall()
                if now >= publish_at:
                    self._publish_counts(scheduler, now - began, done_before)
                    # Counting a hundred thousand rows takes its time: never more than a twentieth of the run's.
                    counted = self._clocks.wall()
                    publish_at = counted + max(PUBLISH_MS, 20 * (counted - now))
            if scheduler.phase is not RunPhase.FAILED:
                note = _order_courses(self._client, scheduler.target, self._stored)
                scheduler.message = f"{scheduler.message} {note}".strip()
        except BaseException as error:
            scheduler.phase, scheduler.message = (
                RunPhase.FAILED,
                f"The run stopped unexpectedly: {type(error).__name__}: {error}",
            )
            raise
        finally:
            if self._given_executor is None:
                scheduler.executor.close()
            self._publish_counts(scheduler, self._clocks.wall() - began, done_before)

    def _publish_counts(self, scheduler: Scheduler | None, elapsed_ms: int = 0, done_before: int = 0) -> None:
        progress = self.progress
        try:
            counts = self._stored.counts()
        except WorkbenchError:
            counts = progress.counts
        left = counts.planned + counts.sending + counts.working
        guess = seconds_left(counts.done - done_before, left, elapsed_ms)
        progress = replace(progress, counts=counts, seconds_left=guess)
        if scheduler is not None:
            progress = replace(
                progress,
                phase=scheduler.phase,
                message=scheduler.message,
                parallel=scheduler.parallel,
                approved_lessons=scheduler.claimer.ceiling,
            )
        self._publish(progress)


def _first_progress(phase: RunPhase, counts: RowCounts, target: RunTarget) -> Progress:
    return Progress(phase, counts=counts, price_credits=target.price_credits, credit_noun=target.credit_noun)


def _mark_missing(stored: StoredRun, client: CallingClient, target: RunTarget) -> str:
    """Look the run's lessons up, and mark rows whose lesson is gone; the message about them, empty for none."""
    with stored.file.read_transaction() as db:
        done = done_lessons(db, stored.selected)
    gone = missing_lessons(client, target, done)
    with stored.file.write_transaction() as db:
        mark_missing(db, stored.run_id, gone)
        is_new_epoch, rows = new_epoch(db, target.epoch), missing_rows(db, stored.selected)
    return missing_message(rows, is_new_epoch=is_new_epoch) if rows else ""


def _order_courses(client: CallingClient, target: RunTarget, stored: StoredRun) -> str:
    """Put the lessons in the list's order; a message where that could not be done."""
    try:
        return order_courses(client, target, stored.file, stored.run_id)
    except WorkbenchError as failed:
        return failed.message
