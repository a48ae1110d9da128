"""Lessons and courses as a table: its columns, how it is sorted and filtered, and what older services give instead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import create_course
from workbench.procedures.lesson import LESSON_STATUS, create_lesson, request_review, set_tags
from workbench.widgets.browser.panel import Browser

Shown = dict[str, list[str]]


@pytest.fixture
def shelf(client: Client) -> dict[str, str]:
    """A course with three lessons of this test: their ids by title, and the course's as `course`."""
    course_id = client.call(create_course(title="Shelf")).course_id
    ids = {"course": course_id}
    for title, language in (("Beech", "EN"), ("Ash", "DE"), ("Cedar", "EN")):
        made = client.call(create_lesson(title=title, language=language, course_id=course_id))
        ids[title] = made.lesson_id
    client.call(set_tags(lesson_id=ids["Ash"], tags=["shelf tree"]))
    client.call(request_review(lesson_ids=[ids["Cedar"]]))
    return ids


@pytest.fixture
def older(client: Client) -> Client:
    """The same service, as one that does not tell the status of lessons."""
    capabilities = client.capabilities()
    assert capabilities is not None
    additions = [addition for addition in capabilities.additions if addition != LESSON_STATUS]
    client._capabilities = (capabilities.model_copy(update={"additions": additions}),)
    return client


def sort_by(browser: Browser, column: str) -> None:
    """What the browser says when the label of a column is clicked."""
    browser.controls.list._handle_custom_msg({"intent": "sort", "column": column}, [])


def mine(browser: Browser, shelf: dict[str, str]) -> list[str]:
    """The titles of this test's lessons on all pages, in order: other tests may have made many more."""
    while browser.state.cursor:
        browser.read_more()
    return [item.title for item in browser.state.items if item.id in shelf.values()]


def cells(browser: Browser, title: str) -> dict[str, str]:
    """What a row has in its columns."""
    row = next(row for row in browser.controls.list.rows if row["title"] == title)  # the last changed of those
    names = [column["label"] for column in browser.controls.list.columns[1:]]
    return {name: cell["text"] or cell["at"] for name, cell in zip(names, row["cells"], strict=True)}


def test_a_lesson_has_its_columns(browser: Browser, client: Client, shelf: dict[str, str]) -> None:
    """Its status in the words of its own panel, its language, its age and its author."""
    refreshed(browser)
    shown = cells(browser, "Cedar")

    assert (shown["Status"], shown["Language"]) == ("In review", "English (EN)")
    assert shown["Changed"].startswith("20") and shown["By"]
    assert cells(browser, "Beech")["Status"] == "Draft"


def test_a_click_on_a_column_sorts_by_it_another_one_the_other_way_round(
    browser: Browser, shelf: dict[str, str]
) -> None:
    """The service sorts; the label says how."""
    sort_by(browser, "title")
    rising, sort = mine(browser, shelf), browser.controls.list.sort
    sort_by(browser, "title")

    assert (rising, sort) == (["Ash", "Beech", "Cedar"], "title")
    assert (mine(browser, shelf), browser.controls.list.sort) == (["Cedar", "Beech", "Ash"], "-title")


@pytest.mark.parametrize(
    ("column", "first"), [("updatedAt", "-updatedAt"), ("findings", "-findings"), ("tags", "tags")]
)
def test_the_latest_and_the_worst_come_first(browser: Browser, column: str, first: str) -> None:
    """What a person most likely wants of the column."""
    sort_by(browser, "title")
    sort_by(browser, column)

    assert browser.controls.list.sort == first


@pytest.mark.parametrize("column", ["password", "", None, 7])
def test_no_other_column_is_sorted_by(browser: Browser, column: str) -> None:
    """A browser may say anything."""
    sort_by(browser, column)

    assert browser.controls.list.sort == "-updatedAt"


def by_status(browser: Browser) -> None:
    """Those in review."""
    browser.controls.status.value = "inReview"


def by_language(browser: Browser) -> None:
    """Those in German."""
    browser.controls.language.value = "DE"


def by_tag(browser: Browser) -> None:
    """Those with a tag."""
    browser.controls.tag.value = "shelf tree"


@pytest.mark.parametrize(("choose", "expected"), [(by_status, ["Cedar"]), (by_language, ["Ash"]), (by_tag, ["Ash"])])
def test_a_filter_leaves_what_it_names(
    client: Client, shelf: dict[str, str], inline: InlinePool, choose: Callable[[Browser], None], expected: list[str]
) -> None:
    """It is set off, how many there are is said, and one button takes all filters back."""
    browser = refreshed(Browser(client, workers=inline))
    before = mine(browser, shelf)
    choose(browser)

    assert mine(browser, shelf) == expected
    assert browser.controls.list.status.endswith("found.")
    assert browser.controls.clear_filters.layout.display is None
    browser.controls.clear_filters.click()
    assert (mine(browser, shelf), browser.controls.list.status) == (before, "")


def test_filters_hold_for_a_search_too(client: Client, shelf: dict[str, str], inline: InlinePool) -> None:
    """The best match first: such a table is not sorted by its columns."""
    browser = refreshed(Browser(client, workers=inline))
    browser.controls.search.value = "cedar"
    assert mine(browser, shelf) == ["Cedar"]
    by_language(browser)

    assert mine(browser, shelf) == []
    assert not any(column["sorts"] for column in browser.controls.list.columns)


def test_a_filter_that_nothing_matches_says_so(browser: Browser) -> None:
    """And what to do."""
    browser.controls.language.value = "ET"

    assert browser.controls.list.empty == "Nothing matches these filters. Remove one."


def test_courses_are_a_table_of_their_own(browser: Browser, shelf: dict[str, str]) -> None:
    """Whether they are public, and no filter that they have no column for; a sort by such a one is forgotten."""
    sort_by(browser, "language")
    browser.controls.listing.value = "courses"

    assert cells(browser, "Shelf")["Status"] == "Private"
    assert [column["name"] for column in browser.controls.list.columns] == [
        "title",
        "status",
        "updatedAt",
        "createdBy",
        "tags",
    ]
    assert browser.controls.list.sort == "-updatedAt"
    assert browser.controls.status.layout.display == "none"


def test_an_older_service_gives_a_list(older: Client, lesson_id: str, inline: InlinePool) -> None:
    """Last changed first, without filters that it would not know."""
    browser = refreshed(Browser(older, workers=inline))

    assert browser.controls.list.columns == []
    assert browser.controls.list.rows[0]["tags"][0]["text"] == "English (EN)"
    assert {chip.layout.display for chip in (browser.controls.status, browser.controls.tag)} == {"none"}


def test_the_bar_stands_there_with_a_selection(browser: Browser, lesson_id: str) -> None:
    """It says how many rows are chosen."""
    browser.controls.list.chosen = []
    assert browser.controls.item_line.layout.display == "none"

    browser.controls.list.chosen = [row["id"] for row in browser.controls.list.rows[:1]]

    assert browser.controls.item_line.layout.display is None
    assert "1 selected" in browser.controls.selected.value


def test_a_saved_table_has_its_columns(browser: Browser, shelf: dict[str, str]) -> None:
    """With their labels, and each row below them."""
    refreshed(browser)
    html = browser.as_html()

    assert "<th>Status</th>" in html and ">In review<" in html and html.count("<th>") == 7
