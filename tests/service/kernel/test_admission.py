"""Who may come in: rates of people and organizations, guesses of an address, work in progress; never a silent queue."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from tests.service.asking import Asking, asking
from tests.service.writers import ScriptedWriter
from workbench.service.db.statement import Statement
from workbench.service.db.tables import organization
from workbench.service.kernel.admission import MOST_NAMES, AdmissionControl, Buckets
from workbench.service.kernel.context import Service
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.settings import NO_RATES, LoadLimits, RateLimits, Settings
from workbench.service.organizations import store as organizations
from workbench.service.running.server import open_service
from workbench.wire.headers import DEFAULT_COOKIE_NAME

pytestmark = pytest.mark.anyio

Opening = Callable[..., Awaitable[Asking]]
STARTER = "lesson.createStarterLesson"
WRONG = f"{DEFAULT_COOKIE_NAME}=wrong"


@pytest.fixture
async def opening(tmp_path: Path) -> AsyncIterator[Opening]:
    """Ana at a service with these settings, whose clock stands still."""
    opened: list[Service] = []

    async def open_with(**said: Any) -> Asking:
        service = await open_service(Settings(f"sqlite:///{tmp_path / 'gate.db'}", **said))
        started = service.clock()
        service.clock = lambda: started
        opened.append(service)
        return await asking(service)

    yield open_with
    for service in opened:
        await service.store.close()


def later(person: Asking, seconds: float) -> None:
    """Move the service's clock."""
    at = person.service.clock() + int(seconds * 1000)
    person.service.clock = lambda: at


async def test_too_many_calls_are_refused_with_when_to_come_back(opening: Opening) -> None:
    """429 and Retry-After for reads and writes; then it continues."""
    ana = await opening(rates=RateLimits(calls_per_minute=60, calls_at_once=2))
    told = [
        await ana.get("service.whoAmI"),
        await ana.post("project.createProject", {"name": "One"}),
        await ana.get("service.whoAmI"),
        await ana.post("project.createProject", {"name": "Two"}),
        await ana.post("lesson.createStarterLesson", {"language": "EN", "topic": "Tides"}),
    ]
    assert [answer.status_code for answer in told] == [200, 200, 429, 429, 429]
    assert {answer.headers["retry-after"] for answer in told[2:]} == {"1"}
    assert told[2].json()[0]["error"]["data"]["code"] == "TOO_MANY_REQUESTS"

    later(ana, 5)
    found = (await ana.data("organization.getOrganizationProjects"))["projects"]
    assert [project["name"] for project in found] == ["One", "Starter lessons"]


async def test_a_batch_counts_each_of_its_calls(opening: Opening) -> None:
    """Else it were the cheaper attack; over the limit nothing of it runs."""
    ana = await opening(rates=RateLimits(calls_per_minute=60, calls_at_once=5))
    names = ",".join(["service.whoAmI"] * 5)
    told = [await ana.get(names), await ana.get(names)]

    assert [answer.status_code for answer in told] == [200, 429]
    assert len(told[1].json()) == 5


async def test_writes_of_one_request_count_one_by_one(opening: Opening) -> None:
    """Each is its own unit; those that were stored stay."""
    ana = await opening(rates=RateLimits(calls_per_minute=60, calls_at_once=2))
    answered = await ana.post(",".join(["project.createProject"] * 3), *({"name": character} for character in "abc"))

    assert answered.status_code == 207
    assert ["error" in answer for answer in answered.json()] == [False, False, True]


async def test_one_persons_haste_is_not_anothers(opening: Opening) -> None:
    """A rate is one person's."""
    ana = await opening(rates=RateLimits(calls_per_minute=60, calls_at_once=1))
    eve = await asking(ana.service, "eve@example.org", "Other")
    await ana.get("service.whoAmI")

    assert (await ana.get("service.whoAmI")).status_code == 429
    assert (await eve.get("service.whoAmI")).status_code == 200


async def test_an_organization_has_a_rate_too(opening: Opening) -> None:
    """All its people together; what touches no organization continues."""
    ana = await opening(rates=RateLimits(organization_calls_per_minute=60, organization_calls_at_once=2))
    ben = await asking(ana.service, "ben@example.org", role="author")
    await ana.get("lesson.listLessons,courseRouter.listCourses")
    told = [await ben.get("lesson.listLessons"), await ben.get("service.whoAmI")]

    assert [answer.status_code for answer in told] == [429, 200]
    assert told[0].headers["retry-after"] == "1"


async def test_no_rate_is_no_limit(opening: Opening) -> None:
    """As on one's own computer."""
    ana = await opening(rates=NO_RATES)

    assert {(await ana.get(",".join(["service.whoAmI"] * 100))).status_code for _ in range(30)} == {200}


async def test_wrong_tokens_of_an_address_are_throttled(opening: Opening) -> None:
    """Twenty in a minute are told that they are wrong; then one every three seconds."""
    ana = await opening()
    told = [await ana.get("service.whoAmI", cookie=f"{WRONG}{number}") for number in range(22)]
    assert [answer.status_code for answer in told] == [401] * 20 + [429] * 2
    assert told[-1].headers["retry-after"] == "3"

    later(ana, 3)
    told = [await ana.get("service.whoAmI", cookie=f"{WRONG}{number}") for number in range(2)]
    assert [answer.status_code for answer in told] == [401, 429]


async def test_wrong_tokens_from_an_address_lock_out_no_right_one(opening: Opening) -> None:
    """Regression: a right token that this process had not seen yet was refused, behind an address that guessed."""
    ana = await opening()
    ben = await asking(ana.service, "ben@example.org", role="author")
    for number in range(21):
        await ana.get("service.whoAmI", cookie=f"{WRONG}{number}")
    told = [
        await ana.get("service.whoAmI"),
        await ben.post("project.createProject", {"name": "One"}),
        await ana.get("service.whoAmI", cookie=f"{WRONG}x"),
    ]

    assert [answer.status_code for answer in told] == [200, 200, 429]


async def test_long_forwarded_values_take_no_memory_and_evade_no_count(opening: Opening) -> None:
    """Regression: each was an address of its own, kept whole; 5,000 of 56 KB took 280 MB, and each had its guesses."""
    ana = await opening()
    told = [
        await ana.get("service.whoAmI", cookie=f"{WRONG}{number}", x_forwarded_for=f"{number}" + "x" * 50_000)
        for number in range(22)
    ]

    assert [answer.status_code for answer in told] == [401] * 20 + [429] * 2
    assert list(ana.service.gate._addresses._levels) == ["127.0.0.1"]


async def test_behind_a_proxy_each_address_has_its_own_guesses(opening: Opening) -> None:
    """Who guesses is slowed down, whatever they put before what the proxy writes; nobody else is."""
    ana = await opening()
    for number in range(21):
        await ana.get("service.whoAmI", cookie=f"{WRONG}{number}", x_forwarded_for=f"192.0.2.{number}, 203.0.113.9")
    same = await ana.get("service.whoAmI", cookie=f"{WRONG}x", x_forwarded_for="192.0.2.99, 203.0.113.9")
    other = await ana.get("service.whoAmI", cookie=f"{WRONG}x", x_forwarded_for="203.0.113.9, 203.0.113.10")

    assert (same.status_code, other.status_code) == (429, 401)


async def test_a_known_token_that_was_revoked_is_refused_all_the_same(opening: Opening) -> None:
    """What was right before is asked of the database each time."""
    ana = await opening()
    current = (await ana.data("service.whoAmI"))["session"]["sessionId"]
    await ana.done("service.revokeSession", {"sessionId": current})

    assert (await ana.get("service.whoAmI")).status_code == 401


def test_an_ipv6_customer_is_one_address() -> None:
    """By the first 64 bits, of which they have all the rest."""
    gate = AdmissionControl(Settings("sqlite:///x.db", rates=RateLimits(wrong_tokens_per_minute=1)), lambda: 0)
    gate.wrong_token("2001:db8:1:2::1")
    gate.wrong_token("2001:db8:1:3::1")

    with pytest.raises(HandlerError):
        gate.wrong_token("2001:db8:1:2:ffff::9")


def test_an_address_that_is_none_is_its_own_name() -> None:
    """A socket file."""
    gate = AdmissionControl(Settings("sqlite:///x.db", rates=RateLimits(wrong_tokens_per_minute=1)), lambda: 0)
    gate.wrong_token("unix:socket")

    with pytest.raises(HandlerError):
        gate.wrong_token("unix:socket")


def test_addresses_without_end_take_no_memory_without_end() -> None:
    """Anyone who has many of them has many guesses, not the service's memory."""
    gate = AdmissionControl(Settings("sqlite:///x.db"), lambda: 0)
    for number in range(MOST_NAMES + 1):
        gate.wrong_token(str(ip_address(number)))

    assert len(gate._addresses._levels) <= MOST_NAMES


@pytest.mark.parametrize("processes", [1, 3, 8])
def test_processes_together_let_no_more_through_than_one(processes: int) -> None:
    """Each has its share of what comes at the same time and of what comes in a minute."""
    now = 0
    settings = Settings("sqlite:///x.db", processes=processes, rates=RateLimits(calls_per_minute=240, calls_at_once=24))
    gates = [AdmissionControl(settings, lambda: now) for _ in range(processes)]

    def let_through() -> int:
        granted = 0
        for gate in gates:
            try:
                while True:
                    gate.call("ana", 1)
                    granted += 1
            except HandlerError:
                pass
        return granted

    first, now = let_through(), 6_000
    assert (first, let_through()) == (24, 24)


async def test_the_rates_are_announced_as_each_process_keeps_them(opening: Opening) -> None:
    """What is announced is never refused; how often one may guess is not reported."""
    ana = await opening(processes=4)
    limits = (await ana.data("service.getCapabilities"))["limits"]

    assert (limits["callsPerMinute"], limits["callsAtOnce"]) == (3_000, 500)
    assert (limits["organizationCallsPerMinute"], limits["generationsAtOnce"]) == (15_000, 64)
    assert "wrongTokensPerMinute" not in limits


async def test_over_the_load_a_write_is_sent_away(opening: Opening) -> None:
    """503 with Retry-After instead of a longer queue; nothing is stored, and reads continue."""
    ana = await opening(load=LoadLimits(writes_at_once=1))
    with ana.service.gate.write():
        told = [await ana.post("project.createProject", {"name": "x"}), await ana.get("service.whoAmI")]
    assert [answer.status_code for answer in told] == [503, 200]
    assert told[0].headers["retry-after"] == "2"

    await ana.done("project.createProject", {"name": "x"})


async def test_a_refused_write_leaves_its_room(opening: Opening) -> None:
    """Else the service would fill up with refusals."""
    ana = await opening(load=LoadLimits(writes_at_once=1))
    for _ in range(3):
        await ana.post("project.createProject", {"name": " "})

    assert ana.service.gate.writes == 0


async def test_over_the_load_a_generation_is_sent_away_and_reads_go_on(opening: Opening) -> None:
    """While slow ones are in progress; nothing is charged for the one that was refused."""
    ana = await opening(load=LoadLimits(generations_at_once=2))
    writer = ana.service.writer = ScriptedWriter()
    first, second = writer.gated(2)
    slow = []
    for topic in ("a", "b"):
        slow.append(asyncio.create_task(ana.post(STARTER, {"language": "EN", "topic": topic})))
        await writer.begun.wait()
        writer.begun.clear()
    refused = await ana.post(STARTER, {"language": "EN", "topic": "c"})
    read = await ana.data("organization.getUserData")
    first.set()
    second.set()
    made = await asyncio.gather(*slow)

    assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
    assert read["aiCreditBalance"] == 98
    assert [answer.status_code for answer in made] == [200, 200]
    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == 98


async def test_a_stored_answer_needs_no_room(opening: Opening) -> None:
    """A replay generates nothing."""
    ana = await opening(load=LoadLimits(generations_at_once=1))
    asked = {"language": "EN", "topic": "Tides"}
    first = await ana.post(STARTER, asked, idempotency_key="k")
    with ana.service.gate.generation():
        again = await ana.post(STARTER, asked, idempotency_key="k")
        other = await ana.post(STARTER, asked, idempotency_key="l")

    assert again.json() == first.json()
    assert again.headers["idempotent-replayed"] == "true"
    assert other.status_code == 503


async def test_an_organizations_day_may_cost_so_much(opening: Opening) -> None:
    """The cap holds over its people, says so, and is gone on the next day (UTC)."""
    ana = await opening(sheet_credits=1)
    await ana.service.store.write(lambda db: organizations.set_daily_cap(db, ana.organization_id, credits=2))
    told = [await ana.post(STARTER, {"language": "EN", "topic": name}) for name in ("a", "b", "c")]
    assert [answer.status_code for answer in told] == [200, 200, 402]
    assert "daily limit" in told[2].json()["error"]["message"]

    day_before = update(organization).values(spent_day=organization.c.spent_day - 1)
    await ana.service.store.write(lambda db: db.run(Statement(day_before)))
    await ana.done(STARTER, {"language": "EN", "topic": "c"})
    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == 97


class Clock:
    """A time that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 1_790_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock that a test moves."""
    return Clock()


@pytest.fixture
def buckets(clock: Clock) -> Buckets:
    """Two at the same time, one a second."""
    return Buckets(at_once=2, per_minute=60, clock=clock)


def test_a_new_bucket_is_full_and_then_empty(buckets: Buckets) -> None:
    """The third has to wait for a token, and nothing is taken from it."""
    assert [buckets.spend("ana") for _ in range(4)] == [0.0, 0.0, 1.0, 1.0]


def test_time_fills_it(buckets: Buckets, clock: Clock) -> None:
    """Up to what it holds."""
    buckets.spend("ana", 2)
    clock.now += 500
    assert buckets.spend("ana") == pytest.approx(0.5)
    clock.now += 3_600_000
    assert [buckets.spend("ana") for _ in range(3)] == [0.0, 0.0, 1.0]


def test_a_clock_that_goes_back_takes_nothing_away(buckets: Buckets, clock: Clock) -> None:
    """Nor does it give."""
    buckets.spend("ana", 2)
    clock.now -= 60_000
    assert buckets.spend("ana") == 1.0


def test_each_name_has_its_own(buckets: Buckets) -> None:
    """One person's haste is not another's."""
    buckets.spend("ana", 2)
    assert buckets.spend("eve") == 0.0


def test_a_batch_larger_than_the_bucket_goes_through_once(buckets: Buckets, clock: Clock) -> None:
    """It is paid for afterwards."""
    assert buckets.spend("ana", 10) == 0.0
    assert buckets.spend("ana") == 9.0
    clock.now += 9_000
    assert buckets.spend("ana") == 0.0


def test_a_clock_set_back_stops_nobody(buckets: Buckets, clock: Clock) -> None:
    """Regression: who had spent all waited until the clock was there again."""
    buckets.spend("ana", 2)
    clock.now -= 3_600_000
    assert buckets.spend("ana") == 1.0
    clock.now += 1_000
    assert buckets.spend("ana") == 0.0


def test_a_bucket_without_a_rate_is_no_limit(clock: Clock) -> None:
    """And nothing is remembered."""
    buckets = Buckets(at_once=0, per_minute=0, clock=clock)
    assert {buckets.spend("ana", 1_000_000) for _ in range(10)} == {0.0}
    assert buckets._levels == {}


def test_names_without_end_take_no_memory_without_end(clock: Clock) -> None:
    """Full buckets are forgotten first: they are as new. Anyone who waits still waits, unless half of all names do."""
    buckets = Buckets(at_once=2, per_minute=60, clock=clock)
    for number in range(MOST_NAMES):
        buckets.spend(f"once {number}")
    clock.now += 10_000
    buckets.spend("ana", 2)
    for number in range(MOST_NAMES + 1):
        buckets.spend(f"again {number}")

    assert len(buckets._levels) <= MOST_NAMES


@given(st.lists(st.tuples(st.integers(0, 5_000), st.integers(1, 8)), max_size=60))
def test_no_more_is_spent_than_was_held_and_came(asked: list[tuple[int, int]]) -> None:
    """Over any time: what it holds, plus the rate's share of the time, plus one batch."""
    clock = Clock()
    buckets, start, spent = Buckets(at_once=5, per_minute=120, clock=clock), clock.now, 0
    for passed_ms, count in asked:
        clock.now += passed_ms
        spent += count if buckets.spend("ana", count) == 0 else 0

    assert spent <= 5 + (clock.now - start) * 2 / 1000 + 8


def test_threads_do_not_spend_a_token_twice(clock: Clock) -> None:
    """Reads are answered on several."""
    buckets = Buckets(at_once=1_000, per_minute=1, clock=clock)
    with ThreadPoolExecutor(8) as threads:
        granted = sum(threads.map(lambda _: buckets.spend("ana") == 0.0, range(4_000)))

    assert granted == 1_000
