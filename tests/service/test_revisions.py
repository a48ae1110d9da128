"""Keeping a change: the shortest steps forth and back, whatever words the call used, and a note of it."""

from __future__ import annotations

import pytest

from tests.service.asking import Asking
from tests.service.handlers.test_history import delete, edit, insert, order
from workbench.service.store.lessons import history

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
