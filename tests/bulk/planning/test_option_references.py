"""Plans of lists with options: what each row asks for, what is refused, and what exists already."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.bulk.fake_service import FakeService, MadeThen, lesson_summary, source
from tests.bulk.started_runs import ended
from workbench.bulk.lesson_options import LessonOptions
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.planning.planner import PlanOptions, plan_topics
from workbench.bulk.reading.option_columns import option_cells
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.run import Run
from workbench.errors import PlanRejected, Unreachable

ROWS = [
    {"topic": "Bread", "audience": "bakers", "words": "300"},
    {"topic": "Milk", "audience": "", "words": ""},
    {"topic": "Bread", "audience": "eaters", "words": ""},
]


@pytest.fixture
def styled() -> FakeService:
    """A service that can be told how lessons are written."""
    return FakeService(takes_options=True, tells_lessons=True)


def planned(service: FakeService, rows: Any = ROWS, **given: Any) -> Plan:
    """The plan of a list, with options for all."""
    return plan_topics(rows, service, language="EN", name="a run", options=PlanOptions(lesson=option_cells(**given)))


def test_a_line_asks_for_what_its_columns_say_else_for_what_all_do(styled: FakeService) -> None:
    """And one topic for two audiences is two rows."""
    plan = planned(styled, tone="calm", audience="everybody")

    assert [row.verdict for row in plan.rows] == [Verdict.READY] * 3
    assert [row.options for row in plan.rows] == [
        LessonOptions(audience="bakers", words=300, tone="calm"),
        LessonOptions(audience="everybody", tone="calm"),
        LessonOptions(audience="eaters", tone="calm"),
    ]


def test_the_card_and_the_frame_say_what_is_asked_for(styled: FakeService) -> None:
    """Each option that is used, by how many rows; escaped."""
    plan = planned(styled, tone="<b>calm</b>")
    text, card = str(plan), plan._repr_html_()

    assert "Tone: <b>calm</b>\n" in text and "Audience: 2 different: 2 of 3 rows\n" in text
    assert "Words: 300: 1 of 3 rows\n" in text
    assert "&lt;b&gt;calm" in card and "<b>calm" not in card
    assert plan.frame()["audience"].tolist()[0] == "bakers" and plan.frame()["words"].isna().tolist() == [0, 1, 1]


def test_a_service_that_cannot_be_told_is_not_told(service: FakeService) -> None:
    """Columns are named on the card; what was given for all stops the plan."""
    plan = planned(service)

    assert "This service doesn't support audience, words for new lessons." in plan.notes
    assert [row.verdict for row in plan.rows] == [Verdict.READY, Verdict.READY, Verdict.DUPLICATE]
    with pytest.raises(PlanRejected, match="support reading level"):
        planned(service, reading_level="B1")


def test_what_cannot_be_asked_for_is_the_verdict_of_its_row(styled: FakeService) -> None:
    """The others are made."""
    plan = planned(styled, [{"topic": "Bread", "words": "many"}, {"topic": "Milk", "words": "300"}])

    assert [row.verdict for row in plan.rows] == [Verdict.OPTION_NOT_POSSIBLE, Verdict.READY]
    assert "words is 'many'" in plan.rows[0].reason


def test_a_lesson_to_follow_is_named_by_title_or_id(styled: FakeService) -> None:
    """An unknown one is the verdict of its row, with the nearest; of two with one title the id says which."""
    styled.existing = [
        lesson_summary(lesson_id, title, None) for lesson_id, title in (("l1", "Tides"), ("l2", "Ebb"), ("l3", "Ebb"))
    ]
    plan = planned(
        styled, [{"topic": f"Row {index}", "like": text} for index, text in enumerate(["tides", "l2", "Tide", "Ebb"])]
    )

    assert [(row.options.like_lesson_id, row.options.like_title) for row in plan.rows[:2]] == [
        ("l1", "Tides"),
        ("l2", "Ebb"),
    ]
    assert plan.rows[2].verdict_text == (
        "option not possible: there is no lesson 'Tide' in this organization; did you mean 'Tides'?"
    )
    assert "several lessons are called 'Ebb': l2, l3; name one by its id" in plan.rows[3].reason


def test_sources_are_named_by_title_or_id(styled: FakeService) -> None:
    """Each once; an unknown one, one that was not uploaded whole, and too many are the verdict of their row."""
    styled.sources = [source("s1", "Hygiene manual"), source("s2", "Recipes"), source("s3", "Half", is_ready=False)]
    wanted = ["Recipes; hygiene MANUAL; s2", "", "Hygiene manul", "Half", ";".join(map(str, range(21)))]
    rows = [{"topic": f"Row {index}", "sources": cell} for index, cell in enumerate(wanted)]
    plan = planned(styled, rows, strict=True)

    assert plan.rows[0].options == LessonOptions(
        source_ids=("s2", "s1"), source_titles=("Recipes", "Hygiene manual"), strict=True
    )
    assert plan.rows[1].options == LessonOptions()
    assert [row.reason for row in plan.rows[2:]] == [
        "there is no source 'Hygiene manul' in this organization; did you mean 'Hygiene manual'?",
        "the source 'Half' was not fully uploaded",
        "it names 21 sources; at most 20 are allowed",
    ]


def test_sources_and_strict_go_along(styled: FakeService) -> None:
    """As the procedure takes them."""
    styled.sources = [source("s1", "Hygiene manual")]
    ended(Run(planned(styled, ["Hands"], sources=["Hygiene manual"], strict=True), styled)).close()
    (sent,) = [call.input.to_wire() for call in styled.paid]

    assert (sent["sourceIds"], sent["strict"]) == (["s1"], True)


def test_a_person_says_which_column_it_is_or_that_there_is_none(styled: FakeService) -> None:
    """A column of words that are no number of words is taken out of the way."""
    rows = [{"topic": "Bread", "words": "flour, yeast", "For whom": "bakers"}]
    columns = ColumnMapping(options={"words": "", "audience": "For whom"})
    plan = plan_topics(rows, styled, language="EN", options=PlanOptions(columns=columns))

    assert plan.rows[0].options == LessonOptions(audience="bakers")
    assert "These columns were ignored: words." in plan.notes


def test_a_template_keeps_its_columns(styled: FakeService) -> None:
    """What is part of the topic is requested once."""
    rows = [{"title": "Bread", "audience": "bakers"}]
    columns = ColumnMapping(template="{title} for {audience}")
    plan = plan_topics(rows, styled, language="EN", options=PlanOptions(columns=columns))

    assert (plan.rows[0].topic, plan.rows[0].options) == ("Bread for bakers", LessonOptions())


def test_a_lesson_of_the_topic_for_others_does_not_stand_for_this_row(styled: FakeService) -> None:
    """One row was made; the other of this topic is still to be made."""
    ended(Run(planned(styled).sample(1), styled)).close()
    again = planned(styled)

    assert [row.verdict for row in again.rows] == [Verdict.BEGUN, Verdict.READY, Verdict.READY]


def test_a_list_that_was_made_is_not_made_again_because_somebody_asks_for_more(styled: FakeService) -> None:
    """Each topic has its lesson; who wants others says so."""
    ended(Run(planned(styled, ["Bread", "Milk"]), styled)).close()
    again = planned(styled, ["Bread", "Milk"], audience="bakers")
    wanted = plan_topics(
        ["Bread"],
        styled,
        language="EN",
        name="a run",
        options=PlanOptions(lesson=option_cells(audience="bakers"), skip_existing=False),
    )

    assert [row.verdict for row in again.rows] == [Verdict.EXISTS] * 2
    assert "made by the run a run with other options" in again.rows[0].reason
    assert [row.verdict for row in wanted.rows] == [Verdict.READY]


def test_a_row_in_doubt_is_settled_before_its_topic_is_asked_for_otherwise(
    styled: FakeService, quick: RunRetryPolicy
) -> None:
    """Its lesson may be there, and would be paid for twice."""
    styled.script.extend(MadeThen(Unreachable()) for _ in range(9))
    ended(Run(planned(styled, ["Bread"]), styled, retry_policy=replace(quick, tries=1))).close()
    styled.script.clear()
    again = planned(styled, ["Bread"], tone="calm")

    assert again.rows[0].verdict is Verdict.OPEN_ELSEWHERE
    assert again.rows[0].reason == "it is unsure in the run a run, with other options; settle it there first"
