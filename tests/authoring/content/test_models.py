from __future__ import annotations

from typing import Any

import pytest

from tests.authoring.content.contents import CONTENTS, NO, YES
from workbench.authoring.content import (
    CONTENT_MODELS,
    LINE_CHARS,
    LIST_ITEMS,
    MARKDOWN_CHARS,
    checked_content,
    content_problem,
)
from workbench.errors import EditRejected


@pytest.mark.parametrize("block_type", CONTENT_MODELS)
def test_a_good_content_of_each_type_has_no_problem(block_type: str) -> None:
    """Every type that we write accepts its own shape and gives it back unchanged."""
    assert checked_content(block_type, CONTENTS[block_type]) == CONTENTS[block_type]


@pytest.mark.parametrize(
    ("block_type", "content", "sentence"),
    [
        ("heading", {}, "The text is missing."),
        ("heading", {"text": "  "}, "The text is empty."),
        ("heading", {"text": "a" * (LINE_CHARS + 1)}, "The text is longer than 500 characters."),
        ("heading", {"text": "a", "level": 4}, "The level must be at most 3."),
        ("heading", {"text": "a", "level": 0}, "The level must be at least 1."),
        ("heading", {"text": "a", "level": True}, "The level must be a whole number."),
        ("text", {"markdown": 1}, "The text must be text."),
        ("text", {"markdown": "a" * (MARKDOWN_CHARS + 1)}, "The text is longer than 20,000 characters."),
        ("text", {"markdown": "[a](http://b.c)"}, "The link “http://b.c” is neither https nor mailto."),
        ("example", {"markdown": "<javascript:a>"}, "The link “javascript:a” is neither https nor mailto."),
        ("objectives", {"items": []}, "The items are missing."),
        ("objectives", {"items": "abc"}, "The items must be a list."),
        ("summary", {"items": ["a", ""]}, "Item 2 is empty."),
        ("summary", {"items": ["a"] * (LIST_ITEMS + 1)}, "The items are more than 50."),
        ("keyTerms", {"terms": [{"term": "a"}]}, "The meaning of term 1 is missing."),
        ("quiz", {"question": "q", "choices": [YES]}, "The choices are fewer than 2."),
        (
            "quiz",
            {"question": "q", "choices": [NO, {**NO, "text": "Never"}]},
            "No choice of the quiz is marked as correct.",
        ),
        ("quiz", {"question": "q", "choices": [YES, {**NO, "text": "yes "}]}, "Two choices of the quiz are the same."),
        (
            "quiz",
            {"question": "q", "choices": [YES, {**NO, "isCorrect": 1}]},
            "The correct mark of choice 2 must be yes or no.",
        ),
        (
            "quiz",
            {"question": "q", "choices": [YES, {**YES, "text": "Also"}]},
            "The quiz allows one answer, but several choices are marked as correct.",
        ),
        ("reflection", {"prompt": ""}, "The prompt is empty."),
        ("callout", {"kind": "joke", "markdown": "a"}, "The kind must be 'note', 'tip' or 'warning'."),
        ("callout", {"markdown": "[a](http://b.c)"}, "The link “http://b.c” is neither https nor mailto."),
        ("ordering", {"prompt": "p", "items": ["a"]}, "The items are fewer than 2."),
        ("ordering", {"prompt": "p", "items": ["a", ""]}, "Item 2 is empty."),
        ("matching", {"prompt": "p", "pairs": [{"left": "a"}] * 2}, "The right side of pair 1 is missing."),
        ("fillIn", {"text": "a ___", "gaps": []}, "The gaps are missing."),
        ("fillIn", {"text": "a ___", "gaps": [{"answers": []}]}, "The answers of gap 1 are missing."),
        ("fillIn", {"text": "a ___", "gaps": [{"answers": [" "]}]}, "The answer of gap 1 is empty."),
        ("shortAnswer", {"question": "q", "modelAnswer": " "}, "The model answer is empty."),
    ],
)
def test_a_problem_is_said_in_one_plain_sentence(block_type: str, content: dict[str, Any], sentence: str) -> None:
    """An author reads what is wrong, where, in words without program names."""
    assert content_problem(block_type, content) == sentence


def test_checking_refuses_with_the_same_sentence() -> None:
    """`checked_content` raises what `content_problem` says."""
    with pytest.raises(EditRejected, match="The prompt is missing."):
        checked_content("reflection", {})


def test_defaults_are_filled_in() -> None:
    """A stored content always has the fields that the schema shows."""
    assert checked_content("heading", {"text": "Bread"}) == {"text": "Bread", "level": 2}


def test_unknown_fields_are_kept() -> None:
    """A field of a newer client survives."""
    assert checked_content("blank", {"colour": {"h": 1}}) == {"colour": {"h": 1}}


def test_an_unknown_type_is_never_judged() -> None:
    """A type that is not ours comes back untouched."""
    content = {"url": "http://example.org", "heading": 3}
    assert checked_content("hotspot", content) == content
