"""Blocks are translated again as a proposal that is paid for once, and applied in one unit with their ties."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.translations.test_drafting import TRANSLATE, balance, edited, lesson, tied
from tests.service.translations.test_drafting import tides as tides
from tests.service.writers import ScriptedWriter
from workbench.service.ai.translation import TranslationRequest, translation_message
from workbench.service.ai.writer import WriterFailed

pytestmark = pytest.mark.anyio

SUGGEST, UPDATE = "lesson.suggestTranslation", "lesson.updateTranslation"
NEW_BLOCK = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"


@pytest.fixture
async def french(ana: Asking, tides: dict[str, Any]) -> dict[str, Any]:
    """The lesson in French, whose source has said something else since; 98 credits are left."""
    made = await ana.done(TRANSLATE, {"lessonId": tides["lessonId"], "language": "FR"})
    await edited(ana, tides["lessonId"], tides["blocks"][1]["id"], "The sun pulls, too.")
    return await lesson(ana, made["lessonId"])


def wanted(tides: dict[str, Any], french: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What asks for the stale block."""
    return {"lessonId": french["lessonId"], "sourceBlockIds": [tides["blocks"][1]["id"]], **more}


def update_of(tides: dict[str, Any], french: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An edit of the stale block that ties it again."""
    block_id = french["blocks"][1]["id"]
    mutation = {"type": "lessonBlockUpdate", "id": block_id, "content": {"markdown": "Le soleil aussi."}}
    return {
        "lessonId": french["lessonId"],
        "baseRevision": 1,
        "sourceRevision": 2,
        "transactions": [{"label": "editPages", "mutations": [mutation]}],
        "blocks": [{"blockId": block_id, "sourceBlockId": tides["blocks"][1]["id"]}],
        **more,
    }


async def test_a_proposal_changes_nothing_and_is_paid(
    ana: Asking, tides: dict[str, Any], french: dict[str, Any]
) -> None:
    """It names the source's revision, and the block that it is for."""
    made = await ana.done(SUGGEST, wanted(tides, french, withTitle=True))

    assert (made["sourceRevision"], made["title"], made["writer"]) == (2, "FR: Tides", "scripted")
    assert [(block["sourceBlockId"], block["blockId"], block["block"]["content"]) for block in made["blocks"]] == [
        (tides["blocks"][1]["id"], french["blocks"][1]["id"], {"markdown": "FR: The sun pulls, too."})
    ]
    assert await lesson(ana, french["lessonId"]) == french
    assert [block["state"] for block in (await tied(ana, french["lessonId"]))["blocks"]][1] == "stale"
    assert await balance(ana) == 97


async def test_a_key_is_paid_once(ana: Asking, tides: dict[str, Any], french: dict[str, Any]) -> None:
    """The same answer comes again, though the source has gone on since; the ledger names no lesson."""
    first = await ana.post(SUGGEST, wanted(tides, french), Idempotency_Key="one")
    await edited(ana, tides["lessonId"], tides["blocks"][1]["id"], "Nothing pulls.")
    again = await ana.post(SUGGEST, wanted(tides, french), Idempotency_Key="one")
    other = await ana.post(SUGGEST, wanted(tides, french, withTitle=True), Idempotency_Key="one")
    entries = (await ana.data("organization.getCreditLedger"))["entries"]

    assert first.json() == again.json() and again.headers["idempotent-replayed"] == "true"
    assert (other.status_code, await balance(ana)) == (422, 97)
    assert (entries[0]["kind"], entries[0]["purpose"]) == ("settle", "update")


async def test_the_model_is_told_what_stands_around_and_what_was_there(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any], french: dict[str, Any]
) -> None:
    """The texts of the chosen block alone are requested."""
    await ana.done(SUGGEST, wanted(tides, french))
    (request,) = [request for request in writer.requests if isinstance(request, TranslationRequest)][-1:]
    data = json.loads(translation_message(request))

    assert [(text["text"], text["now"]) for text in data["texts"]] == [("The sun pulls, too.", "FR: The moon pulls.")]
    assert data["known"] == [
        {"text": "Tides", "translation": "FR: Tides"},
        {"text": "Tides", "translation": "FR: Tides"},
        {"text": "The moon pulls at the sea.", "translation": "FR: The moon pulls at the sea."},
    ]


@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        ({"sourceRevision": 1}, 409, "The source has changed"),
        ({"sourceBlockIds": [NEW_BLOCK]}, 404, "no longer in"),
        ({"sourceBlockIds": []}, 400, "name a block at least"),
        ({"maxCredits": 0}, 402, "costs 1 credit"),
    ],
    ids=["source changed", "block gone", "nothing", "too dear"],
)
async def test_what_cannot_be_asked_for_costs_nothing(
    ana: Asking, tides: dict[str, Any], french: dict[str, Any], more: dict[str, Any], status: int, words: str
) -> None:
    """One sentence says why."""
    answered = await ana.post(SUGGEST, wanted(tides, french, **more))

    assert (answered.status_code, words in answered.text) == (status, True)
    assert await balance(ana) == 98


async def test_a_lesson_that_is_no_translation_gets_no_proposal(
    ana: Asking, tides: dict[str, Any], french: dict[str, Any]
) -> None:
    """Nor does one of another organization; and nothing is charged."""
    answered = await ana.post(SUGGEST, wanted(tides, tides))
    updated = await ana.post(UPDATE, update_of(tides, tides))

    assert "is not a translation" in answered.text and "is not a translation" in updated.text
    assert (answered.status_code, updated.status_code, await balance(ana)) == (400, 400, 98)


async def test_a_refused_proposal_costs_nothing(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any], french: dict[str, Any]
) -> None:
    """As with every draft."""
    writer.failure = WriterFailed("The draft was no usable translation.", reason="malformed")
    answered = await ana.post(SUGGEST, wanted(tides, french))

    assert (answered.status_code, answered.json()["error"]["data"]["reason"]) == (422, "draftRefused")
    assert await balance(ana) == 98


async def test_an_edit_and_its_ties_are_one(ana: Asking, tides: dict[str, Any], french: dict[str, Any]) -> None:
    """The block is current at the source's revision, the others stay as they were tied."""
    state = await ana.done(UPDATE, update_of(tides, french, title="Les marées"))
    after = await lesson(ana, french["lessonId"])

    assert [(block["state"], block["translatedRevision"]) for block in state["blocks"]] == [
        ("current", 1),
        ("current", 2),
        ("current", 1),
    ]
    assert (after["title"], after["revision"], after["blocks"][1]["content"]) == (
        "Les marées",
        2,
        {"markdown": "Le soleil aussi."},
    )
    assert (state["translatedRevision"], state["isTitleStale"]) == (2, False)


@pytest.mark.parametrize(
    ("more", "reason"), [({"sourceRevision": 1}, "sourceChanged"), ({"baseRevision": 7}, None)], ids=["source", "own"]
)
async def test_an_edit_for_another_revision_changes_nothing(
    ana: Asking, tides: dict[str, Any], french: dict[str, Any], more: dict[str, Any], reason: str | None
) -> None:
    """Of either lesson."""
    answered = await ana.post(UPDATE, update_of(tides, french, **more))

    assert (answered.status_code, answered.json()["error"]["data"].get("reason")) == (409, reason)
    assert await lesson(ana, french["lessonId"]) == french


async def test_a_tie_that_cannot_be_takes_the_edit_along(
    ana: Asking, tides: dict[str, Any], french: dict[str, Any]
) -> None:
    """Both or neither."""
    answered = await ana.post(
        UPDATE, update_of(tides, french, blocks=[{"blockId": NEW_BLOCK, "sourceBlockId": tides["blocks"][1]["id"]}])
    )

    assert answered.status_code == 409
    assert await lesson(ana, french["lessonId"]) == french


async def test_a_block_can_be_said_to_be_stale(ana: Asking, tides: dict[str, Any], french: dict[str, Any]) -> None:
    """As when its text was taken back; it knows again what the source said then."""
    await ana.done(UPDATE, update_of(tides, french))
    pair = {"blockId": french["blocks"][1]["id"], "sourceBlockId": tides["blocks"][1]["id"], "translatedRevision": 1}
    tie = {"lessonId": french["lessonId"], "sourceLessonId": tides["lessonId"], "sourceRevision": 2, "blocks": [pair]}
    state = await ana.done("lesson.tieTranslation", tie)

    assert (state["blocks"][1]["state"], state["blocks"][1]["translatedRevision"]) == ("stale", 1)


async def test_of_two_updates_at_once_one_is_told(ana: Asking, tides: dict[str, Any], french: dict[str, Any]) -> None:
    """The text is the one's that came first, tied once."""
    both = await asyncio.gather(*(ana.post(UPDATE, update_of(tides, french)) for _ in range(2)))

    assert sorted(answer.status_code for answer in both) == [200, 409]
    assert (await lesson(ana, french["lessonId"]))["revision"] == 2
