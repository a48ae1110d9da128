"""The lesson router: generating, reading, listing."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from workbench.errors import InputRejected
from workbench.procedures import lesson


def test_the_starter_lesson_is_a_paid_write() -> None:
    """Interface 4.3: a POST; it costs credits, so it is never repeated blindly."""
    assert lesson.create_starter_lesson.is_write and lesson.create_starter_lesson.paid


@pytest.mark.parametrize(
    "value",
    [
        {"language": "EN"},
        {"topic": "Bread"},
        {"language": "English", "topic": "Bread"},
        {"language": "EN", "topic": "  "},
        {"language": "EN", "topic": 5},
        {"language": "EN", "topic": "Bread", "tone": "warm"},
        {"language": "EN", "topic": "Bread", "maxCredits": -1},
        {"language": "EN", "topic": "Bread", "maxCredits": 1.0},
        {"language": "EN", "topic": "Bread", "maxCredits": True},
    ],
)
def test_the_starter_lesson_takes_a_language_and_a_topic(value: dict[str, Any]) -> None:
    """Both, each of its form, and nothing else but our three additions."""
    with pytest.raises(ValidationError):
        lesson.create_starter_lesson.read_input(value)


def test_a_language_in_lower_case_is_put_in_upper_case() -> None:
    """Interface 4.3: an upper-case language code."""
    assert lesson.create_starter_lesson.read_input({"language": "pt-br", "topic": "Pão"}).language == "PT-BR"


def test_our_additions_are_sent_when_they_are_given() -> None:
    """In camelCase."""
    call = lesson.create_starter_lesson(language="EN", topic="Bread", project_id="p", max_credits=1)
    assert call.wire_input() == {"language": "EN", "topic": "Bread", "projectId": "p", "maxCredits": 1}


@pytest.mark.parametrize("limit", [0, 1001])
def test_a_page_has_1_to_1000_lessons(limit: int) -> None:
    """More is requested with the cursor."""
    with pytest.raises(InputRejected, match="limit"):
        lesson.list_lessons(limit=limit)


def test_a_lesson_is_a_summary_with_blocks() -> None:
    """Lists and reads say the same things by the same names."""
    assert lesson.Lesson.model_fields.keys() - lesson.LessonSummary.model_fields.keys() == {
        "input_tokens",
        "output_tokens",
        "blocks",
    }
