"""Edits: what differs is written, the revision rises, the history tells, a repeated call is recognised."""

from __future__ import annotations

import asyncio

import pytest

from tests.service.asking import Asking
from tests.service.db.cast import BLOCKS, NOW, Place, lesson, read, written
from tests.service.history.test_handlers import delete, edit, insert, order
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


@pytest.fixture
async def lesson_id(ana: Asking) -> str:
    """A lesson of Ana's with three pages, at revision 2."""
    made = await ana.done("lesson.createLesson", {"title": "Sourdough", "language": "EN"})
    await edit(ana, made["lessonId"], insert(1), insert(2), insert(3))
    return str(made["lessonId"])


async def test_the_steps_are_the_shortest(ana: Asking, lesson_id: str) -> None:
    """A page that came and went within the call, and an order that is as it was, leave no trace."""
    await edit(ana, lesson_id, insert(4), order(1, 2, 3), delete(4), delete(3), label="tidy")
    (forth,) = await ana.service.store.read(lambda db: history.steps_after(db, lesson_id, 2))
    (back,) = await ana.service.store.read(lambda db: history.read_steps_back(db, lesson_id, start=3, end=2))

    assert forth.transactions.count('"type":"lessonBlock') == 1
    assert '"lessonBlockDelete"' in forth.transactions
    assert '"label":"undo tidy"' in back.transactions


async def test_what_changes_nothing_leaves_no_note(ana: Asking, lesson_id: str) -> None:
    """Nor a revision."""
    await edit(ana, lesson_id, order(1, 2, 3))
    entries = (await ana.data("organization.getAuditLog"))["entries"]

    assert [entry["facts"] for entry in entries if entry["action"] == "realtime.executeTransactions"] == [
        {"revision": 2}
    ]
    assert await ana.service.store.read(lambda db: history.steps_after(db, lesson_id, 2)) == []


async def test_a_stale_base_is_told_with_what_a_rebase_needs(ana: Asking, lesson_id: str) -> None:
    """The order and the revision as they are."""
    answered = await edit(ana, lesson_id, insert(4), baseRevision=1)
    told = answered.json()["error"]["data"]

    assert (answered.status_code, told["revision"]) == (409, 2)
    assert told["currentOrder"] == [insert(number)["block"]["id"] for number in (1, 2, 3)]


LESSON_ID = "n3w8l2e5s7s1o9n4i6d0q8r2t"
PAGES = [
    {"id": f"00000000-0000-4000-8000-00000000000{number}", "type": "text", "content": {"markdown": f"Page {number}"}}
    for number in (2, 1)
]


async def test_a_lesson_begins_with_blocks_and_an_id(ana: Asking, eve: Asking) -> None:
    """In one call that happens once: the id is taken from then on, for everybody, from the trash too."""
    given = {"title": "Rye", "language": "EN", "lessonId": LESSON_ID}
    made = await ana.done("lesson.createLesson", {**given, "blocks": PAGES})
    found = await ana.data("lesson.getLesson", {"lessonId": LESSON_ID})
    answered = [await person.post("lesson.createLesson", given) for person in (ana, eve)]
    await ana.done("lesson.deleteLesson", {"lessonId": LESSON_ID})
    answered.append(await ana.post("lesson.createLesson", given))

    assert (made["lessonId"], made["revision"], made["blockCount"]) == (LESSON_ID, 1, 2)
    assert found["blocks"] == PAGES
    assert {answer.status_code for answer in answered} == {409}
    assert {answer.json()["error"]["data"]["reason"] for answer in answered} == {"lessonExists"}
    assert (await ana.data("courseRouter.listCourses", {}))["courses"] == []  # the refused ones left none
    assert (await eve.data("courseRouter.listCourses", {}))["courses"] == []


@pytest.mark.parametrize(
    ("blocks", "problem"),
    [
        ([PAGES[0], PAGES[0]], "two blocks have one id"),
        ([PAGES[0] | {"content": {"markdown": "a" * 70_000}}], "more than 64,000 bytes"),
        ([PAGES[0] | {"type": "image", "content": {"asset": "0" * 25}}], "does not have. Upload it"),
        ([PAGES[0] | {"id": "x"}], "a block id is a UUID"),
    ],
)
async def test_blocks_that_no_lesson_can_have_make_none(
    ana: Asking, blocks: list[dict[str, object]], problem: str
) -> None:
    """The same rules as for an edit."""
    answered = await ana.post("lesson.createLesson", {"title": "Rye", "language": "EN", "blocks": blocks})

    assert answered.status_code == 400
    assert problem in answered.json()["error"]["message"]
    assert (await ana.data("lesson.listLessons", {}))["lessons"] == []


async def test_an_edited_lesson_is_not_put_into_the_trash(ana: Asking, lesson_id: str) -> None:
    """Where the revision that the caller knows is another one."""
    refused = await ana.post("lesson.deleteLesson", {"lessonId": lesson_id, "baseRevision": 1})
    gone = await ana.done("lesson.deleteLesson", {"lessonId": lesson_id, "baseRevision": 2})

    assert (refused.status_code, refused.json()["error"]["data"]["revision"]) == (409, 2)
    assert gone["lessonId"] == lesson_id
