"""The rows of lessons that a search found."""

from __future__ import annotations

import pytest

from tests.bulk.fake_service import lesson_summary
from tests.hostile import HOSTILE
from workbench.procedures.lesson import FoundLesson, SearchHit
from workbench.widgets.browser.found import found_row, parts
from workbench.widgets.kit.rows import Row


def found(*hits: SearchHit, tags: list[str] | None = None) -> FoundLesson:
    """A lesson with these hits."""
    fields = lesson_summary("l", "Reading a map", None).model_dump() | {"tags": tags}
    return FoundLesson(**fields, course_title="Outdoors", project_name="Trade", hits=list(hits))


def shown(row: Row) -> dict[str, list[str]]:
    """What is set off in each place."""
    places = {"title": row.title_parts, "hit": row.hit, "chips": row.chips}
    return {name: [text.text for text in texts if text.is_match] for name, texts in places.items()}


def test_words_are_set_off_where_they_stand() -> None:
    """In the title, in a tag, in the text of a block; the whole texts are there."""
    hits = (
        SearchHit(field="title", text="Reading a map", marks=[(10, 13)]),
        SearchHit(field="tags", text="compass · map work", marks=[(10, 13)]),
        SearchHit(field="block", block_id="b", text="…a map, and the map's key", marks=[(3, 6), (16, 19)]),
    )
    row = found_row(found(*hits, tags=["compass", "map work"]), Row("lesson:l", "Reading a map"))

    assert shown(row) == {"title": ["map"], "hit": ["map", "map"], "chips": ["map work"]}
    assert "".join(piece.text for piece in row.hit) == "…a map, and the map's key"
    assert row.detail.startswith("Outdoors · Trade · changed 20")


@pytest.mark.parametrize(
    ("text", "marks", "expected"),
    [
        ("🎓🎓 map", [(3, 6)], ["🎓🎓 ", "map"]),
        ("map", [(0, 3)], ["map"]),
        ("map", [(2, 9)], ["map"]),
        ("a map a map", [(2, 5), (3, 6), (8, 11)], ["a ", "map", " a ", "map"]),
        ("", [], []),
    ],
)
def test_marks_are_in_characters(text: str, marks: list[tuple[int, int]], expected: list[str]) -> None:
    """Whatever a browser counts; one that the text has not is left out, and no letter is lost."""
    assert [part.text for part in parts(text, marks)] == expected
    assert "".join(part.text for part in parts(text, marks)) == text


def test_a_row_for_filters_alone_has_no_hit() -> None:
    """It shows its tags."""
    row = found_row(found(tags=["sea"]), Row("lesson:l", "Reading a map"))

    assert shown(row) == {"title": [], "hit": [], "chips": []} and [chip.text for chip in row.chips] == ["sea"]


def test_what_goes_to_the_browser_is_text() -> None:
    """With the blanks between the parts; what steers is made visible."""
    for text in HOSTILE:
        hit = SearchHit(field="block", block_id="b", text=f"a {text}", marks=[(0, 1)])
        sent = found_row(found(hit), Row("lesson:l", "T")).as_state()["hit"]
        assert [piece["isMatch"] for piece in sent] == [True, False] and sent[1]["text"].startswith(" ")
    assert found_row(found(SearchHit(field="title", text="a\u202eb", marks=[(0, 3)])), Row("l", "T")).as_state()[
        "titleParts"
    ] == [{"text": "a\\u202eb", "isMatch": True}]
