"""Two browsers on one lesson, each in a notebook and a kernel of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import HIDDEN, BlockView, Notebook, Watched, opened
from tests.needs import needs

pytestmark = needs("chromium")

TEXT = "Text (Markdown)"
FIVE = ("one", "two", "three", "four", "five")


@pytest.fixture(scope="module")
def elsewhere(browser: Browser, lab: Lab, watched_by_all: Watched) -> Iterator[Notebook]:
    """Somebody else's notebook, in another browser."""
    with browser.new_context(viewport={"width": 1360, "height": 900}) as context:
        watched_by_all.watch(context)
        yield opened(context, lab, lab.write("elsewhere.ipynb", ["'one'", "'two'", "'three'"]))


@pytest.fixture
def both(lesson_of: Callable[..., BlockView], elsewhere: Notebook) -> tuple[BlockView, BlockView]:
    """The same lesson of five texts, here and there."""
    mine = lesson_of(*FIVE)
    theirs = elsewhere.show_lesson(mine.lesson_id)
    theirs.shows(FIVE)
    return mine, theirs


def moved(view: BlockView, words: str, key: str) -> None:
    """Move a row by a key."""
    view.page.bring_to_front()
    view.row(words).click()
    view.press(key)


def looked_away(view: BlockView) -> None:
    """The page counts as hidden: it does not look for others' changes."""
    view.page.evaluate(HIDDEN)


def looked_back(view: BlockView) -> None:
    """It can be seen again."""
    view.page.evaluate("delete document.hidden")


def test_each_sees_what_the_other_did(both: tuple[BlockView, BlockView], writing: Writing) -> None:
    """Both move a page, one by one; nobody asks for it, nobody loses a page."""
    mine, theirs = both

    moved(mine, "five", "Alt+Home")
    mine.is_saved()
    theirs.page.bring_to_front()
    theirs.shows(["five", "one", "two", "three", "four"])
    moved(theirs, "two", "Alt+End")
    mine.page.bring_to_front()

    mine.shows(["five", "one", "three", "four", "two"])
    assert writing.texts(mine.lesson_id) == ["five", "one", "three", "four", "two"]


def test_both_at_once_is_a_choice_and_both_moves_can_hold(both: tuple[BlockView, BlockView], writing: Writing) -> None:
    """Mine is put on top of theirs: their move and my move are both there, and so is every page."""
    mine, theirs = both
    looked_away(mine)

    moved(theirs, "five", "Alt+Home")
    theirs.is_saved()
    moved(mine, "one", "Alt+End")
    mine.stands("dispute")
    expect(mine.root.locator(".bl-dispute")).to_contain_text("the order of the blocks")
    mine.button("Apply mine").click()
    mine.is_saved()
    looked_back(mine)

    assert writing.texts(mine.lesson_id) == ["five", "two", "three", "four", "one"]


def test_what_somebody_writes_is_not_replaced_unasked(both: tuple[BlockView, BlockView], writing: Writing) -> None:
    """While my text can't be saved yet, another person changes its block: I am told, and nothing of both is lost."""
    mine, theirs = both
    mine.page.bring_to_front()
    mine.block("three").click()
    mine.field(TEXT).fill("[mine](javascript:unfinished)")

    theirs.page.bring_to_front()
    theirs.block("three").click()
    theirs.field(TEXT).fill("theirs")
    theirs.press("Escape")
    theirs.shows(["one", "two", "theirs", "four", "five"])
    theirs.is_saved()
    mine.page.bring_to_front()

    expect(mine.root.locator(".bl-changed")).to_contain_text(
        "changed while you were writing, by You, in another window"
    )
    expect(mine.root.locator(".bl-theirs")).to_have_text("theirs")
    mine.field(TEXT).fill("mine")
    mine.button("Keep theirs").click()
    assert writing.texts(mine.lesson_id)[2] == "theirs"
    mine.button("Restore").click()
    mine.button("Keep both").click()
    mine.is_saved()
    assert writing.texts(mine.lesson_id) == ["one", "two", "theirs", "mine", "four", "five"]


def test_both_write_in_one_block(both: tuple[BlockView, BlockView], writing: Writing) -> None:
    """Mine would have saved itself over theirs: both are shown, what I type meanwhile is kept, and I choose."""
    mine, theirs = both
    looked_away(mine)
    theirs.page.bring_to_front()
    theirs.block("three").click()
    theirs.field(TEXT).fill("theirs")
    theirs.press("Escape")
    theirs.is_saved()
    mine.page.bring_to_front()
    mine.block("three").click()
    mine.field(TEXT).fill("mine")

    mine.stands("dispute")
    mine.field(TEXT).fill("mine, longer")
    expect(mine.root.locator(".bl-dispute")).to_contain_text("theirs")
    mine.button("Apply mine").click()
    mine.stores_text(["one", "two", "mine, longer", "four", "five"], writing)
    looked_back(mine)


def test_a_block_that_somebody_deletes_while_i_write(both: tuple[BlockView, BlockView], writing: Writing) -> None:
    """What I typed is kept, and becomes a block of its own if I want it."""
    mine, theirs = both
    mine.page.bring_to_front()
    mine.block("three").click()
    mine.field(TEXT).fill("[mine](javascript:unfinished)")
    expect(mine.root.get_by_role("alert").filter(has_text="neither https")).to_be_visible()

    theirs.page.bring_to_front()
    theirs.row("three").click()
    theirs.press("Delete")
    theirs.is_saved()
    mine.page.bring_to_front()

    expect(mine.root.locator(".bl-unsaved").first).to_contain_text("its block has been deleted")
    mine.button("Insert as a new block").click()
    mine.field(TEXT).fill("mine")
    mine.stores_text(["one", "two", "four", "five", "mine"], writing)
