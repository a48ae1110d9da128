"""What needs attention in words, each with its next step; and the runs of this computer that do."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from tests.bulk.fake_service import PAID, FakeService
from workbench.attention import COLUMNS, AttentionNeed, need_of_group, needs_frame, needs_of_runs, unfinished_runs
from workbench.bulk import Run, plan_topics
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.running.progress import RunPhase
from workbench.client.conversation import KeyedAnswer
from workbench.procedures.attention import ATTENTION_KINDS, AttentionGroup, AttentionItem
from workbench.procedures.declare import Call
from workbench.runs import find_all_runs, is_running

LESSON = AttentionItem(lesson_id="l1", course_id="c1", title="Tides")
COURSE = AttentionItem(course_id="c1", title="The sea")


@pytest.mark.parametrize(
    ("group", "text", "step", "anchor"),
    [
        (("awaitingReview", 1, [LESSON]), "1 lesson awaits your review", "Review", "review"),
        (("awaitingReview", 1_200, [LESSON]), "1,200 lessons await your review", "Review", "review"),
        (("changesRequested", 1, [LESSON]), "1 lesson was returned to you", "Revise", "lesson/l1"),
        (("changesRequested", 2, [LESSON] * 2), "2 lessons were returned to you", "Revise", "review"),
        (("unpublishedChanges", 1, [COURSE]), "1 public course has newer changes", "Publish", "publish"),
        (("unpublishedChanges", 3, [COURSE]), "3 public courses have newer changes", "Publish", "publish"),
        (("staleTranslations", 1, [LESSON]), "1 translation is out of date", "Update", "create/translations"),
        (("expiringLinks", 1, [COURSE]), "1 public link expires within 14 days", "Extend", "course/c1"),
        (("expiringLinks", 2, [COURSE]), "2 public links expire within 14 days", "Extend", "publish"),
        (
            ("lowCredits", 1, []),
            "Credits are running low: 20 left, 1,300 used in the last 7 days",
            "View credits",
            "settings/credits",
        ),
        (("somethingNew", 4, [LESSON]), "somethingNew: 4", "", ""),
    ],
)
def test_a_group_is_said_with_its_next_step(
    group: tuple[str, int, list[AttentionItem]], text: str, step: str, anchor: str
) -> None:
    """In the singular and plural; a single lesson or course is opened itself where it is what to work on."""
    kind, count, items = group
    credits = {"balance_credits": 20, "spent_credits": 1_300} if kind == "lowCredits" else {}
    need = need_of_group(AttentionGroup(kind=kind, count=count, items=items, **credits))

    assert (need.text, need.next_step, need.anchor) == (text, step, anchor)
    assert [item.title for item in need.items] == [item.title for item in items]


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_every_kind_has_words_and_a_step(kind: str) -> None:
    """A new kind of the service is not shown by its wire name."""
    need = need_of_group(AttentionGroup(kind=kind, count=2, items=[COURSE]))

    assert kind not in need.text and need.next_step and need.anchor


def test_a_count_that_is_a_minimum_says_so() -> None:
    """And the table too."""
    group = AttentionGroup(kind="staleTranslations", count=2, is_minimum=True, items=[LESSON, LESSON])
    need = need_of_group(group)

    assert need.text == "At least 2 translations are out of date"
    assert needs_frame([need])["is_minimum"].to_list() == [True]


def test_the_table_has_a_row_for_each_need() -> None:
    """With titles and ids as lists; without a need, the same columns."""
    frame = needs_frame([need_of_group(AttentionGroup(kind="awaitingReview", count=7, items=[LESSON]))])
    (row,) = frame.to_dict("records")

    assert (row["kind"], row["count"], row["section"]) == ("awaitingReview", 7, "review")
    assert [list(row[name]) for name in ("titles", "lesson_ids", "course_ids")] == [["Tides"], ["l1"], ["c1"]]
    assert list(needs_frame([]).columns) == list(frame.columns) == [column.name for column in COLUMNS]


@pytest.fixture
def service() -> FakeService:
    """A service that makes lessons inside the process."""
    return FakeService()


@pytest.fixture
def here(service: FakeService) -> RunTarget:
    """The place of its session."""
    return find_place(service)


def needs(here: RunTarget) -> list[AttentionNeed]:
    """What the runs of this computer need."""
    return needs_of_runs(unfinished_runs(here))


def test_a_run_that_stopped_needs_to_be_resumed(service: FakeService, here: RunTarget) -> None:
    """Until it is finished; another person's, and one of another organization or service, needs nothing."""
    run = Run(plan_topics(["Bread", "Milk"], service, language="EN", name="dairy"), service)
    found = needs(here)
    others = [
        needs(replace(here, person="bob")),
        needs(replace(here, organization_id="org2")),
        needs(replace(here, service="elsewhere")),
    ]
    run.start().wait()

    assert [(need.kind, need.count, need.text, need.anchor) for need in found] == [
        ("stoppedRuns", 1, "1 run stopped before finishing", "create/runs")
    ]
    assert (found[0].items[0].title, found[0].next_step) == ("dairy", "Resume")
    assert (others, needs(here)) == ([[], [], []], [])


def test_a_run_with_rows_to_decide_about_needs_a_decision(service: FakeService, here: RunTarget) -> None:
    """Two rows for which the service gave the lesson of another."""
    service.one_id = True
    run = Run(plan_topics(["Bread", "Milk", "Tea"], service, language="EN"), service)
    run.start().wait()

    assert run.phase is not RunPhase.RUNNING
    assert [(need.kind, need.count, need.next_step) for need in needs(here)] == [("undecidedRuns", 1, "Decide")]


class Waiting(FakeService):
    """A service whose paid calls wait until the test lets them go on."""

    begun, may_go_on = threading.Event(), threading.Event()

    def call_keyed(self, call: Call[Any], /) -> KeyedAnswer[Any]:
        """The answer, once it may be given."""
        if call.name == PAID:
            self.begun.set()
            self.may_go_on.wait(60)
        return super().call_keyed(call)


def test_a_run_that_goes_on_needs_nothing(here: RunTarget) -> None:
    """As long as a thread of this process carries it out."""
    service = Waiting()
    run = Run(plan_topics(["Bread", "Milk"], service, language="EN"), service)
    run.start()
    assert service.begun.wait(60)
    (stored,) = find_all_runs()
    during = (is_running(stored), needs(here))
    service.may_go_on.set()
    run.wait(60)

    assert during == (True, [])
    assert not is_running(find_all_runs()[0])


def test_an_old_run_is_left_alone(service: FakeService, here: RunTarget, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is reminded of it for ever."""
    Run(plan_topics(["Bread"], service, language="EN"), service).close()
    monkeypatch.setattr("workbench.attention.RUN_DAYS", 0)

    assert needs(here) == []
