"""The audit log: the person, action and time of each change, written in its transaction. Entries never change."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select

from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, insert_of
from workbench.service.db.tables import asset, audit, course, lesson, organization, person, project, source
from workbench.service.kernel.context import Context


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One logged action.

    `subject` is the id it concerned, `subject_name` its current name, `facts` are details, never a secret.
    """

    entry_id: int
    action: str
    subject: str | None
    facts: dict[str, Any]
    person_id: str | None
    person_name: str | None
    at: int
    subject_name: str | None


class AuditFilter(NamedTuple):
    """A filter for entries: one person's, of one action, from `since` on, before `until` (milliseconds)."""

    person_id: str | None = None
    action: str | None = None
    since: int | None = None
    until: int | None = None


_INSERT = insert_of(audit, without=("id",))
_EVERYTHING = AuditFilter()


@cache
def _page(*wanted: str) -> Statement:
    # An id is of one thing only, so at most one of these is found.
    somebody = person.alias()
    name = func.coalesce(
        lesson.c.title,
        course.c.title,
        project.c.name,
        source.c.title,
        asset.c.file_name,
        somebody.c.name,
        organization.c.name,
    )
    query = select(
        audit.c.id, audit.c.action, audit.c.subject, audit.c.facts, audit.c.person_id, person.c.name, audit.c.at, name
    )
    query = query.select_from(audit).outerjoin(person, person.c.id == audit.c.person_id)
    for of in (lesson, course, project, source, asset, somebody, organization):
        query = query.outerjoin(of, of.c.id == audit.c.subject)
    conditions = {
        "person_id": audit.c.person_id == bindparam("person_id"),
        "action": audit.c.action == bindparam("action"),
        "since": audit.c.at >= bindparam("since"),
        "until": audit.c.at < bindparam("until"),
    }
    return Statement(
        query.where(
            audit.c.organization_id == bindparam("organization_id"),
            audit.c.id < bindparam("before"),
            *(conditions[filter_name] for filter_name in wanted),
        )
        .order_by(audit.c.id.desc())
        .limit(bindparam("limit"))
    )


async def add_entry(
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
    """Add an entry in the unit of the action; undone with it."""
    await db.run(
        _INSERT,
        organization_id=organization_id,
        person_id=person_id,
        action=action,
        subject=subject,
        facts=json.dumps(facts, ensure_ascii=False, separators=(",", ":")),
        at=now,
    )


async def audit_page(
    db: Db, organization_id: str, which: AuditFilter = _EVERYTHING, *, before: int | None = None, limit: int = 100
) -> list[AuditRow]:
    """Return matching entries older than `before` (None: from the newest on), newest first."""
    wanted = {name: value for name, value in which._asdict().items() if value is not None}
    rows = await db.rows(
        _page(*wanted),
        organization_id=organization_id,
        before=2**62 if before is None else before,
        limit=limit,
        **wanted,
    )
    return [
        AuditRow(entry_id, action, subject, json.loads(facts), person_id, name, at, subject_name)
        for entry_id, action, subject, facts, person_id, name, at, subject_name in rows
    ]


async def record(context: Context, organization_id: str | None, subject: str | None, **facts: Any) -> None:
    """Record an action of the person; undone with the unit. `facts` must never hold a secret.

    The name of the change set that the request belongs to is added to them.
    """
    if context.options.change_set is not None:
        facts["changeSet"] = context.options.change_set
    await add_entry(
        context.db,
        context.procedure,
        organization_id=organization_id,
        person_id=context.person.person_id,
        subject=subject,
        now=context.service.clock(),
        **facts,
    )
