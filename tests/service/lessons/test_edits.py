"""Edits: what differs is written, the revision rises, the history tells, a repeated call is recognised."""

from __future__ import annotations

import asyncio

import pytest

from tests.service.db.cast import BLOCKS, NOW, Place, lesson, read, written
from workbench.authoring.block import Block, Blocks
from workbench.service.courses import store as courses
from workbench.service.db.seam import Db, Store
from workbench.service.history import store as history
from workbench.service.lessons import edits
from workbench.service.lessons import store as lessons
from workbench.service.lessons.edits import LockedLesson, RevisionEdit
from workbench.service.lessons.milestones import EVERY, Milestone, milestone_from
from workbench.service.lessons.store import LessonRow

pytestmark = pytest.mark.anyio

HEADING, TEXT, BLANK = BLOCKS
NEW = Block(id="11111111-8d7a-4c55-9b1e-2f60a4d3c7aa", type="text", content={"markdown": "new"})
CHANGED = Block(id=TEXT.id, type="text", content={"markdown": "changed"})


async def edited(store: Store, here: Place, lesson_id: str, after: Blocks, fingerprint: str | None = None) -> int:
    """The revision after an edit that makes `after` of the lesson's blocks."""
    edit = RevisionEdit("edit", '{"added":1}', '["do"]', '["undo"]', fingerprint, here.person_id)

    async def unit(db: Db) -> int:
        known = await edits.lesson_to_edit(db, lesson_id, organization_id=here.organization_id)
        assert known is not None
        return await edits.save_edit(db, known, after, edit, now=NOW + 1)

    return await store.write(unit)


async def seen(store: Store, here: Place, lesson_id: str) -> LessonRow:
    """The lesson as it is now."""
    found = await read(store, lessons.lesson_by_id, lesson_id, organization_id=here.organization_id)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "after",
    [
        (HEADING, TEXT, BLANK, NEW),
        (NEW, BLANK, TEXT, HEADING),
        (HEADING, CHANGED, BLANK),
        (BLANK,),
        (NEW, CHANGED),
        (),
    ],
)
async def test_an_edit_is_read_back(store: Store, acme: Place, after: Blocks) -> None:
    """Inserted, ordered, changed and deleted blocks, and their number."""
    lesson_id = await lesson(store, acme)
    assert await edited(store, acme, lesson_id, after) == 2
    found = await seen(store, acme, lesson_id)
    assert (found.blocks, found.block_count, found.revision, found.updated_at) == (after, len(after), 2, NOW + 1)


async def test_an_edit_that_changes_nothing_has_no_revision(store: Store, acme: Place) -> None:
    """Neither the revision nor the history grows."""
    lesson_id = await lesson(store, acme)
    assert await edited(store, acme, lesson_id, BLOCKS) == 1
    assert await read(store, history.revisions_before, lesson_id) == []


async def test_a_deleted_block_is_remembered_by_its_id(store: Store, acme: Place) -> None:
    """An order that still names it can be told from one that names nothing."""
    lesson_id = await lesson(store, acme)
    await edited(store, acme, lesson_id, (HEADING,))
    found = await written(store, edits.lesson_to_edit, lesson_id, organization_id=acme.organization_id)
    assert found is not None
    assert found.gone == {TEXT.id, BLANK.id}


async def test_a_deleted_block_may_come_back(store: Store, acme: Place) -> None:
    """As an undo brings it."""
    lesson_id = await lesson(store, acme)
    await edited(store, acme, lesson_id, (HEADING,))
    await edited(store, acme, lesson_id, BLOCKS)
    assert (await seen(store, acme, lesson_id)).blocks == BLOCKS


async def test_a_call_is_recognised_by_its_fingerprint(store: Store, acme: Place) -> None:
    """In its own lesson only."""
    lesson_id, elsewhere = await lesson(store, acme), await lesson(store, acme)
    await edited(store, acme, lesson_id, (*BLOCKS, NEW), fingerprint="f")
    assert await read(store, edits.was_applied, lesson_id, "f")
    assert not await read(store, edits.was_applied, elsewhere, "f")


async def test_edits_at_once_lose_nothing(store: Store, acme: Place) -> None:
    """Sixteen people insert a block each into what they find: all sixteen are there, each under its revision."""
    lesson_id = await lesson(store, acme, blocks=())
    edit = RevisionEdit("edit", "{}", "[]", "null", None, None)

    async def insert(number: int) -> int:
        async def unit(db: Db) -> int:
            known = await edits.lesson_to_edit(db, lesson_id, organization_id=acme.organization_id)
            assert isinstance(known, LockedLesson)
            new = Block(id=f"{number:08d}-8d7a-4c55-9b1e-2f60a4d3c7aa", type="blank", content={})
            return await edits.save_edit(db, known, (*known.blocks, new), edit, now=NOW)

        return await store.write(unit)

    revisions = await asyncio.gather(*(insert(number) for number in range(16)))
    assert sorted(revisions) == list(range(2, 18))
    assert len((await seen(store, acme, lesson_id)).blocks) == 16


async def test_a_lesson_of_another_organization_cannot_be_edited(store: Store, acme: Place, other: Place) -> None:
    """It is None, as one that does not exist."""
    lesson_id = await lesson(store, acme)
    found = await written(store, edits.lesson_to_edit, lesson_id, organization_id=other.organization_id)
    assert found is None


async def test_the_same_block_id_may_be_in_two_lessons(store: Store, acme: Place, other: Place) -> None:
    """Ids are scoped to the lesson, so a foreign id is neither refused nor revealed."""
    own, foreign = await lesson(store, acme), await lesson(store, other)
    await edited(store, acme, own, (CHANGED,))
    assert (await seen(store, other, foreign)).blocks == BLOCKS


async def test_an_edit_moves_its_course_up(store: Store, acme: Place) -> None:
    """A course's last change is that of its lessons."""
    lesson_id = await lesson(store, acme)
    await edited(store, acme, lesson_id, (HEADING,))
    found = await seen(store, acme, lesson_id)
    course = await read(store, courses.course_by_id, found.course_id, organization_id=acme.organization_id, now=NOW)
    assert course is not None
    assert course.updated_at == NOW + 1


async def test_every_hundredth_revision_is_kept_whole(store: Store, acme: Place) -> None:
    """As it was after the edit, in the same unit."""
    lesson_id = await lesson(store, acme)
    for number in range(2, EVERY + 2):
        await edited(store, acme, lesson_id, (HEADING,) if number % 2 else (TEXT,))
    assert await read(store, milestone_from, lesson_id, 1) == Milestone(EVERY, (TEXT,))
