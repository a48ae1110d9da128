"""A run of translations: start, watch, stop and resume it; each is paid for once, even after failures.

There is no journal (decision 134). A lesson has one translation per language; the service refuses a second before it is
paid for; a call's key is derived from its input. So a killed run is resumed by planning again: existing translations
are left out, and repeating a lost call returns the answer that was paid for.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, Protocol, Self

from workbench.argument_check import checks_arguments
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row_name import find_row
from workbench.bulk.paid_calls import PaidCaller
from workbench.bulk.planning.approval import Approval
from workbench.bulk.planning.target import RunTarget, check_session
from workbench.bulk.run_thread import RunThread
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.progress import Progress, RunPhase, seconds_left
from workbench.bulk.running.resolve import RowDecision
from workbench.bulk.translations.plan import PlannedTranslation, TranslationPlan
from workbench.bulk.translations.planning import translation_place
from workbench.bulk.translations.row_states import R, RowStates
from workbench.bulk.translations.run_record import RunRecord
from workbench.bulk.translations.sending import TranslationSender
from workbench.bulk.translations.worker import RowSender, TranslationWorker
from workbench.client.sync import Client
from workbench.errors import PlanRejected

if TYPE_CHECKING:
    import pandas

PUBLISH_SECONDS: Final = 0.2


class RunPlan(Protocol):
    """The parts of a plan that its run needs: a name, and a target."""

    @property
    def name(self) -> str: ...
    @property
    def place(self) -> RunTarget: ...


@checks_arguments
class RowRun(RunThread, Generic[R]):
    """Run that processes its rows one by one, some concurrently; nothing is sent before `start`.

    `max_paid` limits how many may be paid for. Every public method may be called from any thread.
    """

    plan: RunPlan

    def __init__(
        self,
        plan: RunPlan,
        rows: Sequence[R],
        client: Client,
        *,
        max_paid: int,
        retry_policy: RunRetryPolicy | None,
        path: Path | None = None,
    ) -> None:
        self.plan = plan
        self._client = client
        self._retry_policy = retry_policy or RunRetryPolicy()
        self._max_paid = max_paid
        self._states = RowStates(rows, plan.place.price_credits, self._on_settled)
        self._caller: PaidCaller | None = None
        self._published_at = 0.0
        super().__init__("translations", plan.name, path, self._progress(RunPhase.READY))

    def start(self, client: Client | None = None) -> Self:
        """Start, or resume where it stopped; `client` replaces the one whose session has ended.

        Raises `PlanRejected` when the session is another person's, or the price has risen.
        """
        with self._starting:
            if self.is_running:
                return self
            self._client = client or self._client
            self._check_place()
            self._stopping.clear()
            caller = self._caller = PaidCaller(self._client, self._retry_policy, self._stopping)
            caller.on_wait = lambda: self._publish(self._progress(RunPhase.RUNNING))
            worker = TranslationWorker(self._sender(caller), self._states, self)
            self._publish(self._progress(RunPhase.RUNNING), is_shown=False)
            self._on_start()
            self._begin(partial(self._make_all, worker))
        return self

    def rows(self, *, only_open: bool = False, most: int | None = None) -> list[RowRecord]:
        """Return the rows to translate, in their current state; with `only_open`, only those that were refused."""
        latest = self._latest_run
        states = latest._states if isinstance(latest, RowRun) else self._states
        return states.records(only_open=only_open)[:most]

    def retry(self, *rows: int | str) -> int:
        """Plan refused rows again, given by number in the plan (default: all of them). Return how many."""
        records = self._states.records()
        count = self._states.plan_again([find_row(records, row) for row in rows])
        self._publish(self._progress(self.progress.phase))
        return count

    def resolve(self, row: int | str, decision: RowDecision) -> None:
        """Always raise `PlanRejected`: a row is made, refused or still to be made, and needs no decision."""
        raise PlanRejected("No translation needs a decision: start the run again, or `retry` the refused ones.")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.plan.name!r}: {self.progress})"

    def _sender(self, caller: PaidCaller) -> RowSender[R]:
        """Return the object that processes rows until the run stops."""
        raise NotImplementedError

    def _current_target(self, organization_id: str | None) -> RunTarget:
        """Return the current target and price of the run."""
        raise NotImplementedError

    def _on_start(self) -> None:
        """Called before rows are sent."""

    def _on_settled(self, row: R, record: RowRecord) -> None:
        """Handle a row that was made or refused, with its current state."""

    def _on_end(self, progress: Progress) -> None:
        """Called once nothing more will be sent."""

    def _check_place(self) -> None:
        planned = self.plan.place
        target = self._current_target(planned.organization_id if planned.takes_organization else None)
        check_session(planned, target)
        if planned.price_credits is not None and (target.price_credits or 0) > planned.price_credits:
            raise PlanRejected(
                "The price of a translation has gone up since this was planned. Plan again. Nothing was translated."
            )

    def _make_all(self, worker: TranslationWorker[R]) -> None:
        began, done_before = time.monotonic(), self.progress.counts.done
        phase, message = RunPhase.FAILED, "The run stopped unexpectedly."

        def publish() -> None:
            now = time.monotonic()
            if now - self._published_at >= PUBLISH_SECONDS:
                self._published_at = now
                self._publish(self._progress(RunPhase.RUNNING, elapsed=now - began, done_before=done_before))

        try:
            phase, message = worker.make_all(self._states.planned_rows(self._max_paid), publish)
        except BaseException as error:
            message = f"The run stopped unexpectedly: {type(error).__name__}: {error}"
            raise
        finally:
            ended = self._progress(phase, message=message)
            self._on_end(ended)
            self._publish(ended)

    def _progress(self, phase: RunPhase, *, message: str = "", elapsed: float = 0.0, done_before: int = 0) -> Progress:
        counts, target = self._states.counts(), self.plan.place
        left = counts.planned + counts.sending
        if phase is RunPhase.RUNNING and self._caller is not None and (waiting := self._caller.waiting):
            phase, message = RunPhase.WAITING, waiting
        return Progress(
            phase,
            message,
            counts,
            parallel=counts.sending,
            price_credits=target.price_credits,
            approved_lessons=self._max_paid,
            seconds_left=seconds_left(counts.done - done_before, left, round(elapsed * 1000)),
            credit_noun=target.credit_noun,
        )


class TranslationRun(RowRun[PlannedTranslation]):
    """The run that makes the missing translations of a plan.

    More than 25 translations need `approval`: `plan.approve(credits=…)`. Raises `PlanRejected` without it.
    """

    plan: TranslationPlan

    def __init__(
        self,
        plan: TranslationPlan,
        client: Client,
        approval: Approval | None = None,
        *,
        retry_policy: RunRetryPolicy | None = None,
        record: RunRecord | None = None,
    ) -> None:
        """`record` is where the run is recorded (default: where earlier runs of this plan are)."""
        approval = approval or plan.cost.implied_approval(plan.digest)
        if approval.plan_digest != plan.digest:
            raise PlanRejected("This approval is for another plan. Approve this plan.")
        self._record = record or RunRecord.of_plan(plan)
        super().__init__(
            plan,
            plan.missing,
            client,
            max_paid=approval.lessons,
            retry_policy=retry_policy,
            path=self._record.path,
        )

    def result(self) -> TranslationPlan:
        """Return the plan in its current state, with the results, and the reason for each missing one."""
        known = {record.row_id: record for record in self._states.records()}
        rows = (
            replace(row, made_id=stored.lesson_id, error=stored.message or "")
            if (stored := known.get(row.row)) is not None
            else row
            for row in self.plan.rows
        )
        return replace(self.plan, rows=tuple(rows))

    def frame(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each lesson and language, in the columns of the plan's `frame`."""
        return self.result().frame()

    def _sender(self, caller: PaidCaller) -> RowSender[PlannedTranslation]:
        return TranslationSender(self._client, caller, self.plan.place, self.plan.name)

    def _on_start(self) -> None:
        self._record.begin(self.plan, self._states.records())

    def _on_settled(self, row: PlannedTranslation, record: RowRecord) -> None:
        self._record.settle(row.lesson_id, record)

    def _on_end(self, progress: Progress) -> None:
        self._record.end(progress)

    def _current_target(self, organization_id: str | None) -> RunTarget:
        return translation_place(self._client, organization_id)
