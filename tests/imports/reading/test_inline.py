"""Runs of text as Markdown."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from workbench.authoring.markup.markdown import markdown_html
from workbench.documents.paragraph import TextRun
from workbench.imports.reading.inline import address, markdown

LETTERS = st.sampled_from([*"ab1 .,*_`~[]()<>$|#-+=!&;:/^\"'{}é中\n", " https://x.y/a ", "&amp;", "1. ", "\\"])
TEXTS = st.lists(LETTERS, max_size=16).map("".join)
RUNS = st.builds(
    TextRun,
    TEXTS,
    bold=st.booleans(),
    italic=st.booleans(),
    struck=st.booleans(),
    link=st.sampled_from(["", "", "https://e.org/a(b)", "javascript:x"]),
)


def words(page: str) -> str:
    """The letters of a page without its tags and white space."""
    return "".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


@settings(max_examples=150, deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
@given(st.lists(RUNS, max_size=3))
def test_the_page_says_what_the_runs_say(runs: list[TextRun]) -> None:
    """Letter for letter, whatever signs are in it; only in bare addresses some are spelled out."""
    said = words(markdown_html(markdown(runs)))
    for sign, spelled in (("*", "%2A"), ("$", "%24"), ("\\", "%5C")):
        said = said.replace(spelled, sign)

    assert said == "".join("".join(run.text for run in runs).split())


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        ([TextRun("plain")], "plain"),
        ([TextRun("a "), TextRun("bold ", bold=True), TextRun("b")], "a **bold** b"),
        ([TextRun("both", bold=True, italic=True), TextRun("!")], "***both***!"),
        ([TextRun("let"), TextRun("ter", bold=True)], "let**ter**"),
        ([TextRun("5 * 2 = $10, a_b, [1], C#")], "5 * 2 = $10, a_b, [1], C#"),
        ([TextRun("$5 and $6")], "\\$5 and \\$6"),
        ([TextRun("1. one")], "1\\. one"),
        ([TextRun("# no heading")], "\\# no heading"),
        ([TextRun("one\ntwo")], "one\\\ntwo"),
        ([TextRun("see "), TextRun("it", link="http://a.b/c")], "see [it](https://a.b/c)"),
        ([TextRun("it", link="javascript:x()")], "it"),
        ([TextRun("x<y & z"), TextRun("if x", code=True)], "x\\<y & z`if x`"),
    ],
)
def test_what_authors_write_looks_like_what_they_would_type(runs: list[TextRun], text: str) -> None:
    """No more signs are escaped than would mean something."""
    assert markdown(runs) == text


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("https://a.b/(x) y", "https://a.b/%28x%29%20y"),
        ("https://a.b/(x)", "https://a.b/%28x%29"),
        ("mailto:a@b.c", "mailto:a@b.c"),
        ("file:///etc/passwd", ""),
        ("JaVaScRiPt:x", ""),
        ("", ""),
    ],
)
def test_an_address_can_be_followed_or_is_none(link: str, found: str) -> None:
    """Only https and mailto."""
    assert address(link) == found
