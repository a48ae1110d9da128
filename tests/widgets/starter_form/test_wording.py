"""The form's words as HTML."""

from __future__ import annotations

import pytest

from tests.markup import seen
from workbench.procedures.lesson import StarterLesson
from workbench.procedures.organization import UserData
from workbench.procedures.service import Capabilities, WriterFacts
from workbench.widgets.starter_form.wording import cost_html, made_html

WITHOUT_AI = Capabilities(
    service_id="s",
    name="service",
    version="1",
    procedures=[],
    additions=[],
    limits={},
    prices=[],
    writer=WriterFacts(name="<b>sheet</b>", is_ai=False),
)


def test_no_title_becomes_markup() -> None:
    """The service says what the lesson is called."""
    made = StarterLesson(lesson_id='"><script>x</script>', title="<img src=x onerror=alert(1)>")

    assert seen(made_html(made, "EN")).dangers == []


def test_no_writer_becomes_markup() -> None:
    """Nor what its writer is called."""
    assert "<b>sheet</b>" in seen(cost_html(WITHOUT_AI, 1, None)).text


@pytest.mark.parametrize(("left", "is_warned"), [(0, True), (1, False), (None, False)])
def test_too_few_credits_are_warned_of(left: int | None, is_warned: bool) -> None:
    """Before the lesson is refused; what is not known warns nobody."""
    person = None if left is None else UserData(ai_credit_balance=left)

    assert ("Not enough AI credits" in cost_html(WITHOUT_AI, 1, person)) is is_warned


@pytest.mark.parametrize(("left", "is_warned"), [(0, True), (1, True), (2, False)])
def test_a_daily_limit_is_told_before(left: int, is_warned: bool) -> None:
    """Regression: the form offered what the service refused until midnight."""
    person = UserData(ai_credit_balance=100, daily_cap_credits=5, daily_credits_left=left)
    shown = seen(cost_html(WITHOUT_AI, 2, person)).text

    assert ("one lesson costs 2, it can be created from 00:00 UTC on." in shown) is is_warned
