"""What a browser asks before it does something."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.browser.lessons import Writing
from tests.finishing import share
from workbench.client.sync import Client
from workbench.procedures.course import create_course
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


def test_a_move_out_of_a_public_course_was_not_foretold(browser: Browser, client: Client, lesson_id: str) -> None:
    """That its page will be empty is said and asked; no leaves it as it is, yes moves."""
    before = client.call(get_lesson(lesson_id=lesson_id)).course_id
    share(client, before)
    other = client.call(create_course(title="Insects")).course_id
    for answer in (browser.question.no, browser.question.yes):
        stays = client.call(get_lesson(lesson_id=lesson_id)).course_id
        browser.controls.list.chosen = [f"lesson:{lesson_id}"]
        browser.controls.move.click()
        browser.prompt.choice.value = other
        browser.prompt.go_on.click()
        asked = browser.question.text.value
        answer.click()

    assert "It will be left empty: its link will open a page without a lesson." in asked
    assert (stays, client.call(get_lesson(lesson_id=lesson_id)).course_id) == (before, other)


def test_a_move_into_a_public_course_says_so_and_asks_about_open_places_again(
    browser: Browser, client: Client, writing: Writing, lesson_id: str
) -> None:
    """First what learners will see, then what they would read that is left to an author."""
    writing.put(lesson_id, [("text", {"markdown": "✎ Say what it is."})])
    made = client.call(create_starter_lesson(topic="Wasps", language="EN"))
    other = client.call(get_lesson(lesson_id=made.lesson_id)).course_id
    share(client, other)
    browser.controls.move.click()
    browser.prompt.choice.value = other
    browser.prompt.go_on.click()
    first = browser.question.text.value
    browser.question.yes.click()
    second = browser.question.text.value
    stays = client.call(get_lesson(lesson_id=lesson_id)).course_id
    browser.question.yes.click()

    assert "anyone with its link will read 1 more lesson" in first
    assert "Places are left to an author (✎)" in second
    assert stays != other == client.call(get_lesson(lesson_id=lesson_id)).course_id


def test_a_planning_sheet_is_moved_into_no_public_course(
    browser: Browser, client: Client, writing: Writing, lesson_id: str, failures: list[str]
) -> None:
    """The refusal names it and says what to do; it stays where it is, and nothing can be confirmed."""
    public = writing.lesson(("text", {"markdown": "Wasps sting."}), topic="Wasps")
    share(client, writing.read(public).course_id)
    before = writing.read(lesson_id).course_id
    browser.controls.move.click()
    browser.prompt.choice.value = writing.read(public).course_id
    browser.prompt.go_on.click()
    browser.question.yes.click()
    failures.clear()

    assert "notes for authors and cannot be public yet: “How bees find flowers”. Put what is missing" in browser.error
    assert not browser.question.is_open
    assert writing.read(lesson_id).course_id == before


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
