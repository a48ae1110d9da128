"""The quotes of a block are data next to its words: of a form of their own, and no part of its text."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.authoring.content import checked_content, content_problem
from workbench.authoring.content.block_text import block_texts
from workbench.authoring.conversion import convert_content
from workbench.authoring.plain_text import excerpt, plain_text
from workbench.authoring.source_quotes import source_quotes
from workbench.errors import EditRejected

QUOTE = {
    "passageId": "s.1.1",
    "quote": "Valves <b>wear</b>.",
    "sourceId": "s",
    "title": "Manual",
    "place": "page 3",
    "state": "verified",
}


def text(*sources: object) -> dict[str, Any]:
    """The content of a text block with these sources."""
    return {"markdown": "Springs tire.", "sources": list(sources)}


def test_quotes_are_no_part_of_a_blocks_text() -> None:
    """They are not searched, counted, shown in lists or replaced; a block of another type keeps them."""
    assert plain_text("text", text(QUOTE)) == excerpt("text", text(QUOTE)) == "Springs tire."
    assert list(block_texts(text(QUOTE))) == [("markdown", "Springs tire.")]
    assert convert_content("text", text(QUOTE), "summary") == {"items": ["Springs tire."], "sources": [QUOTE]}


def test_a_checked_content_keeps_its_quotes() -> None:
    """Whatever they say, and with fields that we do not know."""
    more = {**QUOTE, "note": "x"}

    assert checked_content("text", text(QUOTE, more)) == text(QUOTE, more)
    assert [quote.to_wire() for quote in source_quotes(text(QUOTE, "none", more))] == [QUOTE, more]


@pytest.mark.parametrize(
    ("sources", "sentence"),
    [
        ("page 3", "The sources must be a list."),
        ([QUOTE] * 21, "The sources are more than 20."),
        (["x"], "Source 1 is none."),
        ([QUOTE, {"quote": "x"}], "The passageId of source 2 does not have the right form."),
        ([{**QUOTE, "state": "true"}], "The state of source 1 does not have the right form."),
        ([{**QUOTE, "quote": "x" * 501}], "The quote of source 1 does not have the right form."),
    ],
)
def test_what_is_no_quote_is_said(sources: object, sentence: str) -> None:
    """In a sentence without any of its words; an unknown type of block is never judged."""
    content = {"markdown": "x", "sources": sources}

    assert content_problem("text", content) == sentence
    with pytest.raises(EditRejected, match=sentence):
        checked_content("text", content)
    assert content_problem("unknown", content) is None
