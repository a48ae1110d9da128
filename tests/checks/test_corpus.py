"""The rules hold what they promise on the labelled lessons; a rule that does not is only a hint."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.checks.corpus import (
    FEWEST_POSITIVES,
    LEAST_RECALL,
    MOST_FALSE_ALARMS,
    Measured,
    items,
    measured,
)
from tests.checks.printed import PAGE, page
from workbench.authoring.checks import RULES, Severity
from workbench.authoring.content import content_problem

ITEMS = items()


@pytest.fixture(scope="module")
def found() -> dict[str, Measured]:
    """How each rule fares on the corpus."""
    return measured(ITEMS)


def test_the_corpus_is_well_formed() -> None:
    """At least 400 items in four languages, each label a rule, each block one that the service stores."""
    names = {rule.name for rule in RULES}

    assert len(ITEMS) >= 400
    assert {item.language for item in ITEMS} == {"EN", "DE", "ES", "FR"}
    assert [one for one, count in Counter(item.id for item in ITEMS).items() if count > 1] == []
    assert [item.id for item in ITEMS if not set(item.labels) <= names] == []
    assert [item.id for item in ITEMS if list(item.labels) != sorted(item.labels)] == []
    assert [item.id for item in ITEMS for one in item.blocks if content_problem(one.type, one.content)] == []


def test_a_rule_that_weighs_holds_its_recall(found: dict[str, Measured]) -> None:
    """At least 20 items with the flaw, nine of ten found, at most one of twenty others flagged."""
    weak = {
        rule.name: (here.positives, here.recall, here.false_alarms)
        for rule in RULES
        if rule.severity is not Severity.NOTE
        and not rule.is_certain
        and (here := found[rule.name])
        and (here.positives < FEWEST_POSITIVES or here.recall < LEAST_RECALL or here.false_alarms > MOST_FALSE_ALARMS)
    }

    assert weak == {}


def test_no_good_lesson_has_an_error() -> None:
    """Fifty lessons in nine languages, among them many that speak of what the rules look for."""
    good = items("good")
    wrong = [
        (item.id, rule.name, hit.message)
        for item in good
        for rule in RULES
        if rule.severity is Severity.ERROR
        for hit in rule.hits(item.view)
    ]

    assert len(good) >= 50
    assert len({item.language.partition("-")[0] for item in good}) == 9
    assert wrong == []


def test_the_page_says_what_is_measured(found: dict[str, Measured]) -> None:
    """`docs/checks.md` is printed from the rules and the corpus, never edited."""
    assert PAGE.read_text(encoding="utf-8") == page(ITEMS, found)
