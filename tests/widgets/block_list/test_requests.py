"""What a view is told when it asks."""

from __future__ import annotations

import re

from tests.authoring.lessons import block, id_of, lesson
from workbench.authoring.block import Block
from workbench.widgets.block_list.gestures import (
    BlockRequest,
    ConversionRequest,
    DraftRequest,
    RenderedRequest,
)
from workbench.widgets.block_list.requests import answer
from workbench.widgets.document.page_theme import preview_parts


def test_a_block_is_told_with_how_it_looks() -> None:
    """Content to be edited, HTML to be shown."""
    told = answer(BlockRequest(intent="block", id=id_of("a")), (block("a", "**Hi**"),), "EN")

    assert told == {
        "found": True,
        "type": "text",
        "by": "",
        "at": "",
        "quotes": [],
        "content": {"markdown": "**Hi**"},
        "html": '<p dir="auto"><strong>Hi</strong></p>\n',
        "problem": "",
        "refused": "",
        "stored": {"markdown": "**Hi**"},
    }


def test_a_block_that_is_gone_is_said_to_be() -> None:
    """Others may have deleted it in the meantime."""
    assert answer(BlockRequest(intent="block", id=id_of("z")), lesson("a"), "EN") == {"found": False}


def test_a_draft_is_told_what_is_wrong_with_it() -> None:
    """Before anything is sent."""
    told = answer(DraftRequest(intent="draft", id=id_of("a"), type="heading", content={"text": ""}), (), "EN")

    assert told["problem"] == "The text is empty."


def test_an_unfinished_draft_can_be_stored() -> None:
    """What is missing is told; what the service would refuse is told as that."""
    empty = answer(DraftRequest(intent="draft", id=id_of("a"), type="heading", content={"text": ""}), (), "EN")
    link = {"markdown": "[here](javascript:alert(1))"}
    refused = answer(DraftRequest(intent="draft", id=id_of("a"), type="text", content=link), (), "EN")

    assert (empty["problem"], empty["refused"], empty["stored"]) == ("The text is empty.", "", {"text": ""})
    assert "neither https nor mailto" in refused["refused"]


def test_blocks_are_rendered_as_learners_see_them() -> None:
    """Those that are asked for, with the classes of their sections; what is gone is left out."""
    blocks = (
        Block(id=id_of("t"), type="heading", content={"text": "Tides", "level": 1}),
        Block(id=id_of("q"), type="summary", content={"items": ["It falls"]}),
        block("b", "**Hi**"),
    )
    asked = RenderedRequest(intent="rendered", ids=[id_of("q"), id_of("b"), id_of("z")])
    shown = answer(asked, blocks, "EN", title="Tides")["blocks"]
    (whole,) = preview_parts(blocks, "EN", "Tides")

    assert list(shown) == [id_of("q"), id_of("b")]
    assert [content for _, _, content in shown.values()] == [blocks[1].content, blocks[2].content]
    for classes, html, _ in shown.values():
        assert f'<section class="block {classes}">{html}</section>' in whole


def test_a_draft_s_markup_does_nothing() -> None:
    """What is typed is untrusted too: it may have been pasted."""
    told = answer(
        DraftRequest(intent="draft", id=id_of("a"), type="text", content={"markdown": "<img src=x onerror=alert(1)>"}),
        (),
        "EN",
    )

    assert "<img" not in told["html"]


def test_a_content_is_told_as_another_type_s() -> None:
    """And how that looks."""
    asked = ConversionRequest(intent="convert", id=id_of("a"), type="text", content={"markdown": "a\nb"}, to="summary")

    assert answer(asked, (), "EN")["content"] == {"items": ["a", "b"]}


def test_a_block_is_shown_with_its_sources() -> None:
    """Regression: the line was in the preview of the lesson alone; a draft has it, too, and one without has none."""
    quote = {"passageId": "p", "quote": "four up", "sourceId": "s", "title": "Height", "place": "page 3"}
    content = {"markdown": "Ladders.", "sources": [{**quote, "state": "verified"}]}
    blocks = (Block(id=id_of("q"), type="text", content=content), block("b", "No source."))
    (whole,) = preview_parts(blocks, "DE", "")
    one, bare = (answer(BlockRequest(intent="block", id=id_of(character)), blocks, "DE")["html"] for character in "qb")
    draft = answer(DraftRequest(intent="draft", id=id_of("q"), type="text", content=content), blocks, "DE")["html"]

    assert '<aside class="sources"><p>Quellen</p><ul><li><cite>Height</cite>, page 3' in one
    assert f'<section class="block text">{one}</section>' in whole
    assert (draft, "sources" in bare) == (one, False)


def test_a_preview_is_what_learners_get() -> None:
    """Regression: a heading was shown on another level than on the lesson's page, and the title twice."""
    blocks = (
        Block(id=id_of("t"), type="heading", content={"text": "Tides", "level": 1}),
        Block(id=id_of("h"), type="heading", content={"text": "Low water", "level": 3}),
        Block(id=id_of("q"), type="summary", content={"items": ["It falls"]}),
    )
    (whole,) = preview_parts(blocks, "EN", "Tides")
    one = answer(BlockRequest(intent="block", id=id_of("q")), blocks, "EN", title="Tides")["html"]
    draft = DraftRequest(intent="draft", id=id_of("h"), type="heading", content={"text": "Ebb", "level": 2})

    assert re.findall(r"<h\d", whole) == ["<h1", "<h2", "<h3"]
    assert f'<section class="block summary">{one}</section>' in whole
    assert answer(draft, blocks, "EN", title="Tides")["html"] == '<h2 dir="auto">Ebb</h2>'
