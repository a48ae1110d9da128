"""Paid calls with keys under faults: one lesson and one charge each, however often they were sent.

`--calls` says how many there are (`make sweep-paid`: 20,000 on each database).
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter

import pytest
from sqlalchemy import bindparam, func, select

from tests.databases import SERVER_LATER
from tests.faults.paying import FAULTS, office, pay, topic
from tests.people import cookie_of, new_person, open_beside
from workbench.service.administration.admin import AddedPerson
from workbench.service.administration.checking import problems
from workbench.service.credits import store as credits
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import credit_entry, lesson

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("dialect", SERVER_LATER)]

PROCESSES, CALLERS = 4, 24
LEASE_SECONDS = 2.0  # what a dead process was at may be begun again after this long
SPARE = 1_000
LESSONS = Statement(select(lesson.c.id, lesson.c.topic))
CHARGES = Statement(
    select(credit_entry.c.lesson_id, func.count())
    .where(credit_entry.c.kind == "settle", credit_entry.c.organization_id == bindparam("organization_id"))
    .group_by(credit_entry.c.lesson_id)
)


async def test_a_call_is_one_lesson_and_one_charge(database_url: str, pytestconfig: pytest.Config) -> None:
    """Cut, sent twice in parallel, answered by a process that dies: every answer names the one lesson that was paid
    for.
    """
    count = pytestconfig.getoption("calls")
    added = await new_person(database_url, credits_at_start=count + SPARE)
    began = time.monotonic()
    with office(database_url, PROCESSES, lease_seconds=LEASE_SECONDS, sweep_seconds=0.5) as processes:
        paid = await pay(processes, cookie_of(added), count, callers=CALLERS, seconds_between_deaths=3.0)
        made, charges, balance, total, wrong = await kept(database_url, added)
    seconds = time.monotonic() - began
    print(f"\n{count:,} calls in {seconds:.0f} s, {paid.sends:,} sends, {processes.deaths} deaths, {dict(paid.faults)}")
    print(f"  answers {dict(sorted(paid.statuses.items()))}, lessons {len(made):,}, charges {sum(charges.values()):,}")

    assert set(paid.faults) == set(FAULTS)
    assert paid.odd == []
    assert Counter(made.values()) == Counter(topic(number) for number in range(count))
    assert {made[lesson_id] for lesson_id in paid.lessons.values()} == set(made.values())
    assert charges == dict.fromkeys(made, 1)
    assert (balance, total) == (SPARE, SPARE)
    assert wrong == []


async def kept(database_url: str, added: AddedPerson) -> tuple[dict[str, str], dict[str, int], int, int, list[str]]:
    """Topics by lesson, charges by lesson, the balance and the ledger's sum, once no credits are held any more."""

    async def unit(db: Db) -> tuple[dict[str, str], dict[str, int], int, int]:
        lessons = {str(id_): str(said) for id_, said in await db.rows(LESSONS)}
        charges = {str(id_): int(n) for id_, n in await db.rows(CHARGES, organization_id=added.organization_id)}
        return (lessons, charges, *await credits.balance_and_sum(db, added.organization_id))

    async with open_beside(database_url) as store:
        until = time.monotonic() + 60 * LEASE_SECONDS
        found = await store.read(unit)
        while found[2] != SPARE and time.monotonic() < until:  # what a dead process held comes back by itself
            await asyncio.sleep(0.2)
            found = await store.read(unit)
        return (*found, await store.read(problems, long=True))
