"""What learners will see, said before it is done."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.client.lookups.preview import Stored, sentences
from workbench.procedures.course import CourseWithLessons, delete_course, rename_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import LessonSummary, delete_lesson, move_lesson, rename_lesson, restore_lesson
from workbench.procedures.project import archive_project

MADE = "2026-03-02T08:15:30.120Z"


def course(
    course_id: str, *lesson_ids: str, is_public: bool = True, made: str = "2026-01-01T00:00:00.000Z"
) -> CourseWithLessons:
    """A course with these lessons."""
    lessons = [
        LessonSummary.model_construct(lesson_id=lesson_id, course_id=course_id, created_at=MADE)
        for lesson_id in lesson_ids
    ]
    return CourseWithLessons.model_construct(
        course_id=course_id,
        title=course_id.title(),
        is_public=is_public,
        lesson_count=len(lessons),
        lessons=lessons,
        created_at=made,
    )


def said(*calls: Call[Any], **courses: CourseWithLessons) -> str:
    """What is told of these calls, as one text."""
    course_of = {lesson.lesson_id: name for name, one in courses.items() for lesson in one.lessons}
    return " ".join(sentences(calls, Stored(courses, course_of, {"p": ("Sea", "Sky"), "q": ()})))


def test_a_public_page_that_will_be_empty_is_told() -> None:
    """It is reported plainly; and that the others learners had are gone."""
    gone = [delete_lesson(lesson_id=name) for name in ("a", "b")]

    assert said(*gone, sea=course("sea", "a", "b")) == (
        "2 lessons will be gone from the public course “Sea”. It will be left empty: "
        "its link will open a page without a lesson."
    )


def test_the_lessons_that_stay_are_counted() -> None:
    """Only some leave."""
    assert "learners will see the 1 other." in said(delete_lesson(lesson_id="a"), sea=course("sea", "a", "b"))


def test_a_restored_lesson_is_seen_again() -> None:
    """In a course that stayed public, where it was published."""
    stored = Stored({"sea": course("sea")}, {"a": "sea"}, {})

    assert sentences([restore_lesson(lesson_id="a")], stored) == [
        "The course “Sea” is public: learners will immediately see 1 lesson again, if it was published with it."
    ]


@pytest.mark.parametrize(("made", "end"), [(MADE, "its link will stop working."), ("", "a page without a lesson.")])
def test_the_only_lesson_takes_its_own_course_along(made: str, end: str) -> None:
    """A course that was made for it goes to the trash; another one stays, and is empty."""
    assert said(delete_lesson(lesson_id="a"), sea=course("sea", "a", made=made)).endswith(end)


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (delete_course(course_id="sea"), "its link will stop working"),
        (archive_project(project_id="p", is_archived=True), "2 courses in it stay public"),
    ],
)
def test_what_learners_would_notice_is_said(call: Call[Any], part: str) -> None:
    """In the words of what is done."""
    assert part in said(call, sea=course("sea", "a"))


@pytest.mark.parametrize(
    "call",
    [
        move_lesson(lesson_id="a", course_id="shelf"),
        move_lesson(lesson_id="a", course_id="sea"),
        move_lesson(lesson_id="b", course_id="draft"),
        rename_lesson(lesson_id="b", title="Ebb"),
        rename_course(course_id="sea", title="Tides"),
        delete_lesson(lesson_id="a"),
        rename_lesson(lesson_id="a", title="Ebb"),
        delete_course(course_id="draft"),
        rename_course(course_id="draft", title="Ebb"),
        archive_project(project_id="q", is_archived=True),
        archive_project(project_id="p", is_archived=False),
    ],
)
def test_where_learners_see_no_difference_nothing_is_said(call: Call[Any]) -> None:
    """A private course is nobody's to see; moves and titles of a public one wait for its next publication."""
    courses = {"draft": course("draft", "a", is_public=False), "sea": course("sea", "b")}
    stored = Stored(courses, {"a": "draft", "b": "sea"}, {"q": ()})

    assert sentences([call], stored) == []
