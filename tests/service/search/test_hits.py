"""The places of the words that were searched for."""

from __future__ import annotations

from workbench.authoring.block import Block
from workbench.service.search.hits import LENGTH, find_hits
from workbench.service.search.query_text import read_query


def shown(query: str, title: str = "", text: str = "", tags: tuple[str, ...] = ()) -> list[tuple[str, list[str]]]:
    """Each hit's field, and what is marked in its text."""
    block = Block(id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="text", content={"markdown": text})
    found = find_hits(title, tags, [block], read_query(query, now=0).terms)
    return [(hit.field, [hit.text[start:end] for start, end in hit.marks]) for hit in found]


def test_words_are_marked_as_they_are_written() -> None:
    """Title, tags and block each by itself; accents and case are the author's."""
    assert shown("resume fire", "Résumés", "Fire & firewood", ("campfire", "FIRE!")) == [
        ("title", ["Résumés"]),
        ("tags", ["FIRE"]),
        ("block", ["Fire", "firewood"]),
    ]


def test_a_phrase_is_marked_where_it_stands_whole() -> None:
    """Its words alone are none of it."""
    assert shown('"fire door"', "Fire, door, fire doors", "a fire") == [("title", ["Fire", "door"])]
    assert shown("消防", "安消防安") == [("title", ["消", "防"])]


def test_an_excerpt_is_cut_between_words_around_the_first() -> None:
    """Its marks fit the text that is shown."""
    block = Block(
        id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="text", content={"markdown": "word " * 500 + "fire " * 90}
    )
    (hit,) = find_hits("", (), [block], read_query("fire", now=0).terms)
    assert hit.text.startswith("…word word") and hit.text.endswith("fire…") and len(hit.text) <= LENGTH + 2
    assert {hit.text[start:end] for start, end in hit.marks} == {"fire"}


def test_markup_stays_text() -> None:
    """Anyone who shows it escapes it; here nothing is removed from it."""
    block = Block(id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="heading", content={"text": "<img onerror=alert(1)>"})
    assert find_hits("", (), [block], read_query("alert", now=0).terms)[0].text == "<img onerror=alert(1)>"
