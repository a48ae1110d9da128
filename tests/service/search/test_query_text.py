"""What a person typed into a search box."""

from __future__ import annotations

import pytest

from workbench.service.kernel.context import DAY_MS
from workbench.service.kernel.errors import HandlerError
from workbench.service.search.query import SearchFilter, SearchTerm
from workbench.service.search.query_text import read_query

NOW = 400 * DAY_MS


def test_words_phrases_and_filters_are_told_apart() -> None:
    """A word that is long enough finds what begins with it; a phrase in quotation marks is exact."""
    found = read_query('Fire "exit doors" of tag:"Fire  Safety" LANG:de quiz:none updated:<30d', now=NOW)
    terms = (SearchTerm(("fire",), True), SearchTerm(("exit", "doors"), False), SearchTerm(("of",), False))
    assert found == SearchFilter(
        terms=terms, tags=("fire safety",), language="DE", has_quiz=False, updated_after=NOW - 30 * DAY_MS
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("https://example.org/a", [("https", "example", "org", "a")]),
        ("Note: x", [("note",), ("x",)]),
        ("(project: x)", [("project",), ("x",)]),
        ('"Note:x"', [("note", "x")]),
        ("10:30", [("10", "30")]),
        ('"unclosed phrase', [("unclosed", "phrase")]),
        ("a AND b* -c NOT", [("a",), ("and",), ("b",), ("c",), ("not",)]),
        ("消防", [("消", "防")]),
        ("map map MAP", [("map",)]),
    ],
)
def test_anything_can_be_searched_for(text: str, words: list[tuple[str, ...]]) -> None:
    """No sign is an operator, and no name but a filter's is one."""
    assert [term.words for term in read_query(text, now=NOW).terms] == words


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "contains no word"),
        ("% * '", "signs are not searched for"),
        ("tag:", "tag: has no value"),
        ("lang:german!", "code of a language"),
        ("quiz:2", "none or some"),
        ("lang:xx", "knows no 'xx'"),
        (
            "colour:blue",
            "there is no filter colour:, the filters are tag:, lang:, status:, course:, project:, quiz:, updated:.",
        ),
        ("corse:Knots", "did you mean course:Knots"),
        ("tagg:safety", "did you mean tag:safety"),
        ("language:en", "did you mean lang:en"),
        ("created:>2026", "there is no filter created:"),
        ("-tag:safety", "a filter has no .-. before it; write tag:safety"),
        ("bread (lang:en)", "a filter has no"),
        ("updated:<30d updated:<9d", "updated:< is in it twice"),
        ("Proj:Trade", "did you mean project:Trade"),
        ("updated:soon", "updated:<30d"),
        ("course:a course:b", "is in it twice"),
        (" ".join(map(str, range(21))), "21 words"),
        (" ".join(f"tag:{index}" for index in range(11)), "11 tags"),
    ],
)
def test_what_cannot_be_searched_for_is_said(text: str, sentence: str) -> None:
    """With the status of a bad request, and what to write instead."""
    with pytest.raises(HandlerError, match=sentence) as refused:
        read_query(text, now=NOW)
    assert refused.value.failure.code == "BAD_REQUEST"
