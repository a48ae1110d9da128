"""Keys that the members of an organization share: anyone who sends one list makes each lesson once, and pays once."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.service.asking import Asking, asking
from tests.service.writers import ScriptedWriter
from workbench.service.ai.writer import WriterFailed
from workbench.service.credits import store as credits
from workbench.service.organizations import store as organizations

pytestmark = pytest.mark.anyio

TIDES = {"language": "EN", "topic": "Tides"}
STARTER = "lesson.createStarterLesson"
SHARED = {"idempotency_key": "k-1", "idempotency_scope": "organization"}


@pytest.fixture
async def ben(ana: Asking) -> Asking:
    """An author of Acme, next to its owner Ana."""
    return await asking(ana.service, "ben@example.org")


async def sent(person: Asking, **more: Any) -> httpx.Response:
    """Tides under the shared key, said to be Acme's."""
    return await person.post(STARTER, {**TIDES, "organizationId": person.organization_id, **more}, **SHARED)


async def kept(person: Asking) -> tuple[int, int]:
    """How many lessons there are, and the balance."""
    lessons = await person.data("lesson.listLessons", {"organizationId": person.organization_id})
    balance, total = await person.service.store.read(lambda db: credits.balance_and_sum(db, person.organization_id))
    assert balance == total
    return lessons["total"], balance


async def test_two_members_pay_once_for_one_row(ana: Asking, ben: Asking, writer: ScriptedWriter) -> None:
    """
    Regression: two who ran the same list under the same name paid twice. The second hears that they joined.
    """
    first, second, own = await sent(ana), await sent(ben), await sent(ana)

    assert first.json() == second.json() == own.json()
    assert [answer.headers.get("idempotent-replayed") for answer in (first, second, own)] == [None, "true", "true"]
    assert [answer.headers.get("idempotent-joined") for answer in (first, second, own)] == [None, "true", None]
    assert await kept(ana) == (1, 99)


async def test_of_two_members_at_once_one_waits(ana: Asking, ben: Asking, writer: ScriptedWriter) -> None:
    """
    One generates, the other hears 409 with Retry-After, and then the lesson that was made.
    """
    (gate,) = writer.gated()
    running = asyncio.create_task(sent(ana))
    await writer.begun.wait()
    waiting = await sent(ben)
    gate.set()
    made = await running
    joined = await sent(ben)

    assert (waiting.status_code, waiting.headers["retry-after"]) == (409, "5")
    assert (joined.json(), joined.headers["idempotent-joined"]) == (made.json(), "true")
    assert (len(writer.requests), await kept(ana)) == (1, (1, 99))


async def test_a_whole_list_of_two_members_at_once_is_paid_once(ana: Asking, ben: Asking) -> None:
    """
    Twenty topics, both at the same time, each tried until it is made: twenty lessons and twenty credits.
    """

    async def row(person: Asking, number: int) -> str:
        asked = {"language": "EN", "topic": f"Tide {number}", "organizationId": ana.organization_id}
        answered = await person.post(STARTER, asked, **{**SHARED, "idempotency_key": f"k-{number}"})
        if answered.status_code == 409:
            return await row(person, number)
        assert answered.status_code == 200, answered.text
        return str(answered.json()["result"]["data"]["lessonId"])

    rows = [row(person, number) for number in range(20) for person in (ana, ben)]
    made = await asyncio.gather(*rows)

    assert made[::2] == made[1::2]
    assert (len(set(made)), await kept(ana)) == (20, (20, 80))


async def test_what_it_may_cost_and_how_it_is_spelt_is_no_other_call(ana: Asking, ben: Asking) -> None:
    """
    `maxCredits`, the topic's spaces and case, and the default project by its name are the same call.
    """
    projects = await ana.data("organization.getOrganizationProjects", {"organizationId": ana.organization_id})
    first = await sent(ana, maxCredits=3)
    second = await sent(ben, topic=" tIDES ", maxCredits=1, projectId=projects["projects"][0]["projectId"])

    assert (second.json(), second.headers["idempotent-joined"]) == (first.json(), "true")
    assert await kept(ana) == (1, 99)


@pytest.mark.parametrize("other", [{"topic": "Ebb"}, {"language": "DE"}, {"projectId": "its own"}])
async def test_another_input_is_another_key(ana: Asking, ben: Asking, other: dict[str, str]) -> None:
    """
    Never 422: the same key with another topic, language or destination makes another lesson, once.
    """
    if "projectId" in other:
        other = {"projectId": (await ana.done("project.createProject", {"name": "Sea"}))["projectId"]}
    first, second, again = await sent(ana), await sent(ben, **other), await sent(ana, **other)

    assert (first.status_code, second.status_code) == (200, 200)
    assert (first.json() != second.json(), second.json() == again.json()) == (True, True)
    assert await kept(ana) == (2, 98)


async def test_a_shared_key_is_not_the_persons_own(ana: Asking) -> None:
    """
    The same text without the scope is a key of the person's.
    """
    shared = await sent(ana)
    own = await ana.post(STARTER, TIDES, idempotency_key="k-1")

    assert shared.json() != own.json()


async def test_a_key_shared_in_one_organization_is_none_of_anothers(ana: Asking, eve: Asking) -> None:
    """
    Two organizations with one list and one name: each has its lesson, and neither hears of the other's.
    """
    first, second = await sent(ana), await sent(eve)

    assert first.json() != second.json()
    assert "idempotent-replayed" not in second.headers


async def test_a_replay_is_for_who_may_spend(ana: Asking, eve: Asking) -> None:
    """
    A viewer is refused and a stranger finds nothing, though the lesson is made: rights come before a replay.
    """
    await sent(ana)
    viewer = await asking(ana.service, "vic@example.org", role="viewer")
    refused = await sent(viewer)
    foreign = await eve.post(STARTER, {**TIDES, "organizationId": ana.organization_id}, **SHARED)

    assert [answer.status_code for answer in (refused, foreign)] == [403, 404]
    assert not {"idempotent-replayed", "idempotent-joined"} & {*refused.headers, *foreign.headers}


async def test_a_lesson_in_the_trash_needs_a_person(ana: Asking, ben: Asking) -> None:
    """
    It is neither given out as made nor made again: CONFLICT without Retry-After, saying which lesson and why.
    """
    lesson_id = (await sent(ana)).json()["result"]["data"]["lessonId"]
    await ana.done("lesson.deleteLesson", {"lessonId": lesson_id})
    refused = await sent(ben)
    data = refused.json()["error"]["data"]
    await ana.done("lesson.restoreLesson", {"lessonId": lesson_id})

    assert (refused.status_code, "retry-after" in refused.headers) == (409, False)
    assert (data["code"], data["reason"], data["lessonId"]) == ("CONFLICT", "lessonInTrash", lesson_id)
    assert (await sent(ben)).status_code == 200
    assert await kept(ana) == (1, 99)


async def test_an_attempt_that_failed_is_taken_up_by_another_member(ana: Asking, ben: Asking) -> None:
    """
    Who pays in the end made it; the one whose attempt failed has joined when they come again.
    """
    await ana.service.store.write(lambda db: organizations.set_daily_cap(db, ana.organization_id, credits=0))
    refused = await sent(ana)
    await ana.service.store.write(lambda db: organizations.set_daily_cap(db, ana.organization_id, credits=None))
    made, again = await sent(ben), await sent(ana)

    assert (refused.status_code, "idempotent-joined" in made.headers) == (402, False)
    assert (again.json(), again.headers["idempotent-joined"]) == (made.json(), "true")


async def test_a_failed_draft_under_a_shared_key_is_another_members_to_make(
    ana: Asking, ben: Asking, writer: ScriptedWriter
) -> None:
    """
    The second attempt under one key is the second member's: the lesson is theirs, and the first joins it.
    """
    writer.failure = ZeroDivisionError()
    await sent(ana)
    writer.failure = None
    made, again = await sent(ben), await sent(ana)

    assert "idempotent-joined" not in made.headers
    assert (again.json(), again.headers["idempotent-joined"]) == (made.json(), "true")
    assert await kept(ana) == (1, 99)


async def test_a_refused_draft_is_refused_to_every_member(ana: Asking, ben: Asking, writer: ScriptedWriter) -> None:
    """
    Under a shared key the second member hears the same, and no draft is requested; who may not spend hears that.
    """
    writer.failure = WriterFailed("No lesson.", reason="malformed")
    first, second = await sent(ana), await sent(ben)
    viewer = await sent(await asking(ana.service, "vic@example.org", role="viewer"))

    assert [answer.json()["error"]["data"].get("reason") for answer in (first, second)] == ["draftRefused"] * 2
    assert (len(writer.requests), viewer.status_code, await kept(ana)) == (1, 403, (0, 100))


async def test_every_answer_says_that_keys_can_be_shared(ana: Asking) -> None:
    """
    Beside `Idempotency-Support`; and the capabilities name it.
    """
    answered = await ana.get("service.getCapabilities", {})

    assert answered.headers["idempotency-scope"] == "organization"
    assert "idempotencyScope" in answered.json()[0]["result"]["data"]["additions"]
    assert (await ana.send("GET", "/api/rpc/no.such")).headers["idempotency-scope"] == "organization"


@pytest.mark.parametrize(
    ("name", "headers", "said"),
    [
        (STARTER, {"idempotency_scope": "organization"}, "goes with an Idempotency-Key"),
        (STARTER, {"idempotency_scope": "person", "idempotency_key": "k"}, "`organization`"),
        (STARTER, {"idempotency_scope": "Organization, organization", "idempotency_key": "k"}, "`organization`"),
        ("project.createProject", {"idempotency_scope": "organization", "idempotency_key": "k"}, STARTER),
    ],
)
async def test_a_scope_that_means_nothing_is_refused(
    ana: Asking, name: str, headers: dict[str, str], said: str
) -> None:
    """
    400 with a sentence, and nothing runs.
    """
    answered = await ana.post(name, TIDES if name == STARTER else {"name": "Sea"}, **headers)

    assert (answered.status_code, said in answered.json()["error"]["message"]) == (400, True)
    assert await kept(ana) == (0, 100)


async def test_a_scope_on_a_read_is_refused(ana: Asking) -> None:
    """
    The short way of reads knows it too.
    """
    answered = await ana.get("service.whoAmI", {}, idempotency_scope="organization")

    assert answered.status_code == 400


@pytest.mark.parametrize(("key", "ignored"), [("k-1", "true"), ("", None)])
async def test_a_key_on_a_free_write_is_not_ignored_in_silence(ana: Asking, key: str, ignored: str | None) -> None:
    """
    Regression: nobody was told that a repeated free write runs again.
    """
    answered = await ana.post("project.createProject", {"name": "Sea"}, idempotency_key=key)
    read = await ana.get("service.whoAmI", {}, idempotency_key=key)
    paid = await ana.post(STARTER, TIDES, idempotency_key=key)

    assert [answer.headers.get("idempotency-key-ignored") for answer in (answered, read, paid)] == [
        ignored,
        ignored,
        None,
    ]
