"""A quote is verified where its passage has its words, whatever the caller says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.places import added_source
from tests.service.shared_courses import page

pytestmark = pytest.mark.anyio

WORDS = "Yeast feeds on sugar and gives off carbon dioxide."
INVENTED = "The flagship product cures every known disease."


def block(number: int, source_id: str, quote: str, state: str, **more: str) -> dict[str, Any]:
    """A block that quotes the source's first passage."""
    facts = {"passageId": f"{source_id}.1.1", "sourceId": source_id, "title": "Handbook", "place": "page 3", **more}
    content = {"markdown": "Yeast.", "sources": [{**facts, "quote": quote, "state": state}]}
    return {"id": f"00000000-0000-4000-8000-{number:012}", "type": "text", "content": content}


async def states(person: Asking, lesson_id: str) -> list[str]:
    """The stored states of the lesson's quotes."""
    blocks = (await person.data("lesson.getLesson", {"lessonId": lesson_id}))["blocks"]
    return [quote["state"] for lesson_block in blocks for quote in lesson_block["content"]["sources"]]


async def edit(person: Asking, lesson_id: str, *mutations: dict[str, Any]) -> None:
    """One transaction with these mutations."""
    transaction = {"label": "editPages", "mutations": list(mutations)}
    asked = {"lessonId": lesson_id, "language": "EN", "transactions": [transaction]}
    await person.done("realtime.executeTransactions", asked)


async def made(person: Asking, *blocks: dict[str, Any]) -> dict[str, Any]:
    """A new lesson with these blocks."""
    lesson = {"title": "Bread", "language": "EN", "blocks": list(blocks)}
    found: dict[str, Any] = await person.done("lesson.createLesson", lesson)
    return found


async def test_a_quote_that_no_passage_has_was_stored_as_verified(ana: Asking, eve: Asking) -> None:
    """Neither in a new lesson nor in an edit; nor one of a passage, a source or an organization that it is not from."""
    source_id, foreign_id = await added_source(ana), await added_source(eve)
    lesson = await made(
        ana,
        block(1, source_id, INVENTED, "verified"),
        block(2, source_id, WORDS, "unverified"),
        block(3, source_id, WORDS, "verified", passageId=f"{source_id}.9.1"),
        block(4, "0" * 25, WORDS, "verified"),
        block(5, foreign_id, WORDS, "corrected"),
    )
    assert await states(ana, lesson["lessonId"]) == ["unverified", "verified", *["unverified"] * 3]
    forged = block(1, source_id, INVENTED, "verified")
    await edit(ana, lesson["lessonId"], {"type": "lessonBlockUpdate", "id": forged["id"], "content": forged["content"]})
    await edit(
        ana, lesson["lessonId"], {"type": "lessonBlockInsert", "block": block(6, source_id, INVENTED, "verified")}
    )
    assert await states(ana, lesson["lessonId"]) == ["unverified", "verified", *["unverified"] * 4]

    await ana.done("source.updateSource", {"sourceId": source_id, "isPublishable": True})
    await ana.done("courseRouter.publishCourse", {"courseId": lesson["courseId"]})
    shown = (await page(ana, lesson["courseId"])).text
    assert shown.count(WORDS) == 1, "the passage is shown once, for the one quote that it has"


async def test_a_quote_keeps_its_state_when_its_source_is_deleted(ana: Asking) -> None:
    """The lesson's own quotes are known; the same quote in another lesson is not."""
    source_id = await added_source(ana)
    kept = block(1, source_id, WORDS, "corrected")
    lesson = await made(ana, kept)
    await ana.done("source.deleteSource", {"sourceId": source_id})
    changed = {**kept["content"], "markdown": "Sugar."}
    await edit(ana, lesson["lessonId"], {"type": "lessonBlockUpdate", "id": kept["id"], "content": changed})
    copied = await made(ana, block(2, source_id, WORDS, "corrected"))

    assert await states(ana, lesson["lessonId"]) == ["corrected"]
    assert await states(ana, copied["lessonId"]) == ["unverified"]
