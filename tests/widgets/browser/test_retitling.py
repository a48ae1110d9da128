"""Titles of the open course and its lessons, typed where they stand."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.widgets.browser.opened_course import intend, put, row_of, stored, titles
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import CourseWithLessons, create_course, get_course, rename_course
from workbench.procedures.lesson import rename_lesson
from workbench.widgets.browser.panel import Browser


@pytest.fixture
def answers(opened: Browser) -> list[Any]:
    """What the list's field is answered from now on."""
    return answers_of(opened)


def answers_of(browser: Browser) -> list[Any]:
    """What the fields of a browser are answered from now on."""
    sent: list[Any] = []
    for titles_in in (browser.controls.list, browser.controls.course_title):
        titles_in.send = lambda content, buffers=None: sent.append(content)
    return sent


def saved(row: str, is_saved: bool = True) -> dict[str, object]:
    """The answer to a field."""
    return {"titled": row, "isSaved": is_saved}


def test_a_disabled_panel_renames_nothing(
    client: Client, opened: Browser, course: CourseWithLessons, answers: list[Any]
) -> None:
    """Whatever the browser sends: what was typed stays in its field."""
    row = row_of(course, "Knots")
    opened.disabled = True
    intend(opened, "retitle", row, text="Hitches", base="Knots")
    refused = list(answers)
    opened.disabled = False
    intend(opened, "retitle", row, text="Hitches", base="Knots")

    assert refused == [saved(row, False)]
    assert stored(client, course) == ["Sails", "Hitches", "Charts"]


def test_a_lesson_is_retitled_where_it_stands(
    client: Client, opened: Browser, course: CourseWithLessons, answers: list[Any]
) -> None:
    """The service has the title, and the field is closed."""
    row = row_of(course, "Knots")
    intend(opened, "retitle", row, text="Hitches", base="Knots")

    assert titles(opened) == stored(client, course) == ["Sails", "Hitches", "Charts"]
    assert answers == [saved(row)]


def test_the_course_is_retitled_above_its_lessons(
    client: Client, opened: Browser, course: CourseWithLessons, answers: list[Any]
) -> None:
    """As a lesson is."""
    row = f"course:{course.course_id}"
    message = {"intent": "retitle", "ids": [row], "text": "Sailing", "base": "Seamanship"}
    opened.controls.course_title._handle_custom_msg(message, [])

    assert opened.controls.course_title.text == "Sailing"
    assert client.call(get_course(course_id=course.course_id)).title == "Sailing"
    assert answers == [saved(row)]


def test_a_title_of_somebody_else_is_said_with_both(
    client: Client, opened: Browser, course: CourseWithLessons, answers: list[Any]
) -> None:
    """Nothing is overwritten, the field stays; the answer yes takes ours."""
    row = row_of(course, "Knots")
    client.call(rename_lesson(lesson_id=row.partition(":")[2], title="Bends"))
    intend(opened, "retitle", row, text="Hitches", base="Knots")
    theirs, question = titles(opened), opened.question.text.value
    told = list(answers)
    opened.question.yes.click()

    assert theirs == ["Sails", "Bends", "Charts"]
    assert "renamed it to “Bends”. You typed “Hitches”" in question
    assert (told, answers[-1]) == ([saved(row, False)], saved(row))
    assert stored(client, course) == ["Sails", "Hitches", "Charts"]


def test_a_course_that_somebody_else_renamed_is_asked_about(
    client: Client, opened: Browser, course: CourseWithLessons
) -> None:
    """No leaves theirs."""
    client.call(rename_course(course_id=course.course_id, title="Boats"))
    row = f"course:{course.course_id}"
    message = {"intent": "retitle", "ids": [row], "text": "Sailing", "base": "Seamanship"}
    opened.controls.course_title._handle_custom_msg(message, [])
    opened.question.no.click()

    assert opened.controls.course_title.text == "Boats"
    assert client.call(get_course(course_id=course.course_id)).title == "Boats"


def test_a_course_does_not_get_a_taken_title_unasked(
    client: Client, opened: Browser, course: CourseWithLessons, answers: list[Any]
) -> None:
    """Regression: only a new course was asked about. The field stays until the answer; yes gives the title."""
    title = f"Sailing {uuid4().hex[:6]}"
    other = client.call(create_course(title=title))
    row = f"course:{course.course_id}"
    message = {"intent": "retitle", "ids": [row], "text": title.upper(), "base": "Seamanship"}
    opened.controls.course_title._handle_custom_msg(message, [])
    told, question = list(answers), opened.question.text.value
    before = client.call(get_course(course_id=course.course_id)).title
    opened.question.yes.click()

    assert (told, before) == ([saved(row, False)], "Seamanship")
    assert f"{other.course_id} (0 lessons in the project" in question
    assert answers[-1] == saved(row)
    assert client.call(get_course(course_id=course.course_id)).title == title.upper()


def test_the_base_is_what_the_person_saw(client: Client, opened: Browser, course: CourseWithLessons) -> None:
    """The list was read again while they typed: it is a conflict anyway."""
    row = row_of(course, "Knots")
    client.call(rename_lesson(lesson_id=row.partition(":")[2], title="Bends"))
    opened.refresh()
    intend(opened, "retitle", row, text="Hitches", base="Knots")

    assert opened.question.is_open
    assert stored(client, course) == ["Sails", "Bends", "Charts"]


def test_a_service_that_is_away_leaves_the_field_open(nobody: Client, inline: InlinePool, failures: list[str]) -> None:
    """What was typed is still there, and what went wrong is reported."""
    browser = Browser(nobody, workers=inline)
    browser._is_loaded = True
    put(browser, "Seamanship", "Sails", "Knots")
    answers = answers_of(browser)
    intend(browser, "retitle", "lesson:l1", text="Hitches", base="Knots")

    assert answers == [saved("lesson:l1", False)]
    assert browser.error
    failures.clear()


def test_an_empty_title_leaves_the_field_open(
    opened: Browser, course: CourseWithLessons, answers: list[Any], failures: list[str]
) -> None:
    """And says why."""
    intend(opened, "retitle", row_of(course, "Knots"), text="  ", base="Knots")

    assert answers == [saved(row_of(course, "Knots"), False)]
    assert "the title is empty" in failures.pop()


def test_the_button_begins_in_the_list(opened: Browser, course: CourseWithLessons, answers: list[Any]) -> None:
    """In an open course there is no dialog for it."""
    opened.controls.list.chosen = [row_of(course, "Knots")]
    opened.controls.rename.click()

    assert answers == [{"edit": row_of(course, "Knots")}]
    assert not opened.prompt.is_open
