"""The row loop, turn by turn."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

import pytest

from benchmarks.journal_rows import cost_of
from tests.bulk.enrolled import enrolled
from tests.bulk.fake_service import FakeService, MadeThen, refusal
from workbench.bulk.journal import claims, queries
from workbench.bulk.journal.idempotency import RunIdentity
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.outcome import Outcome, OutcomeKind
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State
from workbench.bulk.planning.target import find_place
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.executors import Executor, InlineExecutor, SendRequest
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.running.scheduler import Scheduler
from workbench.errors import JournalError, Unreachable

MakeScheduler = Callable[..., Scheduler]


class Never:
    """Begins errands that come back by the test's hand alone."""

    upper_limit = 8

    def __init__(self) -> None:
        self.errands: list[SendRequest] = []
        self.futures: list[Future[Outcome]] = []

    def set_max_concurrent(self, at_once: int, /) -> int:
        """Nothing waits."""
        return 0

    def submit(self, errand: SendRequest, /) -> Future[Outcome]:
        """Take it and keep it."""
        self.errands.append(errand)
        self.futures.append(Future())
        return self.futures[-1]

    def close(self) -> None:
        """Nothing to let go of."""


class Closed:
    """Can begin nothing any more."""

    upper_limit = 8

    def set_max_concurrent(self, at_once: int, /) -> int:
        """Nothing waits."""
        return 0

    def submit(self, errand: SendRequest, /) -> Future[Outcome]:
        """Refuse."""
        raise RuntimeError("the interpreter is shutting down")

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.fixture
def make_scheduler(journal_file: JournalFile, identity: RunIdentity, quick: RunRetryPolicy) -> MakeScheduler:
    """A scheduler for a run of three rows on a service."""

    def scheduler_for(service: FakeService, executor: Executor | None = None, **more: object) -> Scheduler:
        place = find_place(service)
        with journal_file.write_transaction() as db:
            who = enrolled(db, identity, 3, keyed=place.honours_keys, price_credits=place.price_credits)
        return Scheduler(service, place, journal_file, who, executor or InlineExecutor(service), quick, **more)

    return scheduler_for


def turned(scheduler: Scheduler, most: int = 500) -> Scheduler:
    """The scheduler at its end."""
    for _ in range(most):
        scheduler.run_round()
        if scheduler.is_over:
            break
    return scheduler


def rows(scheduler: Scheduler) -> list[RowRecord]:
    """The rows as they are."""
    with scheduler.file.read_transaction() as db:
        return queries.row_records(db, scheduler.claimer.rows)


def commits(scheduler: Scheduler) -> int:
    """How many commits the journal's file has seen: SQLite counts them in its header."""
    return int.from_bytes(scheduler.file.path.read_bytes()[24:28], "big")


def test_the_intent_is_on_disk_before_anything_is_sent(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """Another connection sees the row being sent while nothing has been answered."""
    scheduler = make_scheduler(service, Never())
    scheduler.run_round()
    with sqlite3.connect(scheduler.file.path) as other:
        seen = other.execute("select count(*) from attempt where outcome = 'sending'").fetchone()
    other.close()

    assert seen == (3,)
    assert scheduler.in_flight == 3


def test_a_run_ends_when_every_row_is_settled(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """Finished, with nothing in progress."""
    scheduler = turned(make_scheduler(service))

    assert (scheduler.phase, scheduler.in_flight) == (RunPhase.FINISHED, 0)
    assert [row.state for row in rows(scheduler)] == [State.DONE] * 3


def test_nothing_is_claimed_after_the_end_was_said(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """Stop means stop; the first reason stays."""
    scheduler = make_scheduler(service)
    scheduler.end(RunPhase.STOPPED, "first", reason="test")
    scheduler.end(RunPhase.FAILED, "second", reason="test")
    turned(scheduler)

    assert service.paid == []
    assert (scheduler.phase, scheduler.message) == (RunPhase.STOPPED, "first")


def test_a_send_that_could_not_begin_is_planned_again(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """Nothing left this machine; after five tries the run rests."""
    scheduler = turned(make_scheduler(service, Closed()))

    assert service.paid == []
    assert [row.state for row in rows(scheduler)] == [State.PLANNED] * 3
    assert scheduler.phase is RunPhase.PAUSED


def test_a_claim_that_grew_old_before_its_send_is_not_sent(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """The machine slept in between: the claim may be another's now."""
    scheduler = make_scheduler(service, Never())
    path = scheduler.file.path

    def wall_that_jumps_after_the_claim() -> int:
        with sqlite3.connect(path) as other:
            (sending,) = other.execute("select count(*) from attempt").fetchone()
        other.close()
        return 20_000 if sending else 0

    scheduler.clocks.wall = wall_that_jumps_after_the_claim
    scheduler.run_round()

    assert scheduler.executor.errands == []  # type: ignore[attr-defined]
    assert scheduler.in_flight == 3


def test_a_locked_journal_stops_before_sending(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """Nothing is sent that cannot be recorded."""
    scheduler = make_scheduler(service)
    scheduler.file.close()
    turned(scheduler)

    assert scheduler.phase is RunPhase.FAILED
    assert service.paid == []


def test_an_answer_on_a_full_disk_is_recorded_with_the_room_kept_for_it(
    service: FakeService, make_scheduler: MakeScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ballast is returned, and what was paid for is written down."""
    scheduler = make_scheduler(service)
    settle, dropped = claims.settle, scheduler.file.path.with_suffix(".ballast")

    def full_until_there_is_room(*args: object, **kwargs: object) -> State:
        if dropped.exists():
            raise JournalError("full")
        return settle(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(claims, "settle", full_until_there_is_room)
    turned(scheduler)

    assert [row.state for row in rows(scheduler)] == [State.DONE] * 3
    assert scheduler.outcomes.unrecorded == []


def test_an_answer_that_cannot_be_recorded_is_shown(
    service: FakeService, make_scheduler: MakeScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lesson's id is in what the person reads."""
    scheduler = make_scheduler(service)

    def full(*args: object, **kwargs: object) -> State:
        raise JournalError("full")

    monkeypatch.setattr(claims, "settle", full)
    turned(scheduler)

    assert scheduler.phase is RunPhase.FAILED
    assert "lesson0" in scheduler.message


def test_every_answer_that_cannot_be_recorded_is_shown(
    service: FakeService, make_scheduler: MakeScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that come back after the journal has failed too."""
    scheduler = make_scheduler(service, executor := Never())
    scheduler.run_round()

    def full(*args: object, **kwargs: object) -> State:
        raise JournalError("full")

    monkeypatch.setattr(claims, "settle", full)
    for number, future in enumerate(executor.futures):
        future.set_result(Outcome(OutcomeKind.MADE, lesson_id=f"lesson{number}", title="T"))
        scheduler.run_round()

    assert scheduler.is_over
    assert [text for text in ("lesson0", "lesson1", "lesson2") if text not in scheduler.message] == []


def test_without_keys_there_is_never_more_than_one_under_way(
    service_without_keys: FakeService, make_scheduler: MakeScheduler
) -> None:
    """One unsure send faces one unexplained lesson."""
    scheduler = make_scheduler(service_without_keys, Never())
    [scheduler.run_round() for _ in range(5)]

    assert scheduler.in_flight == 1


def test_a_lost_answer_without_keys_is_looked_at_before_the_next_send(
    service_without_keys: FakeService, make_scheduler: MakeScheduler
) -> None:
    """New sends are held until then."""
    service_without_keys.script = deque([MadeThen(Unreachable())])
    scheduler = make_scheduler(service_without_keys)
    [scheduler.run_round() for _ in range(2)]
    sent = len(service_without_keys.paid)
    turned(scheduler)

    assert sent == 1
    assert len(service_without_keys.paid) == 3


def test_waiting_for_the_next_look_is_said_as_such(
    service_without_keys: FakeService, make_scheduler: MakeScheduler
) -> None:
    """A run that was alone told of another run."""
    service_without_keys.script = deque([Unreachable()])
    scheduler = make_scheduler(service_without_keys)
    scheduler.clocks.wall = lambda: 1_000
    [scheduler.run_round() for _ in range(6)]

    assert (scheduler.phase, len(service_without_keys.paid)) == (RunPhase.WAITING, 1)
    assert "Checking again soon" in scheduler.message


def test_an_errand_that_broke_leaves_its_row_unsure(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """A worker that died says nothing about the lesson."""

    class Broken(Never):
        def submit(self, errand: SendRequest, /) -> Future[Outcome]:
            future: Future[Outcome] = Future()
            future.set_exception(KeyboardInterrupt())
            return future

    scheduler = make_scheduler(service, Broken())
    [scheduler.run_round() for _ in range(3)]

    assert {row.state for row in rows(scheduler)} == {State.UNSURE}


def test_a_row_of_another_kernel_is_followed(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """Its claim is respected, and named."""
    scheduler = make_scheduler(service, is_owner_gone=lambda owner: False)
    other = replace(scheduler.claimer, owner="desk b 9 s y")
    with scheduler.file.write_transaction() as db:
        claimed = claims.claim(db, other, scheduler.clocks.wall(), limit=3)
    [scheduler.run_round() for _ in range(3)]

    assert len(claimed) == 3
    assert scheduler.phase is RunPhase.WAITING
    assert "process 9 on desk" in scheduler.message


def test_a_refusal_of_all_is_not_repeated(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """403 pauses at the first."""
    service.script = deque([refusal(403, "FORBIDDEN")])
    scheduler = make_scheduler(service)
    scheduler.executor.upper_limit = 1  # type: ignore[misc]
    scheduler.concurrency.upper_limit = 1
    scheduler.concurrency.limit = 1
    turned(scheduler)

    assert (scheduler.phase, len(service.paid)) == (RunPhase.PAUSED, 1)


def test_leases_are_kept_while_the_last_sends_are_finished(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """Another kernel must not take them for lost."""
    scheduler = make_scheduler(service, Never())
    scheduler.clocks.wall = lambda: 0
    scheduler.run_round()
    scheduler.end(RunPhase.STOPPED, "", reason="test")
    scheduler.clocks.wall = lambda: 50_000
    scheduler.run_round()
    with scheduler.file.read_transaction() as db:
        leases = db.execute("select distinct lease_until from row").fetchall()

    assert leases == [(50_000 + scheduler.claimer.lease_ms,)]


class Hesitant(Never):
    """Lets errands wait, begins the first of them, and never ends it."""

    def __init__(self) -> None:
        super().__init__()
        self.futures: list[Future[Outcome]] = []

    def set_max_concurrent(self, at_once: int, /) -> int:
        """As many again."""
        return at_once

    def submit(self, errand: SendRequest, /) -> Future[Outcome]:
        """Take it; the first is begun."""
        future: Future[Outcome] = Future()
        if not self.futures:
            future.set_running_or_notify_cancel()
        self.futures.append(future)
        return future


@pytest.mark.parametrize("why", ["end", "hold"])
def test_what_was_not_begun_is_planned_again(service: FakeService, make_scheduler: MakeScheduler, why: str) -> None:
    """At a stop, and while the service wants patience; only what has begun is waited for."""
    scheduler = make_scheduler(service, Hesitant())
    scheduler.run_round()
    if why == "end":
        scheduler.end(RunPhase.STOPPED, "", reason="test")
    else:
        scheduler.concurrency.slow_down(60.0, scheduler.clocks.wall())
        scheduler.run_round()
    scheduler.run_round()

    assert scheduler.in_flight == 1
    assert [row.state for row in rows(scheduler)] == [State.SENDING, State.PLANNED, State.PLANNED]
    assert [row.attempts for row in rows(scheduler)] == [1, 0, 0]


def test_what_came_back_and_what_goes_out_are_one_commit(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """Two would double the time in which a place stands empty."""
    scheduler = make_scheduler(service)
    scheduler.concurrency.limit = 1
    scheduler.run_round()
    before = commits(scheduler)
    scheduler.run_round()

    assert [row.state for row in rows(scheduler)] == [State.DONE, State.SENDING, State.PLANNED]
    assert commits(scheduler) == before + 1


def test_a_round_is_one_commit_that_the_disk_has_before_anything_is_sent() -> None:
    """No speed by dropping durability: 640 rows in ten rounds are ten commits and a last one, each with all its syncs.

    Counted below SQLite. A commit holds when the folder has lost the journal: three syncs of files, then that one.
    """
    cost = cost_of(640)

    assert (cost.rows, cost.commits) == (640, 11)
    assert (cost.file_syncs, cost.folder_syncs) == (3 * cost.commits, cost.commits)
    assert cost.sent_behind == 10


def test_no_round_walks_over_all_rows(service: FakeService, make_scheduler: MakeScheduler) -> None:
    """A hundred thousand rows cost as much each as ten: every statement of a round finds its rows by an index."""
    scheduler = make_scheduler(service)
    scheduler.run_round()
    asked: list[str] = []
    with scheduler.file.read_transaction() as db:
        db.set_trace_callback(asked.append)
    scheduler.run_round()
    with scheduler.file.read_transaction() as db:
        db.set_trace_callback(None)
        said = [statement for statement in asked if statement.startswith(("select", "update", "insert", "delete"))]
        steps = [step for statement in said for *_, step in db.execute(f"explain query plan {statement}")]

    assert len(said) > 5
    assert [step for step in steps if step.startswith("SCAN row")] == []
