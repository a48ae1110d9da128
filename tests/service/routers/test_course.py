"""Courses: made, moved, put into the trash and taken out, always within one organization."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking

pytestmark = pytest.mark.anyio


async def titles(person: Asking, **asked: Any) -> list[str]:
    """The titles of the courses in a list."""
    return [each["title"] for each in (await person.data("courseRouter.listCourses", asked))["courses"]]


async def test_a_course_is_made_empty_and_private(ana: Asking) -> None:
    """In the default project unless one is named; it can be shared when it has a page."""
    made = await ana.done("courseRouter.createCourse", {"title": " Baking\nat home "})

    assert (made["title"], made["lessonCount"]) == ("Baking at home", 0)
    assert (made["isPublic"], made["canBeShared"]) == (False, False)
    assert await titles(ana) == ["Baking at home"]


async def test_a_course_shows_its_lessons_in_the_order_they_were_made(ana: Asking) -> None:
    """Without their blocks."""
    course_id = (await ana.done("courseRouter.createCourse", {"title": "Baking"}))["courseId"]
    for title in ("First", "Second"):
        await ana.done("lesson.createLesson", {"title": title, "language": "EN", "courseId": course_id})
    found = await ana.data("courseRouter.getCourse", {"courseId": course_id})

    assert [each["title"] for each in found["lessons"]] == ["First", "Second"]
    assert found["lessonCount"] == 2


async def test_a_course_moves_with_its_lessons(ana: Asking) -> None:
    """To another project of its organization."""
    lesson = await ana.starter()
    project_id = (await ana.done("project.createProject", {"name": "Summer"}))["projectId"]
    await ana.done("courseRouter.moveCourse", {"courseId": lesson["courseId"], "projectId": project_id})
    found = await ana.data("lesson.listLessons", {"projectId": project_id})

    assert [each["lessonId"] for each in found["lessons"]] == [lesson["lessonId"]]


async def test_a_course_does_not_leave_its_organization(ana: Asking, eve: Asking) -> None:
    """A project of another one is like none, even for who is in both."""
    await eve.done("organization.addMember", {"email": "ana@example.org", "role": "owner"})
    theirs = (await eve.done("project.createProject", {"name": "Theirs"}))["projectId"]
    lesson = await ana.starter()
    answered = await ana.post("courseRouter.moveCourse", {"courseId": lesson["courseId"], "projectId": theirs})

    assert answered.status_code == 404


async def test_a_deleted_course_is_in_the_trash_and_nowhere_else(ana: Asking) -> None:
    """Neither in lists, nor by its id, nor its lessons by theirs; and nothing is refunded."""
    lesson = await ana.starter()
    gone = await ana.done("courseRouter.deleteCourse", {"courseId": lesson["courseId"]})
    read = await ana.get(
        "courseRouter.getCourse,lesson.getLesson", {"courseId": lesson["courseId"]}, {"lessonId": lesson["lessonId"]}
    )

    assert gone == {"courseId": lesson["courseId"], "lessonCount": 1}
    assert read.status_code == 404
    assert (await titles(ana), await titles(ana, inTrash=True)) == ([], [lesson["title"]])
    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == 99


async def test_a_course_comes_back_as_it_was_but_private(ana: Asking) -> None:
    """Its blocks included; its link works again when it is shared again."""
    lesson = await ana.starter()
    chosen = {"courseId": lesson["courseId"]}
    await ana.done("courseRouter.setCourseSharing", {**chosen, "isPublic": True})
    await ana.done("courseRouter.deleteCourse", chosen)
    back = await ana.done("courseRouter.restoreCourse", chosen)

    assert (back["lessonCount"], back["isPublic"]) == (1, False)
    found = await ana.data("lesson.getLesson", {"lessonId": lesson["lessonId"]})
    assert found["blocks"] == lesson["blocks"]


async def test_restoring_what_is_not_in_the_trash_changes_nothing(ana: Asking) -> None:
    """It is a success all the same."""
    lesson = await ana.starter()
    back = await ana.done("courseRouter.restoreCourse", {"courseId": lesson["courseId"]})

    assert back["lessonCount"] == 1
    assert (await ana.data("organization.getAuditLog"))["entries"][0]["action"] == "lesson.createStarterLesson"


@pytest.mark.parametrize("title", ["", " \n ", "x" * 301, 5, None])
async def test_what_is_no_title_is_refused(ana: Asking, title: Any) -> None:
    """For a new course and for a new title alike."""
    lesson = await ana.starter()
    made = await ana.post("courseRouter.createCourse", {"title": title})
    renamed = await ana.post("courseRouter.renameCourse", {"courseId": lesson["courseId"], "title": title})

    assert (made.status_code, renamed.status_code) == (400, 400)


async def test_a_course_has_its_new_title_everywhere(ana: Asking) -> None:
    """And is found by it."""
    lesson = await ana.starter()
    await ana.done("courseRouter.renameCourse", {"courseId": lesson["courseId"], "title": "Green leaves"})

    assert await titles(ana, search="green") == ["Green leaves"]
