"""What is done with what a browser shows."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from workbench.client.sync import Client
from workbench.procedures.course import get_course, list_courses
from workbench.procedures.lesson import get_lesson
from workbench.widgets.browser.panel import Browser


def test_deleting_is_undone(browser: Browser, lesson_id: str, in_trash: Callable[[], list[str]]) -> None:
    """By one click."""
    browser.start(browser.actions.delete, browser.state.chosen_items)
    browser.controls.undo.click()

    assert lesson_id not in in_trash()
    assert browser.controls.undo.layout.display == "none"


def test_a_copy_is_made_and_undone(
    browser: Browser, client: Client, lesson_id: str, in_trash: Callable[[], list[str]]
) -> None:
    """Of a lesson and of its course; undone, the copy is in the trash and the original stays."""
    lesson = client.call(get_lesson(lesson_id=lesson_id))
    browser.controls.duplicate.click()
    course = client.call(get_course(course_id=lesson.course_id))
    browser.controls.undo.click()

    assert [found.title for found in course.lessons] == [lesson.title, f"Copy of {lesson.title}"]
    assert browser.notice == f"“Copy of {lesson.title}” moved to the trash."
    assert course.lessons[1].lesson_id in in_trash() and lesson_id not in in_trash()
    browser.controls.listing.value = "courses"
    browser.controls.list.chosen = [f"course:{lesson.course_id}"]
    browser.controls.duplicate.click()
    assert browser.state.items[0].title == f"Copy of {course.title}"
    browser.controls.undo.click()


def test_the_trash_gives_back(browser: Browser, lesson_id: str, in_trash: Callable[[], list[str]]) -> None:
    """Also what was deleted long ago."""
    browser.start(browser.actions.delete, browser.state.chosen_items)
    browser.controls.listing.value = "lesson trash"
    browser.controls.list.chosen = [f"lesson:{lesson_id}"]

    browser.controls.restore.click()

    assert lesson_id not in in_trash()


def test_a_project_is_made_shown_and_marked(browser: Browser) -> None:
    """Favorites come first, with a star."""
    browser.start(browser.actions.create_project, "Zoology")
    browser.controls.favorite.click()

    labels = [label for label, _ in browser.controls.project.options[1:]]
    starred = [label for label in labels if label.startswith("★ ")]
    assert "★ Zoology" in starred and labels[: len(starred)] == starred
    assert browser.state.project_id == dict(browser.controls.project.options)["★ Zoology"]


def test_without_a_project_none_is_marked(browser: Browser, failures: list[str]) -> None:
    """It says what to do."""
    browser.start(browser.actions.mark_favorite)

    assert "Select a project first" in failures.pop()


def test_a_course_is_made_in_the_project_that_is_shown(browser: Browser, client: Client) -> None:
    """Empty, and private."""
    browser.controls.listing.value = "courses"
    title = f"Insects {uuid4().hex[:6]}"
    browser.start(browser.actions.create_course, title)

    assert title in [course.title for course in client.call(list_courses()).courses]


def test_a_refusal_is_shown_in_the_panel(browser: Browser, failures: list[str]) -> None:
    """Somebody else may have been quicker."""
    browser.start(browser.actions.move, browser.state.chosen_items, "0" * 25)

    assert browser.error in failures.pop()
