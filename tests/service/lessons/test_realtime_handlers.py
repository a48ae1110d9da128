"""The realtime router's handler: transactions on disk whole or not at all, and a repeated call changes nothing."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.asking import Asking
from tests.service.database import digest

pytestmark = pytest.mark.anyio

EDIT = "realtime.executeTransactions"


def insert(block_id: str, content: dict[str, Any] | None = None, kind: str = "blank") -> dict[str, Any]:
    """A mutation that inserts a block."""
    return {"type": "lessonBlockInsert", "block": {"id": block_id, "type": kind, "content": content or {}}}


def order(*ids: str) -> dict[str, Any]:
    """A mutation that orders blocks."""
    return {"type": "lessonBlockOrderUpdate", "after": list(ids)}


def edit(lesson: dict[str, Any], *mutations: dict[str, Any], **more: Any) -> dict[str, Any]:
    """One transaction on the lesson."""
    transaction = {"label": "insertPages", "mutations": list(mutations)}
    return {"lessonId": lesson["lessonId"], "language": lesson["language"], "transactions": [transaction], **more}


async def ids(person: Asking, lesson: dict[str, Any]) -> list[str]:
    """The lesson's blocks in order."""
    found = await person.data("lesson.getLesson", {"lessonId": lesson["lessonId"]})
    return [each["id"] for each in found["blocks"]]


def error(answered: httpx.Response) -> dict[str, Any]:
    """What a refusal says beside its message."""
    data: dict[str, Any] = answered.json()["error"]["data"]
    return data


async def test_a_page_goes_to_the_end_as_the_interface_shows(ana: Asking) -> None:
    """Order first, insert second, and the order lists only the new page: nothing is lost."""
    lesson = await ana.starter()
    before, page = await ids(ana, lesson), str(uuid4())
    await ana.done(EDIT, edit(lesson, order(page), insert(page)))

    assert await ids(ana, lesson) == [*before, page]


async def test_an_upper_case_id_is_stored_in_lower_case(ana: Asking) -> None:
    """UUIDs are taken in any case."""
    lesson = await ana.starter()
    page = str(uuid4())
    await ana.done(EDIT, edit(lesson, order(page.upper()), insert(page.upper())))

    assert (await ids(ana, lesson))[-1] == page


async def test_a_repeated_call_succeeds_with_nothing_applied(ana: Asking) -> None:
    """Also after another's edit: the order of the replay does not come back."""
    lesson = await ana.starter()
    page, first = str(uuid4()), (await ids(ana, lesson))[0]
    asked = edit(lesson, order(page, first), insert(page))
    await ana.done(EDIT, asked)
    await ana.done(EDIT, edit(lesson, order(first, page)))
    before = await ids(ana, lesson)
    answered = await ana.post(EDIT, asked)

    assert (answered.status_code, await ids(ana, lesson)) == (200, before)
    assert answered.headers["x-lesson-revision"] == "3"


async def test_the_same_id_with_other_content_is_a_conflict(ana: Asking) -> None:
    """The block stays as it was."""
    lesson = await ana.starter()
    page = str(uuid4())
    await ana.done(EDIT, edit(lesson, insert(page)))
    answered = await ana.post(EDIT, edit(lesson, insert(page, {"markdown": "x"}, "text")))

    assert answered.status_code == 409


async def test_one_bad_transaction_undoes_all_of_the_call(ana: Asking) -> None:
    """One call is one unit."""
    lesson = await ana.starter()
    before = await digest(ana.service.store)
    asked = edit(lesson, insert(str(uuid4())))
    asked["transactions"].append({"label": "bad", "mutations": [order(str(uuid4()))]})
    answered = await ana.post(EDIT, asked)

    assert (answered.status_code, await digest(ana.service.store)) == (409, before)


async def test_an_unknown_id_says_what_a_rebase_needs(ana: Asking) -> None:
    """CONFLICT with the current order, the revision and the unknown ids."""
    lesson = await ana.starter()
    strange = str(uuid4())
    answered = await ana.post(EDIT, edit(lesson, order(strange)))

    assert answered.status_code == 409
    assert error(answered)["currentOrder"] == await ids(ana, lesson)
    assert (error(answered)["revision"], error(answered)["unknown"]) == (1, [strange])


async def test_an_id_listed_twice_is_refused(ana: Asking) -> None:
    """BAD_REQUEST; nothing changes."""
    lesson = await ana.starter()
    first = (await ids(ana, lesson))[0]

    assert (await ana.post(EDIT, edit(lesson, order(first, first)))).status_code == 400


async def test_a_deleted_block_in_an_order_is_ignored(ana: Asking) -> None:
    """Somebody else deleted it meanwhile; the rest of the order holds."""
    lesson = await ana.starter()
    first, second, *rest = await ids(ana, lesson)
    await ana.done(EDIT, edit(lesson, {"type": "lessonBlockDelete", "id": second}))
    await ana.done(EDIT, edit(lesson, order(*rest, second, first)))

    assert await ids(ana, lesson) == [*rest, first]


async def test_another_language_is_a_conflict(ana: Asking) -> None:
    """The lesson's own language, in any case of letters, or CONFLICT with the right one."""
    lesson = await ana.starter()
    answered = await ana.post(EDIT, {**edit(lesson), "language": "DE"})

    assert (answered.status_code, error(answered)["language"]) == (409, "EN")
    assert (await ana.post(EDIT, {**edit(lesson), "language": "en"})).status_code == 200


async def test_a_stale_base_revision_is_a_conflict(ana: Asking) -> None:
    """CONFLICT with revision and order; nothing changes."""
    lesson = await ana.starter()
    await ana.done(EDIT, edit(lesson, insert(str(uuid4()))))
    answered = await ana.post(EDIT, edit(lesson, insert(str(uuid4())), baseRevision=1))

    assert (answered.status_code, error(answered)["revision"]) == (409, 2)
    assert error(answered)["currentOrder"] == await ids(ana, lesson)


async def test_the_current_base_revision_passes(ana: Asking) -> None:
    """And a replay of it passes too, though it is stale by then."""
    lesson = await ana.starter()
    asked = edit(lesson, insert(str(uuid4())), baseRevision=1)
    first, second = await ana.post(EDIT, asked), await ana.post(EDIT, asked)

    assert [each.headers["x-lesson-revision"] for each in (first, second)] == ["2", "2"]


async def test_an_edit_that_changes_nothing_raises_no_revision(ana: Asking) -> None:
    """The order as it is, and no transactions at all."""
    lesson = await ana.starter()
    same = await ana.post(EDIT, edit(lesson, order(*await ids(ana, lesson))))
    none = await ana.post(EDIT, {**edit(lesson), "transactions": []})

    assert [each.headers["x-lesson-revision"] for each in (same, none)] == ["1", "1"]


async def test_editors_at_once_lose_nothing(ana: Asking) -> None:
    """32 inserts at the same time: all there, and 32 revisions."""
    lesson = await ana.starter()
    pages = [str(uuid4()) for _ in range(32)]
    answered = await asyncio.gather(*[ana.post(EDIT, edit(lesson, insert(page))) for page in pages])

    assert {int(each.headers["x-lesson-revision"]) for each in answered} == set(range(2, 34))
    assert set(pages) <= set(await ids(ana, lesson))


@pytest.mark.parametrize(
    "transactions",
    [
        [{"label": "x", "mutations": []}] * 51,
        [{"label": "x", "mutations": [{"type": "lessonBlockDelete", "id": str(uuid4())}] * 201}],
        [{"label": "x" * 201, "mutations": []}],
        [{"label": "x", "mutations": [{"type": "lessonBlockExplode", "id": str(uuid4())}]}],
        [{"label": "x", "mutations": [{"id": str(uuid4())}]}],
        [{"mutations": []}],
        {"label": "x", "mutations": []},
        None,
    ],
)
async def test_what_is_over_a_limit_or_unknown_is_refused(ana: Asking, transactions: object) -> None:
    """50 transactions, 200 mutations each, known types: else BAD_REQUEST."""
    lesson = await ana.starter()

    assert (await ana.post(EDIT, {**edit(lesson), "transactions": transactions})).status_code == 400


async def test_a_block_holds_64_kilobytes(ana: Asking) -> None:
    """More is refused whole."""
    lesson = await ana.starter()
    page = str(uuid4())

    assert (await ana.post(EDIT, edit(lesson, insert(page, {"markdown": "x" * 64_000}, "text")))).status_code == 400
    assert page not in await ids(ana, lesson)
