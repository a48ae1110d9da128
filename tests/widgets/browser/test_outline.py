"""A course that is opened in the browser: its lessons in order, and the order that a person gives them."""

from __future__ import annotations

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from tests.widgets.browser.opened_course import TITLES, intend, put, row_of, stored, titles
from tests.widgets.held import Held
from tests.widgets.looking import OURS, html_in
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import (
    CourseWithLessons,
    create_course,
    get_course,
    order_lessons,
)
from workbench.procedures.lesson import create_lesson, create_starter_lesson, move_lesson
from workbench.widgets.browser.panel import Browser


def test_its_lessons_are_listed_in_order(opened: Browser, course: CourseWithLessons) -> None:
    """With their numbers; the fields of the listing are out of sight."""
    assert (opened.course, titles(opened)) == (course.course_id, TITLES)
    assert [row["detail"].split(" ")[0] for row in opened.controls.list.rows] == ["1", "2", "3"]
    assert "Seamanship" in opened.controls.course_title.text
    assert opened.controls.filter_line.layout.display == "none"


def test_a_lesson_without_words_is_marked(opened: Browser) -> None:
    """What is unfinished is seen without opening it."""
    assert [tag["text"] for tag in opened.controls.list.rows[0]["tags"]] == ["English (EN)", "Empty"]


def test_open_places_are_counted(client: Client, opened: Browser, course: CourseWithLessons) -> None:
    """A planning sheet has one for each note."""
    client.call(create_starter_lesson(topic="Tides", language="EN", course_id=course.course_id))
    opened.refresh()

    tags = [tag["text"] for tag in opened.controls.list.rows[3]["tags"]]
    assert tags[1].startswith("✎ ") and tags[1].endswith(" placeholders")
    assert "No quiz" in tags
    assert [tag["text"] for tag in opened.controls.course_title.tags] == [
        "Private",
        "4 unfinished",
        "1 without a quiz",
    ]


@pytest.mark.parametrize(
    ("title", "by", "expected"),
    [
        ("Sails", 1, ["Knots", "Sails", "Charts"]),
        ("Charts", -1, ["Sails", "Charts", "Knots"]),
        ("Charts", -3, ["Charts", "Sails", "Knots"]),
    ],
)
def test_a_lesson_is_moved_by_keys(
    client: Client, opened: Browser, course: CourseWithLessons, title: str, by: int, expected: list[str]
) -> None:
    """Shown and saved, and reported."""
    intend(opened, "move", row_of(course, title), by=by)

    assert titles(opened) == stored(client, course) == expected
    assert opened.notice == f"“{title}” moved to position {expected.index(title) + 1} of 3."


def test_moves_follow_each_other(client: Client, opened: Browser, course: CourseWithLessons) -> None:
    """The version of the order is known after each."""
    intend(opened, "move", row_of(course, "Sails"), by=1)
    intend(opened, "move", row_of(course, "Sails"), by=1)

    assert titles(opened) == stored(client, course) == ["Knots", "Charts", "Sails"]


def test_two_lessons_are_dragged_together(client: Client, opened: Browser, course: CourseWithLessons) -> None:
    """In front of a third; they keep their order."""
    intend(opened, "move", row_of(course, "Charts"), row_of(course, "Knots"), before=row_of(course, "Sails"))

    assert titles(opened) == stored(client, course) == ["Knots", "Charts", "Sails"]


def test_a_button_moves_too(client: Client, opened: Browser, course: CourseWithLessons) -> None:
    """For anyone who has neither keys nor a mouse that drags."""
    opened.controls.list.chosen = [row_of(course, "Knots")]
    opened.controls.up.click()

    assert stored(client, course) == ["Knots", "Sails", "Charts"]
    assert opened.value == [row_of(course, "Knots").partition(":")[2]]


def test_an_order_of_somebody_else_is_not_overwritten(
    client: Client, opened: Browser, course: CourseWithLessons, failures: list[str]
) -> None:
    """Theirs is shown, and that ours was not saved."""
    theirs = [lesson.lesson_id for lesson in reversed(course.lessons)]
    client.call(order_lessons(course_id=course.course_id, lesson_ids=theirs))
    intend(opened, "move", row_of(course, "Sails"), by=1)

    assert titles(opened) == stored(client, course) == [*reversed(TITLES)]
    assert opened.error
    failures.clear()


def test_an_order_that_is_refused_is_taken_back(nobody: Client, inline: InlinePool, failures: list[str]) -> None:
    """The service is away: what was there before is shown again."""
    browser = Browser(nobody, workers=inline)
    browser._is_loaded = True
    put(browser, "Seamanship", *TITLES)
    intend(browser, "move", "lesson:l0", by=1)

    assert titles(browser) == TITLES
    assert browser.error
    failures.clear()


def test_a_new_lesson_is_the_last_one(client: Client, opened: Browser, course: CourseWithLessons) -> None:
    """In this course."""
    opened.actions.create_blank("Anchors", "EN")

    assert titles(opened) == stored(client, course) == [*TITLES, "Anchors"]


def test_the_listing_comes_back(opened: Browser, course: CourseWithLessons) -> None:
    """With what was chosen there before: courses."""
    opened.controls.close_course.click()

    assert opened.course is None
    assert f"course:{course.course_id}" in [row["id"] for row in opened.controls.list.rows]
    assert not opened.controls.list.movable


def test_a_course_that_is_gone_can_be_left(opened: Browser, failures: list[str]) -> None:
    """The way back stays."""
    opened.open_course("0" * 25)

    assert opened.error
    assert opened.controls.course_line.layout.display is None
    failures.clear()


def test_no_title_of_a_course_becomes_markup(nobody: Client, inline: InlinePool) -> None:
    """Above the list, and in a saved notebook."""
    browser = Browser(nobody, workers=inline)
    browser._is_loaded = True
    shown = []
    for text in HOSTILE:
        put(browser, text, text)
        shown.append(html_in(browser))

    assert set(seen("".join(shown)).dangers) <= OURS


def test_a_move_that_somebody_else_overtook_is_offered_again(
    client: Client, opened: Browser, course: CourseWithLessons, failures: list[str]
) -> None:
    """In their order, in front of the same lesson."""
    theirs = [lesson.lesson_id for lesson in reversed(course.lessons)]
    client.call(order_lessons(course_id=course.course_id, lesson_ids=theirs))
    intend(opened, "move", row_of(course, "Sails"), by=1)
    question = opened.question.text.value
    opened.question.yes.click()

    assert "Move “Sails” before “Charts”?" in question
    assert titles(opened) == stored(client, course) == ["Sails", "Charts", "Knots"]
    failures.clear()


def test_an_order_is_saved_when_the_course_is_left_at_once(client: Client, course: CourseWithLessons) -> None:
    """Two moves and a click, before the service has answered the first."""
    workers = Held()
    browser = Browser(client, workers=workers)
    browser.open_course(course.course_id)
    workers.work()
    intend(browser, "move", row_of(course, "Sails"), by=1)
    intend(browser, "move", row_of(course, "Sails"), by=1)
    browser.controls.close_course.click()
    workers.work()

    assert stored(client, course) == ["Knots", "Charts", "Sails"]
    assert (browser.course, browser.error) == (None, "")


@pytest.fixture
def harbours(client: Client, opened: Browser) -> str:
    """The row of another course, shown next to the open one."""
    course_id = client.call(create_course(title="Harbours")).course_id
    opened.refresh()
    return f"course:{course_id}"


def drop(browser: Browser, into: str, *rows: object) -> None:
    """What the list of courses says when rows are dropped on one of its own."""
    browser.controls.courses._handle_custom_msg({"intent": "receive", "ids": [into], "rows": list(rows)}, [])


def test_a_lesson_is_dropped_on_another_course(
    client: Client, opened: Browser, course: CourseWithLessons, harbours: str
) -> None:
    """And comes back to its place by a click, in the course that others have added to."""
    drop(opened, harbours, row_of(course, "Knots"))
    there = client.call(get_course(course_id=harbours.partition(":")[2])).lessons
    client.call(create_lesson(title="Flags", language="EN", course_id=course.course_id))
    left, offered = titles(opened), opened.controls.undo.description
    opened.controls.undo.click()

    assert [lesson.title for lesson in there] == ["Knots"]
    assert (left, offered) == (["Sails", "Charts"], "Undo move")
    assert titles(opened) == stored(client, course) == ["Sails", "Knots", "Charts", "Flags"]


def test_what_comes_back_has_the_place_that_was_given_just_before(
    client: Client, opened: Browser, course: CourseWithLessons, harbours: str
) -> None:
    """Ordered, moved away, undone: the order holds."""
    intend(opened, "move", row_of(course, "Charts"), by=-2)
    drop(opened, harbours, row_of(course, "Charts"), row_of(course, "Sails"))
    opened.controls.undo.click()

    assert stored(client, course) == ["Charts", "Sails", "Knots"]


def test_a_lesson_that_somebody_moved_again_is_not_fetched_back(
    client: Client, opened: Browser, course: CourseWithLessons, harbours: str, failures: list[str]
) -> None:
    """It stays where they put it; the other one comes back."""
    third = client.call(create_course(title="Lights")).course_id
    knots, sails = row_of(course, "Knots"), row_of(course, "Sails")
    drop(opened, harbours, knots, sails)
    client.call(move_lesson(lesson_id=knots.partition(":")[2], course_id=third))
    opened.controls.undo.click()

    assert stored(client, course) == ["Sails", "Charts"]
    assert "were not moved back" in failures.pop()


def test_a_key_asks_for_another_course(
    client: Client, opened: Browser, course: CourseWithLessons, harbours: str
) -> None:
    """All others are offered, this one is not."""
    intend(opened, "transfer", row_of(course, "Knots"))
    offered = [value for _, value in opened.prompt.choice.options]
    opened.prompt.choice.value = harbours.partition(":")[2]
    opened.prompt.resume.click()

    assert course.course_id not in offered
    assert stored(client, course) == ["Sails", "Charts"]


@pytest.mark.parametrize("rows", [[], ["lesson:none"], [7, None]])
def test_what_is_no_lesson_of_the_course_is_not_moved(opened: Browser, harbours: str, rows: list[object]) -> None:
    """Something else may be dropped there."""
    drop(opened, harbours, *rows)

    assert (titles(opened), opened.error, opened.notice) == (TITLES, "", "")


def test_another_course_is_opened_beside_it(opened: Browser, course: CourseWithLessons, harbours: str) -> None:
    """Then the one before is among the others."""
    opened.controls.courses._handle_custom_msg({"intent": "open", "ids": [harbours]}, [])

    assert opened.course == harbours.partition(":")[2]
    assert f"course:{course.course_id}" in [row["id"] for row in opened.controls.courses.rows]
