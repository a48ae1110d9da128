"""The async client: the same conversation over another shell."""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import AsyncIterator
from typing import Any

import anyio
import httpx
import pytest

from tests.client.calls import CAPABILITIES
from tests.client.canaries import ACTS, with_variables
from tests.client.conftest import AT_ONCE, CANARY
from tests.client.scripted_service import (
    STARTER,
    TIER,
    Act,
    ScriptedService,
    cut,
    cut_midway,
    drip,
    drip_headers,
    given,
    packed,
    refused,
    reply,
    silent,
)
from workbench.client.aio import AsyncClient
from workbench.errors import (
    AnswerUnreadable,
    Misconfigured,
    MixedBatch,
    NotConnected,
    OriginRefused,
    SignInNeeded,
    Unreachable,
    WorkbenchError,
)
from workbench.procedures.lesson import create_starter_lesson, list_lessons
from workbench.procedures.organization import get_org_tier_and_status, select_organization

READ = get_org_tier_and_status(organization_id="o")
FREE_WRITE = select_organization(organization_id="o")
PAID_WRITE = create_starter_lesson(language="EN", topic="Bees")


@pytest.fixture
async def client(service: ScriptedService) -> AsyncIterator[AsyncClient]:
    """A client of the scripted service, which waits for nothing between its tries."""
    async with AsyncClient(service.base_url, CANARY, policy=AT_ONCE, timeout_seconds=5) as made:
        yield made


@pytest.fixture
async def impatient(service: ScriptedService) -> AsyncIterator[AsyncClient]:
    """A client that gives every try a fifth of a second."""
    limits = {"timeout_seconds": 0.2, "paid_timeout_seconds": 0.2}
    async with AsyncClient(service.base_url, CANARY, policy=AT_ONCE, **limits) as made:  # type: ignore[arg-type]
        yield made


async def test_a_call_gives_its_answer(client: AsyncClient) -> None:
    """As the model that its procedure declares."""
    assert (await client.call(READ)).tier == "Pro"


async def test_a_procedure_is_called_by_its_name(client: AsyncClient) -> None:
    """As by the blocking client."""
    assert (await client.call("organization.getOrgTierAndStatus", timeout_seconds=4)).tier == "Pro"
    assert await client.call("boat.sail", is_write=False) == TIER


async def test_a_batch_gives_answers_by_position(client: AsyncClient, service: ScriptedService) -> None:
    """In one request."""
    service.does(given({**TIER, "tier": "Free"}, TIER))
    assert [answer.tier for answer in await client.batch(READ, READ)] == ["Free", "Pro"] and len(service.received) == 1


async def test_outcomes_hold_failures_as_values(client: AsyncClient, service: ScriptedService) -> None:
    """Nothing is raised for them."""
    service.does(refused("UNAUTHORIZED", -32001, 401))
    assert [type(outcome) for outcome in await client.outcomes(READ, READ)] == [SignInNeeded, SignInNeeded]


async def test_reads_beside_writes_are_refused_unsent(client: AsyncClient, service: ScriptedService) -> None:
    """They cannot share a request."""
    with pytest.raises(MixedBatch):
        await client.batch(READ, FREE_WRITE)
    assert service.received == []


async def test_the_cookie_and_the_target_are_sent_as_by_the_blocking_client(
    client: AsyncClient, service: ScriptedService
) -> None:
    """Byte for byte."""
    await client.outcomes(list_lessons(search="a'(b)*!~ü+ %,"))
    assert service.received[0].headers["cookie"] == f"__Secure-authoring.session-token={CANARY}"
    assert "a'(b)*!~%C3%BC%2B%20%25%2C" in service.received[0].target


async def test_reads_are_tried_again(client: AsyncClient, service: ScriptedService) -> None:
    """A reset connection, a proxy's page, a busy service, then an answer."""
    service.does(cut, reply(502, b"<html>"), refused("SERVICE_UNAVAILABLE", -32603, 503), given(TIER))
    assert (await client.call(READ)).tier == "Pro" and len(service.received) == 4


@pytest.mark.parametrize("act", [cut, cut_midway, silent, drip, drip_headers, reply(503), reply(500, b"{}")])
async def test_a_paid_write_is_sent_once(impatient: AsyncClient, service: ScriptedService, act: Act) -> None:
    """Whatever becomes of it."""
    service.does(act)
    outcome = (await impatient.outcomes(PAID_WRITE))[0]
    assert isinstance(outcome, Unreachable | AnswerUnreadable) and len(service.received) == 1


@pytest.mark.parametrize("act", [silent, drip, drip_headers])
async def test_the_deadline_holds_however_slowly_the_answer_comes(
    impatient: AsyncClient, service: ScriptedService, act: Act
) -> None:
    """A service that sends a byte now and then keeps nobody waiting."""
    service.does(act)
    started = time.monotonic()
    outcome = (await impatient.outcomes(PAID_WRITE))[0]
    assert isinstance(outcome, Unreachable) and outcome.sent and time.monotonic() - started < 10


async def test_nothing_listening_is_surely_not_sent() -> None:
    """The one case in which a write may be repeated without a thought."""
    async with AsyncClient("http://127.0.0.1:9", CANARY, policy=AT_ONCE) as client:
        with pytest.raises(Unreachable) as away:
            await client.call(PAID_WRITE)
    assert away.value.sent is False


async def test_a_bomb_is_not_unpacked(client: AsyncClient, service: ScriptedService) -> None:
    """The same limit."""
    service.does(packed([b" " * 1_000_000] * 40))
    with pytest.raises(AnswerUnreadable, match="32 MiB"):
        await client.call(READ)


async def test_a_redirect_is_not_followed(client: AsyncClient, service: ScriptedService) -> None:
    """Nor is the cookie taken that comes with it."""
    service.does(reply(302, headers={"Location": "/elsewhere", "Set-Cookie": "planted=1"}), given(TIER))
    with pytest.raises(AnswerUnreadable, match="redirect"):
        await client.call(READ)
    await client.call(READ)
    assert "planted" not in service.received[1].headers["cookie"]


async def test_calls_run_beside_each_other(client: AsyncClient, service: ScriptedService) -> None:
    """Thirty-two at the same time, over one client."""
    answers: list[Any] = []

    async def ask() -> None:
        answers.append(await client.call(READ))

    async with anyio.create_task_group() as group:
        [group.start_soon(ask) for _ in range(32)]
    assert [answer.tier for answer in answers] == ["Pro"] * 32


async def test_a_paid_write_without_a_key_has_a_connection_of_its_own(
    client: AsyncClient, service: ScriptedService
) -> None:
    """With a key it need not have one."""
    service.does(given(TIER), given(STARTER), given(STARTER), given(STARTER))
    await client.call(READ)
    await client.call(PAID_WRITE)
    await client.call(PAID_WRITE)
    await client.call(PAID_WRITE.keyed("k"))
    first, second, third, keyed = (request.connection for request in service.received)
    assert len({first, second, third}) == 3 and keyed == first


async def test_capabilities_are_kept(client: AsyncClient, service: ScriptedService) -> None:
    """Asked alone, once."""
    service.does(given(CAPABILITIES))
    assert await client.capabilities() == await client.capabilities() is not None
    assert [request.names for request in service.received] == [["service.getCapabilities"]]


async def test_a_first_question_may_have_less_time(client: AsyncClient, service: ScriptedService) -> None:
    """For all its tries together; the calls after it have theirs."""
    service.does(silent, given(CAPABILITIES))
    started = time.monotonic()
    with pytest.raises(Unreachable):
        await client.capabilities(timeout_seconds=0.2)
    waited = time.monotonic() - started
    assert waited < 2 and await client.capabilities(timeout_seconds=60) is not None
    assert len(service.received) == 2


async def test_an_ended_session_is_not_the_interface_only(client: AsyncClient, service: ScriptedService) -> None:
    """It is raised; a service that does not know the procedure has the interface only."""
    service.does(refused("UNAUTHORIZED", -32001, 401), refused("NOT_FOUND", -32004, 404))
    with pytest.raises(SignInNeeded):
        await client.capabilities()
    assert await client.capabilities() is None


async def test_keys_are_honoured_once_the_service_says_so(client: AsyncClient, service: ScriptedService) -> None:
    """Beside an answered read."""
    service.does(given(TIER, Idempotency_Support="30d"))
    await client.call(READ)
    assert client.honours_keys
    assert not client.shares_keys


async def test_a_keyed_answer_says_that_it_was_joined(client: AsyncClient, service: ScriptedService) -> None:
    """By the headers of its own answer."""
    service.does(given({"lessonId": "l1", "title": "Bread"}, Idempotent_Replayed="true", Idempotent_Joined="true"))
    joined = await client.call_keyed(PAID_WRITE.keyed("k", is_shared=True))
    assert (joined.answer.lesson_id, joined.is_joined) == ("l1", True)


async def test_a_closed_client_says_so(client: AsyncClient) -> None:
    """In words."""
    await client.aclose()
    with pytest.raises(NotConnected, match="closed"):
        await client.call(READ)


@pytest.mark.parametrize(
    ("base_url", "token", "kind"),
    [("http://service.example", CANARY, OriginRefused), ("https://a.example", f"{CANARY}\n x", Misconfigured)],
)
def test_what_cannot_be_used_is_refused_and_not_shown(base_url: str, token: str, kind: type[WorkbenchError]) -> None:
    """Before there is a socket."""
    with pytest.raises(kind) as refused_start:
        AsyncClient(base_url, token)
    del token
    assert CANARY not in with_variables(refused_start.value)


async def test_an_app_in_memory_is_spoken_to_without_a_socket() -> None:
    """Over the transport of a client that is brought along."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["query_string"].startswith(b"batch=1&input=")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b'[{"result":{"data":{"tier":"Pro","status":"Active"}}}]'})

    own = httpx.AsyncClient(transport=httpx.ASGITransport(app))
    async with AsyncClient("http://127.0.0.1", CANARY, http=own) as client:
        assert (await client.call(READ)).tier == "Pro"
    assert not own.is_closed


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
async def test_no_failure_shows_the_token(
    impatient: AsyncClient, service: ScriptedService, act: Act, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the error, nor its traceback with all variables, nor a log of everything."""
    service.does(act)
    del act  # it says the token itself
    with caplog.at_level(logging.DEBUG), pytest.raises(WorkbenchError) as failed:
        await impatient.call(READ)
    assert CANARY not in with_variables(failed.value) and CANARY not in caplog.text


async def test_a_cancelled_call_ends_and_shows_no_token(client: AsyncClient, service: ScriptedService) -> None:
    """The cancellation is the caller's own, and is recognised as such."""
    service.does(silent)
    with anyio.move_on_after(0.1) as scope:
        await client.call(READ)
    assert scope.cancelled_caught


async def test_showing_or_pickling_it_gives_nothing_away(client: AsyncClient) -> None:
    """It says where it is connected to."""
    assert client.origin in repr(client) and CANARY not in repr(client) + repr(vars(client))
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(client)
