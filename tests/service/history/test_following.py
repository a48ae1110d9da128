"""Following a lesson: what others changed comes as steps that lead exactly to what they see, or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.history.test_handlers import delete, edit, insert, order, pages
from workbench.authoring.block import Block, Blocks
from workbench.authoring.transaction import Transaction, apply
from workbench.service.db.seam import Db, Row, Store, Unit, Value
from workbench.service.db.statement import Statement

pytestmark = pytest.mark.anyio


@pytest.fixture
async def lesson_id(ana: Asking) -> str:
    """A lesson of Ana's without pages."""
    return str((await ana.done("lesson.createLesson", {"title": "Sourdough", "language": "EN"}))["lessonId"])


async def changes(person: Asking, lesson_id: str, since: int) -> Any:
    """What a view that shows the revision is reported."""
    return await person.data("realtime.getChanges", {"lessonId": lesson_id, "sinceRevision": since})


def followed(blocks: Blocks, told: Any) -> list[Any]:
    """The blocks after the changes that were told, as a view has them."""
    for change in told["changes"]:
        blocks = apply([Transaction.model_validate(transaction) for transaction in change["transactions"]], blocks)
    return [block.to_wire() for block in blocks]


class CountingDb:
    """A `Db` that counts the statements it is asked."""

    def __init__(self, db: Db, asked: list[Statement]) -> None:
        self.db = db
        self.asked = asked

    async def rows(self, statement: Statement, /, **values: Value) -> list[Row]:
        self.asked.append(statement)
        return await self.db.rows(statement, **values)

    async def row(self, statement: Statement, /, **values: Value) -> Row | None:
        self.asked.append(statement)
        return await self.db.row(statement, **values)


class CountingStore:
    """A store that counts the statements of its reads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.asked: list[Statement] = []

    async def read(self, unit: Unit[Any], *, long: bool = False) -> Any:
        return await self.store.read(lambda db: unit(CountingDb(db, self.asked)), long=long)  # type: ignore[arg-type]

    async def close(self) -> None:
        await self.store.close()


async def test_nothing_new_is_told_in_few_words(ana: Asking, lesson_id: str) -> None:
    """Revision and title are in any answer."""
    assert await changes(ana, lesson_id, 1) == {
        "lessonId": lesson_id,
        "revision": 1,
        "title": "Sourdough",
        "reload": False,
        "changes": [],
    }


async def test_nothing_new_costs_two_statements(ana: Asking, lesson_id: str) -> None:
    """Who asks, and one row of the lesson with their role; panels ask every two seconds."""
    counting = ana.service.store = CountingStore(ana.service.store)  # type: ignore[assignment]
    await changes(ana, lesson_id, 1)

    assert len(counting.asked) == 2


async def test_a_view_follows_what_another_did(ana: Asking, lesson_id: str) -> None:
    """Step by step, with who did it; the new title too."""
    await edit(ana, lesson_id, insert(1), insert(2), label="insertPages")
    await edit(ana, lesson_id, order(2, 1))
    await ana.done("lesson.renameLesson", {"lessonId": lesson_id, "title": "Rye"})
    told = await changes(ana, lesson_id, 1)

    assert [(change["revision"], change["summary"], change["personName"]) for change in told["changes"]] == [
        (2, "2 blocks added.", "ana"),
        (3, "1 block moved.", "ana"),
        (4, "Renamed from “Sourdough” to “Rye”.", "ana"),
    ]
    assert (told["revision"], told["title"], told["reload"]) == (4, "Rye", False)
    assert followed((), told) == await pages(ana, lesson_id)


async def test_a_view_follows_an_order_that_named_what_was_deleted(ana: Asking, lesson_id: str) -> None:
    """What a call ignores is not in the steps: a view does not know what the lesson once had."""
    await edit(ana, lesson_id, insert(1), insert(2), insert(3))
    await edit(ana, lesson_id, delete(2))
    before = tuple(Block.model_validate(page) for page in await pages(ana, lesson_id))
    await edit(ana, lesson_id, order(3, 2, 1), delete(2))

    assert followed(before, await changes(ana, lesson_id, 3)) == await pages(ana, lesson_id)


@pytest.mark.parametrize("since", [0, 9])
async def test_a_revision_that_never_was_is_read_again(ana: Asking, lesson_id: str, since: int) -> None:
    """A view that shows it shows another lesson, or one before a restored backup."""
    told = await changes(ana, lesson_id, since)

    assert (told["reload"], told["changes"], told["revision"]) == (True, [], 1)


async def test_too_many_changes_are_not_told(ana: Asking, lesson_id: str) -> None:
    """201 of them: reading the lesson again is cheaper; 200 are reported."""
    for number in range(201):
        await edit(ana, lesson_id, insert(number))
    told = [await changes(ana, lesson_id, since) for since in (1, 2)]

    assert [(answer["reload"], len(answer["changes"])) for answer in told] == [(True, 0), (False, 200)]


async def test_too_much_text_is_not_told(ana: Asking, lesson_id: str) -> None:
    """Nine pages of almost 60,000 characters are read again; eight are reported."""
    for number in range(9):
        terms = [{"term": "Neap", "meaning": "x" * 2_000}] * 29
        block = {**insert(number)["block"], "type": "keyTerms", "content": {"terms": terms}}
        await edit(ana, lesson_id, {"type": "lessonBlockInsert", "block": block})
    told = [await changes(ana, lesson_id, since) for since in (1, 2)]

    assert [(answer["reload"], len(answer["changes"])) for answer in told] == [(True, 0), (False, 8)]
