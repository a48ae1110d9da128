"""A course that is open in a browser: what a person does in its list, what it shows, and what the service has."""

from __future__ import annotations

from workbench.client.sync import Client
from workbench.procedures.course import CourseWithLessons, get_course, order_lessons, rename_course
from workbench.procedures.lesson import LessonSummary, rename_lesson
from workbench.widgets.browser.panel import Browser

TITLES = ["Sails", "Knots", "Charts"]


def intend(browser: Browser, intent: str, *rows: str, **more: object) -> None:
    """What the list says when a person does something in it."""
    browser.controls.list._handle_custom_msg({"intent": intent, "ids": list(rows), **more}, [])


def row_of(course: CourseWithLessons, title: str) -> str:
    """The row of a lesson."""
    return next(f"lesson:{lesson.lesson_id}" for lesson in course.lessons if lesson.title == title)


def titles(browser: Browser) -> list[str]:
    """What the list shows."""
    return [row["title"] for row in browser.controls.list.rows]


def stored(client: Client, course: CourseWithLessons) -> list[str]:
    """What the service has."""
    return [lesson.title for lesson in client.call(get_course(course_id=course.course_id)).lessons]


def put(browser: Browser, title: str, *lessons: str) -> None:
    """Show a course that no service has."""
    times = {"created_at": "2026-11-01T08:00:00Z", "updated_at": "2026-11-01T08:00:00Z"}
    summaries = [
        LessonSummary(
            lesson_id=f"l{place}",
            course_id="c",
            project_id="p",
            title=lesson,
            language="EN",
            block_count=0,
            revision=1,
            **times,
        )
        for place, lesson in enumerate(lessons)
    ]
    course = CourseWithLessons(
        course_id="c", project_id="p", title=title, is_public=False, can_be_shared=True, share_url="",
        lesson_count=len(lessons), order_version=1, lessons=summaries, **times,
    )  # fmt: skip
    browser.state.procedures = frozenset({order_lessons.name, rename_lesson.name, rename_course.name})
    browser.state.course_id, browser.state.course = "c", course
    browser.state.items = browser._read(course).items
    browser.render()
