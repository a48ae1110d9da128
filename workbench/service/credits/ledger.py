"""Read the credit ledger: newest first, or added up by day. `store` writes it, and enforces the limits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sqlalchemy import bindparam, case, func, select

from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, columns_of
from workbench.service.db.tables import credit_entry, person, reservation
from workbench.service.kernel.context import DAY_MS


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One movement. `credits` is signed; a settlement moves 0, because the reservation has already deducted them."""

    entry_id: int
    kind: str
    credits: int
    balance_after: int
    at: int
    person_id: str | None
    person_name: str | None
    lesson_id: str | None
    reservation_id: str | None
    run: str | None
    run_row: str | None
    reason: str | None
    project_id: str | None
    purpose: str | None


@dataclass(frozen=True, slots=True)
class DaySpendingRow:
    """A day (since the epoch, UTC) with an entry: its spending, and the balance after its last entry."""

    day: int
    spent_credits: int
    balance: int


@cache
def _entries(of_person: bool) -> Statement:
    query = (
        select(*columns_of(LedgerRow, credit_entry, entry_id=credit_entry.c.id, person_name=person.c.name))
        .outerjoin(person, person.c.id == credit_entry.c.person_id)
        .where(credit_entry.c.organization_id == bindparam("organization_id"), credit_entry.c.id < bindparam("before"))
        .order_by(credit_entry.c.id.desc())
        .limit(bindparam("limit"))
    )
    return Statement(query.where(credit_entry.c.person_id == bindparam("person_id")) if of_person else query)


@cache
def _by_day(of_person: bool) -> Statement:
    # Entries rise with time: backwards from the newest to the last one before these days, however long the ledger is.
    entry = credit_entry.alias()
    before = (
        select(entry.c.id)
        .where(entry.c.organization_id == bindparam("organization_id"), entry.c.at < bindparam("since"))
        .order_by(entry.c.id.desc())
        .limit(bindparam("limit"))
        .scalar_subquery()
    )
    day = (credit_entry.c.at // bindparam("day_ms")).label("day")
    spent = case((credit_entry.c.kind == "settle", reservation.c.credits), else_=0)
    days = (
        select(day, func.sum(spent).label("spent"), func.max(credit_entry.c.id).label("last"))
        .outerjoin(reservation, reservation.c.id == credit_entry.c.reservation_id)
        .where(
            credit_entry.c.organization_id == bindparam("organization_id"),
            credit_entry.c.id > func.coalesce(before, 0),
            credit_entry.c.at >= bindparam("since"),
        )
        .group_by(day)
    )
    if of_person:
        days = days.where(credit_entry.c.person_id == bindparam("person_id"))
    daily = days.subquery()
    last = credit_entry.alias()
    return Statement(
        select(daily.c.day, daily.c.spent, last.c.balance_after)
        .join(last, last.c.id == daily.c.last)
        .order_by(daily.c.day)
    )


async def spending_by_day(
    db: Db, organization_id: str, *, person_id: str | None = None, since: int
) -> list[DaySpendingRow]:
    """Return the days from `since` on that have an entry, oldest first; only one person's if one is named."""
    values: dict[str, str | int] = {"organization_id": organization_id, "since": since, "day_ms": DAY_MS, "limit": 1}
    if person_id is not None:
        values["person_id"] = person_id
    rows = await db.rows(_by_day(person_id is not None), **values)
    return [DaySpendingRow(int(day), int(spent), int(balance)) for day, spent, balance in rows]


async def ledger_page(
    db: Db, organization_id: str, *, person_id: str | None = None, before: int | None = None, limit: int = 100
) -> list[LedgerRow]:
    """Return entries older than `before` (None: from the newest on); only one person's if one is named."""
    values: dict[str, str | int] = {"organization_id": organization_id, "limit": limit}
    values["before"] = 2**62 if before is None else before
    if person_id is not None:
        values["person_id"] = person_id
    return [LedgerRow(*row) for row in await db.rows(_entries(person_id is not None), **values)]
