"""The audit log: who did what, and when. Entries are added and never changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from workbench.service.store.db import Db
from workbench.service.store.statement import Statement, insert_of
from workbench.service.store.tables import audit, person


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing done. `subject` is the id it was done to, `facts` what is worth knowing, never a secret."""

    entry_id: int
    action: str
    subject: str | None
    facts: dict[str, Any]
    person_id: str | None
    person_name: str | None
    at: int


_INSERT = insert_of(audit, without=("id",))
_PAGE = Statement(
    select(audit.c.id, audit.c.action, audit.c.subject, audit.c.facts, audit.c.person_id, person.c.name, audit.c.at)
    .outerjoin(person, person.c.id == audit.c.person_id)
    .where(audit.c.organization_id == bindparam("organization_id"), audit.c.id < bindparam("before"))
    .order_by(audit.c.id.desc())
    .limit(bindparam("limit"))
)


async def note(
    db: Db,
    action: str,
    /,
    *,
    organization_id: str | None,
    person_id: str | None,
    now: int,
    subject: str | None = None,
    **facts: Any,
) -> None:
    """Adds an entry in the unit that does the thing; undone with it."""
    await db.run(
        _INSERT,
        organization_id=organization_id,
        person_id=person_id,
        action=action,
        subject=subject,
        facts=json.dumps(facts, ensure_ascii=False, separators=(",", ":")),
        at=now,
    )


async def audit_page(db: Db, organization_id: str, *, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
    """Entries older than `before` (None: from the newest on), newest first."""
    found = await db.rows(
        _PAGE, organization_id=organization_id, before=2**62 if before is None else before, limit=limit
    )
    return [
        AuditEntry(entry_id, action, subject, json.loads(facts), person_id, name, at)
        for entry_id, action, subject, facts, person_id, name, at in found
    ]
