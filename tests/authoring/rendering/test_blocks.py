"""Blocks as HTML: what each type looks like, and that no text of a lesson is markup."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.authoring.block import Block
from workbench.authoring.content import CONTENT_MODELS
from workbench.authoring.rendering import blocks as rendering


def block_html(*block: Any) -> str:
    """The block as HTML, without the directions, which have a test of their own."""
    return rendering.block_html(*block).replace(' dir="auto"', "")


def blocks_html(*blocks: Any, **options: Any) -> str:
    """The blocks as HTML, without the directions."""
    return rendering.blocks_html(*blocks, **options).replace(' dir="auto"', "")


@pytest.mark.parametrize(
    ("level", "html"), [(1, "<h2>Sea</h2>"), (2, "<h3>Sea</h3>"), (3, "<h4>Sea</h4>")], ids=["one", "two", "three"]
)
def test_a_heading_stands_below_the_pages_own_title(level: int, html: str) -> None:
    """The first level is the page's; a lesson's headings start at the second."""
    assert block_html("heading", {"text": "Sea", "level": level}) == html


def test_a_heading_without_a_level_is_of_the_second() -> None:
    """The schema's default."""
    assert block_html("heading", {"text": "Sea"}) == "<h3>Sea</h3>"


def test_text_is_markdown() -> None:
    """Emphasis, lists, tables and links are rendered."""
    html = block_html("text", {"markdown": "**a** ~~b~~\n\n- c\n\n| d |\n|---|\n| e |"})

    assert {"strong", "s", "ul", "table"} <= set(seen(html).tags)


def test_empty_text_is_empty() -> None:
    """A text may be empty; it is then nothing."""
    assert block_html("text", {"markdown": ""}) == ""


def test_lists_have_their_heading() -> None:
    """Objectives and summary: a heading in the lesson's language, and an item each."""
    assert block_html("summary", {"items": ["a", "b"]}, "DE") == "<h3>Zusammenfassung</h3><ul><li>a</li><li>b</li></ul>"
    assert seen(block_html("objectives", {"items": ["a"]})).text == "What you will be able to do a"


def test_key_terms_are_a_list_of_pairs() -> None:
    """Term and meaning."""
    html = block_html("keyTerms", {"terms": [{"term": "a", "meaning": "b"}]})

    assert html == "<h3>Key terms</h3><dl><dt>a</dt><dd>b</dd></dl>"


@pytest.mark.parametrize(("title", "head"), [("Brest", "Example: Brest"), ("", "Example")])
def test_an_example_may_have_a_title(title: str, head: str) -> None:
    """Its heading holds the title where there is one."""
    assert block_html("example", {"title": title, "markdown": "x"}) == f"<h3>{head}</h3><p>x</p>\n"


def test_a_quiz_hides_its_answer() -> None:
    """The answer with its feedback opens without any script; the choices stand before it."""
    choices = [{"text": "a", "isCorrect": True, "feedback": "f"}, {"text": "b", "isCorrect": False}]
    html = block_html("quiz", {"question": "q", "choices": choices})
    before, _, behind = html.partition("<details>")

    assert "correct" not in before
    assert "<summary>Show the answer</summary>" in behind
    assert "<li><strong>a</strong> (correct)<br><bdi>f</bdi></li><li>b</li>" in behind


def test_the_preview_numbered_choices_that_learners_see_as_letters() -> None:
    """A, B, C wherever a block is shown, alone or in its lesson; no style sheet has to say so."""
    choices = [{"text": "a", "isCorrect": True}, {"text": "b", "isCorrect": False}]
    html = block_html("quiz", {"question": "q", "choices": choices})

    assert html.count('<ol type="A"><li>') == html.count("<ol") == 2


def test_a_reflection_is_its_question() -> None:
    """Under its heading, in the lesson's language."""
    assert block_html("reflection", {"prompt": "p"}, "ES-MX") == "<h3>Para reflexionar</h3><p>p</p>"


NOTE = {"markdown": "Ask the *harbour* today."}


@pytest.mark.parametrize("content", [NOTE, {"markdown": None, "text": "Ask the harbour today."}])
def test_a_note_for_authors_says_that_it_is_one(content: dict[str, Any]) -> None:
    """In the lesson's language, also where its schema refuses it."""
    assert (
        seen(block_html("authorNote", content, "DE")).text
        == "Hinweis für Autorinnen und Autoren Ask the harbour today."
    )


def test_a_note_for_authors_is_shown_only_where_it_is_wanted() -> None:
    """Who renders blocks silently on it renders them for learners."""
    blocks = [Block(id=str(uuid4()), type=kind, content=NOTE) for kind in ("text", "authorNote")]

    assert seen(blocks_html(blocks)).text == "Ask the harbour today."
    assert (
        seen(blocks_html(blocks, has_author_notes=True)).text
        == "Ask the harbour today. Note for authors Ask the harbour today."
    )


def test_a_blank_page_says_so() -> None:
    """Whatever it holds."""
    assert block_html("blank", {"x": 1}) == '<p class="blank">Empty page</p>'


def test_an_unknown_type_is_shown_as_its_words() -> None:
    """A paragraph a line; addresses and ids are left out."""
    assert block_html("video.v2", {"title": "Film", "url": "https://x.example/v.mp4"}) == "<p>Film</p>"


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("heading", {"text": "Sea", "level": 9}),
        ("heading", {"text": ["Sea"]}),
        ("objectives", {"items": "Sea"}),
        ("quiz", {"question": "Sea"}),
        ("keyTerms", {"terms": [{"term": "Sea"}]}),
        ("reflection", {"prompt": {"deep": ["Sea"]}}),
    ],
)
def test_a_content_that_its_schema_refuses_is_shown_as_its_words(kind: str, content: dict[str, Any]) -> None:
    """Another program may have written it; nothing fails and no word is lost."""
    assert "Sea" in seen(block_html(kind, content)).text


@pytest.mark.parametrize("kind", [*CONTENT_MODELS, "unknown"])
@pytest.mark.parametrize("content", [{}, {"text": None}, {"items": [None, {}]}, {"markdown": 7}, {"choices": [1]}])
def test_no_content_makes_it_fail(kind: str, content: dict[str, Any]) -> None:
    """Every type with odd content is some HTML."""
    assert isinstance(block_html(kind, content), str)


@pytest.mark.parametrize("payload", HOSTILE)
def test_plain_fields_are_not_markup(payload: str) -> None:
    """What is not Markdown is on the page as it was written."""
    assert payload.split() == seen(block_html("heading", {"text": payload})).text.split()


def test_each_block_is_a_section_of_its_type() -> None:
    """In order, with the type as a class."""
    blocks = [
        Block(id=str(uuid4()), type="reflection", content={"prompt": "p"}),
        Block(id=str(uuid4()), type="video.v2", content={}),
    ]

    assert blocks_html(blocks) == (
        '<section class="block reflection"><h2>Think about it</h2><p>p</p></section>\n'
        '<section class="block video.v2"></section>'
    )


def test_no_blocks_are_nothing() -> None:
    """An empty lesson."""
    assert blocks_html([]) == ""


@pytest.mark.parametrize(
    ("kind", "content", "elements"),
    [
        ("heading", {"text": "a"}, ["h3"]),
        ("text", {"markdown": "a\n\n- b\n- c\n\n|d|\n|-|\n|e|"}, ["p", "li", "li", "th", "td"]),
        ("text", {"markdown": "- a\n\n- b"}, ["p", "p"]),
        ("keyTerms", {"terms": [{"term": "a", "meaning": "b"}]}, ["h3", "dt", "dd"]),
        ("quiz", {"question": "q", "choices": [{"text": "a", "isCorrect": True}, {"text": "b", "isCorrect": False}]},
         ["h3", "p", *["li"] * 4]),
    ],
)  # fmt: skip
def test_each_text_takes_its_direction_from_its_own_words(
    kind: str, content: dict[str, Any], elements: list[str]
) -> None:
    """Arabic in an English lesson, and English in an Arabic one; what only holds other elements has none."""
    found = seen(rendering.block_html(kind, content)).attributes

    assert [tag for tag, name, value in found if (name, value) == ("dir", "auto")] == elements
