"""What a browser is composed of, and which of it is in sight."""

from __future__ import annotations

import pytest

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.organization import Project
from workbench.widgets.browser.layout import WHY_IT_STAYS, project_choices
from workbench.widgets.browser.panel import Browser


@pytest.fixture
def browser(client: Client, lesson_id: str, inline: InlinePool) -> Browser:
    """A browser that was looked at, without a way to share."""
    made = Browser(client, workers=inline)
    made.start(made.refresh)
    return made


def in_sight(*widgets: object) -> list[bool]:
    """Which of these are shown."""
    return [each.layout.display is None for each in widgets]  # type: ignore[attr-defined]


def test_the_trash_has_nothing_but_restore(browser: Browser, lesson_id: str) -> None:
    """What is in it is neither named nor moved."""
    browser.parts.list.chosen = [f"lesson:{lesson_id}"]
    browser.start(browser.deeds.delete, browser.chosen)
    browser.parts.shelf.value = "lesson trash"
    parts = browser.parts

    assert in_sight(parts.restore, parts.open, parts.rename, parts.delete, parts.as_page, parts.new_lesson) == [
        True, False, False, False, False, False,
    ]  # fmt: skip


def test_recent_items_know_no_project_and_no_search(browser: Browser) -> None:
    """So neither is offered."""
    browser.parts.shelf.value = "recent"

    assert in_sight(browser.parts.search, browser.parts.project) == [False, False]


def test_without_a_way_to_share_there_is_no_button(browser: Browser) -> None:
    """A button that does nothing is not shown."""
    assert in_sight(browser.parts.share) == [False]


def test_an_empty_shelf_has_no_buttons_for_rows(browser: Browser) -> None:
    """There is nothing to do them with."""
    browser.parts.search.value = "no such title anywhere"

    assert in_sight(browser.parts.open, browser.parts.delete, browser.parts.as_markdown) == [False, False, False]


def test_the_default_project_is_not_put_away(browser: Browser) -> None:
    """The service refuses it; the button says so before anybody tries."""
    browser.parts.project.value = next(each.project_id for each in browser.projects if each.is_default)

    assert browser.parts.put_away.disabled
    assert browser.parts.put_away.tooltip == WHY_IT_STAYS


def test_another_choice_takes_the_question_back(browser: Browser) -> None:
    """Yes is about what was chosen when it was asked."""
    browser.parts.list.chosen = [browser.items[0].row.id]
    browser.parts.delete.click()

    browser.parts.list.chosen = []

    assert not browser.parts.question.is_open


def test_favorites_come_first() -> None:
    """With a star; a project without an id cannot be chosen."""
    projects = [
        Project(project_id="a", name="Algebra"),
        Project(project_id="z", name="Zoology", is_favorite=True),
        Project(name="?"),
    ]

    assert project_choices(projects) == [("★ Zoology", "z"), ("Algebra", "a")]
