"""Reading the credit ledger, newest first. It writes nothing: `credits` does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sqlalchemy import bindparam, select

from workbench.service.store.db import Db
from workbench.service.store.statement import Statement
from workbench.service.store.tables import credit_entry, person


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One movement. `credits` is signed; a settlement moves 0, because the reservation had taken them off already."""

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


@cache
def _entries(of_person: bool) -> Statement:
    found = (
        select(
            credit_entry.c.id,
            credit_entry.c.kind,
            credit_entry.c.credits,
            credit_entry.c.balance_after,
            credit_entry.c.at,
            credit_entry.c.person_id,
            person.c.name,
            credit_entry.c.lesson_id,
            credit_entry.c.reservation_id,
            credit_entry.c.run,
            credit_entry.c.run_row,
            credit_entry.c.reason,
        )
        .outerjoin(person, person.c.id == credit_entry.c.person_id)
        .where(credit_entry.c.organization_id == bindparam("organization_id"), credit_entry.c.id < bindparam("before"))
        .order_by(credit_entry.c.id.desc())
        .limit(bindparam("limit"))
    )
    return Statement(found.where(credit_entry.c.person_id == bindparam("person_id")) if of_person else found)


async def ledger_page(
    db: Db, organization_id: str, *, person_id: str | None = None, before: int | None = None, limit: int = 100
) -> list[LedgerEntry]:
    """Entries older than `before` (None: from the newest on), of one person's doing where one is named."""
    values: dict[str, str | int] = {"organization_id": organization_id, "limit": limit}
    values["before"] = 2**62 if before is None else before
    if person_id is not None:
        values["person_id"] = person_id
    return [LedgerEntry(*row) for row in await db.rows(_entries(person_id is not None), **values)]
