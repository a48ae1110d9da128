"""A run from its start to its end, and what a person can do about it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from tests.bulk.fake_service import FakeService, MadeThen, refusal
from workbench.bulk.clocks import Clocks
from workbench.bulk.pace import Patience
from workbench.bulk.planning import plan_topics
from workbench.bulk.progress import Phase, Progress
from workbench.bulk.row import State
from workbench.bulk.run import Run
from workbench.errors import PlanRejected, Unreachable
from workbench.procedures.declare import Call

TOPICS = ["Bread", "Milk", "Salt"]
Begin = Callable[..., Run]


@pytest.fixture
def begin(quick: Patience, request: pytest.FixtureRequest) -> Begin:
    """Begin a run of a list of topics on a service; closed after the test."""

    def run_of(service: FakeService, topics: list[str] | None = None, **more: object) -> Run:
        run = Run(plan_topics(topics or TOPICS, service, language="EN"), service, patience=quick, **more)
        request.addfinalizer(run.close)
        return run

    return run_of


def ended(run: Run) -> Run:
    """The run, started and at rest."""
    return run.start().wait(20)


def states(run: Run) -> list[State]:
    """The rows' states in order."""
    return [row.state for row in run.rows()]


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
            assert self.opened.wait(20)
        return super().call(call)


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


def test_every_row_is_made_and_paid_once(service: FakeService, begin: Begin) -> None:
    """The happy path."""
    run = ended(begin(service))

    assert run.progress.phase is Phase.FINISHED
    assert states(run) == [State.DONE] * 3
    assert (len(service.made), service.balance_credits) == (3, 997)


def test_running_it_again_makes_nothing_twice(service: FakeService, begin: Begin) -> None:
    """The cell can be run again at any time."""
    ended(begin(service))
    again = ended(begin(service))

    assert states(again) == [State.DONE] * 3
    assert len(service.paid) == 3


def test_a_large_plan_is_not_run_without_approval(service: FakeService, begin: Begin) -> None:
    """Over 25 rows a person names the amount."""
    with pytest.raises(PlanRejected, match=r"plan\.approve\(credits=26\)"):
        begin(service, [f"topic {number}" for number in range(26)])

    assert service.paid == []


def test_a_run_never_spends_more_than_was_approved(service: FakeService, quick: Patience) -> None:
    """Two credits, two lessons; the third row stays planned, however often it is started."""
    plan = plan_topics(TOPICS, service, language="EN")
    run = Run(plan, service, plan.approve(credits=2), patience=quick)
    ended(ended(run))
    run.close()

    assert len(service.made) == 2
    assert run.progress.phase is Phase.STOPPED
    assert "approved" in run.progress.said


def test_an_approval_is_for_its_own_plan(service: FakeService) -> None:
    """Another list is another approval."""
    plan = plan_topics(TOPICS, service, language="EN")
    other = plan_topics([*TOPICS, "Oil"], service, language="EN")

    with pytest.raises(PlanRejected, match="another plan"):
        Run(plan, service, other.approve(credits=4))


def test_a_lost_answer_is_asked_for_again_with_its_key(service: FakeService, begin: Begin) -> None:
    """One lesson, one charge, no person."""
    service.script = deque([MadeThen(Unreachable()), Unreachable(), refusal(500)])
    run = ended(begin(service, ["Bread"]))

    assert [row.proof for row in run.rows()] == ["replayed"]
    assert (len(service.made), len(service.paid)) == (1, 4)
    assert len({call.key for call in service.paid}) == 1


def test_without_keys_a_lost_answer_is_looked_for(service_without_keys: FakeService, begin: Begin) -> None:
    """One new lesson, one cost gone, in time: matched, shown as not proven; nothing is sent twice."""
    service_without_keys.now_iso = datetime.now(UTC).isoformat()
    service_without_keys.script = deque([MadeThen(Unreachable())])
    run = ended(begin(service_without_keys))

    assert [row.proof for row in run.rows()] == ["matched", "answered", "answered"]
    assert len(service_without_keys.paid) == 3
    assert "1 of them matched, not proven" in str(run.progress)


def test_without_keys_a_lesson_that_was_not_made_needs_a_person(
    service_without_keys: FakeService, begin: Begin
) -> None:
    """Nothing seen is no proof; the other rows are made, the row is listed with its choices."""
    service_without_keys.script = deque([Unreachable()])
    run = ended(begin(service_without_keys))

    assert states(run) == [State.UNSURE, State.DONE, State.DONE]
    assert run.needs_you()["row"].tolist() == [1]
    assert "run.resolve(1, again=True)" in run.needs_you()["choices"].iloc[0]
    assert len(service_without_keys.paid) == 3


def test_with_the_interface_alone_nothing_is_matched(interface_only: FakeService, begin: Begin) -> None:
    """A field that is not shown is evidence of nothing."""
    interface_only.script = deque([MadeThen(Unreachable())])
    run = ended(begin(interface_only))

    assert states(run) == [State.UNSURE, State.DONE, State.DONE]
    assert len(interface_only.made) == 3


def test_a_row_is_made_again_only_when_a_person_says_so(service_without_keys: FakeService, begin: Begin) -> None:
    """However often the run is started."""
    service_without_keys.script = deque([Unreachable()])
    run = ended(ended(begin(service_without_keys, ["Bread"])))
    assert len(service_without_keys.paid) == 1

    run.resolve(1, again=True, already=True)
    assert states(ended(run)) == [State.DONE]
    assert len(service_without_keys.paid) == 2


def test_stop_finishes_what_is_in_flight(quick: Patience, begin: Begin) -> None:
    """What was sent is recorded; nothing more is sent; a start goes on."""
    gate = Gate()
    run = begin(gate, [f"topic {number}" for number in range(20)]).start()
    assert gate.arrived.wait(20)
    run.stop()
    gate.opened.set()
    run.wait(20)
    made = len(gate.made)

    assert run.progress.phase is Phase.STOPPED
    assert 1 <= made < 20
    assert states(run).count(State.DONE) == made
    assert states(ended(run)) == [State.DONE] * 20
    assert len(gate.paid) == 20


def test_the_end_of_the_session_pauses_at_once(service: FakeService, begin: Begin) -> None:
    """401: nothing was applied, and signing in as the same person goes on."""
    service.script = deque([refusal(401, "UNAUTHORIZED")] * 3)
    run = ended(begin(service))
    assert run.progress.phase is Phase.PAUSED
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

    with pytest.raises(PlanRejected, match="costs more now"):
        run.start()


def test_the_end_of_the_credits_stops_the_run(service: FakeService, begin: Begin) -> None:
    """402: rows stay planned; what was made is done."""
    service.balance_credits = 2
    run = ended(begin(service))

    assert run.progress.phase is Phase.STOPPED
    assert sorted(states(run)) == [State.DONE, State.DONE, State.PLANNED]


def test_another_selected_organization_pauses_the_run(begin: Begin) -> None:
    """Nothing is made in the wrong one; selected back, it goes on."""
    wanderer = Wanderer(keys=False)
    run = ended(begin(wanderer))
    assert run.progress.phase is Phase.PAUSED
    assert states(run) == [State.DONE, State.PLANNED, State.PLANNED]

    with pytest.raises(PlanRejected, match="another organization"):
        run.start()
    wanderer.selected = "org1"
    wanderer.wanders_to = "org1"
    assert states(ended(run)) == [State.DONE] * 3


def test_a_role_that_may_not_pauses_the_run(service: FakeService, begin: Begin) -> None:
    """403: the next row would fare no better; only those that had begun are refused with it."""
    service.script = deque([refusal(403, "FORBIDDEN")] * 3)
    run = ended(begin(service))

    assert run.progress.phase is Phase.PAUSED
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


def test_patience_is_obeyed_and_ends(service: FakeService, begin: Begin) -> None:
    """429: at most five tries a row and start; more need a person's word."""
    service.script = deque([refusal(429, "TOO_MANY_REQUESTS", 0.0)] * 5)
    run = ended(begin(service, ["Bread"]))
    assert (run.progress.phase, len(service.paid)) == (Phase.PAUSED, 5)
    assert states(run) == [State.PLANNED]


def test_a_long_wait_pauses_instead(service: FakeService, begin: Begin) -> None:
    """Retry-After over two minutes is for a person to plan."""
    service.script = deque([refusal(429, "TOO_MANY_REQUESTS", 3600.0)])
    run = ended(begin(service, ["Bread"]))

    assert run.progress.phase is Phase.PAUSED
    assert "3,600 seconds" in run.progress.said


def test_a_service_that_stays_unwell_pauses_the_run(service: FakeService, begin: Begin) -> None:
    """The breaker opens after five failures in a row; it does not hammer."""
    service.script = deque([refusal(500)] * 1000)
    run = ended(begin(service, [f"topic {number}" for number in range(20)]))

    assert run.progress.phase is Phase.PAUSED
    assert len(service.paid) <= 20 + 5
    service.script.clear()
    assert states(ended(run)) == [State.DONE] * 20
    assert len(service.made) == 20


def test_two_runs_of_one_plan_make_each_row_once(service: FakeService, begin: Begin) -> None:
    """Two kernels: the second follows along."""
    topics = [f"topic {number}" for number in range(20)]
    one, other = begin(service, topics).start(), begin(service, topics).start()
    one.wait(20)
    other.wait(20)

    assert len(service.paid) == 20
    assert states(one) == states(other) == [State.DONE] * 20
    assert other.progress.phase is Phase.FINISHED


def test_a_view_hears_of_the_progress_and_cannot_break_the_run(service: FakeService, begin: Begin) -> None:
    """The last it hears is the end."""
    heard: list[Progress] = []
    run = begin(service)
    run.watch(heard.append)
    run.watch(lambda progress: {}["broken"])
    ended(run)

    assert heard[-1].phase is Phase.FINISHED
    assert heard[-1].counts.done == 3


def test_a_view_that_left_hears_nothing(service: FakeService, begin: Begin) -> None:
    """Closing a panel ends its watching."""
    heard: list[Progress] = []
    run = begin(service)
    run.watch(heard.append)()
    ended(run)

    assert heard == []


@pytest.mark.parametrize("choice", [{}, {"again": True, "dismiss": True}, {"again": True, "lesson_id": "l1"}])
def test_a_person_chooses_one_thing(service: FakeService, begin: Begin, choice: dict[str, bool]) -> None:
    """Not none, not two."""
    with pytest.raises(PlanRejected, match="Choose one"):
        begin(service).resolve(1, **choice)


def test_a_row_that_is_not_there_cannot_be_resolved(service: FakeService, begin: Begin) -> None:
    """A slip in the number."""
    with pytest.raises(PlanRejected, match="no row 9"):
        begin(service).resolve(9, dismiss=True)


def test_a_machine_that_slept_checks_its_session(service: FakeService, begin: Begin) -> None:
    """After seven hours another person may sit there."""
    walls = iter([0, 0, 0, 0, 0, 25_200_000])
    clocks = Clocks(wall=lambda: 1_000, steady=lambda: 0)
    clocks.wall = lambda: next(walls, 25_200_000)
    run = begin(service, clocks=clocks)
    service.reads.clear()
    ended(run)

    assert states(run) == [State.DONE] * 3


def test_the_run_says_how_it_stands(service: FakeService, begin: Begin) -> None:
    """One line, in a notebook and in a terminal."""
    assert repr(ended(begin(service))).startswith("Run('list · EN · org1': finished: 3 of 3 done")


def test_pandas_is_imported_when_a_frame_is_asked_for() -> None:
    """`import workbench.bulk.run` stays cheap: measured in a fresh interpreter."""
    asked = "import sys, workbench.bulk.run, workbench.bulk.planning; print('pandas' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=environment)

    assert said.stdout.strip() == "False"


def test_a_run_whose_tries_are_used_goes_on_by_a_persons_word(service: FakeService, begin: Begin) -> None:
    """With the key that the row has: nothing is made twice."""
    service.script = deque([MadeThen(Unreachable("Cut.", sent=True))] * 5)
    run = begin(service, ["Bread"])
    ended(ended(run))

    assert (states(run), "tries of this run are used" in run.progress.said) == ([State.UNSURE], True)
    assert run.retry() == 1
    assert states(ended(run)) == [State.DONE]
    assert len(service.made) == 1


@pytest.mark.usefixtures("hears_interrupts")
def test_an_interrupted_wait_came_back_before_the_run_was_at_rest(begin: Begin) -> None:
    """Ctrl-C finishes what is in flight; Python 3.11 takes a thread for ended whose join was interrupted."""
    service = Gate()
    run = begin(service, [f"topic {number}" for number in range(20)])
    run.start()
    assert service.arrived.wait(20)
    threading.Timer(0.05, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT]).start()
    threading.Timer(0.3, service.opened.set).start()
    run.wait(20)

    assert (run.is_running, run.progress.phase) == (False, Phase.STOPPED)
    assert State.SENDING not in states(run)
    assert 0 < states(run).count(State.DONE) == len(service.made) < 20
