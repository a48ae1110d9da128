"""Lessons: kept whole, read in order, seen by their organization only."""

from __future__ import annotations

import asyncio

import pytest

from tests.service.db.cast import BLOCKS, NOW, Place, lesson, read, written
from workbench.service.courses import store as courses
from workbench.service.db.seam import Store, StoreFailed
from workbench.service.lessons import store as lessons
from workbench.service.lessons.store import LessonExists, NewLesson

pytestmark = pytest.mark.anyio


async def test_a_lesson_is_read_back_as_it_was_kept(store: Store, acme: Place) -> None:
    """Blocks come back in their order with their content, the lesson with topic, writer and maker."""
    lesson_id = await lesson(store, acme)
    found = await read(store, lessons.lesson_by_id, lesson_id, organization_id=acme.organization_id)
    assert found is not None
    assert found.blocks == BLOCKS
    assert (found.topic, found.writer, found.created_by) == ("Photosynthesis", "planning-sheet", "Ana")
    assert (found.revision, found.block_count) == (1, 3)


async def test_a_lesson_is_its_organizations(store: Store, acme: Place, other: Place) -> None:
    """Another organization's is None, as one that does not exist."""
    lesson_id = await lesson(store, acme)
    assert await read(store, lessons.lesson_by_id, lesson_id, organization_id=other.organization_id) is None
    assert await read(store, lessons.lesson_by_id, "nothing", organization_id=other.organization_id) is None


async def test_a_lesson_gets_a_course_of_its_own(store: Store, acme: Place) -> None:
    """Private, with the lesson's title, in the lesson's project."""
    lesson_id = await lesson(store, acme, title="Light")
    found = await read(store, lessons.lesson_by_id, lesson_id, organization_id=acme.organization_id)
    assert found is not None
    course = await read(store, courses.course_by_id, found.course_id, organization_id=acme.organization_id, now=NOW)
    assert course is not None
    assert (course.title, course.is_public, course.lesson_count) == ("Light", False, 1)


async def test_a_lesson_that_cannot_be_kept_leaves_no_course(store: Store, acme: Place) -> None:
    """Lesson, course and blocks are one unit: here a block id comes twice."""
    new = NewLesson(acme.organization_id, acme.project_id, "Twice", "EN", BLOCKS + BLOCKS, acme.person_id)
    with pytest.raises(StoreFailed):
        await written(store, lessons.insert_lesson, new, now=NOW)
    assert (await read(store, courses.courses_page, acme.organization_id, now=NOW)).total == 0


async def test_two_who_make_one_lesson_make_one(store: Store, acme: Place) -> None:
    """At the same time, with the id that both gave: one is told that it is there."""
    new = NewLesson(acme.organization_id, acme.project_id, "One", "EN", BLOCKS, acme.person_id, lesson_id="1" * 25)
    makings = [written(store, lessons.insert_lesson, new, now=NOW) for _ in range(4)]
    found = await asyncio.gather(*makings, return_exceptions=True)

    assert sum(isinstance(outcome, LessonExists) for outcome in found) == 3
    assert (await read(store, courses.courses_page, acme.organization_id, now=NOW)).total == 1
