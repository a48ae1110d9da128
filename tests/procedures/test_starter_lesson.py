"""What a lesson may be asked to be like: bounded, one line each, and the same request however it was typed."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from workbench.authoring.style import LessonStyle
from workbench.procedures.starter_lesson import StarterLessonInput

TOPIC = {"language": "EN", "topic": "Tides"}


def test_only_what_is_asked_for_is_sent() -> None:
    """White space is folded; what is left to the writer is absent."""
    style = {"audience": "  deck \t crew ", "words": 300, "likeLessonId": "x1"}
    sent = StarterLessonInput.model_validate({**TOPIC, "style": style, "objectives": ["Read a tide  table"]}).to_wire()

    assert sent == {
        **TOPIC,
        "style": {"audience": "deck crew", "words": 300, "likeLessonId": "x1"},
        "objectives": ["Read a tide table"],
    }


@pytest.mark.parametrize("style", [{}, {"tone": None}, LessonStyle()])
def test_a_style_that_says_nothing_is_none(style: Any) -> None:
    """It is the same request as one without it, and the same key."""
    assert StarterLessonInput.model_validate({**TOPIC, "style": style}).to_wire() == TOPIC


@pytest.mark.parametrize(
    "odd",
    [
        {"style": {"audience": "x" * 201}},
        {"style": {"tone": "x" * 101}},
        {"style": {"readingLevel": "x" * 101}},
        {"style": {"tone": " \n"}},
        {"style": {"audience": "crew\u202eevil"}},
        {"style": {"words": 99}},
        {"style": {"words": 5001}},
        {"style": {"words": "300"}},
        {"style": {"questions": -1}},
        {"style": {"questions": 11}},
        {"style": {"questions": True}},
        {"style": {"likeLessonId": ""}},
        {"style": {"mood": "sad"}},
        {"style": ["formal"]},
        {"objectives": []},
        {"objectives": ["Read a tide table"] * 11},
        {"objectives": ["x" * 481]},
        {"objectives": [" "]},
        {"objectives": "Read a tide table"},
    ],
)
def test_what_is_out_of_bounds_is_refused(odd: dict[str, Any]) -> None:
    """As the declaration says, before anything is spent."""
    with pytest.raises(ValidationError):
        StarterLessonInput.model_validate({**TOPIC, **odd})
