"""A browser over the service of this computer, and what is in its trash."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.widgets.browser.opened_course import TITLES, intend
from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import CourseWithLessons, create_course, get_course
from workbench.procedures.lesson import create_lesson, list_lessons
from workbench.widgets.browser.panel import Browser


@pytest.fixture
def browser(client: Client, lesson_id: str, inline: InlinePool) -> Browser:
    """A browser that was looked at; the lesson made just before is chosen."""
    made = refreshed(Browser(client, workers=inline))
    made.controls.list.chosen = [f"lesson:{lesson_id}"]
    return made


@pytest.fixture
def in_trash(client: Client) -> Callable[[], list[str]]:
    """Gives the ids of the lessons in the trash."""
    return lambda: [lesson.lesson_id for lesson in client.call(list_lessons(in_trash=True)).lessons]


@pytest.fixture
def course(client: Client) -> CourseWithLessons:
    """A course of three lessons without blocks."""
    made = client.call(create_course(title="Seamanship"))
    for title in TITLES:
        client.call(create_lesson(title=title, language="EN", course_id=made.course_id))
    return client.call(get_course(course_id=made.course_id))


@pytest.fixture
def opened(client: Client, course: CourseWithLessons, inline: InlinePool) -> Browser:
    """A browser in which that course is open."""
    browser = refreshed(Browser(client, workers=inline))
    browser.controls.listing.value = "courses"
    intend(browser, "open", f"course:{course.course_id}")
    return browser
