"""Credits: one wallet per organization, an append-only ledger, reservations, prices.

The balance changes by one conditional update only, so it is never negative; each change writes its entry in the same
unit, so the sum of the entries is the balance at every commit (service 6).
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BigInteger, Update, bindparam, case, delete, func, or_, select, update

from workbench.errors import WorkbenchError
from workbench.procedures.organization import Purpose
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, insert_of, today
from workbench.service.db.tables import credit_entry, organization, rate_card, reservation
from workbench.service.kernel.ids import new_id
from workbench.service.kernel.membership import IS_TODAY, SPENT_TODAY

MAX_CREDITS = 10**15
"""Largest balance of a wallet: an integer in every database, and in every program that reads JSON."""
LEASE_MS = 10 * 60_000
HELD, SETTLED, RELEASED, EXPIRED = "held", "settled", "released", "expired"


class TooManyCredits(WorkbenchError):
    """A wallet holds at most 1,000,000,000,000,000 credits. Grant fewer; nothing was changed."""


class ReservationLost(WorkbenchError):
    """The reservation was given up in the meantime. Nothing was charged; start the call again."""


@dataclass(frozen=True, slots=True)
class Spender:
    """The cause of a movement of credits: the person, a run's name and row if there is one, and what is paid for."""

    person_id: str | None
    run: str | None = None
    run_row: str | None = None
    purpose: Purpose = "unknown"


@dataclass(frozen=True, slots=True)
class CreditsReserved:
    """Credits are held until the lease ends."""

    reservation_id: str
    balance: int


@dataclass(frozen=True, slots=True)
class ReservationRefused:
    """Too few credits, or the day's cap leaves too few (`capped`). Nothing is held.

    `daily_cap` and `left_today` are credits; None without a cap.
    """

    balance: int
    capped: bool
    daily_cap: int | None = None
    left_today: int | None = None


_RESERVE = Statement(
    update(organization)
    .values(
        credit_balance=organization.c.credit_balance - bindparam("cost"),
        spent_day_credits=SPENT_TODAY + bindparam("cost"),
        spent_day=case((IS_TODAY, organization.c.spent_day), else_=today()),
    )
    .where(
        organization.c.id == bindparam("organization_id"),
        organization.c.credit_balance >= bindparam("cost"),
        or_(
            organization.c.daily_cap_credits.is_(None),
            organization.c.daily_cap_credits >= SPENT_TODAY + bindparam("cost"),
        ),
    )
    .returning(organization.c.credit_balance, organization.c.spent_day)
)


def _move() -> Update:
    return update(organization).where(organization.c.id == bindparam("organization_id"))


_GRANT = Statement(
    _move()
    .values(credit_balance=organization.c.credit_balance + bindparam("more"))
    .where(organization.c.credit_balance <= MAX_CREDITS - bindparam("more", type_=BigInteger))
    .returning(organization.c.credit_balance)
)
_GIVE_BACK = Statement(
    _move()
    .values(
        credit_balance=organization.c.credit_balance + bindparam("more"),
        spent_day_credits=organization.c.spent_day_credits
        - case((organization.c.spent_day == bindparam("day"), bindparam("more")), else_=0),
    )
    .returning(organization.c.credit_balance)
)
_BALANCE = Statement(select(organization.c.credit_balance).where(organization.c.id == bindparam("organization_id")))
_WALLET = Statement(
    select(organization.c.credit_balance, organization.c.daily_cap_credits, SPENT_TODAY.label("spent")).where(
        organization.c.id == bindparam("organization_id")
    )
)
_HOLD = insert_of(reservation)
_CLOSE = Statement(
    update(reservation)
    .values(state=bindparam("outcome"), closed_at=bindparam("now"))
    .where(reservation.c.id == bindparam("reservation_id"), reservation.c.state == HELD)
    .returning(
        reservation.c.organization_id,
        reservation.c.person_id,
        reservation.c.credits,
        reservation.c.spent_day,
        reservation.c.run,
        reservation.c.run_row,
        reservation.c.purpose,
    )
)
_HELD = Statement(select(reservation.c.id).where(reservation.c.state == HELD).order_by(reservation.c.lease_until))
_LAPSED = Statement(
    select(reservation.c.id)
    .where(reservation.c.state == HELD, reservation.c.lease_until <= bindparam("now"))
    .order_by(reservation.c.lease_until)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_ENTRY = insert_of(credit_entry, without=("id",))
_SUM = Statement(
    select(
        organization.c.credit_balance,
        select(func.coalesce(func.sum(credit_entry.c.credits), 0))
        .where(credit_entry.c.organization_id == organization.c.id)
        .scalar_subquery(),
    ).where(organization.c.id == bindparam("organization_id"))
)
_PRICE = Statement(
    select(rate_card.c.credits)
    .where(rate_card.c.procedure == bindparam("procedure"), rate_card.c.valid_from <= bindparam("now"))
    .order_by(rate_card.c.valid_from.desc())
    .limit(1)
)
_PRICES = Statement(
    select(rate_card.c.procedure, rate_card.c.credits, rate_card.c.valid_from)
    .where(rate_card.c.valid_from <= bindparam("now"))
    .order_by(rate_card.c.procedure, rate_card.c.valid_from)
)
_DROP_PRICE = Statement(
    delete(rate_card).where(
        rate_card.c.procedure == bindparam("procedure"), rate_card.c.valid_from == bindparam("valid_from")
    )
)
_SET_PRICE = insert_of(rate_card)


async def grant(db: Db, organization_id: str, credits: int, *, person_id: str | None, reason: str, now: int) -> int:
    """Add credits to the wallet and return the balance afterwards. Raises TooManyCredits."""
    assert credits > 0
    row = None if credits > MAX_CREDITS else await db.row(_GRANT, organization_id=organization_id, more=credits)
    if row is None:
        raise TooManyCredits
    balance = int(row[0])
    await _enter(db, organization_id, "grant", credits, balance, now=now, person_id=person_id, reason=reason)
    return balance


async def reserve(
    db: Db, organization_id: str, credits: int, *, spender: Spender, now: int, lease_ms: int = LEASE_MS
) -> CreditsReserved | ReservationRefused:
    """Hold the price of one call until it is settled, released, or its lease ends.

    The day of a daily cap is the database's, whatever the caller's clock says, and it never goes back.
    """
    assert credits >= 0
    row = await db.row(_RESERVE, organization_id=organization_id, cost=credits)
    if row is None:
        wallet = await db.row(_WALLET, organization_id=organization_id)
        balance, cap, spent = wallet or (0, None, 0)
        left = None if cap is None else max(0, cap - spent)
        return ReservationRefused(balance, capped=balance >= credits, daily_cap=cap, left_today=left)
    left, day = row
    reservation_id = new_id()
    facts = {"person_id": spender.person_id, "run": spender.run, "run_row": spender.run_row, "purpose": spender.purpose}
    await db.run(
        _HOLD,
        id=reservation_id,
        organization_id=organization_id,
        state=HELD,
        credits=credits,
        lease_until=now + lease_ms,
        spent_day=day,
        created_at=now,
        closed_at=None,
        **facts,
    )
    await _enter(db, organization_id, "reserve", -credits, left, now=now, reservation_id=reservation_id, **facts)
    return CreditsReserved(reservation_id, left)


async def settle(
    db: Db,
    reservation_id: str,
    *,
    lesson_id: str | None,
    now: int,
    project_id: str | None = None,
) -> int:
    """Turn held credits into spent ones and return the balance.

    Runs in the unit that stores the paid result. Raises ReservationLost if the reservation lapsed or was closed: the
    unit is then undone completely.
    """
    balance = await _close(db, reservation_id, SETTLED, now=now, lesson_id=lesson_id, project_id=project_id)
    if balance is None:
        raise ReservationLost
    return balance


async def release(db: Db, reservation_id: str, *, reason: str, now: int) -> bool:
    """Refund held credits. False if the reservation was already closed; nothing moves then."""
    return await _close(db, reservation_id, RELEASED, reason=reason, now=now) is not None


async def expire(db: Db, reservation_id: str, *, now: int) -> bool:
    """Refund credits held by a worker that is taken for dead. False if the reservation was already closed."""
    return await _close(db, reservation_id, EXPIRED, reason="lease ended", now=now) is not None


async def expire_lapsed(db: Db, *, now: int, limit: int = 100) -> int:
    """Refund reservations whose lease has ended and return how many there were, at most `limit`."""
    lapsed = await db.rows(_LAPSED, now=now, limit=limit)
    return sum([await expire(db, reservation_id, now=now) for (reservation_id,) in lapsed])


async def expire_held(db: Db, *, now: int) -> int:
    """Refund all held credits, lease ended or not: for a database whose workers are all known to be gone."""
    return sum([await expire(db, reservation_id, now=now) for (reservation_id,) in await db.rows(_HELD)])


async def read_balance(db: Db, organization_id: str) -> int:
    """Return the credits that can be spent now: held credits are already deducted."""
    row = await db.row(_BALANCE, organization_id=organization_id)
    return 0 if row is None else int(row[0])


async def balance_and_sum(db: Db, organization_id: str) -> tuple[int, int]:
    """Return the balance and the sum of the ledger's entries. They are equal, or an invariant is broken."""
    row = await db.row(_SUM, organization_id=organization_id)
    assert row is not None
    return int(row[0]), int(row[1])


async def read_price(db: Db, procedure: str, *, now: int) -> int:
    """Return the credits that a call costs at this time; 0 if it is not on the rate card."""
    row = await db.row(_PRICE, procedure=procedure, now=now)
    return 0 if row is None else int(row[0])


async def prices(db: Db, *, now: int) -> list[tuple[str, int, int]]:
    """Return the rate card as it holds now: procedure, credits, valid from."""
    latest = {row[0]: (row[0], row[1], row[2]) for row in await db.rows(_PRICES, now=now)}
    return list(latest.values())


async def set_price(db: Db, procedure: str, *, credits: int, valid_from: int) -> None:
    """Set a price from this time on, replacing one planned for then; earlier ones stay on the card."""
    await db.run(_DROP_PRICE, procedure=procedure, valid_from=valid_from)
    await db.run(_SET_PRICE, procedure=procedure, credits=credits, valid_from=valid_from)


async def _close(db: Db, reservation_id: str, outcome: str, *, now: int, **facts: str | None) -> int | None:
    row = await db.row(_CLOSE, reservation_id=reservation_id, outcome=outcome, now=now)
    if row is None:
        return None
    organization_id, person_id, held, day, run, run_row, purpose = row
    back = 0 if outcome == SETTLED else held
    balance = await _balance_after(db, _GIVE_BACK, organization_id=organization_id, more=back, day=day)
    kind = {SETTLED: "settle", RELEASED: "release", EXPIRED: "expire"}[outcome]
    await _enter(
        db,
        organization_id,
        kind,
        back,
        balance,
        now=now,
        person_id=person_id,
        reservation_id=reservation_id,
        run=run,
        run_row=run_row,
        purpose=purpose,
        **facts,
    )
    return balance


async def _balance_after(db: Db, statement: Statement, **values: str | int) -> int:
    row = await db.row(statement, **values)
    assert row is not None
    return int(row[0])


async def _enter(
    db: Db, organization_id: str, kind: str, credits: int, balance: int, *, now: int, **facts: str | None
) -> None:
    known: dict[str, str | None] = dict.fromkeys(
        ("person_id", "lesson_id", "reservation_id", "run", "run_row", "reason", "project_id", "purpose")
    )
    known.update(facts)
    await db.run(
        _ENTRY,
        organization_id=organization_id,
        kind=kind,
        credits=credits,
        balance_after=balance,
        at=now,
        **known,
    )
