"""A plan for people: every text of a topic is escaped."""

from __future__ import annotations

import pytest

from tests.bulk.plans import place, plan, row
from workbench.bulk.planning.plan_card import ROWS_SHOWN, plan_card, plan_text
from workbench.bulk.planning.plan_row import Verdict

HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a\u202egpj.exe", "\x1b[31mred", "a\x00b"]


@pytest.mark.parametrize("topic", HOSTILE)
@pytest.mark.parametrize("field", ["topic", "reason", "warning", "language"])
def test_nothing_hostile_reaches_the_card(topic: str, field: str) -> None:
    """Markup is text, and characters that steer are seen."""
    card = plan_card(plan(row(1, **{field: topic})))

    assert topic not in card
    assert "<script>" not in card
    assert "<img" not in card


@pytest.mark.parametrize("topic", HOSTILE)
def test_nothing_hostile_reaches_the_terminal(topic: str) -> None:
    """A run's name comes from a file's name."""
    said = plan_text(plan(row(1), name=topic))

    assert "\x1b" not in said and "\u202e" not in said and "\x00" not in said


def test_a_verdict_is_said_once() -> None:
    """Its reason often begins with it."""
    card = plan_card(plan(row(1), row(2, verdict=Verdict.DUPLICATE, reason="duplicate of line 1")))

    assert ">duplicate of line 1</td>" in card


def test_the_card_says_what_a_person_decides_by() -> None:
    """Rows, price, total, balance now and after."""
    said = plan_text(plan(row(1), row(2)))

    for part in (
        "Rows to create: 2 of 2",
        "Unit price: 2 practice credits",
        "Total: 4 practice credits",
        "Balance after: 96 practice credits",
    ):
        assert part in said


def test_the_card_says_what_can_be_made_today() -> None:
    """Under a daily limit: the verdicts, when the others are made, and what is approved."""
    capped = plan(row(1), row(2), row(3), place=place(balance_credits=5, daily_cap_credits=4, daily_left_credits=2))
    said = plan_text(capped)

    assert "Can be created today: 1 of 3 rows" in said
    assert "  1 ready\n  1 ready, but not today\n  1 ready, but not paid for\n" in said
    assert "1 of 2 lessons can be created today. The other 1 stays planned" in said and "run as it is" not in said


def test_the_card_says_what_the_balance_pays_for() -> None:
    """When it does not suffice: the verdicts, what is missing, and what can be approved are numbers."""
    poor = plan(row(1), row(2), place=place(balance_credits=3))
    said = plan_text(poor)

    assert "The balance covers: 1 of 2 rows" in said
    assert "  1 ready\n  1 ready, but not paid for\n" in said and "Missing: 1 practice credit" in said
    assert "2 lessons cost 4 practice credits, the organization has 3: 1 would not be created." in said
    assert "run as it is" not in said and "plan.approve(credits=2)" in plan_card(poor)


def test_the_worst_case_is_said_where_keys_are_not_honoured() -> None:
    """A lost answer may hide a lesson."""
    said = plan_text(plan(row(1), row(2), place=place(honours_keys=False)))

    assert "waits for you" in said and "at worst 4 practice credits" in said


def test_a_writer_without_ai_is_labelled() -> None:
    """Nobody mistakes a planning sheet for a model's work."""
    assert "planning-sheet (no AI)" in plan_text(plan(row(1)))


def test_a_large_plan_shows_some_rows_and_says_how_many_more() -> None:
    """Those that are not made come among the first."""
    rows = [row(number) for number in range(1, 100)]
    card = plan_card(plan(*rows, row(100, topic="the odd one", verdict=Verdict.EMPTY)))

    assert "the odd one" in card
    assert f"{100 - ROWS_SHOWN} more rows" in card


def test_a_plan_over_the_limit_says_how_to_approve_it() -> None:
    """The next step is in the last line."""
    said = plan_text(plan(*(row(number) for number in range(1, 30))))

    assert said.splitlines()[-1].startswith("Approve it to run it: `plan.approve(credits=58)`")
