"""What a browser asks before it does something."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from workbench.client.sync import Client
from workbench.procedures.lesson import create_starter_lesson, get_lesson
from workbench.widgets.browser.dialogs import project_choices
from workbench.widgets.browser.panel import Browser


def test_a_blank_lesson_is_made_and_opened(browser: Browser, client: Client) -> None:
    """In the language that was chosen; it costs nothing."""
    browser.controls.new_lesson.click()
    browser.prompt.entry.value = "Gezeiten"
    browser.prompt.choice.value = "DE"
    browser.prompt.go_on.click()

    assert browser.opened is not None
    made = client.call(get_lesson(lesson_id=browser.opened))
    assert (made.title, made.language, made.blocks) == ("Gezeiten", "DE", [])


def test_a_lesson_is_renamed(browser: Browser, client: Client, lesson_id: str) -> None:
    """From its old title on."""
    browser.controls.rename.click()
    before = browser.prompt.entry.value
    browser.prompt.entry.value = "Bees and flowers"
    browser.prompt.go_on.click()

    assert before == "How bees find flowers"
    assert client.call(get_lesson(lesson_id=lesson_id)).title == "Bees and flowers"


def test_an_empty_title_is_refused(browser: Browser, failures: list[str]) -> None:
    """With what is wrong."""
    browser.controls.rename.click()
    browser.prompt.entry.value = "  "
    browser.prompt.go_on.click()

    assert "the title is empty" in failures.pop()


def test_a_lesson_is_moved(browser: Browser, client: Client, lesson_id: str) -> None:
    """To another course."""
    other = client.call(
        get_lesson(lesson_id=client.call(create_starter_lesson(topic="Wasps", language="EN")).lesson_id)
    )
    browser.controls.move.click()
    browser.prompt.choice.value = other.course_id
    browser.prompt.go_on.click()

    assert client.call(get_lesson(lesson_id=lesson_id)).course_id == other.course_id


def test_nothing_is_deleted_without_a_question(
    browser: Browser, lesson_id: str, in_trash: Callable[[], list[str]]
) -> None:
    """One click is not enough."""
    browser.controls.delete.click()

    assert browser.question.is_open
    assert lesson_id not in in_trash()


def test_the_answer_yes_deletes(browser: Browser, lesson_id: str, in_trash: Callable[[], list[str]]) -> None:
    """Into the trash."""
    browser.controls.delete.click()
    browser.question.yes.click()

    assert lesson_id in in_trash()
    assert browser.controls.undo.layout.display is None


@pytest.fixture
def in_project(browser: Browser) -> Browser:
    """The browser, showing a project of its own with a blank lesson in it."""
    browser.start(browser.actions.create_project, f"Botany {uuid4().hex[:6]}")
    browser.start(browser.actions.create_blank, "Ferns", "EN")
    return browser


def test_a_project_is_renamed(in_project: Browser) -> None:
    """From its old name on; it stays the one that is shown."""
    before = in_project.state.project_id
    in_project.controls.rename_project.click()
    was_there = in_project.prompt.entry.value
    in_project.prompt.entry.value = "Plants"
    in_project.prompt.go_on.click()

    assert was_there.startswith("Botany ")
    assert (in_project.state.project_id, in_project.state.project and in_project.state.project.name) == (
        before,
        "Plants",
    )


def test_a_project_is_put_away_and_taken_back(in_project: Browser) -> None:
    """What is in it can still be found; nothing is made in it meanwhile."""
    before = in_project.state.project_id
    in_project.controls.archive_project.click()
    assert in_project.state.project_id == before
    assert in_project.controls.project.options[-1][0].endswith(" (archived)")
    assert [each.title for each in in_project.state.items] == ["Ferns"]
    assert in_project.controls.new_lesson.layout.display == "none"

    in_project.controls.archive_project.click()

    assert in_project.state.project and not in_project.state.project.is_archived
    assert in_project.controls.new_lesson.layout.display is None


def test_nothing_is_moved_to_a_project_that_is_put_away(in_project: Browser) -> None:
    """It is not among the places."""
    away = in_project.state.project_id
    in_project.controls.archive_project.click()

    assert away in [each for _, each in project_choices(in_project.state.projects)]
    assert away not in [each for _, each in project_choices(in_project.state.projects, archived=False)]
