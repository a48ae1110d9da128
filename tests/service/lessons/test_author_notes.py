"""A lesson with a note for authors is published by nobody, anyone who confirms it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.shared_courses import EVERY_TYPE, keep, page, public
from tests.service.starter_lessons.test_drafting import STARTER, TIDES

pytestmark = pytest.mark.anyio

SHARE, PUBLISH = "courseRouter.setCourseSharing", "courseRouter.publishCourse"
EDIT = "realtime.executeTransactions"
NOTE = ("authorNote", {"markdown": "Ask the harbour."})
CONFIRMED = {"confirmOpenPlaces": True}


async def sheet(ana: Asking, title: str = "Harbours", of_course: str = "") -> dict[str, Any]:
    """A lesson with two notes, in a private course."""
    course_id = await keep(ana, ("heading", {"text": title, "level": 1}), NOTE, NOTE, title=title, of_course=of_course)
    found = await ana.data("courseRouter.getCourse", {"courseId": course_id})
    (lesson,) = [lesson for lesson in found["lessons"] if lesson["title"] == title]
    return dict(lesson)


def assert_refused(answered: Any, *titles: str) -> None:
    """The lessons are named, in the sentence and the data, with what to do."""
    error = answered.json()["error"]

    assert (answered.status_code, error["data"]["reason"]) == (409, "authorNotes")
    assert [(note["title"], note["authorNotes"]) for note in error["data"]["authorNotes"]] == [(t, 2) for t in titles]
    assert all(f"“{title}”" in error["message"] for title in titles)
    assert "delete the note" in error["message"]


async def without_notes(ana: Asking, lesson_id: str) -> None:
    """Does what an author does: writes over one note, and deletes the other."""
    blocks = (await ana.data("lesson.getLesson", {"lessonId": lesson_id}))["blocks"]
    first, second = [block["id"] for block in blocks if block["type"] == "authorNote"]
    written = {"blockType": "text", "content": {"markdown": "A harbour is a place for ships."}}
    mutations = [
        {"type": "lessonBlockUpdate", "id": first, **written},
        {"type": "lessonBlockDelete", "id": second},
    ]
    await edit(ana, lesson_id, *mutations)


async def edit(ana: Asking, lesson_id: str, *mutations: dict[str, Any]) -> None:
    """One transaction."""
    transaction = {"label": "editPages", "mutations": list(mutations)}
    await ana.done(EDIT, {"lessonId": lesson_id, "language": "EN", "transactions": [transaction]})


@pytest.mark.parametrize("confirmed", [{}, CONFIRMED])
async def test_a_course_with_notes_is_not_shared(ana: Asking, confirmed: dict[str, Any]) -> None:
    """All its lessons with notes are named, a finished one is not; it stays private, and is shared without them."""
    lessons = [await sheet(ana)]
    course_id = lessons[0]["courseId"]
    await keep(ana, *EVERY_TYPE, title="Finished", of_course=course_id)
    lessons.append(await sheet(ana, "Piers", of_course=course_id))
    wanted = {"courseId": course_id, "isPublic": True, **confirmed}

    assert_refused(await ana.post(SHARE, wanted), "Harbours", "Piers")
    assert not (await ana.data("courseRouter.getCourseSharingInfo", {"courseId": course_id}))["isPublic"]
    assert (await page(ana, course_id)).status_code == 404
    for lesson in lessons:
        await without_notes(ana, lesson["lessonId"])
    assert (await ana.done(SHARE, wanted))["isPublic"]


@pytest.mark.parametrize("road", ["lesson.moveLesson", "lesson.updateLesson", "lesson.restoreLesson"])
async def test_a_lesson_with_notes_is_not_published_with_its_course(ana: Asking, road: str) -> None:
    """It may be put into a public course, where learners do not see it, and stops the course's next publication."""
    course_id = await public(ana, *EVERY_TYPE)
    wanted: dict[str, Any] = {} if road == "lesson.restoreLesson" else {"courseId": course_id}
    lesson = await sheet(ana, of_course="" if wanted else course_id)
    if not wanted:
        await ana.done("lesson.deleteLesson", {"lessonId": lesson["lessonId"]})
    if road == "lesson.updateLesson":
        wanted |= {"baseRevision": lesson["revision"], "title": "Ports"}
    before = (await page(ana, course_id)).content
    await ana.done(road, {"lessonId": lesson["lessonId"], **wanted})
    refused = await ana.post(PUBLISH, {"courseId": course_id, **CONFIRMED})

    assert_refused(refused, "Ports" if road == "lesson.updateLesson" else "Harbours")
    assert (await page(ana, course_id)).content == before


async def test_a_course_out_of_the_trash_is_private(ana: Asking) -> None:
    """Whatever it was before, its lessons with notes are read by nobody."""
    course_id = await public(ana, NOTE)
    await ana.done("courseRouter.deleteCourse", {"courseId": course_id})
    await ana.done("courseRouter.restoreCourse", {"courseId": course_id})

    assert (await page(ana, course_id)).status_code == 404
    assert (await ana.post(SHARE, {"courseId": course_id, "isPublic": True, **CONFIRMED})).status_code == 409


async def test_a_lesson_that_went_back_to_its_notes_is_not_published(ana: Asking) -> None:
    """It may go back there; learners keep what was published."""
    lesson = await sheet(ana)
    lesson_id, course_id = lesson["lessonId"], lesson["courseId"]
    await without_notes(ana, lesson_id)
    await ana.done(PUBLISH, {"courseId": course_id})
    before = (await page(ana, course_id)).content
    await ana.done("lesson.revertTo", {"lessonId": lesson_id, "revision": 1})

    assert_refused(await ana.post(PUBLISH, {"courseId": course_id}), "Harbours")
    assert (await page(ana, course_id)).content == before


def blank(number: int) -> dict[str, Any]:
    """A new blank block."""
    return {"id": f"00000000-0000-4000-8000-{number:012}", "type": "blank", "content": {}}


async def test_an_author_may_put_a_note_into_a_public_lesson(ana: Asking) -> None:
    """Learners do not see it, and their page stays; the course is not shared again while it is there."""
    course_id = await public(ana, *EVERY_TYPE)
    (lesson,) = (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"]
    before = (await page(ana, course_id)).content
    note = {**blank(1), "type": NOTE[0], "content": NOTE[1]}
    await edit(ana, lesson["lessonId"], {"type": "lessonBlockInsert", "block": note})

    assert (await page(ana, course_id)).content == before
    await ana.done(SHARE, {"courseId": course_id, "isPublic": False})
    assert (await ana.post(SHARE, {"courseId": course_id, "isPublic": True, **CONFIRMED})).status_code == 409


async def test_a_planning_sheet_waits_in_a_public_course(ana: Asking) -> None:
    """It is made there; learners do not see it, and the course is not published with it."""
    course_id = await public(ana, *EVERY_TYPE)
    before = (await page(ana, course_id)).content
    await ana.done(STARTER, {**TIDES, "courseId": course_id})

    assert (await page(ana, course_id)).content == before
    assert (await ana.post(PUBLISH, {"courseId": course_id, **CONFIRMED})).status_code == 409
