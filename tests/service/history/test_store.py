"""History, read: newest first for people, oldest first for followers, backwards for the way back."""

from __future__ import annotations

import pytest

from tests.service.db.cast import BLOCKS, NOW, Place, lesson, read, written
from workbench.authoring.block import Blocks
from workbench.service.db.seam import Db, Store
from workbench.service.history import store as history
from workbench.service.history.store import FollowedLesson, HistoryStep, LessonOrigin
from workbench.service.lessons import edits, trash
from workbench.service.lessons.edits import RevisionEdit

pytestmark = pytest.mark.anyio


async def edited(store: Store, here: Place, lesson_id: str, after: Blocks) -> int:
    """The revision after an edit that makes `after` of the lesson's blocks."""

    async def unit(db: Db) -> int:
        known = await edits.lesson_to_edit(db, lesson_id, organization_id=here.organization_id)
        assert known is not None
        number = known.revision + 1
        edit = RevisionEdit("edit", '{"removed":1}', f'["do {number}"]', f'["undo {number}"]', None, here.person_id)
        return await edits.save_edit(db, known, after, edit, now=NOW + number)

    return await store.write(unit)


@pytest.fixture
async def lesson_id(store: Store, acme: Place) -> str:
    """A lesson at revision 4."""
    made = await lesson(store, acme)
    for count in (2, 1, 0):
        await edited(store, acme, made, BLOCKS[:count])
    return made


async def test_the_history_tells_who_did_what(store: Store, lesson_id: str) -> None:
    """Newest first, and when."""
    found = await read(store, history.revisions_before, lesson_id)
    assert [(entry.revision, entry.at) for entry in found] == [(4, NOW + 4), (3, NOW + 3), (2, NOW + 2)]
    assert (found[0].label, found[0].changes, found[0].person_name) == ("edit", '{"removed":1}', "Ana")


async def test_the_history_goes_on_where_a_page_ended(store: Store, lesson_id: str) -> None:
    """Before the revision that it ended with."""
    found = await read(store, history.revisions_before, lesson_id, before=4, limit=1)
    assert [entry.revision for entry in found] == [3]


async def test_changes_since_a_revision_come_oldest_first(store: Store, lesson_id: str) -> None:
    """With the steps that lead there, and how much text these are; not the way back, which may be much more."""
    assert [entry.revision for entry in await read(store, history.revisions_after, lesson_id, 2)] == [3, 4]
    steps = await read(store, history.steps_after, lesson_id, 2)
    assert steps == [HistoryStep(3, '["do 3"]'), HistoryStep(4, '["do 4"]')]
    assert await read(store, history.characters_after, lesson_id, 2) == len('["do 3"]["do 4"]')
    assert await read(store, history.characters_after, lesson_id, 4) == 0


async def test_the_way_back_begins_with_the_newest(store: Store, lesson_id: str) -> None:
    """And ends above the revision that is wanted."""
    steps = await read(store, history.read_steps_back, lesson_id, start=4, end=2)
    assert [step.transactions for step in steps] == ['["undo 4"]', '["undo 3"]']


async def test_a_lesson_tells_how_it_was_made(store: Store, acme: Place, lesson_id: str) -> None:
    """By whom and when, and how far it has come."""
    assert await read(store, history.lesson_origin, lesson_id) == LessonOrigin(4, acme.person_id, "Ana", NOW)


async def test_who_follows_a_lesson_reads_one_row(store: Store, acme: Place, lesson_id: str) -> None:
    """Where it is, who they are there, its revision and title."""
    found = await read(store, history.followed_lesson, lesson_id, person_id=acme.person_id)
    assert found == FollowedLesson(acme.organization_id, "owner", 4, "How plants eat light")


async def test_nobody_follows_what_is_not_theirs(store: Store, acme: Place, other: Place, lesson_id: str) -> None:
    """Another organization's, what is in the trash, and what never was are alike."""
    assert await read(store, history.followed_lesson, lesson_id, person_id=other.person_id) is None
    assert await read(store, history.followed_lesson, "0" * 25, person_id=acme.person_id) is None
    await written(store, trash.delete_lesson, lesson_id, organization_id=acme.organization_id, now=NOW)
    assert await read(store, history.followed_lesson, lesson_id, person_id=acme.person_id) is None
