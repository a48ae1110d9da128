"""A run makes one course for its lessons, when it is begun and not before, and never a second one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService, course, project
from tests.bulk.started_runs import TOPICS, ended
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_file import load_plan, save_plan
from workbench.bulk.planning.planner import PlanTarget, plan_topics
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.run import Run
from workbench.errors import PlanRejected


def planned(service: FakeService, topics: list[str] = TOPICS, **target: str | None) -> Plan:
    """A plan of these topics for a new course."""
    target = {"new_course": "Baking", **target}
    return plan_topics(topics, service, language="EN", name="a run", target=PlanTarget(**target))


def run(service: FakeService, quick: RunRetryPolicy, plan: Plan) -> None:
    """Carry the plan out to its end."""
    with Run(plan, service, retry_policy=quick) as begun:
        ended(begun)


def test_a_plan_makes_no_course_and_shows_it(service: FakeService) -> None:
    """Rows go into a course that is to be made, in the project that was named."""
    service.projects = [project("p1", "Larder")]
    plan = planned(service, project="Larder")

    assert plan.destination.identity == {"projectId": "p1", "newCourse": "Baking"}
    assert plan.frame()["course"].to_list() == ["Baking (new)"] * 3
    assert "Larder / Baking (new)" in str(plan) and service.courses == []


def test_a_run_makes_the_course_and_puts_its_lessons_into_it_in_order(
    service: FakeService, quick: RunRetryPolicy
) -> None:
    """One course, in the list's order, each lesson paid once."""
    run(service, quick, planned(service))

    assert [made_course.title for made_course in service.courses] == ["Baking"]
    assert set(service.went_into.values()) == {"new0"}
    assert len(service.orders["new0"]) == len(service.made) == 3


def test_a_plan_that_is_begun_again_makes_no_second_course(
    service: FakeService, quick: RunRetryPolicy, tmp_path: Path
) -> None:
    """The same plan, from its file too, and one that is planned again; also where the journal never heard of it."""
    plan = planned(service)
    Run(plan, service, retry_policy=quick, folder=tmp_path / "other").close()  # killed before it was enrolled
    run(service, quick, plan)
    run(service, quick, load_plan(save_plan(plan, tmp_path / "plan.json")))
    again = planned(service, [*TOPICS, "Oil"])
    run(service, quick, again)

    assert again.destination.course_id == "new0" and len(again.ready) == 1
    assert len(service.courses) == 1 and len(service.made) == 4


def test_members_who_share_a_run_share_its_course(service: FakeService, quick: RunRetryPolicy, tmp_path: Path) -> None:
    """Where the service lets members share keys."""
    service.shares_keys = True
    plan = planned(service)
    other = replace(plan, place=replace(plan.place, person="ben"))
    Run(plan, service, retry_policy=quick).close()
    Run(other, service, retry_policy=quick, folder=tmp_path / "bens").close()

    assert len(service.courses) == 1


def test_another_project_or_title_is_another_course(service: FakeService, quick: RunRetryPolicy) -> None:
    """As is another run's."""
    Run(planned(service), service, retry_policy=quick).close()
    other = plan_topics(TOPICS, service, language="EN", name="another", target=PlanTarget(new_course="Baking"))
    Run(other, service, retry_policy=quick).close()

    assert len(service.courses) == 2
    assert any("There is a course named “Baking” already: new0 (" in note for note in other.notes)


def test_a_plan_without_a_row_to_make_makes_no_course(service: FakeService, quick: RunRetryPolicy) -> None:
    """Nothing would be in it."""
    Run(planned(service, [" "]), service, retry_policy=quick).close()

    assert service.courses == []


def test_the_digest_has_the_new_course(service: FakeService) -> None:
    """What is approved for one course is not approved for another."""
    assert planned(service).digest != planned(service, new_course="Cooking").digest


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ({"course": "Bread"}, "not both"),
        ({"new_course": " "}, "the title is empty"),
        ({"new_course": "x" * 301}, "the title has 301 characters"),
        ({"project": "Lardr"}, "did you mean 'Larder'?"),
        ({"project": "Old"}, "is archived"),
    ],
)
def test_a_course_that_cannot_be_made_is_said_when_planning(
    service: FakeService, target: dict[str, str], sentence: str
) -> None:
    """Nothing is sent."""
    service.projects = [project("p1", "Larder"), project("p2", "Old", is_archived=True)]
    service.courses = [course("c1", "Bread")]

    with pytest.raises(PlanRejected, match=sentence):
        planned(service, **target)


def test_a_service_that_makes_no_course_once_is_told_apart(service: FakeService) -> None:
    """The sentence says what to do instead."""
    service.takes_courses = False

    with pytest.raises(PlanRejected, match="Create the course first"):
        planned(service)
