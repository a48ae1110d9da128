"""Starter lessons that go into a course: where they land, and what is refused before anything is spent."""

from __future__ import annotations

import asyncio

import pytest

from tests.service.asking import Asking
from tests.service.shared_courses import EVERY_TYPE, delete, page, public
from tests.service.starter_lessons.test_drafting import STARTER, TIDES, balance, kinds, lessons
from tests.service.writers import ScriptedWriter

pytestmark = pytest.mark.anyio


@pytest.fixture
async def course_id(ana: Asking) -> str:
    """An empty course of the organization."""
    return str((await ana.done("courseRouter.createCourse", {"title": "The sea"}))["courseId"])


async def test_a_lesson_goes_into_the_course(ana: Asking, writer: ScriptedWriter, course_id: str) -> None:
    """As its last lesson, in its project, for the same price; no course is made."""
    for _ in range(2):
        made = await ana.done(STARTER, {**TIDES, "courseId": course_id})
    found = await ana.data("courseRouter.getCourse", {"courseId": course_id})
    entry = (await ana.data("organization.getAuditLog"))["entries"][0]

    assert set(made) == {"lessonId", "title"}
    assert [lesson["position"] for lesson in found["lessons"]] == [1, 2]
    assert found["lessons"][1]["lessonId"] == made["lessonId"]
    assert {lesson["projectId"] for lesson in found["lessons"]} == {found["projectId"]}
    assert (entry["subject"], entry["facts"]["courseId"]) == (made["lessonId"], course_id)
    assert (await ana.data("courseRouter.listCourses"))["total"] == 1
    assert await balance(ana) == 98


async def test_rows_of_one_course_keep_their_order_however_they_end(
    ana: Asking, writer: ScriptedWriter, course_id: str
) -> None:
    """A position is where the lesson stands, not how many were there before it."""
    (gate,) = writer.gated()
    wanted = [
        {**TIDES, "topic": topic, "courseId": course_id, "position": at} for at, topic in ((1, "Ebb"), (2, "Flow"))
    ]
    first = asyncio.create_task(ana.done(STARTER, wanted[0]))
    await writer.begun.wait()
    await ana.done(STARTER, wanted[1])
    gate.set()
    await first
    found = await ana.data("courseRouter.getCourse", {"courseId": course_id})

    assert [(lesson["topic"], lesson["position"]) for lesson in found["lessons"]] == [("Ebb", 1), ("Flow", 2)]


@pytest.mark.parametrize("why", ["missing", "foreign", "deleted", "archived", "of another project"])
async def test_a_course_that_takes_no_lesson_is_refused_before_anything_is_spent(
    ana: Asking, eve: Asking, writer: ScriptedWriter, course_id: str, why: str
) -> None:
    """All alike, and the writer is not asked."""
    wanted = {**TIDES, "courseId": course_id}
    if why == "missing":
        wanted["courseId"] = "0" * 25
    elif why == "foreign":
        wanted["courseId"] = (await eve.done("courseRouter.createCourse", {"title": "Hers"}))["courseId"]
    elif why == "deleted":
        await delete(ana, course_id)
    else:
        project_id = (await ana.done("project.createProject", {"name": "Summer"}))["projectId"]
        if why == "archived":
            await ana.done("courseRouter.moveCourse", {"courseId": course_id, "projectId": project_id})
            await ana.done("project.archiveProject", {"projectId": project_id, "isArchived": True})
        else:
            wanted["projectId"] = project_id
    answered = await ana.post(STARTER, wanted, idempotency_key="k")

    assert (answered.status_code, writer.requests, await kinds(ana)) == (404, [], ["grant"])


async def test_a_draft_waits_in_a_public_course(ana: Asking, writer: ScriptedWriter) -> None:
    """It is made and paid for; learners read it when the course is published again."""
    course_id = await public(ana, *EVERY_TYPE)
    before = (await page(ana, course_id)).text
    await ana.done(STARTER, {**TIDES, "courseId": course_id})

    assert (await balance(ana), len(await lessons(ana))) == (99, 2)
    assert (await page(ana, course_id)).text == before


async def test_a_course_that_is_deleted_while_the_writer_writes(
    ana: Asking, writer: ScriptedWriter, course_id: str
) -> None:
    """Refused, nothing is charged or made, and the key may be used again."""
    (gate,) = writer.gated()
    wanted = {**TIDES, "courseId": course_id}
    call = asyncio.create_task(ana.post(STARTER, wanted, idempotency_key="k"))
    await writer.begun.wait()
    await delete(ana, course_id)
    gate.set()

    assert (await call).status_code == 404
    assert (await kinds(ana), await balance(ana), await lessons(ana)) == (["release", "reserve", "grant"], 100, [])
    again = await ana.post(STARTER, wanted, idempotency_key="k")
    assert (again.status_code, "idempotent-replayed" in again.headers) == (404, False)


@pytest.mark.parametrize("scope", ["", "organization"])
async def test_a_key_stands_for_its_destination(
    ana: Asking, writer: ScriptedWriter, course_id: str, scope: str
) -> None:
    """The same key with another course or position is another request; the first one is answered again as it was."""
    headers = {"idempotency_key": "k", "idempotency_scope": scope}
    wanted = {**TIDES, "courseId": course_id, "position": 1}
    first = await ana.post(STARTER, wanted, **headers)
    await delete(ana, course_id)
    others = [await ana.post(STARTER, variant, **headers) for variant in ({**wanted, "position": 2}, TIDES)]
    again = await ana.post(STARTER, wanted, **headers)

    assert [other.status_code for other in others] == ([404, 200] if scope else [422, 422])
    assert (again.json(), again.headers["idempotent-replayed"]) == (first.json(), "true")


async def test_a_position_goes_with_a_course(ana: Asking, writer: ScriptedWriter) -> None:
    """Refused before anything is spent."""
    answered = await ana.post(STARTER, {**TIDES, "position": 1})

    assert (answered.status_code, writer.requests, await kinds(ana)) == (400, [], ["grant"])
