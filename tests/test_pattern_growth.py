"""No pattern's time grows faster than the text that it searches: one that did has frozen the service three times."""

from __future__ import annotations

import random

from tests.pattern_growth import Subject, grows_too_fast, recipes, subjects
from workbench.patterns import MULTILINE, Pattern

SUBJECTS, TEXTS = 120, 8
LENGTH, LEAST_SECONDS = 4_000, 0.008


def test_a_sample_of_patterns_grows_with_the_text() -> None:
    """Some of all patterns, each with some texts of its own language; `make sweep-patterns` tries all of both."""
    chosen = random.Random(27)
    found = [
        grows_too_fast(subject, recipe, length=LENGTH, least=LEAST_SECONDS)
        for subject in chosen.sample(subjects(), SUBJECTS)
        for recipe in chosen.choices(recipes(subject), k=TEXTS)
    ]

    assert list(filter(None, found)) == []


def test_a_pattern_that_grows_too_fast_is_found() -> None:
    """The one that froze the service: it begins at each line, and continues over all lines that follow."""
    subject = Subject("frozen", Pattern(r"(?<!\w)(?:^\W*(?:right|wrong))(?!\w)", MULTILINE), frozenset({"finditer"}))

    assert any(grows_too_fast(subject, recipe, length=LENGTH, least=LEAST_SECONDS) for recipe in recipes(subject))
