"""Finding and opening lessons and courses."""

from __future__ import annotations

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from tests.widgets.looking import OURS, dangers_in, html_in, refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.browser.panel import Browser
from workbench.widgets.browser.queries import BrowserItem
from workbench.widgets.kit.rows import Row


@pytest.fixture
def opened() -> list[str]:
    """The lessons that were opened."""
    return []


@pytest.fixture
def browser(client: Client, lesson_id: str, inline: InlinePool, opened: list[str]) -> Browser:
    """A browser that was looked at, with a lesson made just before."""
    return refreshed(Browser(client, workers=inline, on_open=opened.append, on_share=opened.append))


def test_lessons_are_listed_last_changed_first(browser: Browser, lesson_id: str) -> None:
    """With their size and language."""
    row = browser.controls.list.rows[0]

    assert row["id"] == f"lesson:{lesson_id}"
    assert "English (EN)" in [cell["text"] for cell in row["cells"]]


def test_another_listing_is_shown(browser: Browser, course_id: str) -> None:
    """Courses, with whether they are public."""
    browser.controls.listing.value = "courses"

    assert browser.controls.list.rows[0]["id"] == f"course:{course_id}"


def test_recent_items_are_shown(browser: Browser, lesson_id: str) -> None:
    """The dashboard's."""
    browser.controls.listing.value = "recent"

    assert f"lesson:{lesson_id}" in [row["id"] for row in browser.controls.list.rows]


def test_a_search_asks_the_service(browser: Browser) -> None:
    """There may be more than are shown."""
    browser.controls.listing.value = "courses"
    browser.controls.search.value = "no such title anywhere"

    assert browser.state.items == ()
    assert browser.controls.list.empty == "No titles match."


def test_value_are_the_chosen_ids(browser: Browser, lesson_id: str) -> None:
    """For a cell that continues with them."""
    browser.controls.list.chosen = [f"lesson:{lesson_id}"]

    assert browser.value == [lesson_id]


def test_the_open_button_opens(browser: Browser, lesson_id: str, opened: list[str]) -> None:
    """`opened` and the callback say which."""
    browser.controls.list.chosen = [f"lesson:{lesson_id}"]

    browser.controls.open.click()

    assert (browser.opened, opened) == (lesson_id, [lesson_id])


def test_a_double_click_opens(browser: Browser, lesson_id: str) -> None:
    """So does the enter key."""
    browser.controls.list._handle_custom_msg({"intent": "open", "ids": [f"lesson:{lesson_id}"]}, [])

    assert browser.opened == lesson_id


def test_a_course_is_handed_on_for_sharing(browser: Browser, lesson_id: str, course_id: str, opened: list[str]) -> None:
    """The course of the chosen lesson."""
    browser.controls.list.chosen = [f"lesson:{lesson_id}"]

    browser.controls.share.click()

    assert opened == [course_id]


def test_nothing_can_be_done_without_a_choice(browser: Browser) -> None:
    """The buttons are off."""
    controls = browser.controls

    assert all(
        button.disabled for button in (controls.open, controls.rename, controls.move, controls.delete, controls.export)
    )


def test_a_service_with_the_interface_only_shows_what_it_tells(interface_client: Client, inline: InlinePool) -> None:
    """Recent items; and it says why there is no more."""
    browser = refreshed(Browser(interface_client, workers=inline))

    assert [listing for _, listing in browser.controls.listing.options] == ["recent"]
    assert "only show recent items" in browser.controls.note.value
    assert {child.layout.display for child in browser.controls.create_line.children} == {"none"}


def test_no_title_becomes_markup(nobody: Client, inline: InlinePool) -> None:
    """In the list, in a question, in a saved notebook."""
    browser = Browser(nobody, workers=inline)
    browser._is_loaded = True
    shown = []
    for text in HOSTILE:
        row = Row("lesson:l", text, text, ((text, "plain"),))
        browser.state.items = (BrowserItem("lesson", "l", text, "c", "p", row),)
        browser.render()
        browser.controls.list.chosen = ["lesson:l"]
        browser.controls.delete.click()
        assert browser.question.is_open
        shown.append(html_in(browser))

    assert dangers_in(browser) == []
    assert set(seen("".join(shown)).dangers) <= OURS
