"""What the panel of a course from a brief says of costs."""

from __future__ import annotations

from tests.markup import seen
from workbench.bulk.outlines.outline import LessonOutline, Outline
from workbench.procedures.organization import UserData
from workbench.widgets.outline.edited_outline import EditedOutline, start_editing
from workbench.widgets.outline.wording import brief_html, total_html


def three() -> EditedOutline:
    """An outline of three lessons."""
    lessons = tuple(LessonOutline(title=title, topic=title) for title in ("Flour", "Water", "Salt"))
    return start_editing(Outline("Bread", "EN", lessons), wanted=None)


def test_a_daily_limit_is_told_with_the_price() -> None:
    """Regression: the line told price and balance, and the run stopped at the limit."""
    person = UserData(ai_credit_balance=100, daily_cap_credits=4, daily_credits_left=2)
    said = seen(total_html(three(), price=2, person=person)).text

    assert "Can be created today 1 of 3 rows" in said
    assert "The organization may spend 4 credits a day, 2 are left today: 1 of 3 lessons can be created today." in said
    free = seen(total_html(three(), price=2, person=UserData(ai_credit_balance=100))).text
    assert "today" not in free and "100" in free


def test_what_an_outline_costs_knows_the_daily_limit() -> None:
    """It can be written when the next day begins; too few credits are told as before."""
    capped = UserData(ai_credit_balance=100, daily_cap_credits=4, daily_credits_left=1)
    said = seen(brief_html(has_model=True, price=2, person=capped)).text
    poor = seen(brief_html(has_model=True, price=2, person=UserData(ai_credit_balance=1))).text

    assert "one outline costs 2, it can be written from 00:00 UTC on." in said
    assert "Not enough AI credits for an outline" in poor and "UTC" not in poor
