"""A course that is opened in the browser: its lessons in order, and the order that a person gives them."""

from __future__ import annotations

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from tests.widgets.looking import OURS, html_in, refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import CourseWithLessons, create_course, get_course, order_lessons
from workbench.procedures.lesson import LessonSummary, create_lesson, create_starter_lesson
from workbench.widgets.browser.panel import Browser

TITLES = ["Sails", "Knots", "Charts"]


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


def intend(browser: Browser, intent: str, *rows: str, **more: object) -> None:
    """What the list says when a person does something in it."""
    browser.controls.list._handle_custom_msg({"intent": intent, "ids": list(rows), **more}, [])


def row_of(course: CourseWithLessons, title: str) -> str:
    """The row of a lesson."""
    return next(f"lesson:{each.lesson_id}" for each in course.lessons if each.title == title)


def titles(browser: Browser) -> list[str]:
    """What the list shows."""
    return [each["title"] for each in browser.controls.list.rows]


def stored(client: Client, course: CourseWithLessons) -> list[str]:
    """What the service has."""
    return [each.title for each in client.call(get_course(course_id=course.course_id)).lessons]


def test_its_lessons_are_listed_in_order(opened: Browser, course: CourseWithLessons) -> None:
    """With their numbers; the fields of the listing are out of sight."""
    assert (opened.course, titles(opened)) == (course.course_id, TITLES)
    assert [each["detail"].split(" ")[0] for each in opened.controls.list.rows] == ["1", "2", "3"]
    assert "Seamanship" in opened.controls.course_title.value
    assert opened.controls.filter_line.layout.display == "none"


def test_a_lesson_without_words_is_marked(opened: Browser) -> None:
    """What is unfinished is seen without opening it."""
    assert [tag["text"] for tag in opened.controls.list.rows[0]["tags"]] == ["English (EN)", "Empty"]


def test_open_places_are_counted(client: Client, opened: Browser, course: CourseWithLessons) -> None:
    """An outline has some."""
    client.call(create_starter_lesson(topic="Tides", language="EN", course_id=course.course_id))
    opened.refresh()

    assert "open place" in opened.controls.list.rows[3]["tags"][-1]["text"]


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
    """Shown and saved, and said."""
    intend(opened, "move", row_of(course, title), by=by)

    assert titles(opened) == stored(client, course) == expected
    assert opened.notice == f"“{title}”: number {expected.index(title) + 1} of 3 now."


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
    """For whoever has neither keys nor a mouse that drags."""
    opened.controls.list.chosen = [row_of(course, "Knots")]
    opened.controls.up.click()

    assert stored(client, course) == ["Knots", "Sails", "Charts"]
    assert opened.value == [row_of(course, "Knots").partition(":")[2]]


def test_an_order_of_somebody_else_is_not_overwritten(
    client: Client, opened: Browser, course: CourseWithLessons, failures: list[str]
) -> None:
    """Theirs is shown, and that ours was not saved."""
    theirs = [each.lesson_id for each in reversed(course.lessons)]
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
    assert f"course:{course.course_id}" in [each["id"] for each in opened.controls.list.rows]
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


def put(browser: Browser, title: str, *lessons: str) -> None:
    """Show a course that no service has."""
    times = {"created_at": "2026-11-01T08:00:00Z", "updated_at": "2026-11-01T08:00:00Z"}
    summaries = [
        LessonSummary(
            lesson_id=f"l{place}",
            course_id="c",
            project_id="p",
            title=each,
            language="EN",
            block_count=0,
            revision=1,
            **times,
        )
        for place, each in enumerate(lessons)
    ]
    course = CourseWithLessons(
        course_id="c", project_id="p", title=title, is_public=False, can_be_shared=True, share_url="",
        lesson_count=len(lessons), order_version=1, lessons=summaries, **times,
    )  # fmt: skip
    browser.state.procedures = frozenset({order_lessons.name})
    browser.state.course_id, browser.state.course = "c", course
    browser.state.items = browser._read(course).items
    browser.lay_out()
