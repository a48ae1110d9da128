"""What a browser shows, as calls and items."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bulk.fake_service import course, lesson_summary
from tests.hostile import HOSTILE
from workbench.procedures.course import ListCoursesOutput, list_courses
from workbench.procedures.lesson import FoundLesson, LessonContent, SearchHit, list_lessons
from workbench.procedures.organization import RecentItem, RecentItemsOutput
from workbench.widgets.browser.queries import (
    LISTINGS,
    PAGE,
    BrowserItem,
    Listing,
    ask,
    found_row,
    outline_row,
    parts,
    read,
)
from workbench.widgets.kit.rows import Row

DAY = "2026-03-04T05:06:07.000Z"


def asked(listing: Listing) -> object:
    """The call for the second page of a listing, in a project, with a search."""
    return ask(listing, organization_id="o", project_id="p", search="tides", cursor="c")


def test_lessons_are_asked_for() -> None:
    """A page of them, those in the trash left out."""
    assert asked("lessons") == list_lessons(organization_id="o", project_id="p", search="tides", cursor="c", limit=PAGE)


def test_courses_of_the_trash_are_asked_for() -> None:
    """Only those."""
    assert asked("course trash") == list_courses(
        organization_id="o", project_id="p", search="tides", cursor="c", limit=PAGE, in_trash=True
    )


def test_every_listing_has_its_call() -> None:
    """And none that writes."""
    assert [
        ask(listing, organization_id=None, project_id=None, search=None, cursor=None).procedure.is_write
        for _, listing in LISTINGS
    ] == [False] * len(LISTINGS)


def test_a_course_says_whether_it_is_public() -> None:
    """And how many lessons it has."""
    found = course("c", "Tides", is_public=True, lesson_count=1, updated_at=DAY)
    [item] = read(ListCoursesOutput(courses=[found], total=7, next_cursor="n")).items

    assert (item.kind, item.id, item.row.detail) == ("course", "c", "1 lesson · changed 2026-03-04")
    assert item.row.tags == (("Public", "good"),)


def test_a_page_says_where_the_next_one_begins() -> None:
    """And how many there are on all."""
    found = read(ListCoursesOutput(courses=[], total=7, next_cursor="n"))

    assert (found.total, found.cursor) == (7, "n")


def test_a_recent_item_may_say_next_to_nothing() -> None:
    """The interface shows no field of it; one without an id cannot be opened and is left out."""
    found = read(
        RecentItemsOutput(
            recent_items=[RecentItem(), RecentItem(course_id="c"), RecentItem(lesson_id="l", title="Tides")]
        )
    )

    assert [(item.kind, item.id, item.title) for item in found.items] == [
        ("course", "c", "c"),
        ("lesson", "l", "Tides"),
    ]


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ({"word_count": 0, "empty_blocks": 3}, ["Empty"]),
        ({"blocks_by_type": {"quiz": 1}}, []),
        ({}, ["No quiz"]),
        ({"open_places": 1}, ["✎ 1 placeholder", "No quiz"]),
        ({"empty_blocks": 2, "blocks_by_type": {"quiz": 2}}, ["2 empty blocks"]),
        ({"text_language": "DE", "blocks_by_type": {"quiz": 1}}, ["Text appears to be German · Deutsch (DE)"]),
        ({"word_count": 99, "blocks_by_type": {"quiz": 1}}, ["Short: 99 words"]),
        ({"word_count": 3_001, "blocks_by_type": {"quiz": 1}}, ["Long: 3,001 words"]),
    ],
)
def test_a_lesson_of_a_course_says_what_deserves_a_look(held: dict[str, Any], expected: list[str]) -> None:
    """By the rules of the report on findings."""
    item = BrowserItem("lesson", "l", "Knots", "c", "p", Row("lesson:l", "Knots", "9 blocks"))
    facts = {"lesson_id": "l", "word_count": 300, "blocks_by_type": {"text": 4}, "empty_blocks": 0, "open_places": 0}
    row = outline_row(2, item, LessonContent(**{**facts, **held}))

    assert (row.detail, [text for text, _ in row.tags]) == ("2 · 9 blocks", expected)


def test_a_service_that_tells_no_content_costs_no_row() -> None:
    """Then nothing is said of it."""
    item = BrowserItem("lesson", "l", "Knots", "c", "p", Row("lesson:l", "Knots", "9 blocks"))

    assert outline_row(1, item, None).tags == ()


def found(*hits: SearchHit, tags: list[str] | None = None) -> FoundLesson:
    """A lesson with these hits."""
    fields = lesson_summary("l", "Reading a map", None).model_dump() | {"tags": tags}
    return FoundLesson(**fields, course_title="Outdoors", project_name="Trade", hits=list(hits))


def shown(row: Row) -> dict[str, list[str]]:
    """What is set off in each place."""
    places = {"title": row.title_parts, "hit": row.excerpt, "chips": row.chips}
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
    assert "".join(piece.text for piece in row.excerpt) == "…a map, and the map's key"
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
