"""Comments stay with their block, wherever it goes, and are dealt with or open."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.reviews.test_handlers import PAGE, edit, lesson, reviewer

pytestmark = pytest.mark.anyio

HOSTILE = "<img src=x onerror=alert(1)> [link](javascript:alert(1)) {{7*7}} '; DROP TABLE comment; --"


async def commented(person: Asking, lesson_id: str, text: str = "Which one?", **more: Any) -> dict[str, Any]:
    """A new comment."""
    found: dict[str, Any] = await person.done("comment.addComment", {"lessonId": lesson_id, "text": text, **more})
    return found


async def mutate(person: Asking, lesson_id: str, *mutations: dict[str, Any]) -> None:
    """The lesson after an edit."""
    transaction = {"label": "editPages", "mutations": list(mutations)}
    asked = {"lessonId": lesson_id, "language": "EN", "transactions": [transaction]}
    await person.done("realtime.executeTransactions", asked)


async def test_a_comment_stays_when_its_block_moves_or_is_deleted(ana: Asking) -> None:
    """It is shown as one on a deleted block, and again on the block that a revert brings back."""
    lesson_id = await lesson(ana)
    await edit(ana, lesson_id)
    second = {**PAGE, "id": "7d0f4c9e-51ab-4b3a-8c66-1e9f20d7a485"}
    await mutate(ana, lesson_id, {"type": "lessonBlockInsert", "block": second})
    await commented(ana, lesson_id, blockId=PAGE["id"])
    await commented(ana, lesson_id, "In general: fine.")
    await mutate(ana, lesson_id, {"type": "lessonBlockDelete", "id": PAGE["id"]})
    found = await ana.data("comment.listComments", {"lessonId": lesson_id})
    assert [(comment["blockId"], comment["isBlockDeleted"]) for comment in found["comments"]] == [
        (PAGE["id"], True),
        (None, False),
    ]
    assert (found["open"], found["comments"][0]["revision"]) == (2, 3)
    refused = await ana.post("comment.addComment", {"lessonId": lesson_id, "blockId": PAGE["id"], "text": "x"})
    assert (refused.status_code, refused.json()["error"]["data"]["reason"]) == (409, "blockMissing")
    await ana.done("lesson.revertTo", {"lessonId": lesson_id, "revision": 3})
    found = await ana.data("comment.listComments", {"lessonId": lesson_id})
    assert not found["comments"][0]["isBlockDeleted"]


async def test_a_comment_is_resolved_and_opened_again(ana: Asking) -> None:
    """Once each, anyone who repeats it; the lists tell them apart."""
    rosa, lesson_id = await reviewer(ana), await lesson(ana)
    comment_id = (await commented(rosa, lesson_id))["commentId"]
    first = await ana.done("comment.resolveComment", {"commentId": comment_id, "resolved": True})
    again = await rosa.done("comment.resolveComment", {"commentId": comment_id, "resolved": True})
    assert again == first and (first["resolvedBy"], first["personName"]) == ("ana", "rosa")
    open_ones = await ana.data("comment.listComments", {"lessonId": lesson_id, "resolved": False})
    assert (open_ones["comments"], open_ones["open"]) == ([], 0)
    opened = await rosa.done("comment.resolveComment", {"commentId": comment_id, "resolved": False})
    assert opened["resolvedBy"] is None and opened["resolvedAt"] is None
    entries = (await ana.data("organization.getAuditLog"))["entries"]
    assert [entry["action"] for entry in entries[:3]] == [
        "comment.resolveComment",
        "comment.resolveComment",
        "comment.addComment",
    ]


async def test_hostile_text_is_kept_as_text(ana: Asking) -> None:
    """What steers how text is shown is refused, blank and long texts too; the rest comes back as it was written."""
    lesson_id = await lesson(ana)
    assert (await commented(ana, lesson_id, HOSTILE))["text"] == HOSTILE
    for text in ("\u202egnp.exe", "a\u0000b", "  \n ", "\u2066open", "x" * 5_001):
        refused = await ana.post("comment.addComment", {"lessonId": lesson_id, "text": text})
        assert refused.status_code == 400


async def test_a_repeated_comment_with_its_key_is_one(ana: Asking) -> None:
    """The answer that was lost is given again."""
    lesson_id = await lesson(ana)
    asked = {"lessonId": lesson_id, "text": "Once."}
    first = await ana.done("comment.addComment", asked, idempotency_key="c1")
    again = await ana.done("comment.addComment", asked, idempotency_key="c1")
    assert again == first
    assert len((await ana.data("comment.listComments", {"lessonId": lesson_id}))["comments"]) == 1


async def test_comments_come_page_by_page_oldest_first(ana: Asking) -> None:
    """Each once; a page that is just full is the last one."""
    lesson_id = await lesson(ana)
    for text in "abc":
        await commented(ana, lesson_id, text)
    page = await ana.data("comment.listComments", {"lessonId": lesson_id, "limit": 2})
    rest = await ana.data("comment.listComments", {"lessonId": lesson_id, "limit": 2, "cursor": page["nextCursor"]})
    assert [comment["text"] for comment in (*page["comments"], *rest["comments"])] == ["a", "b", "c"]
    full = await ana.data("comment.listComments", {"lessonId": lesson_id, "limit": 3})
    assert (len(full["comments"]), full["nextCursor"]) == (3, None)
