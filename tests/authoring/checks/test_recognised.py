"""The phrases of all languages."""

from __future__ import annotations

import pytest

from tests.meta.source_tree import PACKAGE
from workbench.authoring.checks import recognised
from workbench.authoring.checks.recognised import LANGUAGES, phrases, phrases_in

FOLDER = PACKAGE / "authoring" / "checks" / "languages"
NAMES = sorted({name for path in FOLDER.glob("*.toml") for name in recognised._file(path.stem).get("phrases", {})})


@pytest.mark.parametrize("name", NAMES)
def test_every_phrase_can_be_looked_for(name: str) -> None:
    """Each part that a phrase names is there, and no phrase is found in nothing or in plain words."""
    found = phrases(name)
    patterns = [each.pattern for each in (found.lower, found.cased) if each]

    assert patterns
    assert [each for each in patterns if "<lesson>" in each or "<write>" in each] == []
    assert found.search("") == found.search("\n") == ""
    if name not in ("empty_label", "slot", "empty_feedback"):
        assert found.search("the harbour lies below us") == ""


def test_each_language_has_the_same_names() -> None:
    """A language that is measured lacks nothing that another has."""
    names = [set(recognised._file(language)["phrases"]) for language in LANGUAGES]

    assert all(each == names[0] for each in names)


def test_what_is_found_stands_as_in_the_text() -> None:
    """Capitals are those of the text; a language without phrases finds nothing."""
    assert phrases("model").search("Well: AS AN AI, MY ANSWER’S short.") == "AS AN AI, MY"
    assert phrases("empty_label").covers("Click Here")
    assert phrases_in("en", "absolute").search("It is ALWAYS so") == "ALWAYS"
    assert phrases_in("xx", "absolute").search("always") == ""
