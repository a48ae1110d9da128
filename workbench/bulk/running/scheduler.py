"""The row loop: takes in outcomes, looks at unsure rows, claims rows that may be sent, and hands them out.

One thread runs it, the only one that writes the journal for this run. Source: ours (bulk).
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from workbench.bulk.journal import claims, queries
from workbench.bulk.journal.claims import Claim, Claimer
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.outcome import Outcome, OutcomeKind, RunEffect
from workbench.bulk.journal.owner import owner_has_ended
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running import resolve
from workbench.bulk.running.clocks import Clocks
from workbench.bulk.running.concurrency import RunRetryPolicy, concurrency_for
from workbench.bulk.running.executors import Executor
from workbench.bulk.running.in_flight import Arrival, InFlight
from workbench.bulk.running.probe import KeysForgotten, ServiceProbe, SessionChanged
from workbench.bulk.running.progress import RunPhase, clock_time, not_made
from workbench.bulk.running.settling import OutcomeRecorder
from workbench.client.calling import CallingClient
from workbench.errors import JournalError, SignInNeeded, WorkbenchError
from workbench.wording import count_text

SIGNED_OUT: Final = "the session has ended"
NO_CREDITS: Final = "no credits"
_LOG: Final = logging.getLogger("workbench.bulk")


@dataclass
class Scheduler:
    """One start of a run. Call `run_round()` until `is_over`; requests in progress are always finished first."""

    client: CallingClient
    target: RunTarget
    file: JournalFile
    claimer: Claimer
    executor: Executor
    retry_policy: RunRetryPolicy = field(default_factory=RunRetryPolicy)
    clocks: Clocks = field(default_factory=Clocks)
    is_owner_gone: Callable[[str], bool] = owner_has_ended
    phase: RunPhase = RunPhase.RUNNING
    message: str = ""

    def __post_init__(self) -> None:
        most = self.executor.upper_limit if self.claimer.keyed else 1
        self.concurrency = concurrency_for(self.retry_policy, most, self.target.generations_at_once)
        self.probe = ServiceProbe(self.client, self.target, self.file, self.retry_policy)
        self.outcomes = OutcomeRecorder(self.file, self.claimer, self.retry_policy)
        self._in_flight = InFlight(self.executor, self.target, self.claimer.identity.name)
        # If nothing has to be read between requests, outcomes and new claims share one commit.
        self._is_plain = self.claimer.keyed and self.target.takes_organization
        self._round_ms = 0.0
        self._renew_at = self._lapse_at = 0
        self._ends: tuple[RunPhase, str] | None = None
        self._is_unpaid = False
        self._logged_limit = self.concurrency.max_concurrent

    @property
    def in_flight(self) -> int:
        """Number of rows with the executor, including those that wait their turn there."""
        return len(self._in_flight)

    @property
    def parallel(self) -> int:
        """Number of sends that may currently be in progress."""
        return min(self.in_flight, self.concurrency.max_concurrent)

    @property
    def is_over(self) -> bool:
        """Whether it has ended and no request is in progress."""
        return self._ends is not None and not self.in_flight

    def end(self, phase: RunPhase, message: str, *, reason: str) -> None:
        """Stop claiming, and cancel waiting tasks; the first reason is kept.

        `message` is for people and may be the service's; `reason` is for the log: a few fixed words.
        """
        if self._ends is None:
            _LOG.info("run %d ends: %s (%s), %d in flight", self.claimer.run_id, phase, reason, self.in_flight)
            self._ends = (phase, message)
            self._is_unpaid = reason == NO_CREDITS
            self.message = f"Finishing {self.parallel} in progress. {message}" if self.in_flight else message
            self._in_flight.recall()
            self._in_flight.wake()

    def run_round(self) -> None:
        """Run one round. Waits for results only as long as nothing else is due."""
        try:
            self._run_round(self._in_flight.news(self._wait_seconds()))
        except JournalError as refused:
            self.end(RunPhase.FAILED, refused.message, reason="journal cannot be written")
        except SignInNeeded as ended:
            self.end(
                RunPhase.PAUSED,
                f"{ended.message} Sign in as the same person, then start the run again.",
                reason=SIGNED_OUT,
            )
        except (SessionChanged, KeysForgotten) as other:
            self.end(RunPhase.PAUSED, other.message, reason=type(other).__name__)
        except WorkbenchError as failed:
            self._count_failure(failed.message)
        if self.is_over and self._ends is not None:
            self.phase, message = self._ends
            parts = (message, self._describe_unpaid(), self.outcomes.describe_unrecorded())
            self.message = " ".join(part for part in parts if part)

    def _describe_unpaid(self) -> str:
        """Return how many lessons were not made because credits ran out; empty if that is not why it ends."""
        if not self._is_unpaid:
            return ""
        try:
            with self.file.read_transaction() as db:
                counts = queries.counts(db, self.claimer.rows)
        except JournalError:
            return ""
        return not_made(counts)

    def _wait_seconds(self) -> float:
        if not self.in_flight and self._ends is None and self.phase is RunPhase.RUNNING:
            return 0.0
        left = (self.concurrency.hold_until - self.clocks.wall()) / 1000
        poll = self.retry_policy.poll_seconds
        return min(poll, left) if left > 0 else poll if self.in_flight else min(poll, 0.05)

    def _run_round(self, arrivals: list[Arrival]) -> None:
        began, now = self.clocks.steady(), self.clocks.wall()
        for claim, outcome in arrivals:
            self._react(claim, outcome, now)
        if self.concurrency.max_concurrent != self._logged_limit:
            _LOG.info(
                "run %d: %d at once, before %d",
                self.claimer.run_id,
                self.concurrency.max_concurrent,
                self._logged_limit,
            )
            self._logged_limit = self.concurrency.max_concurrent
        self.outcomes.unrecorded += arrivals
        slept_ms = self.clocks.slept_ms()
        free = 0 if self._ends or slept_ms else self._free(now)
        claimed = self._record(now, free if self._is_plain else 0)
        self._send_out(claimed)
        if claimed:
            self._round_ms += (self.clocks.steady() - began - self._round_ms) / 8
            self._set_status(RunPhase.RUNNING, "")
            self._keep_leases(now)
        elif self._ends is None:
            self._prepare_claim(slept_ms)
        elif self.in_flight:
            self._keep_leases(self.clocks.wall())

    def _free(self, now: int) -> int:
        """Return how many more rows may be claimed now."""
        room = self._in_flight.set_max_concurrent(self.concurrency.max_concurrent)
        ahead = min(room, self.concurrency.ahead(self._round_ms)) if self._is_plain else 0
        return self.concurrency.free(self.in_flight - ahead, now)

    def _record(self, now: int, free: int) -> list[Claim]:
        """Write what came back and, in the same commit, claim up to `free` rows if nothing prevents it."""

        def claim_more(db: sqlite3.Connection) -> list[Claim]:
            passed_over = sorted(self.outcomes.passed_over)
            if resolve.unsure_rows_to_check(db, now, keyed=True) or claims.has_repeat(
                db, self.claimer, now, passed_over
            ):
                return []
            return claims.claim(db, self.claimer, now, limit=free, passed_over=passed_over)

        try:
            return self.outcomes.write(now, claim_more if free else None)
        except JournalError as refused:
            if not self.outcomes.unrecorded:
                raise
            self.end(RunPhase.FAILED, refused.message, reason="journal cannot be written")
            return []

    def _prepare_claim(self, slept_ms: int) -> None:
        """Read the needed facts, then claim: after a sleep the target, after a lost answer the lessons."""
        now = self.clocks.wall()
        if slept_ms:
            self._in_flight.recall()
            self._lapse_at = now
            self.probe.check_place()
            minutes = slept_ms // 60_000
            self._set_status(
                RunPhase.RUNNING, f"The computer woke up after {minutes} minutes; the session is still valid."
            )
        self._keep_leases(now)
        if now < self.concurrency.hold_until:
            self._in_flight.recall()
            until = clock_time(self.concurrency.hold_until)
            self._set_status(RunPhase.WAITING, f"The service is busy. Retrying at {until}.")
            return
        if self.probe.check_unsure_rows(now, keyed=self.claimer.keyed):
            self._set_status(RunPhase.WAITING, "Checking whether a lesson was created, because an answer was lost.")
            return
        free = self._free(now)
        claimed = self._claim(free) if free else []
        self._send_out(claimed)
        if claimed or self.in_flight:
            self._set_status(RunPhase.RUNNING, "")
        elif free:
            self._explain_no_claims()

    def _claim(self, free: int) -> list[Claim]:
        passed_over = sorted(self.outcomes.passed_over)
        with self.file.read_transaction() as db:
            if not claims.has_claimable(db, self.claimer, self.clocks.wall(), passed_over):
                return []
            repeats = claims.has_repeat(db, self.claimer, self.clocks.wall(), passed_over)
        if repeats:
            self.probe.check_keys()
        before = self.probe.before_send(self.clocks.wall(), keyed=self.claimer.keyed)
        with self.file.write_transaction() as db:
            return claims.claim(
                db, self.claimer, self.clocks.wall(), limit=free, passed_over=passed_over, before=before
            )

    def _send_out(self, claimed: list[Claim]) -> None:
        for claim in claimed:
            _LOG.info("row %d: claimed%s", claim.row_id, ", to be sent again with its key" if claim.resend else "")
            self.outcomes.count_try(claim.row_id)
            self._in_flight.send_out(claim, self.clocks.wall())

    def _react(self, claim: Claim, outcome: Outcome, now: int) -> None:
        """Apply an outcome to the whole run: faster, slower, a pause or the end."""
        if outcome.kind is OutcomeKind.MADE:
            took_ms = now - claim.began_at if outcome.took_ms is None else outcome.took_ms
            self.concurrency.record_success(took_ms, now)
        match outcome.effect:
            case RunEffect.SLOW_DOWN:
                seconds = outcome.retry_after_seconds or 0.0
                if outcome.kind is OutcomeKind.UNSURE:
                    self._count_failure(outcome.message)
                if seconds > self.retry_policy.longest_retry_after_seconds:
                    again = "Start the run again after that."
                    message = f"The service asked to wait {seconds:,.0f} s. {again}"
                    self.end(RunPhase.PAUSED, message, reason="a long wait")
                self.concurrency.slow_down(seconds or self.retry_policy.backoff_seconds(1, None), now)
            case RunEffect.SERVICE_FAILING:
                self._count_failure(outcome.message)
            case RunEffect.SIGN_IN:
                message = f"{outcome.message} Sign in as the same person, then start the run again."
                self.end(RunPhase.PAUSED, message, reason=SIGNED_OUT)
            case RunEffect.OUT_OF_CREDITS:
                self.end(RunPhase.STOPPED, outcome.message, reason=NO_CREDITS)
            case RunEffect.NOT_ALLOWED:
                self.end(RunPhase.PAUSED, f"{outcome.message} No more rows were sent.", reason="not allowed")

    def _count_failure(self, message: str) -> None:
        self.concurrency.record_failure(self.clocks.wall())
        if self.concurrency.is_exhausted:
            message = f"The service has a problem: {message} Start the run again later."
            self.end(RunPhase.PAUSED, message, reason="the service has a problem")

    def _keep_leases(self, now: int) -> None:
        if now >= self._renew_at and self.in_flight:
            with self.file.write_transaction() as db:
                claims.renew(db, self.claimer.owner, now + self.claimer.lease_ms)
            self._renew_at = now + round(self.retry_policy.renew_seconds * 1000)
        if now >= self._lapse_at:
            with self.file.write_transaction() as db:
                claims.lapse(db, now, self.is_owner_gone)
            self._lapse_at = now + round(self.retry_policy.poll_seconds * 1000)

    def _explain_no_claims(self) -> None:
        """Handle that no row can be claimed and none is in progress: end, or say what the run is waiting for."""
        passed_over = sorted(self.outcomes.passed_over)
        with self.file.read_transaction() as db:
            counts = queries.counts(db, self.claimer.rows)
            claim_status = claims.claim_status(db, self.claimer, passed_over)
            other = queries.others(db, self.claimer.run_id, self.claimer.owner)
            busy = not self.claimer.keyed and claims.is_busy(db)
        if counts.sending or other or busy:
            own = counts.working and not counts.sending and other is None
            lost = "An answer was lost. Checking again soon, before anything else is sent."
            _LOG.debug("run %d: no claim, others are at work or a lost answer is looked at", self.claimer.run_id)
            held = f"{other.process}, until {clock_time(other.until)} unless it continues" if other else "another run"
            follows = f"Waiting for rows in progress in {held}."
            self._set_status(RunPhase.WAITING, lost if own else follows)
        elif self.claimer.keyed and passed_over and counts.unsure and not counts.working and not counts.planned:
            message = f"No answer for {count_text(counts.unsure, 'row')}. Start again later; nothing is charged twice."
            self.end(RunPhase.PAUSED, message, reason="no answer")
        elif not counts.planned and not counts.working:
            one = counts.unsure == 1
            needs = f"{counts.unsure:,} {'row needs' if one else 'rows need'} your attention." if counts.unsure else ""
            self.end(RunPhase.FINISHED, needs, reason="nothing is left to send")
        elif claim_status.sends_left <= 0:
            message = "All attempts of this run are used. Check the service before you `retry`."
            self.end(RunPhase.PAUSED, message, reason="all attempts are used")
        elif not counts.working and claim_status.room <= 0:
            message = f"The approved amount is used up. {not_made(counts)}"
            self.end(RunPhase.STOPPED, message, reason="the approved amount is used up")
        elif claim_status.next_at is None:
            message = (
                f"{count_text(len(passed_over), 'row')} tried {self.retry_policy.tries} times "
                "without success. Start again later."
            )
            self.end(RunPhase.PAUSED, message, reason="the attempts of this start are used")
        else:
            with self.file.read_transaction() as db:
                reason = queries.waiting_reason(db, self.claimer.rows)
            until = f"Waiting until {clock_time(claim_status.next_at)} before the next try. {reason}"
            self._set_status(RunPhase.WAITING, until.strip())

    def _set_status(self, phase: RunPhase, message: str) -> None:
        if self._ends is None:
            self.phase, self.message = phase, message
