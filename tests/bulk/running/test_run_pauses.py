"""What stops a run, what pauses it, and how it continues."""

from __future__ import annotations

import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService, MadeThen, refusal
from tests.bulk.started_runs import Begin, ended, states
from tests.changes.acme import organization
from workbench.bulk.journal.row import State
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.clocks import Clocks
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.bulk.running.run import Run
from workbench.errors import OtherOrganization, PlanRejected, Unreachable
from workbench.procedures.declare import Call
from workbench.service.administration.admin import grant_credits, set_daily_cap

IN_WAIT = {Run.wait.__code__, threading.Event.wait.__code__}


@pytest.fixture
def hears_interrupts() -> Iterator[None]:
    """Also where the tests run as a job in the background, which begins without."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@dataclass
class Gate(FakeService):
    """A service whose paid answers wait until the gate is opened."""

    opened: threading.Event = field(default_factory=threading.Event)
    arrived: threading.Event = field(default_factory=threading.Event)

    def call(self, call: Call) -> object:
        """Wait at the gate."""
        if call.procedure.paid:
            self.arrived.set()
            assert self.opened.wait(60)
        return super().call(call)

    def open_when_it_finishes(self, progress: Progress) -> None:
        """For a run to tell: it has heard that it is to stop, and taken back what was waiting its turn."""
        if progress.message.startswith("Finishing"):
            self.opened.set()


@dataclass
class Interrupting:
    """A view that presses Ctrl-C, once, when a send has arrived at the gate and the main thread waits for the run."""

    gate: Gate
    pressed: bool = False
    heard_elsewhere: bool = False

    def __call__(self, progress: Progress) -> None:
        """For a run to tell."""
        main = threading.main_thread().ident
        waits = {frame.f_code for frame, _ in traceback.walk_stack(sys._current_frames()[main])}
        if self.gate.arrived.is_set() and not self.pressed and waits >= IN_WAIT:
            self.pressed = True
            signal.pthread_kill(threading.get_ident() if self.heard_elsewhere else main, signal.SIGINT)


@dataclass
class Wanderer(FakeService):
    """A service on which somebody selects another organization after each lesson."""

    wanders_to: str = "org2"

    def call(self, call: Call) -> object:
        """Answer, then wander off."""
        answer = super().call(call)
        if call.procedure.paid:
            self.selected = self.wanders_to
        return answer


def test_stop_finishes_what_is_in_flight(begin: Begin) -> None:
    """What was sent is recorded; nothing more is sent; a start continues."""
    gate = Gate()
    run = begin(gate, [f"topic {number}" for number in range(20)])
    run.watch(gate.open_when_it_finishes)
    run.start()
    assert gate.arrived.wait(60)
    run.stop().wait(60)
    made = len(gate.made)

    assert run.progress.phase is RunPhase.STOPPED
    assert 1 <= made < 20
    assert states(run).count(State.DONE) == made
    assert states(ended(run)) == [State.DONE] * 20
    assert len(gate.paid) == 20


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupted_wait_came_back_before_the_run_was_at_rest(begin: Begin) -> None:
    """Ctrl-C finishes what is in progress; Python 3.11 takes a thread for ended whose join was interrupted."""
    gate = Gate()
    run = begin(gate, [f"topic {number}" for number in range(20)])
    run.watch(Interrupting(gate))
    run.watch(gate.open_when_it_finishes)
    with pytest.raises(KeyboardInterrupt):
        run.start().wait(60)

    assert (run.is_running, run.progress.phase) == (False, RunPhase.STOPPED)
    assert State.SENDING not in states(run)
    assert 0 < states(run).count(State.DONE) == len(gate.made) < 20


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupt_that_does_not_wake_the_wait_is_heard_all_the_same(begin: Begin) -> None:
    """As when it comes in the moment before the wait begins: Python's handler runs when the wait is over."""
    gate = Gate()
    run = begin(gate, [f"topic {number}" for number in range(20)])
    run.watch(Interrupting(gate, heard_elsewhere=True))
    run.watch(gate.open_when_it_finishes)
    with pytest.raises(KeyboardInterrupt):
        run.start().wait()

    assert (run.is_running, run.progress.phase) == (False, RunPhase.STOPPED)


def test_the_end_of_the_session_pauses_at_once(service: FakeService, begin: Begin) -> None:
    """401: nothing was applied, and signing in as the same person continues."""
    service.script = deque([refusal(401, "UNAUTHORIZED")] * 3)
    run = ended(begin(service))
    assert run.progress.phase is RunPhase.PAUSED
    assert states(run) == [State.PLANNED] * 3

    service.script.clear()
    assert states(ended(run)) == [State.DONE] * 3


def test_another_person_does_not_resume_the_run(service: FakeService, begin: Begin) -> None:
    """The run belongs to one person and organization."""
    run = begin(service)
    service.person = "bob"

    with pytest.raises(PlanRejected, match="another person"):
        run.start()


def test_a_price_that_rose_is_planned_anew(service: FakeService, begin: Begin) -> None:
    """What was approved was the old price."""
    run = begin(service)
    service.price_credits = 5

    with pytest.raises(PlanRejected, match="has gone up"):
        run.start()


def test_the_end_of_the_credits_stops_the_run(service: FakeService, begin: Begin) -> None:
    """402: rows stay planned, what was made is done, and how many were not made is reported; with more it continues."""
    run = begin(service)
    service.balance_credits = 2
    progress = ended(run).progress

    assert progress.phase is RunPhase.STOPPED
    assert sorted(states(run)) == [State.DONE, State.DONE, State.PLANNED]
    assert "1 of 3 lessons was not created; it stays planned." in progress.message
    assert "Nothing was generated" not in progress.message
    service.balance_credits = 9
    assert states(ended(run)) == [State.DONE] * 3


def test_a_daily_limit_is_said_by_plan_approval_and_run(tmp_path: Path, quick: RunRetryPolicy) -> None:
    """
    Regression: neither plan nor approval said it, and the run ended with a limit without a number.
    """
    with organization(f"sqlite:///{tmp_path / 'service.sqlite'}", sheet_credits=1) as acme:
        client = acme.ana.client

        async def fund() -> None:
            await grant_credits(acme.service.store, "Acme", 100, reason="test")
            await set_daily_cap(acme.service.store, "Acme", 2)

        acme.portal.call(fund)
        plan = plan_topics(["Tides", "Knots", "Winds"], client, language="EN")
        with pytest.raises(
            PlanRejected, match="2 are left today: 2 of 3 lessons can be created today. The other 1 stays"
        ):
            Run(plan, client)
        approval = plan.approve(credits=3)
        with Run(plan, client, approval, retry_policy=quick, folder=tmp_path) as run:
            progress = run.start().wait().progress
        again = plan_topics(["Tides", "Knots", "Winds"], client, language="EN", name=plan.name)

    assert "2 of 3 lessons can be created today" in approval.note
    assert (progress.phase, progress.counts.done, progress.counts.planned) == (RunPhase.STOPPED, 2, 1)
    assert (
        "of the organization's daily limit of 2, 0 are left until 00:00 UTC. Try again after that." in progress.message
    )
    assert "1 of 3 lessons was not created; it stays planned." in progress.message
    assert "Nothing was generated" not in progress.message
    assert again.place.daily_left_credits == 0


def test_another_selected_organization_pauses_the_run(begin: Begin) -> None:
    """Nothing is made in the wrong one; selected back, it continues."""
    wanderer = Wanderer(keys=False)
    run = ended(begin(wanderer))
    assert run.progress.phase is RunPhase.PAUSED
    assert states(run) == [State.DONE, State.PLANNED, State.PLANNED]

    with pytest.raises(OtherOrganization, match='belongs to "org1", not to "org2"'):
        run.start()
    wanderer.selected = "org1"
    wanderer.wanders_to = "org1"
    assert states(ended(run)) == [State.DONE] * 3


def test_a_role_that_may_not_pauses_the_run(service: FakeService, begin: Begin) -> None:
    """403: the next row would fare no better; only those that had begun are refused with it."""
    service.script = deque([refusal(403, "FORBIDDEN")] * 3)
    run = ended(begin(service))

    assert run.progress.phase is RunPhase.PAUSED
    assert run.retry() == len(service.paid) <= 3
    service.script.clear()
    assert states(ended(run)) == [State.DONE] * 3


def test_a_refused_row_does_not_stop_the_others(service: FakeService, begin: Begin) -> None:
    """And can be retried alone."""
    service.script = deque([refusal(400)])
    run = ended(begin(service))
    assert states(run).count(State.REFUSED) == 1

    refused = next(row.position for row in run.rows() if row.state is State.REFUSED)
    assert run.retry(refused) == 1
    assert states(ended(run)) == [State.DONE] * 3


def test_a_lost_refusal_of_a_draft_is_heard_on_the_next_send(service: FakeService, begin: Begin) -> None:
    """It is under the key, so the row is refused and needs nobody; a retry makes it under another key."""
    service.bad_drafts = {"Bread": 1}
    service.script = deque([Unreachable("Cut.", sent=True)])
    run = ended(begin(service, ["Bread"]))

    assert (states(run), len(service.paid), run.needs_you().empty) == ([State.REFUSED], 2, True)
    assert len({call.key for call in service.paid}) == 1
    assert run.retry() == 1
    assert states(ended(run)) == [State.DONE]
    assert (len(service.made), service.balance_credits) == (1, 999)


def test_patience_is_obeyed_and_ends(service: FakeService, begin: Begin) -> None:
    """429: at most five tries a row and start; more need a person's word."""
    service.script = deque([refusal(429, "TOO_MANY_REQUESTS", 0.0)] * 5)
    run = ended(begin(service, ["Bread"]))
    assert (run.progress.phase, len(service.paid)) == (RunPhase.PAUSED, 5)
    assert states(run) == [State.PLANNED]


def test_a_long_wait_pauses_instead(service: FakeService, begin: Begin) -> None:
    """Retry-After over two minutes is for a person to plan."""
    service.script = deque([refusal(429, "TOO_MANY_REQUESTS", 3600.0)])
    run = ended(begin(service, ["Bread"]))

    assert run.progress.phase is RunPhase.PAUSED
    assert "3,600 s" in run.progress.message


def test_a_service_that_stays_unwell_pauses_the_run(service: FakeService, begin: Begin) -> None:
    """The breaker opens after five failures in a row; it does not hammer."""
    service.script = deque([refusal(500)] * 1000)
    run = ended(begin(service, [f"topic {number}" for number in range(20)]))

    assert run.progress.phase is RunPhase.PAUSED
    assert len(service.paid) <= 20 + 5
    service.script.clear()
    assert states(ended(run)) == [State.DONE] * 20
    assert len(service.made) == 20


def test_a_run_whose_tries_are_used_goes_on_by_a_persons_word(service: FakeService, begin: Begin) -> None:
    """With the key that the row has: nothing is made twice."""
    service.script = deque([MadeThen(Unreachable("Cut.", sent=True))] * 5)
    run = begin(service, ["Bread"])
    ended(ended(run))

    assert (states(run), "attempts of this run are used" in run.progress.message) == ([State.UNSURE], True)
    assert run.retry() == 1
    assert states(ended(run)) == [State.DONE]
    assert len(service.made) == 1


def test_a_machine_that_slept_checks_its_session(service: FakeService, begin: Begin) -> None:
    """After seven hours another person may sit there."""
    walls = iter([0, 0, 0, 0, 0, 25_200_000])
    clocks = Clocks(wall=lambda: 1_000, steady=lambda: 0)
    clocks.wall = lambda: next(walls, 25_200_000)
    run = begin(service, clocks=clocks)
    service.reads.clear()
    ended(run)

    assert states(run) == [State.DONE] * 3
