"""The phrases of all languages."""

from __future__ import annotations

from re import _parser as parser  # type: ignore[attr-defined]

import pytest

from tests import pattern_growth
from tests.meta.source_tree import PACKAGE
from workbench.authoring.checks import recognised
from workbench.authoring.checks.recognised import LANGUAGES, phrases, phrases_in

FOLDER = PACKAGE / "authoring" / "checks" / "languages"
NAMES = sorted({name for path in FOLDER.glob("*.toml") for name in recognised._file(path.stem).get("phrases", {})})


@pytest.mark.parametrize("name", NAMES)
def test_every_phrase_can_be_looked_for(name: str) -> None:
    """Each part that a phrase names is there, and no phrase is found in nothing or in plain language."""
    found = phrases(name)
    patterns = [expression.pattern for expression in (found.lower, found.cased) if expression]

    assert patterns
    assert [pattern for pattern in patterns if "<lesson>" in pattern or "<write>" in pattern] == []
    assert found.search("") == found.search("\n") == ""
    if name not in ("empty_label", "slot", "empty_feedback"):
        assert found.search("the harbour lies below us") == ""


def test_each_language_has_the_same_names() -> None:
    """A language that is measured lacks nothing that another has."""
    names = [set(recognised._file(language)["phrases"]) for language in LANGUAGES]

    assert all(name == names[0] for name in names)


def test_what_is_found_stands_as_in_the_text() -> None:
    """Capitals are those of the text; a language without phrases finds nothing."""
    assert phrases("model").search("Well: AS AN AI, MY ANSWER’S short.") == "AS AN AI, MY"
    assert phrases("empty_label").covers("Click Here")
    assert phrases_in("en", "absolute").search("It is ALWAYS so") == "ALWAYS"
    assert phrases_in("xx", "absolute").search("always") == ""


@pytest.mark.parametrize("name", NAMES)
def test_what_all_phrases_together_find_is_found(name: str) -> None:
    """Only phrases whose words are in a text are searched for, and none is missed: neither where one is alone,
    nor behind other words, nor where several are in one text.
    """
    found = phrases(name)
    samples = [
        pattern_growth._sample(parser.parse(text))
        for file in recognised.FILES
        for text in recognised.expand_phrases(file, name)
    ]
    together = ["; ".join(samples), "; ".join(reversed(samples)), "harbours"]
    for text in [*samples, *map("Harbours; {}".format, samples), *map(str.upper, samples), *together]:
        plain = recognised._straight(text)
        lowered = plain.lower()
        expected = found.lower.search(lowered) if found.lower else None
        expected = expected or (found.cased.search(plain) if found.cased else None)

        assert found.search(text) == ("" if expected is None else text[slice(*expected.span())].strip()), text


def test_phrases_that_are_made_later_are_found_in_texts_that_were_read_before() -> None:
    """What is remembered of a text holds for the phrases that were there."""
    text = "Please quack and moo."
    assert phrases("vulgar").search(text) == ""

    assert recognised._compile(["quack(?:ing)?", "(?-i:Moo)"]).search(text) == "quack"
    assert recognised._compile(["quacking", r"mo{2,}"]).search(text) == "moo"
    assert recognised._compile(["quacking", r"(?-i:Moo)"]).search(text) == ""
