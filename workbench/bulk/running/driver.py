"""The row loop: settles what came back, looks at what is unsure, claims what may be sent, and hands it out.

One thread drives it and is the only one that writes the journal for this run. It knows no thread that sends, no HTTP
and no screen. Source: ours (bulk).
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field

from workbench.bulk.journal import journal, queries
from workbench.bulk.journal.journal import Claim, Claimer
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.outcome import Outcome, OutcomeKind, RunEffect
from workbench.bulk.journal.owner import is_gone
from workbench.bulk.journal.row import State
from workbench.bulk.planning.target import Conversations, RunTarget
from workbench.bulk.running import resolve
from workbench.bulk.running.clocks import Clocks
from workbench.bulk.running.concurrency import RetrySettings, pace_for
from workbench.bulk.running.executors import Executor
from workbench.bulk.running.in_flight import GREW_OLD, NOT_BEGUN, Arrival, InFlight
from workbench.bulk.running.probe import KeysForgotten, ServiceProbe, SessionChanged
from workbench.bulk.running.progress import RunPhase
from workbench.errors import JournalError, SignInNeeded, WorkbenchError


@dataclass
class Driver:
    """One start of a run. `turn()` until `is_over`; what is in flight is always finished first."""

    client: Conversations
    place: RunTarget
    file: JournalFile
    claimer: Claimer
    executor: Executor
    patience: RetrySettings = field(default_factory=RetrySettings)
    clocks: Clocks = field(default_factory=Clocks)
    chance: random.Random = field(default_factory=random.Random)
    is_owner_gone: Callable[[str], bool] = is_gone
    phase: RunPhase = RunPhase.RUNNING
    message: str = ""
    unrecorded: list[Arrival] = field(default_factory=list)

    def __post_init__(self) -> None:
        most = self.executor.most if self.claimer.keyed else 1
        self.pace = pace_for(self.patience, most, self.place.generations_at_once)
        self.watch = ServiceProbe(self.client, self.place, self.file, self.patience)
        self._way = InFlight(self.executor, self.place, self.claimer.identity.name)
        # Where nothing has to be read between one send and the next, what came back and what goes out are one commit.
        self._is_plain = self.claimer.keyed and self.place.takes_organization
        self._round_ms = 0.0
        self._tries: dict[int, int] = {}
        self._passed_over: set[int] = set()
        self._renew_at = self._lapse_at = 0
        self._ends: tuple[RunPhase, str] | None = None

    @property
    def under_way(self) -> int:
        """How many rows are with the executor, those that wait their turn there included."""
        return len(self._way)

    @property
    def parallel(self) -> int:
        """How many sends may be going on now."""
        return min(self.under_way, self.pace.at_once)

    @property
    def is_over(self) -> bool:
        """Whether it has ended and nothing is in flight."""
        return self._ends is not None and not self.under_way

    def end(self, phase: RunPhase, message: str) -> None:
        """Claim nothing more, and take back what was not begun; the first reason stays."""
        if self._ends is None:
            self._ends = (phase, message)
            self.message = f"Finishing {self.parallel} under way. {message}" if self.under_way else message
            self._way.recall()
            self._way.wake()

    def turn(self) -> None:
        """One round. Waits for news at most as long as nothing else is due."""
        try:
            self._go_round(self._way.news(self._wait_seconds()))
        except JournalError as refused:
            self.end(RunPhase.FAILED, refused.message)
        except SignInNeeded as ended:
            self.end(RunPhase.PAUSED, f"{ended.message} Sign in as the same person and start the run again.")
        except (SessionChanged, KeysForgotten) as other:
            self.end(RunPhase.PAUSED, other.message)
        except WorkbenchError as failed:
            self._unwell(failed.message)
        if self.is_over and self._ends is not None:
            self.phase, message = self._ends
            self.message = f"{message} {self._told_unrecorded()}".strip()

    def _go_round(self, news: list[Arrival]) -> None:
        began, now = self.clocks.steady(), self.clocks.wall()
        for claim, outcome in news:
            self._take_in(claim, outcome, now)
        self.unrecorded += news
        slept_ms = self.clocks.slept_ms()
        free = 0 if self._ends or slept_ms else self._free(now)
        claims = self._settle(now, free if self._is_plain else 0)
        for claim in claims:
            self._hand_out(claim)
        if claims:
            self._round_ms += (self.clocks.steady() - began - self._round_ms) / 8
            self._says(RunPhase.RUNNING, "")
            self._keep_leases(now)
        elif self._ends is None:
            self._go_on(slept_ms)
        elif self.under_way:
            self._keep_leases(self.clocks.wall())

    def _free(self, now: int) -> int:
        room = self._way.allow(self.pace.at_once)
        ahead = min(room, self.pace.ahead(self._round_ms)) if self._is_plain else 0
        return self.pace.free(self.under_way - ahead, now)

    def _go_on(self, slept_ms: int) -> None:
        now = self.clocks.wall()
        if slept_ms:
            self._after_sleep(slept_ms, now)
        self._keep_leases(now)
        if now < self.pace.hold_until:
            self._way.recall()
            self._says(RunPhase.WAITING, "The service asked for patience, or is unwell; waiting.")
            return
        if self.watch.look(now, keyed=self.claimer.keyed):
            self._says(RunPhase.WAITING, "Looking whether a lesson was made whose answer was lost.")
            return
        free = self._free(now)
        claims = self._claim(free) if free else []
        for claim in claims:
            self._hand_out(claim)
        if claims or self.under_way:
            self._says(RunPhase.RUNNING, "")
        elif free:
            self._nothing_to_claim(now)

    def _claim(self, free: int) -> list[Claim]:
        passed_over = sorted(self._passed_over)
        with self.file.look() as db:
            if not journal.has_claimable(db, self.claimer, self.clocks.wall(), passed_over):
                return []
            repeats = journal.has_repeat(db, self.claimer, self.clocks.wall(), passed_over)
        if repeats:
            self.watch.check_keys()
        before = self.watch.before_send(self.clocks.wall(), keyed=self.claimer.keyed)
        with self.file.begin() as db:
            return journal.claim(
                db, self.claimer, self.clocks.wall(), limit=free, passed_over=passed_over, before=before
            )

    def _hand_out(self, claim: Claim) -> None:
        self._tries[claim.row_id] = self._tries.get(claim.row_id, 0) + 1
        self._way.hand_out(claim, self.clocks.wall())

    def _wait_seconds(self) -> float:
        if not self.under_way and self._ends is None and self.phase is RunPhase.RUNNING:
            return 0.0
        left = (self.pace.hold_until - self.clocks.wall()) / 1000
        poll = self.patience.poll_seconds
        return min(poll, left) if left > 0 else poll if self.under_way else min(poll, 0.05)

    def _settle(self, now: int, free: int) -> list[Claim]:
        """Write down what came back and, in the same commit, claim up to `free` rows if nothing stands against it."""
        if not self.unrecorded and not free:
            return []
        try:
            return self._written(now, free)
        except JournalError:
            if not self.unrecorded:
                raise
            # Room is kept for this moment: what was paid for must be written down.
            self.file.drop_ballast()
            try:
                return self._written(now, 0)
            except JournalError as refused:
                self.end(RunPhase.FAILED, refused.message)
                return []

    def _written(self, now: int, free: int) -> list[Claim]:
        with self.file.begin() as db:
            for claim, outcome in self.unrecorded:
                self._record(db, claim, outcome, now)
            claims = self._claimed(db, now, free) if free else []
        self.unrecorded = []
        return claims

    def _told_unrecorded(self) -> str:
        if not self.unrecorded:
            return ""
        ids = ", ".join(outcome.lesson_id for _, outcome in self.unrecorded if outcome.lesson_id)
        return f"Lessons that were made and not recorded: {ids or 'none'}."

    def _claimed(self, db: sqlite3.Connection, now: int, free: int) -> list[Claim]:
        passed_over = sorted(self._passed_over)
        if resolve.to_look_at(db, now, keyed=True) or journal.has_repeat(db, self.claimer, now, passed_over):
            return []
        return journal.claim(db, self.claimer, now, limit=free, passed_over=passed_over)

    def _record(self, db: sqlite3.Connection, claim: Claim, outcome: Outcome, now: int) -> None:
        if outcome in (NOT_BEGUN, GREW_OLD):
            journal.give_back(db, self.claimer, claim)
            if outcome is NOT_BEGUN:
                self._tries[claim.row_id] -= 1
            elif self._is_spent(claim):
                self._passed_over.add(claim.row_id)
            return
        state = journal.settle(db, claim, outcome, now, self._wait_until(claim, outcome, now))
        if self._is_spent(claim) and state in (State.PLANNED, State.UNSURE):
            self._passed_over.add(claim.row_id)
            if claim.keyed:
                resolve.leave_to_person(db, [claim.row_id])

    def _wait_until(self, claim: Claim, outcome: Outcome, now: int) -> int:
        if outcome.kind is OutcomeKind.UNSURE and not claim.keyed:
            return now + round(self.patience.look_seconds[0] * 1000)
        tries, asked = self._tries.get(claim.row_id, 1), outcome.retry_after_seconds
        if outcome.code == "CONFLICT" and asked is not None:
            asked *= tries  # another member is having it made: ask less and less often, before all tries are used
        return now + self.patience.backoff_ms(tries, asked, self.chance)

    def _is_spent(self, claim: Claim) -> bool:
        return self._tries.get(claim.row_id, 0) >= self.patience.tries

    def _take_in(self, claim: Claim, outcome: Outcome, now: int) -> None:
        if outcome.kind is OutcomeKind.MADE:
            took_ms = now - claim.began_at if outcome.took_ms is None else outcome.took_ms
            self.pace.went_well(took_ms, now)
        match outcome.effect:
            case RunEffect.SLOW_DOWN:
                self._slow_down(outcome, now)
            case RunEffect.UNWELL:
                self._unwell(outcome.message)
            case RunEffect.SIGN_IN:
                self.end(RunPhase.PAUSED, f"{outcome.message} Sign in as the same person and start the run again.")
            case RunEffect.OUT_OF_CREDITS:
                self.end(RunPhase.STOPPED, f"{outcome.message} The rows that are left stay planned.")
            case RunEffect.NOT_ALLOWED:
                self.end(RunPhase.PAUSED, f"{outcome.message} No more rows were sent.")

    def _slow_down(self, outcome: Outcome, now: int) -> None:
        asked = outcome.retry_after_seconds or 0.0
        if outcome.kind is OutcomeKind.UNSURE:
            self._unwell(outcome.message)
        if asked > self.patience.longest_retry_after_seconds:
            self.end(
                RunPhase.PAUSED, f"The service asked to wait {asked:,.0f} seconds. Start the run again after that."
            )
        self.pace.slow_down(asked or self.chance.uniform(0, self.patience.first_seconds), now)

    def _unwell(self, message: str) -> None:
        self.pace.unwell(self.clocks.wall())
        if self.pace.tired:
            self.end(RunPhase.PAUSED, f"The service is unwell: {message} Start the run again when it is better.")

    def _keep_leases(self, now: int) -> None:
        if now >= self._renew_at and self.under_way:
            with self.file.begin() as db:
                journal.renew(db, self.claimer.owner, now + self.claimer.lease_ms)
            self._renew_at = now + round(self.patience.renew_seconds * 1000)
        if now >= self._lapse_at:
            with self.file.begin() as db:
                journal.lapse(db, now, self.is_owner_gone)
            self._lapse_at = now + round(self.patience.poll_seconds * 1000)

    def _after_sleep(self, slept_ms: int, now: int) -> None:
        self._way.recall()
        self._lapse_at = now
        self.watch.check_place()
        self._says(RunPhase.RUNNING, f"The machine woke after {slept_ms // 60_000} minutes; the session still holds.")

    def _nothing_to_claim(self, now: int) -> None:
        passed_over = sorted(self._passed_over)
        with self.file.look() as db:
            counts = queries.counts(db, self.claimer.run_id)
            here = journal.standing(db, self.claimer, passed_over)
            other = queries.others(db, self.claimer.run_id, self.claimer.owner)
            busy = not self.claimer.keyed and journal.is_busy(db)
        if counts.sending or other or busy:
            own = counts.working and not counts.sending and other is None
            follows = f"Rows are being made by {other or 'another run'}; this one follows along."
            self._says(
                RunPhase.WAITING, "An answer was lost; looking again soon. Nothing is sent before." if own else follows
            )
        elif self.claimer.keyed and self._passed_over and counts.unsure and not counts.working and not counts.planned:
            self.end(
                RunPhase.PAUSED, f"{counts.unsure:,} rows gave no answer. Start again later: their keys still hold."
            )
        elif not counts.planned and not counts.working:
            one = counts.unsure == 1
            needs = f"{counts.unsure:,} {'row needs' if one else 'rows need'} you." if counts.unsure else ""
            self.end(RunPhase.FINISHED, needs)
        elif here.sends_left <= 0:
            self.end(RunPhase.PAUSED, "All the tries of this run are used. Look at the service before `retry`.")
        elif not counts.working and here.room <= 0:
            self.end(RunPhase.STOPPED, f"What was approved is used; {counts.planned:,} rows stay planned.")
        elif here.next_at is None:
            self.end(
                RunPhase.PAUSED, f"{len(passed_over):,} rows were tried {self.patience.tries} times. Start again later."
            )
        else:
            self._says(RunPhase.WAITING, "Waiting before the next try.")

    def _says(self, phase: RunPhase, message: str) -> None:
        if self._ends is None:
            self.phase, self.message = phase, message
