from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from workbench.service.ai.proposal import ProposedLesson, checked_draft
from workbench.service.ai.writer import WriterFailed

TEXT = {"type": "text", "markdown": "Bread is baked."}
PROMPT = {"type": "reflection", "prompt": "Which bread do you like?"}
ITEMS = {"type": "summary", "items": ["Bread is baked."]}


def lesson(*pages: dict[str, Any], title: str = "Bread") -> ProposedLesson:
    """A lesson of the given pages and two more."""
    return ProposedLesson.model_validate({"title": title, "pages": [*pages, PROMPT, ITEMS]})


def test_the_title_becomes_the_first_heading() -> None:
    """Every draft begins with its title, said once."""
    _, blocks = checked_draft(lesson(TEXT))
    assert blocks[0].content == {"text": "Bread", "level": 1}


def test_a_heading_that_says_the_title_is_not_doubled() -> None:
    """A model that writes the heading itself is taken at its word."""
    _, blocks = checked_draft(lesson({"type": "heading", "text": "bread ", "level": 1}))
    assert [block.type for block in blocks] == ["heading", "reflection", "summary"]


def test_quotation_marks_and_line_breaks_leave_the_title() -> None:
    """A title is one clean line."""
    assert checked_draft(lesson(TEXT, title='"Bread\n and butter"'))[0] == "Bread and butter"


def test_fields_that_nobody_asked_for_are_dropped() -> None:
    """What a model adds of its own is not stored, at any depth."""
    choices = [{"text": "a", "isCorrect": True, "x": 1}, {"text": "b", "isCorrect": False}]
    _, blocks = checked_draft(lesson({"type": "quiz", "question": "Q?", "choices": choices, "html": "<b>"}))
    assert blocks[1].content == {
        "question": "Q?",
        "multiple": False,
        "choices": [
            {"text": "a", "isCorrect": True, "feedback": ""},
            {"text": "b", "isCorrect": False, "feedback": ""},
        ],
    }


def test_hidden_characters_become_spaces() -> None:
    """Direction marks and control characters cannot hide text from an author."""
    _, blocks = checked_draft(lesson({"type": "text", "markdown": "a\u202eb\u200bc\x07d\ne"}))
    assert blocks[1].content == {"markdown": "a b c d\ne"}


@pytest.mark.parametrize(
    "text",
    ["<script>x</script>", "<img src=x onerror=y>", "javascript:alert(1)", "data:text/html,x", "<p onclick=x>y</p>"],
)
def test_active_markup_is_refused_in_plain_fields_too(text: str) -> None:
    """A plain field is shown escaped; still nothing that could act is stored."""
    with pytest.raises(WriterFailed, match="markup"):
        checked_draft(lesson(TEXT, {"type": "summary", "items": [text]}))


def test_a_lesson_on_html_may_name_its_tags() -> None:
    """Harmless tags in plain text are words."""
    assert checked_draft(lesson({"type": "summary", "items": ["A <p> is a paragraph; data: what is known."]}))


def test_an_unknown_page_is_refused() -> None:
    """A model writes our block types or none."""
    with pytest.raises(ValidationError, match="video"):
        lesson({"type": "video", "src": "https://a.b"})
