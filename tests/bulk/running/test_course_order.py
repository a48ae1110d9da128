"""The lessons of a run are in the list's order in their courses."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import pytest

from tests.bulk.fake_service import FakeService, course, project, refusal
from tests.bulk.started_runs import ended
from workbench.bulk.journal.course_order import CourseLesson
from workbench.bulk.planning.planner import PlanTarget, plan_topics
from workbench.bulk.running import course_order
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.course_order import placed_order
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.running.run import Run
from workbench.errors import CallFailed
from workbench.procedures.course import order_lessons

TOPICS = [f"Topic {number}" for number in range(1, 9)]


def lessons(*names: str) -> list[CourseLesson]:
    """The lessons of a run in the list's order; those in capitals have their places."""
    return [CourseLesson(row_id, name.lower(), name.isupper()) for row_id, name in enumerate(names)]


@pytest.mark.parametrize(
    ("current", "listed", "order"),
    [
        ("other c a b", ("a", "b", "c"), "other a b c"),
        ("a other b", ("A", "b"), "a b other"),
        ("b other a", ("a", "B"), "a b other"),
        ("c other a b", ("A", "b", "C"), "c other a b"),
        ("a b", ("a", "gone", "b"), "a b"),
        ("other", ("gone",), "other"),
        ("", ("a",), ""),
        ("d c b a", ("A", "B", "C", "D"), "d c b a"),
    ],
)
def test_a_new_lesson_stands_behind_the_one_before_it(current: str, listed: Sequence[str], order: str) -> None:
    """Whatever was there before, or was moved by a person, stays where it is."""
    assert placed_order(current.split(), lessons(*listed)) == order.split()


@pytest.fixture
def courses(service: FakeService) -> FakeService:
    """A service with a project and two courses; one has lessons already."""
    service.projects = [project("p1", "Larder")]
    service.courses = [course("c1", "Bread"), course("c2", "Wine")]
    service.orders = {"c1": ["old1", "old2"]}
    return service


def run_of(service: FakeService, quick: RunRetryPolicy, topics: list[str] = TOPICS, **names: str | None) -> Run:
    """A run of these topics into the course Bread, at rest."""
    target = PlanTarget(**{"course": "Bread", **names})
    return ended(
        Run(plan_topics(topics, service, language="EN", name="a run", target=target), service, retry_policy=quick)
    )


def topics_in(service: FakeService, course_id: str) -> list[str]:
    """The topics of the course's lessons in order; of those before the run the ids."""
    of_lesson = {f"lesson{number}": topic for number, (_, topic, _) in enumerate(service.made)}
    return [of_lesson.get(order, order) for order in service.orders.get(course_id, [])]


def test_parallel_sends_end_in_the_lists_order(courses: FakeService, quick: RunRetryPolicy) -> None:
    """Behind what was there before."""
    with run_of(courses, quick) as run:
        assert run.progress.phase is RunPhase.FINISHED

    assert topics_in(courses, "c1") == ["old1", "old2", *TOPICS]


def test_rows_that_are_made_later_take_their_places(courses: FakeService, quick: RunRetryPolicy) -> None:
    """A run that broke off and continues, in another kernel; nobody's own order is touched."""
    courses.script = deque([None, refusal(400), None, refusal(401, "UNAUTHORIZED"), *[refusal(401)] * 9])
    run_of(courses, quick).close()
    made = len(courses.made)
    courses.orders["c1"].append(courses.orders["c1"].pop(0))
    courses.script.clear()
    with run_of(courses, quick) as run:
        assert run.retry() == 1
    run_of(courses, quick).close()

    there = topics_in(courses, "c1")
    assert 0 < made < len(TOPICS)
    assert [topic for topic in there if topic in TOPICS] == TOPICS
    assert there[0] == "old2"
    assert there[-1] == "old1"


def test_a_lesson_that_a_person_moved_stays_there(courses: FakeService, quick: RunRetryPolicy) -> None:
    """The cell is run again, and everything is made already."""
    run_of(courses, quick).close()
    courses.orders["c1"].reverse()
    moved = list(courses.orders["c1"])
    run_of(courses, quick).close()

    assert courses.orders["c1"] == moved


def test_an_order_that_was_changed_meanwhile_is_read_again(
    courses: FakeService, quick: RunRetryPolicy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody's lesson is never lost, nor their order."""
    call, meddled = courses.call, []

    def meddling(request: object, /) -> object:
        if request.name == order_lessons.name and not meddled:  # type: ignore[attr-defined]
            meddled.append(request)
            courses.orders["c1"].remove("old1")
            courses.orders["c1"].append("old1")
            courses.courses[0] = courses.courses[0].model_copy(update={"order_version": 7})
        return call(request)  # type: ignore[arg-type]

    monkeypatch.setattr(courses, "call", meddling)
    run_of(courses, quick).close()

    assert [topic for topic in topics_in(courses, "c1") if topic in TOPICS] == TOPICS
    assert set(courses.orders["c1"]) >= {"old1", "old2"}


def test_an_order_that_is_refused_is_told_and_set_at_the_next_start(
    courses: FakeService, quick: RunRetryPolicy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every lesson is made anyway."""
    call = courses.call
    before = courses.orders["c1"]

    def refusing(request: object, /) -> object:
        if request.name == order_lessons.name:  # type: ignore[attr-defined]
            raise CallFailed("You may not.", procedure=order_lessons.name, code="FORBIDDEN", http_status=403)
        return call(request)  # type: ignore[arg-type]

    monkeypatch.setattr(courses, "call", refusing)
    with run_of(courses, quick) as run:
        assert run.progress.counts.done == len(TOPICS)
        assert "1 course are not in the list's order yet: You may not." in run.progress.message
        courses.orders["c1"] = before[:2] + before[:1:-1]
        monkeypatch.setattr(courses, "call", call)
        run.start().wait(20)
        assert "list's order" not in run.progress.message

    assert topics_in(courses, "c1") == ["old1", "old2", *TOPICS]


def test_a_service_that_orders_nothing_says_so(
    courses: FakeService, quick: RunRetryPolicy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They stand as they were made."""
    known = courses.capabilities()
    assert known is not None
    known.procedures.remove(order_lessons.name)
    monkeypatch.setattr(courses, "capabilities", lambda: known)

    with run_of(courses, quick) as run:
        assert "can't order lessons" in run.progress.message


def test_two_hundred_courses_are_ordered_in_few_calls(courses: FakeService, quick: RunRetryPolicy) -> None:
    """Two calls a course, many of them together, and one list of all."""
    courses.courses, courses.orders = [course(f"c{number}", f"Course {number}") for number in range(200)], {}
    rows = [{"topic": f"Topic {number}", "course": f"Course {number % 200}"} for number in range(400)]
    plan = plan_topics(rows, courses, language="EN")
    with ended(Run(plan, courses, plan.approve(rows=400), retry_policy=quick)) as run:
        assert run.progress.counts.done == 400
    reads = [procedure for procedure in courses.reads if procedure.startswith(("lesson.list", "courseRouter"))]

    assert len(reads) <= 2 * 200 + 4
    assert course_order.COURSES_AT_ONCE >= 20
    wanted = [[f"Topic {number}", f"Topic {number + 200}"] for number in range(200)]
    assert [topics_in(courses, f"c{number}") for number in range(200)] == wanted
