"""Keeping a change: the shortest steps forth and back, whatever words the call used, and a note of it."""

from __future__ import annotations

import pytest

from tests.service.asking import Asking
from tests.service.history.test_handlers import delete, edit, insert, order
from workbench.service.history import store as history

pytestmark = pytest.mark.anyio


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
    (back,) = await ana.service.store.read(lambda db: history.steps_back(db, lesson_id, start=3, end=2))

    assert forth.transactions.count('"type":"lessonBlock') == 1
    assert '"lessonBlockDelete"' in forth.transactions
    assert '"label":"undo tidy"' in back.transactions


async def test_what_changes_nothing_leaves_no_note(ana: Asking, lesson_id: str) -> None:
    """Nor a revision."""
    await edit(ana, lesson_id, order(1, 2, 3))
    entries = (await ana.data("organization.getAuditLog"))["entries"]

    assert [each["facts"] for each in entries if each["action"] == "realtime.executeTransactions"] == [{"revision": 2}]
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
    answered = [await each.post("lesson.createLesson", given) for each in (ana, eve)]
    await ana.done("lesson.deleteLesson", {"lessonId": LESSON_ID})
    answered.append(await ana.post("lesson.createLesson", given))

    assert (made["lessonId"], made["revision"], made["blockCount"]) == (LESSON_ID, 1, 2)
    assert found["blocks"] == PAGES
    assert {each.status_code for each in answered} == {409}
    assert {each.json()["error"]["data"]["reason"] for each in answered} == {"lessonExists"}
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
