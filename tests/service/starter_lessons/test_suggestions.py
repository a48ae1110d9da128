"""Help with one block: a proposal that is paid for once, and a lesson that stays as it is."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.service.asking import Asking, asking
from tests.service.writers import SUGGESTED_TEXT, ScriptedWriter, suggested_block
from workbench.service.ai.planning_sheet import SheetWriter
from workbench.service.ai.writer import DraftBlock, Reason, SuggestionRequest, WriterFailed
from workbench.service.credits import store as credits

pytestmark = pytest.mark.anyio

SUGGEST = "lesson.suggestBlock"


@pytest.fixture
async def tides(ana: Asking, writer: ScriptedWriter) -> dict[str, Any]:
    """A lesson of a heading and a text, paid for with one of 100 credits."""
    return await ana.starter("Tides")


def about(lesson: dict[str, Any], place: int = 1, action: str = "shorten", **more: Any) -> dict[str, Any]:
    """The input that asks for help with a block."""
    block_id = lesson["blocks"][place]["id"]
    return {"lessonId": lesson["lessonId"], "blockId": block_id, "action": action, **more}


def source(quote: str, passage_id: str = "p-1") -> dict[str, str]:
    """A source of a block, which the organization does not have."""
    return {
        "passageId": passage_id,
        "quote": quote,
        "sourceId": "s-1",
        "title": "Sea",
        "place": "page 1",
        "state": "unverified",
    }


def suggestions(writer: ScriptedWriter) -> list[SuggestionRequest]:
    """What the writer was asked to propose."""
    return [request for request in writer.requests if isinstance(request, SuggestionRequest)]


async def balance(person: Asking) -> int:
    """The credits that can be spent, which are also the sum of the ledger."""
    found, total = await person.service.store.read(lambda db: credits.balance_and_sum(db, person.organization_id))
    assert found == total
    return found


async def replaced(person: Asking, lesson: dict[str, Any], block_type: str, content: dict[str, Any]) -> None:
    """The lesson's second block is this one from now on."""
    update = {
        "type": "lessonBlockUpdate",
        "id": lesson["blocks"][1]["id"],
        "blockType": block_type,
        "content": content,
    }
    transaction = {"label": "editPage", "mutations": [update]}
    asked = {"lessonId": lesson["lessonId"], "language": "EN", "transactions": [transaction]}
    await person.done("realtime.executeTransactions", asked)


async def test_a_proposal_changes_nothing_and_costs_one_credit(ana: Asking, tides: dict[str, Any]) -> None:
    """
    It names lesson, block, the revision that it was made from and its writer; the lesson is as it was.
    """
    proposal = await ana.done(SUGGEST, about(tides))
    now = await ana.data("lesson.getLesson", {"lessonId": tides["lessonId"]})

    assert proposal == {
        "lessonId": tides["lessonId"],
        "blockId": tides["blocks"][1]["id"],
        "revision": 1,
        "block": {"type": "text", "content": {"markdown": SUGGESTED_TEXT}},
        "isNew": False,
        "findings": [],
        "writer": "scripted",
    }
    assert (now, await balance(ana)) == (tides, 98)


async def test_a_question_is_a_block_of_its_own(ana: Asking, tides: dict[str, Any]) -> None:
    """
    Whatever block it was made from; it is to are after that one.
    """
    proposal = await ana.done(SUGGEST, about(tides, action="makeQuestion"))

    assert (proposal["isNew"], proposal["block"]["type"]) == (True, "quiz")
    assert {finding["blockId"] for finding in proposal["findings"]} <= {None}


async def test_the_writer_is_given_the_block_and_what_stands_around_it(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]
) -> None:
    """
    With language, title and the author's instruction; nothing of the block's sources.
    """
    await replaced(ana, tides, "text", {"markdown": "The moon.", "sources": [source("secret")]})
    await ana.done(SUGGEST, about(tides, instruction="For sailors."))
    (request,) = suggestions(writer)

    assert (request.language, request.title, request.instruction) == ("EN", "Tides", "For sailors.")
    assert request.block == DraftBlock("text", {"markdown": "The moon."})
    assert (request.before, request.after) == ((DraftBlock("heading", {"text": "Tides", "level": 1}),), ())


async def test_findings_are_those_of_the_proposal(ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]) -> None:
    """
    As the checks would find them in the lesson with it, and of that block alone.
    """
    writer.suggested = DraftBlock("text", {"markdown": "TODO: the moon."})
    proposal = await ana.done(SUGGEST, about(tides))

    assert [(finding["rule"], finding["blockId"]) for finding in proposal["findings"]] == [
        ("placeholder", tides["blocks"][1]["id"])
    ]


async def test_what_no_writer_knows_of_is_kept(ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]) -> None:
    """
    Fields without a schema stay, and those sources whose quote still is in the words.
    """
    sources = [source(quote, f"p-{number}") for number, quote in enumerate(["twice  a day", "three times a day", ""])]
    await replaced(ana, tides, "text", {"markdown": "The moon.", "audio": "a.mp3", "sources": sources})
    proposal = await ana.done(SUGGEST, about(tides))
    question = await ana.done(SUGGEST, about(tides, action="makeQuestion"))

    assert proposal["block"]["content"] == {
        "markdown": SUGGESTED_TEXT,
        "audio": "a.mp3",
        "sources": [sources[0]],
    }
    assert question["block"]["content"] == suggested_block("quiz").content


async def test_the_ledger_and_the_audit_log_say_what_it_was_for(ana: Asking, tides: dict[str, Any]) -> None:
    """
    The ledger names no lesson, for none was made; the log has lesson, block, action, writer and tokens, no text.
    """
    await ana.done(SUGGEST, about(tides))
    entry = (await ana.data("organization.getCreditLedger"))["entries"][0]
    noted = (await ana.data("organization.getAuditLog"))["entries"][0]

    assert (entry["kind"], entry["lessonId"], entry["purpose"]) == ("settle", None, "block help")
    assert entry["projectId"] == tides["projectId"]
    assert (noted["action"], noted["subject"]) == (SUGGEST, tides["lessonId"])
    assert noted["facts"] == {
        "blockId": tides["blocks"][1]["id"],
        "suggestionAction": "shorten",
        "writer": "scripted",
        "inputTokens": 11,
        "outputTokens": 22,
    }


@pytest.mark.parametrize(
    ("block_type", "content"),
    [
        ("blank", {}),
        ("authorNote", {"markdown": "An example is missing."}),
        ("hotspot", {"caption": "Ebb"}),
        ("text", {"markdown": " "}),
    ],
)
async def test_a_block_that_is_none_to_help_with_is_refused_for_nothing(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any], block_type: str, content: dict[str, Any]
) -> None:
    """
    Before credits are held: a blank page, a note for authors, a type that we do not know, a text without words.
    """
    await replaced(ana, tides, block_type, content)
    answered = await ana.post(SUGGEST, about(tides))

    assert answered.status_code == 400, answered.text
    assert "Nothing was generated." in answered.json()["error"]["message"]
    assert (suggestions(writer), await balance(ana)) == ([], 99)


async def test_another_revision_is_a_conflict(ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]) -> None:
    """
    Anyone who says which revision they know gets no proposal for another one, and pays nothing.
    """
    await replaced(ana, tides, "text", {"markdown": "The sun."})
    answered = await ana.post(SUGGEST, about(tides, baseRevision=1))

    assert (answered.status_code, answered.json()["error"]["data"]["revision"]) == (409, 2)
    assert (suggestions(writer), await balance(ana)) == ([], 99)


async def test_a_block_that_is_gone_is_not_found(ana: Asking, tides: dict[str, Any]) -> None:
    """
    In a lesson of one's own with a sentence; nothing is held.
    """
    asked = {**about(tides), "blockId": "00000000-0000-4000-8000-000000000000"}
    answered = await ana.post(SUGGEST, asked)

    assert (answered.status_code, await balance(ana)) == (404, 99)
    assert "no longer in" in answered.json()["error"]["message"]


async def test_another_organization_s_lesson_is_as_one_that_is_not_there(
    ana: Asking, eve: Asking, tides: dict[str, Any]
) -> None:
    """
    404 alike, for the lesson, for a block in it, and where another organization is named; nobody pays.
    """
    foreign = await eve.post(SUGGEST, about(tides))
    missing = await eve.post(SUGGEST, {**about(tides), "lessonId": "0" * 25})
    named = await ana.post(SUGGEST, about(tides, organizationId=eve.organization_id))
    errors = [answer.json()["error"] for answer in (foreign, missing, named)]

    assert [answer.status_code for answer in (foreign, missing, named)] == [404, 404, 404]
    assert len({(error["message"], error["data"]["code"]) for error in errors}) == 1
    assert (await balance(ana), await balance(eve)) == (99, 100)


async def test_the_lesson_s_organization_pays(ana: Asking, eve: Asking, tides: dict[str, Any]) -> None:
    """
    Whichever one the person selected last; naming the lesson's own changes nothing.
    """
    ben = await asking(ana.service, "ben@example.org", "Acme", role="author")
    await asking(ana.service, "ben@example.org", "Other", role="author")
    await ben.done("organization.selectOrganization", {"organizationId": eve.organization_id})
    await ben.done(SUGGEST, about(tides))
    await ben.done(SUGGEST, about(tides, organizationId=ana.organization_id))

    assert (await balance(ana), await balance(eve)) == (97, 100)


async def test_without_a_model_nothing_is_held(ana: Asking, tides: dict[str, Any]) -> None:
    """
    The procedure is not announced, and a call says what is missing.
    """
    with_model = (await ana.data("service.getCapabilities"))["procedures"]
    ana.service.writer = SheetWriter()
    without = (await ana.data("service.getCapabilities"))["procedures"]
    answered = await ana.post(SUGGEST, about(tides))

    assert (SUGGEST in with_model, SUGGEST in without) == (True, False)
    assert (answered.status_code, answered.json()["error"]["data"]["code"]) == (412, "PRECONDITION_FAILED")
    assert await balance(ana) == 99


@pytest.mark.parametrize(
    ("reason", "http_status"), [("unavailable", 503), ("deadline", 504), ("malformed", 422), ("language", 422)]
)
async def test_a_failed_proposal_gives_the_credit_back(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any], reason: Reason, http_status: int
) -> None:
    """
    Whatever the writer's reason.
    """
    writer.failure = WriterFailed("The model is away.", reason=reason)
    answered = await ana.post(SUGGEST, about(tides))

    assert (answered.status_code, await balance(ana)) == (http_status, 99)


async def test_the_paid_answer_is_given_again_though_the_lesson_went_on(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]
) -> None:
    """
    Under its key, with the revision that was read then: a page that was reloaded pays nothing.
    """
    first = await ana.post(SUGGEST, about(tides, baseRevision=1), idempotency_key="k-1")
    await replaced(ana, tides, "text", {"markdown": "The sun."})
    second = await ana.post(SUGGEST, about(tides, baseRevision=1), idempotency_key="k-1")
    other = await ana.post(SUGGEST, about(tides, baseRevision=2), idempotency_key="k-1")

    assert first.json() == second.json() and second.headers["idempotent-replayed"] == "true"
    assert (other.status_code, len(suggestions(writer)), await balance(ana)) == (422, 1, 98)


async def test_a_key_is_one_person_s_though_it_be_shared(ana: Asking, tides: dict[str, Any]) -> None:
    """
    A proposal is between an author and a block: two members who ask alike get one each.
    """
    ben = await asking(ana.service, "ben@example.org")
    shared = {"idempotency_key": "k-1", "idempotency_scope": "organization"}
    answers = [await person.post(SUGGEST, about(tides), **shared) for person in (ana, ben)]

    assert ["idempotent-replayed" in answer.headers for answer in answers] == [False, False]
    assert await balance(ana) == 97


async def test_who_lost_the_lesson_gets_no_stored_answer(ana: Asking, tides: dict[str, Any]) -> None:
    """
    A lesson in the trash, and its proposals with it.
    """
    await ana.done(SUGGEST, about(tides), idempotency_key="k-1")
    await ana.done("lesson.deleteLesson", {"lessonId": tides["lessonId"]})
    answered = await ana.post(SUGGEST, about(tides), idempotency_key="k-1")

    assert answered.status_code == 404


async def test_two_at_once_under_a_key_ask_the_writer_once(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]
) -> None:
    """
    The second hears 409 with Retry-After, and later the answer.
    """
    (gate,) = writer.gated()
    running = asyncio.create_task(ana.post(SUGGEST, about(tides), idempotency_key="k-1"))
    await _asked(writer)
    second = await ana.post(SUGGEST, about(tides), idempotency_key="k-1")
    gate.set()
    first = await running
    third = await ana.post(SUGGEST, about(tides), idempotency_key="k-1")

    assert (second.status_code, second.headers["retry-after"]) == (409, "5")
    assert first.json() == third.json()
    assert (len(suggestions(writer)), await balance(ana)) == (1, 98)


async def test_a_service_that_dies_while_its_model_writes_charges_once(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]
) -> None:
    """
    Behind the lease the next send begins again: the credit of the first goes back, its late text is thrown away.
    """
    (gate,) = writer.gated()
    lost = asyncio.create_task(ana.post(SUGGEST, about(tides), idempotency_key="k-1"))
    await _asked(writer)
    after_the_lease = ana.service.clock() + int(ana.service.settings.lease_seconds * 1000) + 1
    ana.service.clock = lambda: after_the_lease
    again = await ana.post(SUGGEST, about(tides), idempotency_key="k-1")
    gate.set()
    late: httpx.Response = await lost

    assert (again.status_code, late.status_code, await balance(ana)) == (200, 409, 98)


async def test_a_lesson_that_changes_while_it_is_written_keeps_its_proposal(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]
) -> None:
    """
    It says the revision that it was made from; what to do with it is the author's to decide.
    """
    (gate,) = writer.gated()
    running = asyncio.create_task(ana.done(SUGGEST, about(tides)))
    await _asked(writer)
    await replaced(ana, tides, "text", {"markdown": "The sun."})
    gate.set()

    assert (await running)["revision"] == 1
    assert await balance(ana) == 98


async def _asked(writer: ScriptedWriter) -> None:
    """Waits until the writer was requested a proposal."""
    writer.begun.clear()
    await writer.begun.wait()
