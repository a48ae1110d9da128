"""A run of translations: started, watched, stopped, and gone on with; each is paid for once, whatever fails in between.

There is no journal (decision 134). A lesson has one translation a language, and the service refuses a second one before
it is paid for; the key of a call is made of what it asks for. So a run that was killed is gone on with by planning
again: what is there is left out, and a call that was under way gives the answer that was paid for.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, Protocol, Self

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
    """What a run needs of its plan: how it is called, and where it takes place."""

    @property
    def name(self) -> str: ...
    @property
    def place(self) -> RunTarget: ...


class RowRun(RunThread, Generic[R]):
    """Run that processes its rows one by one, some concurrently; nothing is sent before `start`.

    `most_made` is the number that may be paid for. Every public method may be called from any thread.
    """

    plan: RunPlan

    def __init__(
        self,
        plan: RunPlan,
        rows: Sequence[R],
        client: Client,
        *,
        most_made: int,
        retry_policy: RunRetryPolicy | None,
        path: Path | None = None,
    ) -> None:
        self.plan = plan
        self._client = client
        self._retry_policy = retry_policy or RunRetryPolicy()
        self._most_made = most_made
        self._states = RowStates(rows, plan.place.price_credits, self._on_settled)
        self._caller: PaidCaller | None = None
        self._published_at = 0.0
        super().__init__("translations", plan.name, path, self._progress(RunPhase.READY))

    def start(self, client: Client | None = None) -> Self:
        """Begin, or go on where it stopped; `client` replaces the one of a session that has ended.

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
        """Return the rows that were missing, in their current state; `only_open`: those that were refused."""
        return self._states.records(only_open=only_open)[:most]

    def retry(self, *rows: int | str) -> int:
        """Plan refused rows again, by their number in the plan; none given: all of them. How many there were."""
        records = self._states.records()
        count = self._states.plan_again([find_row(records, row) for row in rows])
        self._publish(self._progress(self.progress.phase))
        return count

    def resolve(self, row: int | str, decision: RowDecision) -> None:
        """Raise `PlanRejected`: a row is made, refused or still to be made, and needs no decision."""
        raise PlanRejected("No translation needs a decision: start the run again, or `retry` what was refused.")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.plan.name!r}: {self.progress})"

    def _sender(self, caller: PaidCaller) -> RowSender[R]:
        """Return the object that processes a row, in one start of the run."""
        raise NotImplementedError

    def _place_now(self, organization_id: str | None) -> RunTarget:
        """Where the run takes place, and its price, as both are now."""
        raise NotImplementedError

    def _on_start(self) -> None:
        """Called before rows are sent."""

    def _on_settled(self, row: R, record: RowRecord) -> None:
        """Handle a row that was made or refused, with its current state."""

    def _on_end(self, progress: Progress) -> None:
        """Called when nothing more is sent."""

    def _check_place(self) -> None:
        planned = self.plan.place
        target = self._place_now(planned.organization_id if planned.takes_organization else None)
        check_session(planned, target)
        if planned.price_credits is not None and (target.price_credits or 0) > planned.price_credits:
            raise PlanRejected(
                "The price of a translation has gone up since this was planned. Plan again. Nothing was translated."
            )

    def _make_all(self, worker: TranslationWorker[R]) -> None:
        began, done_before = time.monotonic(), self.progress.counts.done
        phase, message = RunPhase.FAILED, "The run broke off."

        def publish() -> None:
            now = time.monotonic()
            if now - self._published_at >= PUBLISH_SECONDS:
                self._published_at = now
                self._publish(self._progress(RunPhase.RUNNING, elapsed=now - began, done_before=done_before))

        try:
            phase, message = worker.make_all(self._states.planned(self._most_made), publish)
        except BaseException as error:
            message = f"The run broke off: {type(error).__name__}: {error}"
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
            approved_lessons=self._most_made,
            seconds_left=seconds_left(counts.done - done_before, left, round(elapsed * 1000)),
            credit_noun=target.credit_noun,
        )


class TranslationRun(RowRun[PlannedTranslation]):
    """The run of a plan of translations that are missing.

    `approval` is needed over 25 translations: `plan.approve(credits=…)`. Raises `PlanRejected` without.
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
        """`record` is where the run is remembered; without it where earlier runs of this plan are."""
        approval = approval or plan.cost.implied_approval(plan.digest)
        if approval.plan_digest != plan.digest:
            raise PlanRejected("This approval is for another plan. Approve this plan.")
        self._record = record or RunRecord.of_plan(plan)
        super().__init__(
            plan,
            plan.missing,
            client,
            most_made=approval.lessons,
            retry_policy=retry_policy,
            path=self._record.path,
        )

    def result(self) -> TranslationPlan:
        """Return the plan in its current state, with what was made, and the reason for what was not."""
        known = {record.row_id: record for record in self._states.records()}
        rows = (
            replace(row, made_id=found.lesson_id, error=found.message or "")
            if (found := known.get(row.row)) is not None
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

    def _place_now(self, organization_id: str | None) -> RunTarget:
        return translation_place(self._client, organization_id)
