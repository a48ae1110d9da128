"""Numbers with their nouns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench.wording import count_text, counted_are

PACKAGE = Path(__file__).parents[1] / "workbench"
FIXED_PLURAL = re.compile(
    r"(?<!of )\{[^{}]*:,\} (?:more |other )?(?:rows|lessons|courses|changes|files|credits|blocks|texts|pictures)\b"
)
SEVERAL = re.compile(r"== 1 else|total|found|days|limit|MOST|MAX", re.IGNORECASE)
"""In the same line: one is written apart, or there are several."""


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
    assert text.startswith(count_text(count, noun, plural))


@pytest.mark.parametrize("package", ["cli", "exports", "reports"])
def test_one_is_never_followed_by_several(package: str) -> None:
    """Regression: “... and 1 more rows”, “1 lessons wait to be checked”."""
    lines = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in sorted((PACKAGE / package).rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if FIXED_PLURAL.search(line) and not SEVERAL.search(line)
    ]

    assert lines == []
