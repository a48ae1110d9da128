"""A draft that is no usable lesson: definite, free, and the same for every send of its key."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import httpx
import pytest

from tests.service.asking import Asking
from tests.service.writers import ScriptedWriter
from workbench.authoring.repairs.repair import Repair
from workbench.service.ai.writer import WriterFailed
from workbench.service.credits import store as credits

pytestmark = pytest.mark.anyio

TIDES = {"language": "EN", "topic": "Tides"}
STARTER = "lesson.createStarterLesson"


async def balance(person: Asking) -> int:
    """The credits that can be spent, which are also the sum of the ledger."""
    found, total = await person.service.store.read(lambda db: credits.balance_and_sum(db, person.organization_id))
    assert found == total
    return found


async def test_a_refused_draft_is_kept_under_its_key(ana: Asking, writer: ScriptedWriter) -> None:
    """
    The same refusal again, without asking the writer and without a charge; with another key there is another try.
    """
    writer.failure = WriterFailed("Its draft was no lesson.", reason="malformed")
    first = await ana.post(STARTER, TIDES, idempotency_key="k-1")
    writer.failure = None
    second = await ana.post(STARTER, TIDES, idempotency_key="k-1")
    other = await ana.post(STARTER, TIDES, idempotency_key="k-2")

    assert (first.status_code, first.json()["error"]["data"]["code"]) == (422, "UNPROCESSABLE_CONTENT")
    assert first.json()["error"]["data"]["reason"] == "draftRefused"
    assert _but_error_id(second) == _but_error_id(first)
    assert ("idempotent-replayed" in first.headers, second.headers["idempotent-replayed"]) == (False, "true")
    assert (len(writer.requests), other.status_code, await balance(ana)) == (2, 200, 99)


async def test_a_refusal_under_a_key_is_not_another_input_s(ana: Asking, writer: ScriptedWriter) -> None:
    """
    422 as well, but with no reason: whether anything was made under the key is not said.
    """
    writer.failure = WriterFailed(reason="malformed")
    await ana.post(STARTER, TIDES, idempotency_key="k-1")
    answered = await ana.post(STARTER, {"language": "EN", "topic": "Ebb"}, idempotency_key="k-1")

    assert (answered.status_code, "reason" in answered.json()["error"]["data"]) == (422, False)


async def test_an_attempt_that_was_given_up_refuses_nothing(ana: Asking, writer: ScriptedWriter) -> None:
    """
    The send that took its place may still make the lesson, so the late one's bad draft is no definite answer.
    """
    (gate,) = writer.gated()
    late = asyncio.create_task(ana.post(STARTER, TIDES, idempotency_key="k-1"))
    await writer.begun.wait()
    after_the_lease = ana.service.clock() + int(ana.service.settings.lease_seconds * 1000) + 1
    ana.service.clock = lambda: after_the_lease
    made = await ana.done(STARTER, TIDES, idempotency_key="k-1")
    writer.failure = WriterFailed(reason="malformed")
    gate.set()

    assert (await late).status_code == 409
    assert await ana.done(STARTER, TIDES, idempotency_key="k-1") == made
    assert await balance(ana) == 99


async def test_the_audit_log_keeps_what_was_repaired(ana: Asking, writer: ScriptedWriter) -> None:
    """
    With before and after, next to the lesson that was made; a draft without repairs has no such fact.
    """
    repair = Repair("slip", 1, "level", "2", "2")
    await ana.done(STARTER, TIDES)
    writer.draft = replace(writer.draft, repairs=(repair,) * 101)
    await ana.done(STARTER, TIDES)
    repaired, plain = (await ana.data("organization.getAuditLog"))["entries"][:2]

    assert repaired["facts"]["repairs"] == [repair.to_wire()] * 100
    assert "repairs" not in plain["facts"]


def _but_error_id(answered: httpx.Response) -> Any:
    error = answered.json()["error"]
    return {**error, "data": {**error["data"], "errorId": None}}


@pytest.mark.parametrize("said", ["The writer is away.", "The writer is away. Nothing was charged."])
async def test_a_failure_says_once_that_nothing_was_charged(ana: Asking, writer: ScriptedWriter, said: str) -> None:
    """
    Whether or not the writer said so.
    """
    writer.failure = WriterFailed(said, reason="unavailable")
    refused = await ana.post(STARTER, TIDES)

    assert refused.json()["error"]["message"] == "The writer is away. Nothing was charged."


async def test_a_price_above_the_most_that_may_be_spent_is_told(ana: Asking) -> None:
    """
    As a number too, for programs; nothing is held.
    """
    refused = await ana.post(STARTER, {**TIDES, "maxCredits": 0})
    data = refused.json()["error"]["data"]

    assert (refused.status_code, data["code"], data["priceCredits"]) == (402, "PAYMENT_REQUIRED", 1)
    assert await balance(ana) == 100


async def test_a_generation_is_counted_while_it_runs_and_when_it_has_ended(ana: Asking, writer: ScriptedWriter) -> None:
    """
    Operators see how many lessons are being written, and the outcome of them.
    """
    (gate,) = writer.gated()
    running = asyncio.create_task(ana.post(STARTER, TIDES))
    await writer.begun.wait()
    during = ana.service.metrics.all.text()
    gate.set()
    await running
    after = ana.service.metrics.all.text()

    assert "workbench_generations_in_flight 1\n" in during
    assert "workbench_generations_in_flight 0\n" in after
    assert 'workbench_generation_seconds_count{outcome="made"} 1' in after
