"""Verdicts of rows that say where they go; further verdicts: test_planner.py."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pandas
import pytest

from tests.bulk.fake_service import FakeService, course, project
from workbench.bulk.journal.destination import Destination
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_card import destination_counts
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.bulk.running.run import Run
from workbench.errors import PlanRejected

ROWS = [
    {"topic": "Bread", "language": "EN", "project": "Larder", "course": "Baking"},
    {"topic": "Milk", "language": "German", "project": "larder", "course": ""},
    {"topic": "Wine", "language": "FR", "project": "Cellar", "course": "c2"},
    {"topic": "Salt", "language": "EN", "project": "", "course": ""},
    {"topic": "Oil", "language": "DE", "project": "Lardre", "course": ""},
    {"topic": "Rye", "language": "DE", "project": "", "course": "Bakin"},
]


@pytest.fixture
def service() -> FakeService:
    """A service with two projects and a course in each."""
    return FakeService(
        projects=[project("p1", "Larder"), project("p2", "Cellar")],
        courses=[course("c1", "Baking", "p1"), course("c2", "Vines", "p2")],
    )


def as_list(rows: list[dict[str, str]], folder: Path) -> object:
    """As Python has it."""
    return rows


def as_xlsx(rows: list[dict[str, str]], folder: Path) -> object:
    """As a spreadsheet has it."""
    out = BytesIO()
    pandas.DataFrame(rows).to_excel(out, index=False)
    path = folder / "topics.xlsx"
    path.write_bytes(out.getvalue())
    return path


def destinations(plan: Plan) -> list[str]:
    """Where each row goes."""
    return [str(row.destination) for row in plan.rows]


@pytest.mark.parametrize("form", [as_list, as_xlsx])
def test_each_row_says_where_it_goes(
    service: FakeService, form: Callable[[list[dict[str, str]], Path], object], tmp_path: Path
) -> None:
    """Two projects, two courses and three languages; what is unknown has the nearest name, in its row alone."""
    plan = plan_topics(form(ROWS, tmp_path), service)

    assert destinations(plan)[:4] == ["Larder / Baking", "Larder", "Cellar / Vines", "the default project"]
    assert [row.language for row in plan.ready] == ["EN", "DE", "FR", "EN"]
    assert [row.verdict for row in plan.rows[4:]] == [Verdict.DESTINATION_UNKNOWN] * 2
    assert "did you mean 'Larder'?" in plan.rows[4].reason
    assert "did you mean 'Baking'?" in plan.rows[5].reason
    assert service.paid == []


def test_what_is_said_for_all_holds_for_rows_that_say_nothing(service: FakeService) -> None:
    """A row's own column wins."""
    plan = plan_topics(ROWS[:4], service, target=PlanTarget(project="Cellar"))
    assert destinations(plan) == ["Larder / Baking", "Larder", "Cellar / Vines", "Cellar"]

    rows = [{"topic": "Bread", "course": "Vines"}, {"topic": "Milk", "course": ""}]
    assert destinations(plan_topics(rows, service, language="EN", target=PlanTarget(course="Baking"))) == [
        *("Cellar / Vines", "Larder / Baking")
    ]


def test_a_course_that_the_service_cannot_be_told_refuses_the_plan(service: FakeService) -> None:
    """Once, before any row is judged."""
    service.takes_courses = False

    with pytest.raises(PlanRejected, match="can't put a new lesson into a course"):
        plan_topics(ROWS, service)


def test_columns_can_be_named_and_left_out(service: FakeService) -> None:
    """A column that is part of the topic says nothing of the place."""
    rows = [{"topic": "Bread", "where": "Baking", "project": "P-17"}]
    named = PlanOptions(columns=ColumnMapping(course="where", project=""))
    plan = plan_topics(rows, service, language="EN", options=named)
    assert destinations(plan) == ["Larder / Baking"]
    assert "These columns were ignored: project." in plan.notes

    joined = PlanOptions(columns=ColumnMapping(template="{course}: {topic}"))
    plan = plan_topics([{"topic": "Bread", "course": "Ovens"}], service, language="EN", options=joined)
    assert destinations(plan) == ["the default project"]


def test_a_row_goes_where_it_went_when_nothing_is_said(service: FakeService) -> None:
    """Planned again from a list without the columns, and said again for what was never sent."""
    Run(plan_topics(ROWS[:4], service, name="a run"), service).close()
    bare = [{"topic": row["topic"], "language": row["language"]} for row in ROWS[:4]]
    again = plan_topics(bare, service, name="a run")
    assert destinations(again) == ["Larder / Baking", "Larder", "Cellar / Vines", "the default project"]
    Run(again, service).close()

    elsewhere = plan_topics(bare, service, name="a run", target=PlanTarget(course="Vines"))
    assert set(destinations(elsewhere)) == {"Cellar / Vines"}
    assert elsewhere.digest != again.digest


def test_destinations_are_part_of_what_is_approved(service: FakeService) -> None:
    """The same rows into another course are another plan; a name that somebody changes is none."""
    one, other = (plan_topics(ROWS[:1], service, target=PlanTarget()) for _ in range(2))
    assert one.digest == other.digest
    service.courses[0] = course("c1", "Loaves", "p1")
    renamed = plan_topics([ROWS[0] | {"course": "Loaves"}], service, name=one.name)
    moved = plan_topics([ROWS[0] | {"course": "", "project": "Larder"}], service, name=one.name)

    assert renamed.digest == one.digest != moved.digest
    assert renamed.rows[0].destination == Destination(None, "Larder", "c1", "Loaves")


def test_the_card_says_how_many_go_where(service: FakeService) -> None:
    """With its columns that nothing is taken from."""
    rows = [row | {"audience": "cooks"} for row in ROWS]
    card = str(plan_topics(rows, service))

    for part in ("Course: Larder / Baking: 1 row\n", "Project: Larder: 1 row\n", "Course: Cellar / Vines: 1 row\n"):
        assert part in card
    assert "These columns were ignored: audience." in card


def test_ten_thousand_rows_of_two_hundred_courses_are_looked_up_in_few_requests(service: FakeService) -> None:
    """Once for all rows."""
    service.courses = [course(f"c{number}", f"Course {number}") for number in range(200)]
    rows = [{"topic": f"Topic {number}", "course": f"course {number % 200}"} for number in range(10_000)]
    plan = plan_topics(rows, service, language="EN")

    assert len(plan.ready) == 10_000
    assert len(destination_counts(plan)) == 200
    assert "More destinations: 180" in str(plan)
    assert len(service.reads) <= 6
