"""Credits: never negative, spent once, every movement in the ledger."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import update

from tests.service.db.cast import DAY, NOW, Place, place, read, written
from workbench.service.credits import ledger
from workbench.service.credits import store as credits
from workbench.service.credits.store import (
    MAX_CREDITS,
    CreditsReserved,
    ReservationLost,
    ReservationRefused,
    Spender,
    TooManyCredits,
)
from workbench.service.db.seam import Store, StoreFailed
from workbench.service.db.statement import Statement
from workbench.service.db.tables import credit_entry, organization
from workbench.service.organizations import store as organizations

pytestmark = pytest.mark.anyio
AT_THE_CAP = ReservationRefused(8, capped=True, daily_cap=2, left_today=0)

LATER = NOW + 60_000
PAID = "lesson.createStarterLesson"


async def held(store: Store, here: Place, cost: int = 1, at: int = NOW) -> CreditsReserved | ReservationRefused:
    """A reservation with a lease of a minute, or why there isn't one."""
    spender = Spender(here.person_id, run="spring", run_row="3")
    return await written(store, credits.reserve, here.organization_id, cost, spender=spender, now=at, lease_ms=60_000)


async def reserved(store: Store, here: Place, cost: int = 1, at: int = NOW) -> str:
    """The id of a reservation."""
    found = await held(store, here, cost, at)
    assert isinstance(found, CreditsReserved)
    return found.reservation_id


async def balance(store: Store, here: Place) -> int:
    """What can be spent; the ledger's sum is the same, or the test ends here."""
    found, ledger = await read(store, credits.balance_and_sum, here.organization_id)
    assert found == ledger
    return found


async def kinds(store: Store, here: Place) -> list[tuple[str, int, int]]:
    """Kind, credits and balance after of every entry, oldest first."""
    entries = await read(store, ledger.ledger_page, here.organization_id)
    return [(entry.kind, entry.credits, entry.balance_after) for entry in reversed(entries)]


async def test_ten_credits_are_spent_ten_times(store: Store, acme: Place) -> None:
    """Of 64 callers at once with a balance of ten, exactly ten get one."""
    found = await asyncio.gather(*(held(store, acme) for _ in range(64)))
    assert sum(isinstance(outcome, CreditsReserved) for outcome in found) == 10
    assert await balance(store, acme) == 0


async def test_a_settled_reservation_is_spent(store: Store, acme: Place) -> None:
    """It was taken off when it was held; settling moves nothing more."""
    reservation_id = await reserved(store, acme, 3)
    assert await written(store, credits.settle, reservation_id, lesson_id="lesson", now=LATER) == 7
    assert await kinds(store, acme) == [("grant", 10, 10), ("reserve", -3, 7), ("settle", 0, 7)]
    assert await balance(store, acme) == 7


async def test_a_released_reservation_is_given_back_once(store: Store, acme: Place) -> None:
    """The second release says that there was nothing to return."""
    reservation_id = await reserved(store, acme, 3)
    assert await written(store, credits.release, reservation_id, reason="writer failed", now=LATER)
    assert not await written(store, credits.release, reservation_id, reason="writer failed", now=LATER)
    assert await kinds(store, acme) == [("grant", 10, 10), ("reserve", -3, 7), ("release", 3, 10)]


async def test_a_lapsed_reservation_is_given_back(store: Store, acme: Place) -> None:
    """The sweep takes what ended, and leaves what has not."""
    await reserved(store, acme, 3)
    await reserved(store, acme, 2, at=NOW + 1)
    assert await written(store, credits.expire_lapsed, now=LATER) == 1
    assert (await kinds(store, acme))[-1] == ("expire", 3, 8)


async def test_a_lapsed_reservation_cannot_be_settled(store: Store, acme: Place) -> None:
    """The slow worker's unit is undone, and nothing is charged."""
    reservation_id = await reserved(store, acme, 3)
    await written(store, credits.expire_lapsed, now=LATER)
    with pytest.raises(ReservationLost):
        await written(store, credits.settle, reservation_id, lesson_id="lesson", now=LATER)
    assert await balance(store, acme) == 10


async def test_a_settled_reservation_does_not_lapse(store: Store, acme: Place) -> None:
    """What was paid for stays paid."""
    reservation_id = await reserved(store, acme, 3)
    await written(store, credits.settle, reservation_id, lesson_id="lesson", now=NOW)
    assert await written(store, credits.expire_lapsed, now=LATER) == 0


async def test_too_few_credits_hold_nothing(store: Store, acme: Place) -> None:
    """A price above the balance leaves no trace in the ledger."""
    assert await held(store, acme, 11) == ReservationRefused(10, capped=False)
    assert await kinds(store, acme) == [("grant", 10, 10)]


async def test_another_organizations_credits_are_its_own(store: Store, acme: Place, other: Place) -> None:
    """Spending here moves nothing there, and the ledgers do not mix."""
    await reserved(store, acme, 3)
    assert await balance(store, other) == 10
    assert await kinds(store, other) == [("grant", 10, 10)]


async def days_pass(store: Store, here: Place, days: int) -> None:
    """The database's clock as if it were so many days later than when the organization spent last."""
    moved = update(organization).values(spent_day=organization.c.spent_day - days)
    await store.write(lambda db: db.run(Statement(moved.where(organization.c.id == here.organization_id))))


async def test_a_daily_cap_holds_until_midnight(store: Store, acme: Place) -> None:
    """A day spends at most its cap; what was released that day can be spent again; the next day starts again."""
    await written(store, organizations.set_daily_cap, acme.organization_id, credits=2)
    await reserved(store, acme)
    second = await reserved(store, acme)
    assert await held(store, acme) == AT_THE_CAP
    await written(store, credits.release, second, reason="failed", now=NOW)
    await reserved(store, acme)
    assert await held(store, acme) == AT_THE_CAP
    await days_pass(store, acme, 1)
    assert isinstance(await held(store, acme), CreditsReserved)


@pytest.mark.parametrize("at", [NOW + DAY, NOW - DAY])
async def test_a_daily_cap_is_not_forgotten_by_a_clock(store: Store, acme: Place, at: int) -> None:
    """Regression: services whose clocks differ at midnight, or one set back, began the day again: 60 spent for a cap
    of 10.
    """
    await written(store, organizations.set_daily_cap, acme.organization_id, credits=2)
    for clock in (NOW, at):
        await held(store, acme, at=clock)
    assert await held(store, acme, at=NOW) == await held(store, acme, at=at) == AT_THE_CAP


async def test_the_day_of_a_cap_never_goes_back(store: Store, acme: Place) -> None:
    """
    Regression: a database whose clock is set back spent the cap again. Only who sets the cap calls it today again,
    and what was spent stays spent.
    """
    await written(store, organizations.set_daily_cap, acme.organization_id, credits=2)
    await reserved(store, acme)
    await days_pass(store, acme, -1)
    await reserved(store, acme)
    assert await held(store, acme) == AT_THE_CAP
    await written(store, organizations.set_daily_cap, acme.organization_id, credits=2)
    assert await held(store, acme) == AT_THE_CAP
    await days_pass(store, acme, 1)
    assert isinstance(await held(store, acme), CreditsReserved)


async def test_an_entry_says_who_and_for_what(store: Store, acme: Place) -> None:
    """The person with their name, the reservation, the lesson and the run's row."""
    reservation_id = await reserved(store, acme)
    await written(store, credits.settle, reservation_id, lesson_id="lesson", now=LATER)
    last = (await read(store, ledger.ledger_page, acme.organization_id))[0]
    assert (last.person_name, last.reservation_id, last.lesson_id) == ("Ana", reservation_id, "lesson")
    assert (last.run, last.run_row, last.at) == ("spring", "3", LATER)


async def test_an_entry_cannot_be_changed(store: Store, acme: Place) -> None:
    """The database itself refuses to rewrite the ledger."""
    with pytest.raises(StoreFailed):
        await store.write(lambda db: db.run(Statement(credit_entry.update().values(credits=1))))


async def test_a_price_holds_from_its_day(store: Store) -> None:
    """The first rate card says 1 credit a starter lesson; a later price holds from its time on, others are free."""
    await written(store, credits.set_price, PAID, credits=2, valid_from=NOW)
    assert await read(store, credits.read_price, PAID, now=NOW - 1) == 1
    assert await read(store, credits.read_price, PAID, now=NOW) == 2
    assert await read(store, credits.read_price, "lesson.getLesson", now=NOW) == 0


async def test_the_rate_card_shows_what_holds(store: Store) -> None:
    """One price a procedure, with the time since when; what comes later is not on it yet."""
    await written(store, credits.set_price, PAID, credits=2, valid_from=NOW)
    await written(store, credits.set_price, PAID, credits=3, valid_from=NOW + 1)
    names = (
        "courseRouter.proposeOutline",
        "lesson.suggestBlock",
        "lesson.createTranslation",
        "lesson.suggestTranslation",
    )
    others = [(name, 1, 0) for name in names]
    assert await read(store, credits.prices, now=NOW) == sorted([*others, (PAID, 2, NOW)])


async def test_every_entry_of_a_payment_names_its_reservation_and_its_time(store: Store, acme: Place) -> None:
    """So that what was held, and the outcome, can be put together."""
    reservation_id = await reserved(store, acme, 3)
    await written(store, credits.settle, reservation_id, lesson_id="lesson", now=LATER)
    entries = await read(store, ledger.ledger_page, acme.organization_id)

    assert [(entry.kind, entry.reservation_id, entry.at) for entry in entries[:2]] == [
        ("settle", reservation_id, LATER),
        ("reserve", reservation_id, NOW),
    ]


async def test_a_balance_that_the_ledger_does_not_explain_is_seen(store: Store, acme: Place) -> None:
    """Balance and sum are two figures, each from its own table."""
    moved = update(organization).values(credit_balance=7).where(organization.c.id == acme.organization_id)
    await store.write(lambda db: db.run(Statement(moved)))

    assert await read(store, credits.balance_and_sum, acme.organization_id) == (7, 10)


async def test_a_wallet_is_filled_to_the_most_and_no_further(store: Store, acme: Place) -> None:
    """One credit more than a wallet holds is refused, and leaves no entry."""

    async def granted(credits_given: int) -> int:
        return await written(
            store, credits.grant, acme.organization_id, credits_given, person_id=None, reason="trial", now=NOW
        )

    assert await granted(MAX_CREDITS - 10) == MAX_CREDITS
    with pytest.raises(TooManyCredits):
        await granted(1)
    assert await balance(store, acme) == MAX_CREDITS


async def test_without_an_entry_there_is_nothing(store: Store) -> None:
    """A new organization's balance and sum are 0, and one that is not there can hold nothing."""
    new = await place(store, name="New", email="new@example.org")
    assert await read(store, credits.balance_and_sum, new.organization_id) == (0, 0)
    nowhere = replace(new, organization_id="0" * 25)
    assert await held(store, nowhere) == ReservationRefused(0, capped=False)
