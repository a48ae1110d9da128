"""A list with its plan, row by row; on a service in memory."""

from __future__ import annotations

import json
from typing import Any, cast

from tests.bulk.fake_service import FakeService
from tests.widgets.bulk.lists import table_of
from workbench.bulk.lesson_options import LessonOptions
from workbench.bulk.planning.plan_card import plan_facts
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.client.sync import Client
from workbench.widgets.bulk.edited_list import ListSettings, read_list
from workbench.widgets.bulk.planned_list import (
    FILTERS,
    PROBLEMS_FIRST,
    PlannedList,
    filter_rows,
    plan_list,
    without_plan,
)

LIST = "topic,language\nTides,EN\nKnots,XX9\ntides,EN\n12,EN\n,EN\n"

PLAIN = ListSettings()


def planned(text: str = LIST, settings: ListSettings = PLAIN, **more: Any) -> PlannedList:
    """The list as it is planned."""
    edited = read_list(table_of(text), settings)
    return plan_list(edited, _service(), organization_id=None, **more)


def _service() -> Client:
    return cast("Client", FakeService())


def test_each_row_has_its_verdict() -> None:
    """Problems are those that somebody could mend."""
    found = planned()

    assert [(row.verdict, row.tone, row.is_problem) for row in found.rows] == [
        ("ready", "good", False),
        ("language unknown", "bad", True),
        ("duplicate", "plain", False),
        ("ready", "warn", False),
        ("empty", "bad", True),
    ]
    assert found.problems == 2


def test_a_row_left_out_has_no_verdict_and_lets_its_duplicate_in() -> None:
    """Verdicts stay with their rows."""
    edited = planned().edited.leave_out("2", is_left_out=True)
    found = plan_list(edited, _service(), organization_id=None)

    assert [row.verdict for row in found.rows] == ["excluded", "language unknown", "ready", "ready", "empty"]
    assert found.left_out == 1


def test_all_left_out_there_is_no_plan() -> None:
    """And nothing fails."""
    edited = planned("topic,language\nTides,EN\n").edited.leave_out("2", is_left_out=True)

    assert plan_list(edited, _service(), organization_id=None).plan is None


def test_each_topic_is_made_as_often_as_is_wanted() -> None:
    """A row has one verdict for its copies, also next to one that is left out."""
    first = planned("topic,language\nTides,EN\nKnots,Engish\n", ListSettings(copies=3))
    assert first.plan is not None
    assert [row.copy for row in first.plan.ready] == [1, 2, 3]
    assert [row.verdict for row in first.rows] == ["ready", "language unknown"]

    edited = first.edited.leave_out("2", is_left_out=True)
    assert [row.verdict for row in plan_list(edited, _service(), organization_id=None).rows] == [
        "excluded",
        "language unknown",
    ]


def test_a_budget_is_the_most_that_a_yes_approves() -> None:
    """A yes to a list that costs less is a yes to that."""
    lists = "topic,language\nTides,EN\nKnots,EN\nRopes,EN\n"
    approvals = [planned(lists, ListSettings(budget=budget)).approval for budget in (None, 0, 2, 100)]

    assert [(approval.lessons, approval.credits) for approval in approvals if approval] == [
        (3, 3),
        (0, 0),
        (2, 2),
        (3, 3),
    ]


def test_a_template_is_on_the_card_and_says_what_it_found_missing() -> None:
    """As in a plan that is made in code; a topic that was written by hand lacks nothing."""
    settings = ListSettings(ColumnMapping(template="{title}: {about}"))
    found = planned("title,about,language\nTides,the moon,EN\nKnots,,EN\nRopes,,EN\n", settings)
    edited = found.edited.correct("4", "topic", "Ropes and lines")
    again = plan_list(edited, _service(), organization_id=None)

    assert again.plan is not None
    assert ("Template", "{title}: {about}") in plan_facts(again.plan)
    assert [(row.topic, row.warning) for row in again.plan.rows] == [
        ("Tides: the moon", ""),
        ("Knots:", "empty here: about"),
        ("Ropes and lines", ""),
    ]


def test_until_it_is_planned_again_a_changed_row_is_being_checked() -> None:
    """The others keep their verdict; there is no plan to approve."""
    before = planned()
    found = without_plan(before, before.edited.correct("3", "language", "DE"))

    assert [row.verdict for row in found.rows] == ["ready", "being checked", "duplicate", "ready", "empty"]
    assert found.plan is None


def test_filters_cover_what_people_look_for() -> None:
    """By the file's lines."""
    found = planned()

    assert {name: [row.row.line for row in filter_rows(found.rows, name)] for name in FILTERS} == {
        PROBLEMS_FIRST: [3, 6, 5, 2, 4],
        "all": [2, 3, 4, 5, 6],
        "problems": [3, 6],
        "warnings": [5],
        "ready": [2, 5],
        "settled": [4],
        "changed": [],
    }
    assert [row.row.line for row in filter_rows(found.rows, "all", "TIDES duplicate")] == [4]


def test_half_a_character_reaches_the_browser_as_a_question_mark() -> None:
    """A message cannot carry it."""
    edited = planned().edited.correct("2", "topic", "Tides \ud800")
    found = plan_list(edited, _service(), organization_id=None)

    assert found.rows[0].as_state()["topic"] == "Tides ?"
    assert found.rows[0].verdict == "cannot be sent"
    json.dumps([row.as_state() for row in found.rows], ensure_ascii=False).encode()


def test_three_thousand_rows_are_small_to_send() -> None:
    """As many as a list of this trade has: one message, under a megabyte and a half."""
    lines = "".join(f"Occupation number {index} of a long list,EN\n" for index in range(3000))
    found = planned(f"topic,language\n{lines}")

    assert len(found.rows) == 3000
    assert len(json.dumps([row.as_state() for row in found.rows])) < 1_500_000


def test_options_of_a_line_go_along_with_its_corrections() -> None:
    """They are planned as the list says, and the columns are those that a person named."""
    text = 'topic,audience,words,objectives\nTides,crew,300,"Read a table\nPlan a day; or two"\nKnots,,,\n'
    service = cast("Client", FakeService(takes_options=True))
    edited = read_list(table_of(text), ListSettings(ColumnMapping(options={"words": ""}), ("EN",)))
    plan = plan_list(edited.correct("2", "topic", "High tides"), service, organization_id=None).plan

    assert plan is not None
    assert (plan.rows[0].topic, plan.rows[0].options) == (
        "High tides",
        LessonOptions(audience="crew", objectives=("Read a table", "Plan a day; or two")),
    )
    assert plan.rows[1].options == LessonOptions()
