"""Credits and keys with real processes on one database: spent once, never below zero, returned after a death.

`--rounds` says how often the balance is fought over (`make sweep-credits`: 200).
"""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from sqlalchemy import func, select

from tests.databases import BOTH
from tests.faults.defects import PHASES
from tests.faults.hosts import Host, host, hosts
from tests.people import cookie_of, new_person, open_beside
from tests.slow import first_in_gate
from workbench.service.administration.admin import AddedPerson, grant_credits
from workbench.service.administration.checking import problems
from workbench.service.credits import store as credits
from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import Statement
from workbench.service.db.tables import lesson

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("dialect", BOTH)]

STARTER = "/api/rpc/lesson.createStarterLesson?batch=1"
COUNT = Statement(select(func.count()).select_from(lesson))
CALLERS, PROCESSES, BALANCE = 64, 4, 10


@pytest.fixture
async def ana(database_url: str) -> AddedPerson:
    """An owner with ten credits."""
    return await new_person(database_url, credits_at_start=BALANCE)


@pytest.fixture
async def store(database_url: str, ana: AddedPerson) -> AsyncIterator[Store]:
    """The truth, seen from next to the services."""
    async with open_beside(database_url) as opened:
        yield opened


@pytest.fixture
def processes(database_url: str, ana: AddedPerson) -> Iterator[list[Host]]:
    """Four processes on a server, one on a file."""
    with hosts(database_url, PROCESSES) as serving:
        yield serving


async def paid(
    http: httpx.AsyncClient, base_url: str, added: AddedPerson, topic: str, key: str | None = None
) -> httpx.Response:
    """A starter lesson requested."""
    headers = {"cookie": cookie_of(added), "content-type": "application/json"}
    if key is not None:
        headers["idempotency-key"] = key
    body = json.dumps({"0": {"json": {"language": "EN", "topic": topic}}})
    return await http.post(base_url + STARTER, content=body, headers=headers)


async def cut_off(database_url: str, added: AddedPerson, phase: str, key: str | None = None) -> None:
    """A starter lesson requested at a process that dies in this phase of it."""
    with host(database_url, die=phase, lease_seconds=0.5) as dying:
        async with httpx.AsyncClient(timeout=60) as http:
            with pytest.raises(httpx.TransportError):
                await paid(http, dying.base_url, added, "one", key)
        assert dying.process.wait(60) == -signal.SIGKILL


async def made(store: Store, added: AddedPerson) -> tuple[int, int, int]:
    """Lessons that exist, the balance, and the sum of the ledger, of one snapshot."""

    async def unit(db: Db) -> tuple[int, int, int]:
        found = await db.row(COUNT)
        assert found is not None
        return (int(found[0]), *await credits.balance_and_sum(db, added.organization_id))

    return await store.read(unit)


async def test_a_balance_is_granted_exactly_once(
    processes: list[Host], store: Store, ana: AddedPerson, pytestconfig: pytest.Config
) -> None:
    """64 callers at four processes and ten credits: ten lessons each round, and the ledger adds up at every commit."""
    rounds = pytestconfig.getoption("rounds")
    seen: set[tuple[int, int]] = set()
    over = asyncio.Event()

    async def watch() -> None:
        while not over.is_set():
            seen.add((await made(store, ana))[1:])
            await asyncio.sleep(0.002)

    watching = asyncio.ensure_future(watch())
    granted: list[int] = []
    limits = httpx.Limits(max_connections=CALLERS, max_keepalive_connections=CALLERS)
    async with httpx.AsyncClient(limits=limits, timeout=60) as http:
        for number in range(rounds):
            asked = [
                paid(http, processes[caller % PROCESSES].base_url, ana, f"round {number}, caller {caller}")
                for caller in range(CALLERS)
            ]
            answered = await asyncio.gather(*asked)
            assert {answer.status_code for answer in answered} == {200, 402}, [answer.text for answer in answered]
            granted.append(sum(answer.status_code == 200 for answer in answered))
            await grant_credits(store, "Acme", BALANCE, "next round")
    over.set()
    await watching

    assert granted == [BALANCE] * rounds
    assert [pair for pair in seen if pair[0] != pair[1] or pair[0] < 0] == []
    assert await made(store, ana) == (BALANCE * rounds, BALANCE, BALANCE)


async def test_one_key_at_every_process_is_one_lesson(processes: list[Host], store: Store, ana: AddedPerson) -> None:
    """64 sends of one key, all at once: one lesson, one charge; the rest wait or get the same answer."""
    async with httpx.AsyncClient(timeout=60) as http:
        asked = [paid(http, processes[caller % PROCESSES].base_url, ana, "one", "key") for caller in range(CALLERS)]
        answered = await asyncio.gather(*asked)
        later = await paid(http, processes[-1].base_url, ana, "one", "key")

    assert {answer.status_code for answer in answered} <= {200, 409}
    assert {answer.text for answer in answered if answer.status_code == 200} == {later.text}
    assert later.headers["idempotent-replayed"] == "true"
    assert await made(store, ana) == (1, BALANCE - 1, BALANCE - 1)


@pytest.mark.parametrize("phase", first_in_gate(("keeping", *(phase for phase in PHASES if phase != "keeping"))))
async def test_a_process_that_dies_in_a_generation_costs_nothing(
    database_url: str, store: Store, ana: AddedPerson, phase: str
) -> None:
    """SIGKILL in any phase: the key, sent again elsewhere, gives one lesson for one charge, once the lease is over."""
    await cut_off(database_url, ana, phase, "key")
    with host(database_url, lease_seconds=0.5, sweep_seconds=0.1) as other:
        async with httpx.AsyncClient(timeout=60) as http:
            answered = await paid(http, other.base_url, ana, "one", "key")
            while answered.status_code == 409:
                await asyncio.sleep(0.1)
                answered = await paid(http, other.base_url, ana, "one", "key")

    assert answered.status_code == 200
    assert await made(store, ana) == (1, BALANCE - 1, BALANCE - 1)
    assert await store.read(problems) == []


@pytest.mark.parametrize("phase", first_in_gate(["written", "held", "keeping"]))
async def test_credits_of_a_dead_process_come_back_unasked(
    database_url: str, store: Store, ana: AddedPerson, phase: str
) -> None:
    """Without a key nobody comes again: another process gives them back when the lease is over."""
    await cut_off(database_url, ana, phase)
    held = await made(store, ana)
    with host(database_url, lease_seconds=0.5, sweep_seconds=0.1):
        for _ in range(600):
            if (await made(store, ana))[1] == BALANCE:
                break
            await asyncio.sleep(0.1)

    assert held == (0, BALANCE - 1, BALANCE - 1)
    assert await made(store, ana) == (0, BALANCE, BALANCE)
