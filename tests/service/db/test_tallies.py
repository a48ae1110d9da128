"""Tallies: what the database keeps is what is there, whatever happens to courses and lessons."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import delete

from tests.service.db.cast import BLOCKS, NOW, Place, lesson, read, written
from tests.service.db.plans import plan_of
from workbench.procedures.lesson import LessonFilter
from workbench.service.administration.checking import problems
from workbench.service.courses import store as courses
from workbench.service.db.seam import Store, StoreFailed
from workbench.service.db.statement import Statement
from workbench.service.db.tables import block, tally
from workbench.service.db.tables import lesson as lesson_table
from workbench.service.db.tallies import sum_of_tallies
from workbench.service.lessons import lists, trash
from workbench.service.lessons import store as lessons
from workbench.service.projects import store as projects

pytestmark = pytest.mark.anyio


async def course_of(store: Store, here: Place, lesson_id: str) -> str:
    """The lesson's course."""
    found = await read(store, lists.lesson_item, lesson_id, organization_id=here.organization_id)
    assert found is not None
    return found.course_id


async def counts(store: Store, here: Place, project_id: str | None = None) -> tuple[int, int]:
    """Courses and lessons of a project, as lists tell them; and what is there is as the tallies say."""
    assert await read(store, problems) == []
    in_project = project_id or here.project_id
    which = courses.CourseFilter(project_id=in_project)
    there = await read(store, courses.courses_page, here.organization_id, which, now=NOW)
    found = await read(store, lists.lessons_page, here.organization_id, LessonFilter(project_id=in_project))
    return there.total, found.total


@pytest.fixture
async def lesson_id(store: Store, acme: Place) -> str:
    """One of two lessons in two courses."""
    await lesson(store, acme, at=NOW - 1)
    return await lesson(store, acme)


async def test_what_is_made_counts(store: Store, acme: Place, lesson_id: str) -> None:
    """Each course and each lesson."""
    assert await counts(store, acme) == (2, 2)


async def test_a_lesson_in_the_trash_does_not_count(store: Store, acme: Place, lesson_id: str) -> None:
    """Nor does its course, which goes with it; out of the trash they count again."""
    await written(store, trash.delete_lesson, lesson_id, organization_id=acme.organization_id, now=NOW)
    assert await counts(store, acme) == (1, 1)
    await written(store, trash.restore_lesson, lesson_id, organization_id=acme.organization_id, now=NOW)
    assert await counts(store, acme) == (2, 2)


async def test_a_course_in_the_trash_takes_its_lessons_along(store: Store, acme: Place, lesson_id: str) -> None:
    """And brings them back."""
    course_id = await course_of(store, acme, lesson_id)
    await written(store, trash.delete_course, course_id, organization_id=acme.organization_id, now=NOW)
    assert await counts(store, acme) == (1, 1)
    await written(store, trash.restore_course, course_id, organization_id=acme.organization_id, now=NOW)
    assert await counts(store, acme) == (2, 2)


async def test_what_is_moved_counts_where_it_is(store: Store, acme: Place, lesson_id: str) -> None:
    """A course with its lessons; one project has fewer, the other more."""
    other = await written(
        store, projects.create_project, organization_id=acme.organization_id, name="P", person_id=None, now=NOW
    )
    course_id = await course_of(store, acme, lesson_id)
    to = {"organization_id": acme.organization_id, "project_id": other}
    await store.write(lambda db: courses.move_course(db, course_id, now=NOW, **to))
    assert (await counts(store, acme), await counts(store, acme, other)) == ((1, 1), (1, 1))


async def test_a_lesson_that_is_removed_does_not_count(store: Store, acme: Place, lesson_id: str) -> None:
    """By hand, which is the only way."""
    await store.write(lambda db: db.run(Statement(delete(block).where(block.c.lesson_id == lesson_id))))
    await store.write(lambda db: db.run(Statement(delete(lesson_table).where(lesson_table.c.id == lesson_id))))
    assert await counts(store, acme) == (2, 1)


async def test_a_change_that_fails_counts_nothing(store: Store, acme: Place, lesson_id: str) -> None:
    """The tally is in the same unit."""
    new = lessons.NewLesson(acme.organization_id, acme.project_id, "t", "EN", (*BLOCKS, BLOCKS[0]), None)
    with pytest.raises(StoreFailed):
        await written(store, lessons.insert_lesson, new, now=NOW)
    assert await counts(store, acme) == (2, 2)


async def test_what_is_made_at_once_is_counted_each(store: Store, acme: Place) -> None:
    """Units that change one tally wait for each other and lose nothing."""
    await asyncio.gather(*[lesson(store, acme, title=str(number)) for number in range(24)])
    assert await counts(store, acme) == (24, 24)


async def test_another_organization_has_its_own(store: Store, acme: Place, other: Place, lesson_id: str) -> None:
    """Its project is not found in the first one's sum."""
    assert await counts(store, other) == (0, 0)


@pytest.mark.parametrize("of_project", [False, True])
def test_nothing_is_counted_one_by_one(migrated_url: str, of_project: bool) -> None:
    """The lessons are not looked at, however many there are."""
    statement = sum_of_tallies(tally.c.lessons, of_project=of_project)
    plan = plan_of(migrated_url, statement, organization_id="o", project_id="p")
    assert ("tally" in plan, "lesson " in plan) == (True, False)
