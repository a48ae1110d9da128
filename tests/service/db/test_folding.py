"""Folded text: what is the same for a reader is the same for the database."""

from __future__ import annotations

import pytest

from workbench.service.db.folding import containing, fold_text, topic_key


@pytest.mark.parametrize("spelling", ["Straße", "STRASSE", "  strasse ", "stra\u00dfe\n"])
def test_spellings_of_one_text_fold_alike(spelling: str) -> None:
    """Case and outer white space do not matter."""
    assert fold_text(spelling) == "strasse"


def test_a_topics_key_has_one_length() -> None:
    """A topic of four thousand characters has an index entry as short as any."""
    assert {len(topic_key(topic)) for topic in ("", "a", "a" * 4_000)} == {64}


@pytest.mark.parametrize(("text", "pattern"), [("50%", "%50~%%"), ("a_b", "%a~_b%"), ("~", "%~~%"), ("A", "%a%")])
def test_a_search_has_no_wildcards_of_its_own(text: str, pattern: str) -> None:
    """Its %, _ and ~ are letters."""
    assert containing(text) == pattern
