"""Numbers with their nouns."""

from __future__ import annotations

import pytest

from workbench.wording import counted, counted_are


@pytest.mark.parametrize(
    ("count", "noun", "plural", "text"),
    [
        (0, "lesson", None, "0 lessons are"),
        (1, "lesson", None, "1 lesson is"),
        (1200, "course", None, "1,200 courses are"),
        (2, "reply", "replies", "2 replies are"),
    ],
)
def test_a_noun_follows_its_number(count: int, noun: str, plural: str | None, text: str) -> None:
    """Its verb too."""
    assert counted_are(count, noun, plural) == text
    assert text.startswith(counted(count, noun, plural))
