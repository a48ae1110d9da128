"""Courses that differ from what learners see, found by one statement: as their changes one by one say it."""

from __future__ import annotations

from random import Random

import pytest

from tests.service.asking import Asking
from tests.service.shared_courses import EVERY_TYPE, keep

pytestmark = pytest.mark.anyio

LIST, ONE = "courseRouter.listCourses", "courseRouter.getCourse"
STEPS = 12


async def differing(ana: Asking) -> dict[str, bool | None]:
    """What the list says of each course."""
    listed = (await ana.data(LIST, {"unpublishedChanges": True, "limit": 100}))["courses"]
    return {course["courseId"]: course["hasUnpublishedChanges"] for course in listed}


async def step(ana: Asking, chance: Random, courses: list[str]) -> None:
    """One thing that a person does to a course or a lesson of one."""
    course_id = chance.choice(courses)
    lessons = [lesson["lessonId"] for lesson in (await ana.data(ONE, {"courseId": course_id}))["lessons"]]
    lesson_id = chance.choice(lessons) if lessons else ""
    match chance.randrange(8 if lessons else 2):
        case 0:
            await ana.post("courseRouter.publishCourse", {"courseId": course_id, "confirmOpenPlaces": True})
        case 1:
            title = chance.choice(["Tides", "Waves"])
            await ana.done("courseRouter.renameCourse", {"courseId": course_id, "title": title})
        case 2:
            await ana.done("lesson.renameLesson", {"lessonId": lesson_id, "title": chance.choice(["Ebb", "Flow"])})
        case 3:
            order = chance.sample(lessons, len(lessons))
            await ana.done("courseRouter.orderLessons", {"courseId": course_id, "lessonIds": order})
        case 4:
            await ana.done("lesson.moveLesson", {"lessonId": lesson_id, "courseId": chance.choice(courses)})
        case 5:
            await ana.done("lesson.deleteLesson", {"lessonId": lesson_id})
            if chance.random() < 0.5:
                await ana.done("lesson.restoreLesson", {"lessonId": lesson_id})
        case 6:
            new = {"title": "New", "language": "EN", "courseId": course_id, "blocks": []}
            await ana.done("lesson.createLesson", new)
        case _:
            await ana.post("courseRouter.restorePublication", {"courseId": course_id, "number": 1})


@pytest.mark.parametrize("seed", range(3))
async def test_the_list_says_what_the_course_says(ana: Asking, seed: int) -> None:
    """After each of many steps, of every course; nothing of a private one, nor where nobody asked."""
    chance = Random(seed)
    courses = [await keep(ana, *EVERY_TYPE, title=title) for title in ("One", "Two", "Three")]
    for title in ("Four", "Five"):
        await keep(ana, *EVERY_TYPE, title=title, of_course=courses[0])
    for course_id in courses[:2]:
        await ana.done("courseRouter.publishCourse", {"courseId": course_id})
    seen = set()
    for _ in range(STEPS):
        await step(ana, chance, courses)
        found = await differing(ana)
        for course_id in courses:
            count = (await ana.data(ONE, {"courseId": course_id}))["unpublishedChanges"]
            assert found[course_id] == (None if count is None else count > 0)
            seen.add(found[course_id])
    unasked = (await ana.data(LIST, {}))["courses"]

    assert {True, False} <= seen
    assert {course["hasUnpublishedChanges"] for course in unasked} == {None}
