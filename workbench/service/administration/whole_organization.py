"""Copy every row of an organization into another database, or remove the example organization. SQLite only.

The example of an embedded service is made in a separate database (decision 0099).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    text,
    update,
)

from workbench.procedures.organization import EXAMPLE_TIER
from workbench.service.db.folding import fold_text
from workbench.service.db.metadata import tables
from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, among, insert_of
from workbench.service.db.tables import (
    audit,
    credit_entry,
    lesson,
    membership,
    organization,
    paid_key,
    person,
    project,
    reservation,
    service,
    session,
)
from workbench.wire.strict_json import write

Rows: TypeAlias = Mapping[str, Sequence[Row]]
"""The rows of tables by the table's name, in the order of their keys."""

_SEARCH: Final = ("search_text", "search_passage")
# A session is for the database that issued it; the tally is counted by triggers.
_NOT_CARRIED: Final = ("service", "rate_card", "session", "tally")
_COUNTED: Final = (audit, credit_entry)  # their ids are the next free numbers
_CARRIED: Final = [table for table in tables.sorted_tables if table.name not in _NOT_CARRIED]
_READ: Final = {table.name: Statement(select(table).order_by(*table.primary_key)) for table in _CARRIED}
_ADD: Final = {table.name: insert_of(table, without=("id",) if table in _COUNTED else ()) for table in _CARRIED}
_READ_SEARCH: Final = {
    table_name: Statement(text(f"SELECT rowid, words FROM {table_name} ORDER BY rowid"))  # noqa: S608  (a constant)
    for table_name in _SEARCH
}
_ADD_SEARCH: Final = {
    table_name: Statement(text(f"INSERT INTO {table_name} (rowid, words) VALUES (:rowid, :words)"))  # noqa: S608
    for table_name in _SEARCH
}
_DELETE_SEARCH: Final = Statement(
    text("DELETE FROM search_text WHERE rowid BETWEEN :number << 8 AND (:number << 8) | 255")
)
_DELETE_PASSAGES: Final = Statement(
    text("DELETE FROM search_passage WHERE rowid IN (SELECT id FROM passage WHERE organization_id = :organization_id)")
)
_HERE: Final[BindParameter[str]] = bindparam("organization_id")
_NUMBERS: Final = Statement(select(lesson.c.number).where(lesson.c.organization_id == _HERE))
_OF_TIER: Final = Statement(
    select(
        organization.c.id,
        organization.c.name,
        select(func.count())
        .where(lesson.c.organization_id == organization.c.id, lesson.c.deleted_at.is_(None))
        .scalar_subquery(),
        select(func.count()).where(membership.c.organization_id == organization.c.id).scalar_subquery(),
    )
    .where(organization.c.tier == bindparam("tier"))
    .order_by(organization.c.created_at)
    .limit(1)
)
_IS_EXAMPLE: Final = Statement(
    select(organization.c.id).where(organization.c.id == _HERE, organization.c.tier == bindparam("tier"))
)
_TRIGGERS: Final = Statement(
    text("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%_no_delete'")
)
_SERVICE: Final = Statement(select(service))
_PERSON: Final = Statement(select(person).where(person.c.email_folded == bindparam("email")))
# Everybody who did something in an organization is in its audit log.
_ONLY_HERE: Final = Statement(
    select(person.c.id).where(
        or_(
            *(
                person.c.id.in_(select(table.c.person_id).where(table.c.organization_id == _HERE))
                for table in (membership, audit)
            )
        ),
        *(
            ~exists().where(table.c.person_id == person.c.id, table.c.organization_id != _HERE)
            for table in (membership, audit)
        ),
    )
)
_FIRST_ELSEWHERE: Final = (
    select(membership.c.organization_id)
    .where(membership.c.person_id == person.c.id, membership.c.organization_id != _HERE)
    .order_by(membership.c.created_at, membership.c.organization_id)
    .limit(1)
    .scalar_subquery()
)
_SELECT_ANOTHER: Final = Statement(
    update(person).values(last_organization_id=_FIRST_ELSEWHERE).where(person.c.last_organization_id == _HERE)
)


async def oldest_organization(db: Db, tier: str) -> tuple[str, str, int, int] | None:
    """Return the id, name, lesson count and member count of the tier's oldest organization, trash aside."""
    row = await db.row(_OF_TIER, tier=tier)
    return None if row is None else (str(row[0]), str(row[1]), int(row[2]), int(row[3]))


async def read_identity(db: Db, email: str) -> Rows:
    """Return the rows that identify a database, and that of its person with this address."""
    owner = await db.rows(_PERSON, email=fold_text(email))
    return {service.name: await db.rows(_SERVICE), person.name: owner}


async def add_identity(db: Db, rows: Rows) -> str:
    """Give an empty database the identity of another, and return the id of the person, who has no organization
    selected.
    """
    for table in (service, person):
        names = [column.name for column in table.columns]
        values = [dict(zip(names, row, strict=True)) for row in rows[table.name]]
        await db.run_many(insert_of(table), [{**value, "last_organization_id": None} for value in values])
    return str(rows[person.name][0][0])


async def read_rows(db: Db) -> Rows:
    """Return every row, except the sessions, of a database that holds only one organization."""
    row = {name: await db.rows(statement) for name, statement in _READ.items()}
    return {**row, **{name: await db.rows(statement) for name, statement in _READ_SEARCH.items()}}


async def add_rows(db: Db, rows: Rows) -> None:
    """Add the rows of `read_rows`; a person who already exists is unchanged.

    Spending per day starts at zero, because the other database used another date.
    """
    existing_ids = {person_id for (person_id,) in await db.rows(Statement(select(person.c.id)))}
    for table in _CARRIED:
        names = [column.name for column in table.columns]
        values = [dict(zip(names, row, strict=True)) for row in rows[table.name]]
        if table is person:
            values = [value for value in values if value["id"] not in existing_ids]
        elif table is organization:
            values = [{**value, "spent_day": 0, "spent_day_credits": 0} for value in values]
        elif table in _COUNTED:
            values = [{name: value for name, value in record.items() if name != "id"} for record in values]
        await db.run_many(_ADD[table.name], values)
    for name, statement in _ADD_SEARCH.items():
        await db.run_many(statement, [{"rowid": rowid, "words": words} for rowid, words in rows[name]])


async def remove_example(db: Db, organization_id: str) -> None:
    """Remove every row of an example, and its people who were never in another organization.

    People who had it selected get the remaining organization that they joined first. The triggers that protect the
    ledger and the audit log are dropped for the length of this unit. Raises `ValueError` for an organization of another
    tier.
    """
    if await db.row(_IS_EXAMPLE, organization_id=organization_id, tier=EXAMPLE_TIER) is None:
        raise ValueError("only the example may be removed")
    people = [person_id for (person_id,) in await db.rows(_ONLY_HERE, organization_id=organization_id)]
    numbers = await db.rows(_NUMBERS, organization_id=organization_id)
    await db.run_many(_DELETE_SEARCH, [{"number": number} for (number,) in numbers])
    await db.run(_DELETE_PASSAGES, organization_id=organization_id)
    await db.run(_SELECT_ANOTHER, organization_id=organization_id)
    values = {"organization_id": organization_id, "people": write(people).decode()}
    triggers = await db.rows(_TRIGGERS)
    for name, _ in triggers:
        await db.run(Statement(text(f"DROP TRIGGER {name}")))
    for table in reversed(tables.sorted_tables):
        if table.name in _REMOVE:
            await db.run(_REMOVE[table.name], **values)
    for _, sql in triggers:
        await db.run(Statement(text(sql.replace(":", r"\:"))))


def _belongs_to(table: Table) -> ColumnElement[bool] | None:
    """Return whether a row belongs to the organization or to its `people`; None for a table that has neither."""
    if table is organization:
        return table.c.id == _HERE
    if table is person:
        return among(table.c.id, "people")
    if table is session:
        return among(table.c.person_id, "people")
    if table is paid_key:
        reservations = select(reservation.c.id).where(reservation.c.organization_id == _HERE)
        return or_(
            table.c.owner_id == _HERE, table.c.reservation_id.in_(reservations), among(table.c.person_id, "people")
        )
    if table is audit:
        of_people = and_(table.c.organization_id.is_(None), among(table.c.person_id, "people"))
        return or_(table.c.organization_id == _HERE, of_people)
    for owner in (lesson, project):
        if "organization_id" not in table.c and f"{owner.name}_id" in table.c:
            return table.c[f"{owner.name}_id"].in_(select(owner.c.id).where(owner.c.organization_id == _HERE))
    return table.c.organization_id == _HERE if "organization_id" in table.c else None


_REMOVE: Final = {
    table.name: Statement(delete(table).where(condition))
    for table in tables.sorted_tables
    if (condition := _belongs_to(table)) is not None
}
