"""A run taken up again from its journal alone."""

from __future__ import annotations

import pytest

from tests.bulk.fake_service import FakeService, course, project
from workbench.bulk.journal.destination import Destination
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.bulk.run_summaries import RunSummary, find_runs
from workbench.bulk.running.resume import public_links, replan, run_place
from workbench.bulk.running.run import Run
from workbench.errors import PlanRejected


def test_it_goes_on_without_the_list(service: FakeService, broken_off: RunSummary) -> None:
    """The same rows, the same keys: nothing is made twice."""
    plan = replan(broken_off, service)
    Run(plan, service).start().wait().close()

    assert len(plan.ready) == 2
    assert len(service.made) == 3


def test_another_person_does_not_take_it_up(service: FakeService, broken_off: RunSummary) -> None:
    """A run belongs to one person."""
    service.person = "bob"

    with pytest.raises(PlanRejected):
        replan(broken_off, service)


def test_the_plan_is_the_run_as_its_journal_has_it(service: FakeService, broken_off: RunSummary) -> None:
    """Each row with its number, its state and its lesson; only what is still to be made costs credits."""
    plan = replan(broken_off, service)
    first, *others = plan.rows

    assert (plan.name, plan.source, plan.template) == (broken_off.name, str(broken_off.journal), None)
    assert [row.row for row in plan.rows] == [1, 2, 3]
    assert (first.verdict, first.reason, first.credits) == (Verdict.BEGUN, "done", 0)
    assert first.lesson_id is not None
    assert [(other.verdict, other.credits, other.lesson_id) for other in others] == [(Verdict.READY, 1, None)] * 2


def test_a_lesson_that_is_gone_is_told_by_its_id(service: FakeService, broken_off: RunSummary) -> None:
    """Its row is not sent again by itself; the others are ready as before."""
    made = replan(broken_off, service).rows[0].lesson_id
    assert made is not None
    service.tells_lessons = True
    service.lost.add(made)
    first, *others = replan(broken_off, service).rows

    assert (first.verdict, first.reason) == (Verdict.MISSING, f"its lesson {made} no longer exists")
    assert [other.verdict for other in others] == [Verdict.READY] * 2


@pytest.mark.parametrize("templates", [["{topic}!"], ["{topic}!", "{topic}?"]])
def test_a_run_has_a_template_where_all_its_rows_have_that_one(service: FakeService, templates: list[str]) -> None:
    """A list planned with another template under the same name adds its rows to the run."""
    for number, template in enumerate(templates):
        rows = [{"topic": f"Bread {number}"}, {"topic": f"Milk {number}"}]
        options = PlanOptions(columns=ColumnMapping(template=template))
        Run(plan_topics(rows, service, language="EN", options=options, name="a run"), service).close()
    plan = replan(find_runs()[0], service)

    assert len(plan.rows) == 2 * len(templates)
    assert plan.template == (templates[0] if len(templates) == 1 else None)


@pytest.mark.parametrize("is_archived", [False, True])
def test_the_place_of_a_run_is_looked_up_again(service: FakeService, is_archived: bool) -> None:
    """By its ids: under its new name where it was renamed; a row whose place is closed now is not ready."""
    service.projects, service.courses = [project("p1", "Larder")], [course("c1", "Baking", "p1")]
    target = PlanTarget(project="Larder", course="Baking")
    Run(plan_topics(["Bread"], service, language="EN", target=target), service).close()
    service.projects = [project("p1", "Pantry", is_archived=is_archived)]
    plan = replan(find_runs()[0], service)
    [row] = plan.rows

    assert row.destination.course_id == "c1"
    if is_archived:
        assert (row.verdict, row.credits, "archived" in row.reason) == (Verdict.DESTINATION_UNKNOWN, 0, True)
    else:
        assert (row.verdict, row.credits, row.reason) == (Verdict.READY, 1, "")
        assert plan.destination == row.destination == Destination(None, "Pantry", "c1", "Baking")


def test_a_run_of_a_project_goes_on_there(service: FakeService) -> None:
    """It names no course."""
    service.projects = [project("p1", "Larder")]
    target = PlanTarget(project="Larder")
    Run(plan_topics(["Bread"], service, language="EN", target=target), service).close()

    assert replan(find_runs()[0], service).destination == Destination("p1", "Larder")


def test_a_run_is_found_from_another_organization_of_its_person(service: FakeService, broken_off: RunSummary) -> None:
    """Whichever is selected now; it continues in its own."""
    service.selected, service.organizations = "org3", ["org3", "org2", "org1"]

    assert run_place(broken_off, service).organization_id == "org1"
    assert replan(broken_off, service).place.organization_id == "org1"


@pytest.mark.parametrize(
    ("person", "organizations"), [("ada", []), ("ada", ["org2", "org3"]), ("bob", ["org2", "org1"])]
)
def test_a_run_of_an_organization_that_its_person_has_left_is_refused(
    service: FakeService, broken_off: RunSummary, person: str, organizations: list[str]
) -> None:
    """Also to another member of it; the error says where the run was made."""
    service.selected, service.person, service.organizations = "org3", person, organizations

    with pytest.raises(PlanRejected, match=f'was made at {service.origin} in "org1"') as refused:
        run_place(broken_off, service)
    assert ("by another person" in str(refused.value)) is (person == "bob")


def test_the_links_of_a_run_are_those_of_its_public_courses(service: FakeService, broken_off: RunSummary) -> None:
    """For each lesson that it made."""
    service.tells_lessons = True
    service.courses = [course("course", "Baking", is_public=True, share_url="https://lessons.example/s/1")]

    assert public_links(broken_off, service).by_lesson == {"lesson0": "https://lessons.example/s/1"}  # type: ignore[arg-type]
