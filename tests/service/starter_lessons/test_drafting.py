"""The starter lesson: paid once, stored with its settlement, and nothing kept of what failed."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.service.asking import Asking, asking
from tests.service.writers import ScriptedWriter
from workbench.service.ai.writer import Reason, WriterFailed
from workbench.service.credits import store as credits
from workbench.service.kernel.context import Service, iso, now_ms
from workbench.service.organizations import store as organizations

pytestmark = pytest.mark.anyio

TIDES = {"language": "EN", "topic": "Tides"}
STARTER = "lesson.createStarterLesson"


async def kinds(person: Asking) -> list[str]:
    """The kinds of the ledger's entries, newest first."""
    return [entry["kind"] for entry in (await person.data("organization.getCreditLedger"))["entries"]]


async def lessons(person: Asking) -> list[dict[str, Any]]:
    """The lessons that there are."""
    found: list[dict[str, Any]] = (await person.data("lesson.listLessons"))["lessons"]
    return found


async def balance(person: Asking) -> int:
    """The credits that can be spent, which are also the sum of the ledger."""
    kept, total = await person.service.store.read(lambda db: credits.balance_and_sum(db, person.organization_id))
    assert kept == total
    return kept


def later(service: Service, milliseconds: float) -> None:
    """The service's clock, set forward and then standing still."""
    at = service.clock() + int(milliseconds)
    service.clock = lambda: at


async def test_a_lesson_is_stored_and_settled_together(ana: Asking, writer: ScriptedWriter) -> None:
    """
    A good draft becomes a lesson, and the reservation's settlement names it.
    """
    made = await ana.done(STARTER, TIDES)
    ledger = (await ana.data("organization.getCreditLedger"))["entries"]

    assert [lesson["lessonId"] for lesson in await lessons(ana)] == [made["lessonId"]]
    assert [(entry["kind"], entry["credits"], entry.get("purpose")) for entry in ledger] == [
        ("settle", 0, "starter lesson"),
        ("reserve", -1, "starter lesson"),
        ("grant", 100, None),
    ]
    assert ledger[0]["lessonId"] == made["lessonId"]
    assert await balance(ana) == 99


async def test_a_lesson_keeps_where_it_came_from(ana: Asking, writer: ScriptedWriter) -> None:
    """
    Topic (trimmed), writer, tokens and language stay with the lesson.
    """
    made = await ana.done(STARTER, {"language": "pt-br", "topic": "  Tides \n"})
    found = await ana.data("lesson.getLesson", {"lessonId": made["lessonId"]})

    assert (found["topic"], found["writer"], found["language"]) == ("Tides", "scripted", "PT-BR")
    assert (found["inputTokens"], found["outputTokens"]) == (11, 22)
    assert writer.requests[0].topic == "Tides"


@pytest.mark.parametrize(
    ("reason", "http_status"),
    [
        ("unavailable", 503),
        ("deadline", 504),
        ("malformed", 422),
        ("language", 422),
        ("misconfigured", 502),
        ("too_long", 400),
        ("refused", 400),
    ],
)
async def test_a_failed_draft_gives_the_credits_back(
    ana: Asking, writer: ScriptedWriter, reason: Reason, http_status: int
) -> None:
    """
    Whatever the writer's reason, the caller hears a fitting code, and balance and lessons are as before.
    """
    writer.failure = WriterFailed("The model is away.", reason=reason)
    answered = await ana.post(STARTER, TIDES)

    assert answered.status_code == http_status
    assert answered.json()["error"]["message"] == "The model is away. Nothing was charged."
    assert (await kinds(ana), await balance(ana), await lessons(ana)) == (["release", "reserve", "grant"], 100, [])
    assert (await ana.data("organization.getCreditLedger"))["entries"][0]["reason"] == reason


async def test_a_failure_that_says_so_itself_says_it_once(ana: Asking, writer: ScriptedWriter) -> None:
    """
    "Nothing was charged" stands once in the message.
    """
    writer.failure = WriterFailed("No usable title. Nothing was charged; try again.", reason="malformed")
    answered = await ana.post(STARTER, TIDES)

    assert answered.json()["error"]["message"].count("Nothing was charged") == 1


async def test_a_provider_that_asks_for_patience_is_passed_on(ana: Asking, writer: ScriptedWriter) -> None:
    """
    The writer's wish to wait becomes `Retry-After`, whole seconds, one at least.
    """
    writer.failure = WriterFailed(retry_after_seconds=0.2)
    answered = await ana.post(STARTER, TIDES)

    assert (answered.status_code, answered.headers["retry-after"]) == (503, "1")


async def test_an_unforeseen_fault_gives_the_credits_back(ana: Asking, writer: ScriptedWriter) -> None:
    """
    A fault of the writer's own code is INTERNAL_SERVER_ERROR, and nothing stays held.
    """
    writer.failure = ZeroDivisionError()
    answered = await ana.post(STARTER, TIDES)

    assert answered.status_code == 500
    assert await balance(ana) == 100


async def test_a_call_that_is_given_up_gives_the_credits_back(ana: Asking, writer: ScriptedWriter) -> None:
    """
    A task that is cancelled while the writer writes (a hard stop) releases what it held.
    """
    writer.gated()
    call = asyncio.create_task(ana.post(STARTER, TIDES))
    await writer.begun.wait()
    call.cancel()
    await asyncio.wait([call])

    assert (await kinds(ana), await balance(ana)) == (["release", "reserve", "grant"], 100)


async def test_nothing_is_held_while_the_writer_is_asked_in_vain(ana: Asking) -> None:
    """
    A language that the writer refuses is refused before credits are held; the sentence lists those it knows.
    """
    answered = await ana.post(STARTER, {"language": "JA", "topic": "Tides"})

    assert answered.status_code == 400
    assert "DE, EN, ES" in answered.json()["error"]["message"]
    assert await kinds(ana) == ["grant"]


async def test_out_of_credits_names_price_and_balance(out_of_credits: Asking) -> None:
    """
    Too few credits: 402 with both numbers; the writer is not asked and the ledger stays.
    """
    scripted = ScriptedWriter()
    out_of_credits.service.writer = scripted
    answered = await out_of_credits.post(STARTER, TIDES)

    assert answered.status_code == 402
    assert answered.json()["error"]["message"] == "A starter lesson costs 1 credit; the organization has 0."
    data = answered.json()["error"]["data"]
    assert (data["priceCredits"], data["balanceCredits"]) == (1, 0)
    assert (scripted.requests, await kinds(out_of_credits)) == ([], [])


async def test_a_price_over_the_callers_own_limit_is_refused(ana: Asking, writer: ScriptedWriter) -> None:
    """
    `maxCredits` below the price: 402, and nothing is asked of the writer.
    """
    answered = await ana.post(STARTER, {**TIDES, "maxCredits": 0})

    assert (answered.status_code, writer.requests, await balance(ana)) == (402, [], 100)


async def test_a_price_within_the_callers_own_limit_passes(ana: Asking, writer: ScriptedWriter) -> None:
    """
    `maxCredits` equal to the price is enough.
    """
    await ana.done(STARTER, {**TIDES, "maxCredits": 1})

    assert await balance(ana) == 99


async def test_the_price_is_the_rate_cards(ana: Asking, writer: ScriptedWriter) -> None:
    """
    A price that holds from now on is what the next lesson costs.
    """
    await ana.service.store.write(lambda db: credits.set_price(db, STARTER, credits=7, valid_from=now_ms()))
    await ana.done(STARTER, TIDES)

    assert await balance(ana) == 93


async def test_a_daily_cap_is_said_as_such(ana: Asking, writer: ScriptedWriter) -> None:
    """
    An organization at its daily cap is refused with 402, whatever its balance.
    """
    await ana.service.store.write(lambda db: organizations.set_daily_cap(db, ana.organization_id, credits=0))
    answered = await ana.post(STARTER, TIDES)

    error = answered.json()["error"]
    assert (answered.status_code, error["data"]["dailyCapCredits"], error["data"]["dailyCreditsLeft"]) == (402, 0, 0)
    assert "of the organization's daily limit of 0, 0 are left until 00:00 UTC" in error["message"]


async def test_many_at_once_spend_what_there_is(service: Service, writer: ScriptedWriter) -> None:
    """
    64 calls at once with 10 credits: exactly 10 lessons, 54 refusals, and a balance of 0.
    """
    person = await asking(service, "many@example.org", "Many", credits_at_start=10)
    answered = await asyncio.gather(*[person.post(STARTER, TIDES) for _ in range(64)])

    assert sorted(answer.status_code for answer in answered) == [200] * 10 + [402] * 54
    assert len(await lessons(person)) == 10
    assert await balance(person) == 0


async def test_the_same_key_gives_the_stored_answer(ana: Asking, writer: ScriptedWriter) -> None:
    """
    Same person, key and input: the same lesson again, marked as replayed, paid for once.
    """
    first = await ana.post(STARTER, TIDES, idempotency_key="k-1")
    second = await ana.post(STARTER, TIDES, idempotency_key="k-1")

    assert first.json() == second.json()
    assert ("idempotent-replayed" in first.headers, second.headers["idempotent-replayed"]) == (False, "true")
    assert (len(writer.requests), await balance(ana)) == (1, 99)


async def test_a_stored_answer_outlives_the_writer(ana: Asking, writer: ScriptedWriter) -> None:
    """
    A writer that would refuse today does not hide what was made and paid for.
    """
    first = await ana.post(STARTER, TIDES, idempotency_key="k-1")
    writer.sentence = "It cannot write in EN any more."
    second = await ana.post(STARTER, TIDES, idempotency_key="k-1")

    assert first.json() == second.json()


async def test_the_ledger_keeps_the_run_s_name(ana: Asking, writer: ScriptedWriter) -> None:
    """
    In the reservation's entry and the settlement's; the name is no part of what a key stands for.
    """
    first = await ana.post(STARTER, TIDES, idempotency_key="k-1", workbench_run="Spring")
    second = await ana.post(STARTER, TIDES, idempotency_key="k-1", workbench_run="Autumn")
    entries = (await ana.data("organization.getCreditLedger"))["entries"]

    assert first.json() == second.json()
    assert [(entry["kind"], entry["run"]) for entry in entries] == [
        ("settle", "Spring"), ("reserve", "Spring"), ("grant", None),
    ]  # fmt: skip


async def test_the_same_key_with_another_input_is_refused(ana: Asking, writer: ScriptedWriter) -> None:
    """
    A key belongs to one input: 422, and nothing is charged.
    """
    await ana.done(STARTER, TIDES, idempotency_key="k-1")
    answered = await ana.post(STARTER, {"language": "EN", "topic": "Ebb"}, idempotency_key="k-1")

    assert (answered.status_code, await balance(ana)) == (422, 99)


async def test_a_key_belongs_to_one_person(ana: Asking, writer: ScriptedWriter) -> None:
    """
    Two people may use the same key; each gets a lesson.
    """
    ben = await asking(ana.service, "ben@example.org")
    first = await ana.done(STARTER, TIDES, idempotency_key="k-1")
    second = await ben.done(STARTER, TIDES, idempotency_key="k-1")

    assert first["lessonId"] != second["lessonId"]


async def test_a_key_that_is_being_worked_on_says_so(ana: Asking, writer: ScriptedWriter) -> None:
    """
    The same request while the first still runs: 409 with Retry-After; the writer is asked once.
    """
    now, lease_ms = now_ms(), int(ana.service.settings.lease_seconds * 1000)
    ana.service.clock = lambda: now
    (gate,) = writer.gated()
    running = asyncio.create_task(ana.post(STARTER, TIDES, idempotency_key="k-1"))
    await writer.begun.wait()
    answered = await ana.post(STARTER, TIDES, idempotency_key="k-1")
    gate.set()

    assert (answered.status_code, answered.headers["retry-after"]) == (409, "5")
    assert answered.json()["error"]["data"]["until"] == iso(now + lease_ms)
    assert (await running).status_code == 200
    assert (len(writer.requests), await balance(ana)) == (1, 99)


async def test_a_key_whose_attempt_failed_runs_again_at_once(ana: Asking, writer: ScriptedWriter) -> None:
    """
    A failure is not stored: the next send with the key makes the lesson.
    """
    writer.failure = WriterFailed()
    await ana.post(STARTER, TIDES, idempotency_key="k-1")
    writer.failure = None
    answered = await ana.post(STARTER, TIDES, idempotency_key="k-1")

    assert (answered.status_code, await balance(ana)) == (200, 99)


async def sent_twice(ana: Asking, writer: ScriptedWriter) -> tuple[httpx.Response, Any]:
    """The late answer of a send whose lease ran out, and what a second send of its key got in the meantime."""
    (gate,) = writer.gated()
    late = asyncio.create_task(ana.post(STARTER, TIDES, idempotency_key="k-1"))
    await writer.begun.wait()
    later(ana.service, ana.service.settings.lease_seconds * 1000 + 1)
    taken_over = await ana.done(STARTER, TIDES, idempotency_key="k-1")
    gate.set()
    return await late, taken_over


async def test_a_worker_given_up_throws_its_text_away(ana: Asking, writer: ScriptedWriter) -> None:
    """
    Behind its lease another send takes the key over. The late worker stores nothing and charges nothing.
    """
    late, taken_over = await sent_twice(ana, writer)

    assert late.status_code == 409
    assert [lesson["lessonId"] for lesson in await lessons(ana)] == [taken_over["lessonId"]]
    assert await balance(ana) == 99


async def test_after_a_late_worker_the_key_still_gives_the_kept_answer(ana: Asking, writer: ScriptedWriter) -> None:
    """
    The answer of a key is that of the attempt that was settled.
    """
    _, taken_over = await sent_twice(ana, writer)

    assert await ana.done(STARTER, TIDES, idempotency_key="k-1") == taken_over


async def test_a_reservation_that_lapsed_stores_nothing(ana: Asking, writer: ScriptedWriter) -> None:
    """
    Without a key too: credits returned by the sweep are not spent by a draft that comes later.
    """
    (gate,) = writer.gated()
    slow = asyncio.create_task(ana.post(STARTER, TIDES))
    await writer.begun.wait()
    at = ana.service.clock() + int(ana.service.settings.lease_seconds * 1000) + 1
    await ana.service.store.write(lambda db: credits.expire_lapsed(db, now=at))
    gate.set()

    assert (await slow).status_code == 409
    assert (await lessons(ana), await kinds(ana), await balance(ana)) == ([], ["expire", "reserve", "grant"], 100)


async def test_a_refused_call_leaves_no_key_behind(ana: Asking, writer: ScriptedWriter) -> None:
    """
    A key whose call was refused before it began may be used for another input.
    """
    writer.sentence = "Not in this language."
    refused = await ana.post(STARTER, TIDES, idempotency_key="k-1")
    writer.sentence = None
    answered = await ana.post(STARTER, {"language": "EN", "topic": "Ebb"}, idempotency_key="k-1")

    assert (refused.status_code, answered.status_code) == (400, 200)


async def test_a_lesson_goes_where_it_is_sent(ana: Asking, writer: ScriptedWriter) -> None:
    """
    `projectId` names the project; without it the lesson goes to `Starter lessons`.
    """
    project = await ana.done("project.createProject", {"name": "Sea"})
    made = await ana.done(STARTER, {**TIDES, "projectId": project["projectId"]})
    found = await ana.data("lesson.getLesson", {"lessonId": made["lessonId"]})

    assert found["projectId"] == project["projectId"]


async def test_another_organizations_project_is_not_found(ana: Asking, eve: Asking, writer: ScriptedWriter) -> None:
    """
    A project of another organization, though the person may be in both, is NOT_FOUND; nothing is held.
    """
    project = await eve.done("project.createProject", {"name": "Secret"})
    answered = await ana.post(STARTER, {**TIDES, "projectId": project["projectId"]})

    assert (answered.status_code, await kinds(ana)) == (404, ["grant"])


async def test_the_named_organization_pays(service: Service, writer: ScriptedWriter) -> None:
    """
    `organizationId` says who pays and owns, whichever organization was selected last.
    """
    first = await asking(service, "two@example.org", "First")
    second = await asking(service, "two@example.org", "Second")
    await second.done(STARTER, {**TIDES, "organizationId": second.organization_id})

    assert (await balance(first), await balance(second)) == (100, 99)
