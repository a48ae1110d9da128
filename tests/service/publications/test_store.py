"""A publication and whatever changes its course at the same moment come one by one, on both databases."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sqlalchemy import delete, update

from tests.service.db.cast import BLOCKS, NOW, Place, lesson, published, read, written
from workbench.service.courses import store as courses
from workbench.service.courses.store import CourseRow
from workbench.service.db.seam import Db, Store, StoreFailed
from workbench.service.db.statement import Statement
from workbench.service.db.tables import publication, published_lesson
from workbench.service.lessons import edits, lists, trash
from workbench.service.lessons import store as lessons
from workbench.service.lessons.edits import RevisionEdit
from workbench.service.lessons.store import NewLesson
from workbench.service.publications import store as publications
from workbench.service.publications.store import LessonArriving

pytestmark = pytest.mark.anyio


async def course_of(store: Store, here: Place, lesson_id: str) -> CourseRow:
    """The lesson's course."""
    item = await read(store, lists.lesson_item, lesson_id, organization_id=here.organization_id)
    assert item is not None
    found = await read(store, courses.course_by_id, item.course_id, organization_id=here.organization_id, now=NOW)
    assert found is not None
    return found


async def edit(db: Db, lesson_id: str, *, organization_id: str, title: str) -> int | None:
    """The lesson's revision with another title."""
    known = await edits.lesson_to_edit(db, lesson_id, organization_id=organization_id)
    if known is None:
        return None
    change = RevisionEdit("renameLesson", "{}", "[]", "[]", None, None, title=title)
    return await edits.save_edit(db, known, known.blocks, change, now=NOW)


async def test_publications_races(store: Store, acme: Place) -> None:
    """Edits, moves in and out, the trash and other publications: none is a deadlock, every publication is whole.

    What a publication says of a lesson's title is what the lesson had at that revision.
    """
    first = await lesson(store, acme)
    here, there = await course_of(store, acme, first), await course_of(store, acme, await lesson(store, acme))
    of = {"organization_id": acme.organization_id}
    new = [
        NewLesson(acme.organization_id, acme.project_id, f"{n}", "EN", BLOCKS, None, course_id=here.course_id)
        for n in range(3)
    ]
    ids = [first, *[(await written(store, lessons.insert_lesson, new_lesson, now=NOW))[0] for new_lesson in new]]
    runs: list[int] = []

    async def step(db: Db, number: int) -> None:
        runs.append(number)
        lesson_id = ids[number // 6 % len(ids)]
        match number % 6:
            case 0 | 1:
                await published(db, here.course_id, **of)
            case 2:
                await edit(db, lesson_id, title=f"Title {number}", **of)
            case 3:
                await lessons.move_lesson(db, lesson_id, there if number % 4 else here, now=NOW, **of)
            case 4:
                await trash.delete_lesson(db, lesson_id, now=NOW, **of)
            case _:
                await trash.restore_lesson(db, lesson_id, now=NOW, **of)

    ended = await asyncio.gather(
        *[store.write(partial(step, number=number)) for number in range(48)], return_exceptions=True
    )

    assert {type(outcome) for outcome in ended} <= {type(None), LessonArriving}
    assert sorted(runs) == list(range(48))  # a deadlock is run again
    rows = await read(store, publications.publications_before, here.course_id)
    assert [row.number for row in rows] == list(range(len(rows), 0, -1))
    for row in rows:
        held = await read(store, publications.published_lessons, here.course_id, row.number)
        assert len({one.lesson_id for one in held}) == len(held) == row.lesson_count
        for one in held:
            revisions = await read(store, titles_of, one.lesson_id)
            assert revisions.get(one.revision, one.title) == one.title


async def test_no_lesson_of_a_publication_is_edited_while_it_is_shown_again(store: Store, acme: Place) -> None:
    """Who locks them sees the same of them to the end; many look and edit at the same time."""
    lesson_id, of = await lesson(store, acme), {"organization_id": acme.organization_id}
    course = await course_of(store, acme, lesson_id)
    await written(store, published, course.course_id, **of)

    async def titles_while_locked(db: Db) -> set[str]:
        await publications.lock_published_lessons(db, course.course_id, 1)
        found = [await lists.lesson_item(db, lesson_id, **of) for _ in range(20)]
        return {item.title for item in found if item is not None}

    async def renamed(db: Db, number: int) -> set[str]:
        await edit(db, lesson_id, title=f"Title {number}", **of)
        return {"one"}

    units = [unit for number in range(8) for unit in (titles_while_locked, partial(renamed, number=number))]
    assert [len(titles) for titles in await asyncio.gather(*[store.write(unit) for unit in units])] == [1] * 16


async def test_a_lesson_is_heavy_from_its_weight_on(store: Store, acme: Place) -> None:
    """Of this course only, and not in the trash."""
    of = {"organization_id": acme.organization_id}
    ids = [await lesson(store, acme) for _ in range(3)]
    heavy, trashed, _ = ids
    course = await course_of(store, acme, heavy)
    await written(store, lessons.move_lesson, trashed, course, now=NOW, **of)
    await written(store, trash.delete_lesson, trashed, now=NOW, **of)
    weight = lessons.stored_bytes(BLOCKS)
    found = [
        await read(store, publications.heavy_lessons, course.course_id, weight=least, **of)
        for least in (weight, weight + 1)
    ]

    assert [[one.lesson_id for one, _ in some] for some in found] == [[heavy], []]


async def titles_of(db: Db, lesson_id: str) -> dict[int, str]:
    """The title that each revision of a lesson gave it."""
    from workbench.service.history.store import revisions_before

    return {
        revision.revision: revision.title
        for revision in await revisions_before(db, lesson_id)
        if revision.title is not None
    }


async def run(db: Db, statement: Statement) -> int:
    """How many rows it changed."""
    return await db.run(statement)


@pytest.mark.parametrize("table", [publication, published_lesson])
async def test_no_row_of_a_publication_is_changed_or_removed(store: Store, acme: Place, table) -> None:
    """Anyone who asks, with the database's own guard."""
    course = await course_of(store, acme, await lesson(store, acme))
    await written(store, published, course.course_id, organization_id=acme.organization_id)
    for statement in (update(table).values(title="Another"), delete(table)):
        with pytest.raises(StoreFailed):
            await written(store, run, Statement(statement))
    assert (await read(store, publications.publications_before, course.course_id))[0].title == course.title
