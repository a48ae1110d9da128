"""A search of other people's texts ends in time, lets other threads run, and says when it gave up."""

from __future__ import annotations

import threading
import time

import pytest
import regex

from workbench import patterns
from workbench.errors import PatternTimedOut
from workbench.patterns import ASCII, DOTALL, IGNORECASE, MULTILINE, Pattern, escape, needed_words

QUADRATIC = r"^\W*(?:right|wrong)\b"
FREEZING = "|\n" * 100_000


@pytest.mark.parametrize("method", ["search", "match", "fullmatch", "findall", "finditer", "split"])
def test_every_search_gives_up_after_a_time_in_proportion_to_the_text(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing found and gave up are two outcomes; with `re` one such search took minutes."""
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    monkeypatch.setattr(patterns, "SECONDS_PER_CHARACTER", 0.0)
    before = time.process_time()

    with pytest.raises(PatternTimedOut, match="takes too long"):
        getattr(Pattern(rf"(?:{QUADRATIC})|(?:(?:a|b|ab)*)*c" + "|(?:x+x+)+y", MULTILINE), method)("ab" * 60 + "x" * 60)

    assert time.process_time() - before < 5


@pytest.mark.parametrize("replacement", ["", str])
def test_a_replacement_gives_up_too(replacement: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the replacement is a text or a function."""
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    monkeypatch.setattr(patterns, "SECONDS_PER_CHARACTER", 0.0)

    with pytest.raises(PatternTimedOut):
        Pattern(QUADRATIC, MULTILINE).sub(replacement, FREEZING)  # type: ignore[arg-type]


def test_other_threads_run_during_a_long_search() -> None:
    """`re` holds the interpreter until it has finished; here the other thread counts on."""
    counted, is_over = 0, threading.Event()

    def search() -> None:
        with pytest.raises(PatternTimedOut):
            Pattern(QUADRATIC, MULTILINE).search(FREEZING)
        is_over.set()

    searching = threading.Thread(target=search)
    searching.start()
    while not is_over.wait(0.001):
        counted += 1
    searching.join()

    assert counted > 5


def test_what_a_function_takes_is_not_counted_as_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions that replace a match may do what they like with their time."""
    monkeypatch.setattr(patterns, "SECONDS", 0.02)

    def busy(_found: object) -> str:
        until = time.process_time() + 0.02
        while time.process_time() < until:
            pass
        return "b"

    assert Pattern("a").sub(busy, "aaa a") == "bbb b"
    assert Pattern("a").sub(busy, "aaa", count=2) == "bba"


def test_a_pattern_is_compiled_when_it_is_first_used() -> None:
    """Importing a module that declares patterns costs nothing."""
    pattern = Pattern("(")

    with pytest.raises(regex.error):
        pattern.search("")


def test_the_flags_are_those_of_the_package() -> None:
    """They are written down here so that the package is imported only when something is searched."""
    assert (IGNORECASE, MULTILINE, DOTALL, ASCII) == (regex.I, regex.M, regex.S, regex.A)


def test_methods_answer_as_those_of_the_standard_library() -> None:
    """Places, groups and pieces are what `re` gives."""
    pattern = Pattern(r"(\w)(\d)?")

    assert [found.span() for found in pattern.finditer("a1 b", 1)] == [(1, 2), (3, 4)]
    assert pattern.findall("a1 b") == [("a", "1"), ("b", "")]
    assert Pattern(r",\s*").split("a, b,c", 1) == ["a", "b,c"]
    assert Pattern(r"(a)").sub(r"<\1>", "banana", 2) == "b<a>n<a>na"
    assert Pattern(rb"[a-c]+").search(b"xxabc", 1) is not None
    assert Pattern(r"b").match("abc", 1, 2) is not None
    assert Pattern(r"x*").sub(lambda found: "-", "abxd") == "-a-b--d-"


@pytest.mark.parametrize("text", ["a.b*c", "[x](y)", "{1,2}", "a b\nc\t#", "^$|?+\\", "ÄÖ-ß&~"])
def test_an_escaped_text_matches_itself(text: str) -> None:
    """As a word that somebody searches for is looked for as it is."""
    assert Pattern(escape(text)).fullmatch(text) is not None


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"as an? (?:ai|language model)\b", {"as a"}),
        (r"(?:click|tap) here", {" here"}),
        (r"(?:click|tap)(?: \w+)?", {"click", "tap"}),
        (r"\d+ ?%", {"%"}),
        (r"\d+ ?x", None),
        (r"[$€]\d+", {"$", "€"}),
        (r"[a-c]\d+|[^x]", None),
        (r"\.{6,}", {"......"}),
        (r"x{1,3}", None),
        (r"(?:doi|[a-z]+)", None),
        (r"(?:abc)*x", None),
        (r"(?:abc){2,3}", {"abc"}),
        (r"(?<=before )\w+", None),
        (r"(?!never)some", {"some"}),
    ],
)
def test_what_a_pattern_needs_is_told(pattern: str, needed: set[str] | None) -> None:
    """Words that every match has in it; look-arounds and what may be left out tell nothing."""
    assert needed_words(pattern) == needed
