"""What is done with what a browser shows."""

from __future__ import annotations

import io
import zipfile
from typing import Any
from uuid import uuid4

import pytest

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import create_course, list_courses, set_course_sharing
from workbench.procedures.lesson import create_starter_lesson, get_lesson, list_lessons
from workbench.widgets.browser.layout import project_choices
from workbench.widgets.browser.panel import Browser


@pytest.fixture
def browser(client: Client, lesson_id: str, inline: InlinePool) -> Browser:
    """A browser that was looked at; the lesson made just before is chosen."""
    made = Browser(client, workers=inline)
    made.start(made.refresh)
    made.parts.list.chosen = [f"lesson:{lesson_id}"]
    return made


def in_trash(client: Client) -> list[str]:
    """The lessons in the trash."""
    return [each.lesson_id for each in client.call(list_lessons(in_trash=True)).lessons]


def kept(browser: Browser) -> list[tuple[str, bytes]]:
    """What is handed to the person's browser from now on."""
    files: list[tuple[str, bytes]] = []

    def send(said: dict[str, Any], buffers: list[bytes]) -> None:
        files.append((said["keep"], buffers[0]))

    browser.masthead.send = send
    return files


def test_a_blank_lesson_is_made_and_opened(browser: Browser, client: Client) -> None:
    """In the language that was chosen; it costs nothing."""
    browser.parts.new_lesson.click()
    browser.parts.prompt.entry.value = "Gezeiten"
    browser.parts.prompt.choice.value = "DE"
    browser.parts.prompt.go_on.click()

    assert browser.opened is not None
    made = client.call(get_lesson(lesson_id=browser.opened))
    assert (made.title, made.language, made.blocks) == ("Gezeiten", "DE", [])


def test_a_lesson_is_renamed(browser: Browser, client: Client, lesson_id: str) -> None:
    """From its old title on."""
    browser.parts.rename.click()
    before = browser.parts.prompt.entry.value
    browser.parts.prompt.entry.value = "Bees and flowers"
    browser.parts.prompt.go_on.click()

    assert before == "How bees find flowers"
    assert client.call(get_lesson(lesson_id=lesson_id)).title == "Bees and flowers"


def test_an_empty_title_is_refused(browser: Browser, failures: list[str]) -> None:
    """With what is wrong."""
    browser.parts.rename.click()
    browser.parts.prompt.entry.value = "  "
    browser.parts.prompt.go_on.click()

    assert "the title is empty" in failures.pop()


def test_a_lesson_is_moved(browser: Browser, client: Client, lesson_id: str) -> None:
    """To another course."""
    other = client.call(
        get_lesson(lesson_id=client.call(create_starter_lesson(topic="Wasps", language="EN")).lesson_id)
    )
    browser.parts.move.click()
    browser.parts.prompt.choice.value = other.course_id
    browser.parts.prompt.go_on.click()

    assert client.call(get_lesson(lesson_id=lesson_id)).course_id == other.course_id


def test_a_move_out_of_a_public_course_was_not_foretold(browser: Browser, client: Client, lesson_id: str) -> None:
    """That its page will be empty is said and asked; no leaves it as it is, yes moves."""
    before = client.call(get_lesson(lesson_id=lesson_id)).course_id
    client.call(set_course_sharing(course_id=before, is_public=True, confirm_open_places=True))
    other = client.call(create_course(title="Insects")).course_id
    for answer in (browser.parts.question.no, browser.parts.question.yes):
        stays = client.call(get_lesson(lesson_id=lesson_id)).course_id
        browser.parts.list.chosen = [f"lesson:{lesson_id}"]
        browser.parts.move.click()
        browser.parts.prompt.choice.value = other
        browser.parts.prompt.go_on.click()
        asked = browser.parts.question.text.value
        answer.click()

    assert "It will be left empty: its link will open a page without a lesson." in asked
    assert (stays, client.call(get_lesson(lesson_id=lesson_id)).course_id) == (before, other)


def test_a_move_into_a_public_course_says_so_and_asks_for_an_outline_again(
    browser: Browser, client: Client, lesson_id: str
) -> None:
    """First what learners will see, then what they would read of an author's notes."""
    made = client.call(create_starter_lesson(topic="Wasps", language="EN"))
    other = client.call(get_lesson(lesson_id=made.lesson_id)).course_id
    client.call(set_course_sharing(course_id=other, is_public=True, confirm_open_places=True))
    browser.parts.move.click()
    browser.parts.prompt.choice.value = other
    browser.parts.prompt.go_on.click()
    first = browser.parts.question.text.value
    browser.parts.question.yes.click()
    second = browser.parts.question.text.value
    stays = client.call(get_lesson(lesson_id=lesson_id)).course_id
    browser.parts.question.yes.click()

    assert "anyone with its link will read 1 more lesson" in first
    assert "Places are left to an author (✎)" in second
    assert stays != other == client.call(get_lesson(lesson_id=lesson_id)).course_id


def test_nothing_is_deleted_without_a_question(browser: Browser, client: Client, lesson_id: str) -> None:
    """One click is not enough."""
    browser.parts.delete.click()

    assert browser.parts.question.is_open
    assert lesson_id not in in_trash(client)


def test_the_answer_yes_deletes(browser: Browser, client: Client, lesson_id: str) -> None:
    """Into the trash."""
    browser.parts.delete.click()
    browser.parts.question.yes.click()

    assert lesson_id in in_trash(client)
    assert browser.parts.undo.layout.display is None


def test_deleting_is_undone(browser: Browser, client: Client, lesson_id: str) -> None:
    """By one click."""
    browser.start(browser.deeds.delete, browser.chosen)
    browser.parts.undo.click()

    assert lesson_id not in in_trash(client)
    assert browser.parts.undo.layout.display == "none"


def test_the_trash_gives_back(browser: Browser, client: Client, lesson_id: str) -> None:
    """Also what was deleted long ago."""
    browser.start(browser.deeds.delete, browser.chosen)
    browser.parts.shelf.value = "lesson trash"
    browser.parts.list.chosen = [f"lesson:{lesson_id}"]

    browser.parts.restore.click()

    assert lesson_id not in in_trash(client)


def test_a_project_is_made_shown_and_marked(browser: Browser) -> None:
    """Favorites come first, with a star."""
    browser.start(browser.deeds.create_project, "Zoology")
    browser.parts.favorite.click()

    assert browser.parts.project.options[1][0] == "★ Zoology"
    assert browser.project_id == browser.parts.project.options[1][1]


@pytest.fixture
def in_project(browser: Browser) -> Browser:
    """The browser, showing a project of its own with a blank lesson in it."""
    browser.start(browser.deeds.create_project, f"Botany {uuid4().hex[:6]}")
    browser.start(browser.deeds.create_blank, "Ferns", "EN")
    return browser


def test_a_project_is_renamed(in_project: Browser) -> None:
    """From its old name on; it stays the one that is shown."""
    before = in_project.project_id
    in_project.parts.name_project.click()
    was_there = in_project.parts.prompt.entry.value
    in_project.parts.prompt.entry.value = "Plants"
    in_project.parts.prompt.go_on.click()

    assert was_there.startswith("Botany ")
    assert (in_project.project_id, in_project.project and in_project.project.name) == (before, "Plants")


def test_a_project_is_put_away_and_taken_back(in_project: Browser) -> None:
    """What is in it can still be found; nothing is made in it meanwhile."""
    before = in_project.project_id
    in_project.parts.put_away.click()
    assert in_project.project_id == before
    assert in_project.parts.project.options[-1][0].endswith(" (archived)")
    assert [each.title for each in in_project.items] == ["Ferns"]
    assert in_project.parts.new_lesson.layout.display == "none"

    in_project.parts.put_away.click()

    assert in_project.project and not in_project.project.is_archived
    assert in_project.parts.new_lesson.layout.display is None


def test_nothing_is_moved_to_a_project_that_is_put_away(in_project: Browser) -> None:
    """It is not among the places."""
    away = in_project.project_id
    in_project.parts.put_away.click()

    assert away in [each for _, each in project_choices(in_project.projects)]
    assert away not in [each for _, each in project_choices(in_project.projects, archived=False)]


def test_without_a_project_none_is_put_away(browser: Browser, failures: list[str]) -> None:
    """It says what to do."""
    browser.start(browser.deeds.archive_project, True)

    assert "Choose a project first" in failures.pop()


def test_a_course_is_made_in_the_project_that_is_shown(browser: Browser, client: Client) -> None:
    """Empty, and private."""
    browser.parts.shelf.value = "courses"
    browser.start(browser.deeds.create_course, "Insects")

    assert "Insects" in [each.title for each in client.call(list_courses()).courses]


def test_one_is_handed_over_as_a_file(browser: Browser) -> None:
    """Named after its title."""
    files = kept(browser)

    browser.parts.as_markdown.click()

    assert [name for name, _ in files] == ["how-bees-find-flowers.md"]
    assert files[0][1].startswith(b"# How bees find flowers")


def test_several_are_handed_over_as_an_archive(browser: Browser, client: Client) -> None:
    """A file for each."""
    client.call(create_starter_lesson(topic="Wasps", language="EN"))
    browser.start(browser.refresh)
    browser.parts.list.chosen = [each["id"] for each in browser.parts.list.rows[:2]]
    files = kept(browser)

    browser.parts.as_page.click()

    assert files[0][0] == "lessons.zip"
    assert len(zipfile.ZipFile(io.BytesIO(files[0][1])).namelist()) == 2


def test_a_refusal_is_shown_in_the_panel(browser: Browser, failures: list[str]) -> None:
    """Somebody else may have been quicker."""
    browser.start(browser.deeds.move, browser.chosen, "0" * 25)

    assert browser.error in failures.pop()
