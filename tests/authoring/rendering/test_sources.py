"""What a page shows of its sources: title and place of what was found in them, escaped; passages that may be read."""

from __future__ import annotations

from typing import Any

from workbench.authoring.block import Block
from workbench.authoring.rendering.blocks import blocks_html

HOSTILE = "<img src=x onerror=alert(1)>\"'&"


def quote(place: str = "page 3", state: str = "verified", **more: Any) -> dict[str, Any]:
    """A quote of the manual."""
    fields = {"passageId": "s.1.1", "quote": "Valves wear.", "sourceId": "s", "title": "Manual", "place": place}
    return {**fields, "state": state, **more}


def html(*sources: object, language: str = "EN", passages: dict[str, str] | None = None) -> str:
    """A block with these sources, as HTML."""
    block = Block(
        id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa",
        type="text",
        content={"markdown": "Springs tire.", "sources": list(sources)},
    )
    return blocks_html([block], language, passages=passages or {})


def test_title_and_place_stand_below_the_block_once() -> None:
    """In the lesson's language; what was found nowhere, and what is not a quote, is not shown to anybody."""
    shown = html(quote(), quote("page 4", "corrected"), quote(), quote("page 9", "unverified"), "none", language="DE")

    assert shown.endswith(
        '<p dir="auto">Springs tire.</p><aside class="sources"><p>Quellen</p><ul><li><cite>Manual</cite>, page 3</li>'
        "<li><cite>Manual</cite>, page 4</li></ul></aside></section>"
    )
    assert "sources" not in html(quote(state="unverified")) and "sources" not in html()


def test_a_passage_is_shown_where_it_may_be_read() -> None:
    """Folded away, in paragraphs; a quote without a place has its title alone."""
    shown = html(quote(""), passages={"s.1.1": "One.\n\nTwo.", "s.1.2": "Another."})

    assert "<summary><cite>Manual</cite></summary><blockquote><p>One.</p><p>Two.</p></blockquote></details>" in shown
    assert "Another" not in shown


def test_every_text_of_a_source_is_escaped() -> None:
    """Title, place, passage: they are other people's words."""
    shown = html(quote(HOSTILE, title=HOSTILE), passages={"s.1.1": f"{HOSTILE}\n{HOSTILE}"})

    assert "<img" not in shown
    assert shown.count("&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;") == 4
