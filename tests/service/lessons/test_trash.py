"""The trash: what goes there together comes out together, and nothing else with it."""

from __future__ import annotations

import pytest

from tests.service.db.cast import BLOCKS, NOW, Place, lesson, published, read, written
from workbench.procedures.lesson import LessonFilter
from workbench.service.courses import store as courses
from workbench.service.courses.store import CourseFilter, CourseGone
from workbench.service.db.seam import Store
from workbench.service.lessons import lists, trash
from workbench.service.lessons import store as lessons
from workbench.service.lessons.store import NewLesson
from workbench.service.lessons.trash import Trashed
from workbench.service.publications.visibility import public_course

pytestmark = pytest.mark.anyio
LATER = NOW + 1_000


async def course_of(store: Store, here: Place, lesson_id: str) -> str:
    """The id of the lesson's course."""
    found = await read(store, lists.lesson_item, lesson_id, organization_id=here.organization_id)
    assert found is not None
    return found.course_id


async def beside(store: Store, here: Place, course_id: str) -> str:
    """The id of a second lesson in the course."""
    new = NewLesson(here.organization_id, here.project_id, "Second", "EN", BLOCKS, here.person_id, course_id=course_id)
    return (await written(store, lessons.insert_lesson, new, now=LATER))[0]


async def shown(store: Store, here: Place, *, in_trash: bool = False) -> tuple[set[str], set[str]]:
    """The courses and lessons in the lists, or in those of the trash."""
    course_page = await read(
        store, courses.courses_page, here.organization_id, CourseFilter(in_trash=in_trash), now=NOW
    )
    lesson_page = await read(store, lists.lessons_page, here.organization_id, LessonFilter(in_trash=in_trash))
    assert (course_page.total, lesson_page.total) == (len(course_page.items), len(lesson_page.items))
    return {item.course_id for item in course_page.items}, {item.lesson_id for item in lesson_page.items}


async def test_a_course_takes_its_lessons_along(store: Store, acme: Place) -> None:
    """To the trash and back."""
    first = await lesson(store, acme)
    course_id = await course_of(store, acme, first)
    second = await beside(store, acme, course_id)
    here = acme.organization_id
    assert await written(store, trash.delete_course, course_id, organization_id=here, now=LATER) == 2
    assert await shown(store, acme) == (set(), set())
    assert await shown(store, acme, in_trash=True) == ({course_id}, {first, second})
    assert await written(store, trash.restore_course, course_id, organization_id=here, now=LATER)
    assert await shown(store, acme) == ({course_id}, {first, second})


async def test_a_lesson_that_went_alone_stays_when_its_course_comes_back(store: Store, acme: Place) -> None:
    """It was deleted on purpose."""
    first = await lesson(store, acme)
    course_id = await course_of(store, acme, first)
    second = await beside(store, acme, course_id)
    here = acme.organization_id
    await written(store, trash.delete_lesson, second, organization_id=here, now=LATER)
    await written(store, trash.delete_course, course_id, organization_id=here, now=LATER + 1)
    await written(store, trash.restore_course, course_id, organization_id=here, now=LATER + 2)
    assert await shown(store, acme) == ({course_id}, {first})


async def test_a_shared_course_is_private_when_it_comes_back(store: Store, acme: Place) -> None:
    """A dead link does not come alive unasked."""
    course_id = await course_of(store, acme, await lesson(store, acme))
    here = acme.organization_id
    await written(store, published, course_id, organization_id=here)
    await written(store, trash.delete_course, course_id, organization_id=here, now=LATER)
    assert await read(store, public_course, course_id, now=NOW) is None
    await written(store, trash.restore_course, course_id, organization_id=here, now=LATER)
    assert await read(store, public_course, course_id, now=NOW) is None


async def test_the_only_lesson_takes_the_course_that_was_made_for_it(store: Store, acme: Place) -> None:
    """And brings it back."""
    lesson_id = await lesson(store, acme)
    course_id = await course_of(store, acme, lesson_id)
    here = acme.organization_id
    gone = await written(store, trash.delete_lesson, lesson_id, organization_id=here, now=LATER)
    assert gone == Trashed(lesson_id, course_id, with_course=True)
    assert await shown(store, acme) == (set(), set())
    assert await written(store, trash.restore_lesson, lesson_id, organization_id=here, now=LATER)
    assert await shown(store, acme) == ({course_id}, {lesson_id})


async def test_a_lesson_beside_others_leaves_its_course(store: Store, acme: Place) -> None:
    """Though the course was made for it."""
    first = await lesson(store, acme)
    course_id = await course_of(store, acme, first)
    second = await beside(store, acme, course_id)
    here = acme.organization_id
    gone = await written(store, trash.delete_lesson, first, organization_id=here, now=LATER)
    assert gone == Trashed(first, course_id, with_course=False)
    assert await shown(store, acme) == ({course_id}, {second})


async def test_a_course_that_a_person_made_stays_without_lessons(store: Store, acme: Place) -> None:
    """It was not made for this lesson."""
    course_id = await written(
        store,
        courses.create_course,
        organization_id=acme.organization_id,
        project_id=acme.project_id,
        title="Baking",
        person_id=acme.person_id,
        now=NOW,
    )
    lesson_id = await beside(store, acme, course_id)
    await written(store, trash.delete_lesson, lesson_id, organization_id=acme.organization_id, now=LATER)
    assert await shown(store, acme) == ({course_id}, set())


@pytest.mark.parametrize("move", [trash.delete_course, trash.restore_course])
async def test_another_organizations_course_is_none(store: Store, acme: Place, other: Place, move) -> None:
    """Neither to delete nor to restore."""
    course_id = await course_of(store, other, await lesson(store, other))
    assert not await written(store, move, course_id, organization_id=acme.organization_id, now=NOW)
    assert await shown(store, other) != (set(), set())


@pytest.mark.parametrize("move", [trash.delete_lesson, trash.restore_lesson])
async def test_another_organizations_lesson_is_none(store: Store, acme: Place, other: Place, move) -> None:
    """Neither to delete nor to restore."""
    lesson_id = await lesson(store, other)
    assert not await written(store, move, lesson_id, organization_id=acme.organization_id, now=NOW)
    assert await shown(store, other) != (set(), set())


async def test_what_is_in_the_trash_is_deleted_once(store: Store, acme: Place) -> None:
    """Else the time by which things belong together would be lost."""
    lesson_id = await lesson(store, acme)
    course_id = await course_of(store, acme, lesson_id)
    here = acme.organization_id
    await written(store, trash.delete_course, course_id, organization_id=here, now=LATER)
    assert await written(store, trash.delete_course, course_id, organization_id=here, now=LATER + 1) is None
    assert await written(store, trash.delete_lesson, lesson_id, organization_id=here, now=LATER + 1) is None
    assert await written(store, trash.restore_course, course_id, organization_id=here, now=LATER + 2)
    assert await shown(store, acme) == ({course_id}, {lesson_id})


async def test_nothing_goes_into_a_course_in_the_trash(store: Store, acme: Place) -> None:
    """Neither a new lesson nor one that is moved, though the course was there a statement ago."""
    course_id = await course_of(store, acme, await lesson(store, acme))
    elsewhere = await lesson(store, acme)
    here = acme.organization_id
    known = await read(store, courses.course_by_id, course_id, organization_id=here, now=NOW)
    assert known is not None
    await written(store, trash.delete_course, course_id, organization_id=here, now=LATER)
    with pytest.raises(CourseGone):
        await beside(store, acme, course_id)
    with pytest.raises(CourseGone):
        await written(store, lessons.move_lesson, elsewhere, known, organization_id=here, now=LATER)
