from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from workbench.service.ai.proposal import Page, ProposedLesson, repaired_draft
from workbench.service.ai.writer import WRITTEN_TYPES

TEXT = {"type": "text", "markdown": "Bread is baked."}
PROMPT = {"type": "reflection", "prompt": "Which bread do you like?"}
ITEMS = {"type": "summary", "items": ["Bread is baked."]}


def lesson(*pages: dict[str, Any], title: str = "Bread") -> ProposedLesson:
    """A lesson of the given pages and two more."""
    return ProposedLesson.model_validate({"title": title, "pages": [*pages, PROMPT, ITEMS]})


def test_the_title_becomes_the_first_heading() -> None:
    """Every draft begins with its title, said once."""
    blocks = repaired_draft(lesson(TEXT)).blocks
    assert blocks[0].content == {"text": "Bread", "level": 1}


def test_a_heading_that_says_the_title_is_not_doubled() -> None:
    """A model that writes the heading itself is taken at its word."""
    blocks = repaired_draft(lesson({"type": "heading", "text": "bread ", "level": 1})).blocks
    assert [block.type for block in blocks] == ["heading", "reflection", "summary"]


def test_quotation_marks_and_line_breaks_leave_the_title() -> None:
    """A title is one clean line."""
    assert repaired_draft(lesson(TEXT, title='"Bread\n and butter"')).title == "Bread and butter"


def test_fields_that_nobody_asked_for_are_dropped() -> None:
    """What a model adds of its own is not stored, at any depth."""
    choices = [{"text": "a", "isCorrect": True, "x": 1}, {"text": "b", "isCorrect": False}]
    blocks = repaired_draft(lesson({"type": "quiz", "question": "Q?", "choices": choices, "html": "<b>"})).blocks
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
    blocks = repaired_draft(lesson({"type": "text", "markdown": "a\u202eb\u200bc\x07d\ne"})).blocks
    assert blocks[1].content == {"markdown": "a b c d\ne"}


def test_an_unknown_page_is_refused() -> None:
    """A model writes our block types or none."""
    with pytest.raises(ValidationError, match="video"):
        lesson({"type": "video", "src": "https://a.b"})


def test_a_draft_says_what_was_repaired() -> None:
    """Slips and HTML while it is read, choices and repeats afterwards, each with its page."""
    choices = [{"text": text, "isCorrect": text == "Stem"} for text in ("Root", "Stem", "Leaf", "Bud")]
    draft = repaired_draft(
        lesson(
            {"type": "heading", "text": "Dough", "level": "2"},
            {"type": "text", "markdown": "Dear <name>"},
            {"type": "quiz", "question": "Which part drinks?", "choices": choices},
            TEXT,
            TEXT,
        )
    )

    assert [(repair.rule, repair.block) for repair in draft.repairs] == [
        ("slip", 1),
        ("html as text", 2),
        ("order of choices", 3),
        ("repeated block", 5),
    ]


@pytest.mark.parametrize("pages", [None, "text", [1, None, "x"], [{}], {"type": "text"}])
def test_pages_that_are_none_are_the_schema_s_to_refuse(pages: object) -> None:
    """Repairs never fail."""
    with pytest.raises(ValidationError):
        ProposedLesson.model_validate({"title": "Bread", "pages": pages})


def test_the_types_that_writers_write_are_those_of_the_form() -> None:
    """A lesson whose shape is followed is told by these and no others."""
    union = get_args(get_args(Page)[0])

    assert {get_args(model.model_fields["type"].annotation)[0] for model in union} == set(WRITTEN_TYPES)
