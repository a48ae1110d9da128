"""People and their place in organizations. What a role may do is not known here."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, exists, select, update

from workbench.errors import WorkbenchError
from workbench.service.db.folding import fold_text
from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, columns_of, insert_new_of
from workbench.service.db.tables import membership, person
from workbench.service.kernel.ids import new_id

ROLES = ("owner", "admin", "author", "reviewer", "viewer", "analyst")


class LastOwner(WorkbenchError):
    """An organization keeps at least one owner. Name another owner first; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can sign in, unless disabled."""

    person_id: str
    email: str
    name: str
    referral_id: str
    last_organization_id: str | None
    disabled_at: int | None
    created_at: int


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A person as one of an organization's people."""

    person_id: str
    email: str
    name: str
    role: str
    since: int
    is_disabled: bool


_PERSON = select(*columns_of(Person, person, person_id=person.c.id))
_BY_ID = Statement(_PERSON.where(person.c.id == bindparam("person_id")))
_BY_EMAIL = Statement(_PERSON.where(person.c.email_folded == bindparam("email_folded")))
_INSERT = insert_new_of(person, "email_folded")
_DISABLE = Statement(
    update(person).values(disabled_at=bindparam("disabled_at")).where(person.c.id == bindparam("person_id"))
)
_SELECT_ORGANIZATION = Statement(
    update(person)
    .values(last_organization_id=bindparam("organization_id"))
    .where(person.c.id == bindparam("person_id"))
)
_ROLE = Statement(
    select(membership.c.role).where(
        membership.c.organization_id == bindparam("organization_id"), membership.c.person_id == bindparam("person_id")
    )
)
_JOIN = insert_new_of(membership, "organization_id", "person_id")
_SET_ROLE = Statement(
    update(membership)
    .values(role=bindparam("new_role"))
    .where(membership.c.organization_id == bindparam("of_id"), membership.c.person_id == bindparam("who_id"))
)
_LEAVE = Statement(
    delete(membership).where(
        membership.c.organization_id == bindparam("of_id"), membership.c.person_id == bindparam("who_id")
    )
)
_HAVE_FOR_DEFAULT = Statement(
    update(person)
    .values(last_organization_id=bindparam("of_id"))
    .where(
        person.c.id == bindparam("who_id"),
        ~exists().where(membership.c.person_id == person.c.id, membership.c.organization_id != bindparam("of_id")),
    )
)
_OTHER_OWNERS = Statement(
    select(membership.c.person_id)
    .where(
        membership.c.organization_id == bindparam("of_id"),
        membership.c.role == "owner",
        membership.c.person_id != bindparam("who_id"),
        membership.c.person_id.in_(select(person.c.id).where(person.c.disabled_at.is_(None))),
    )
    .with_for_update()
)
_OWNED = Statement(
    select(membership.c.organization_id).where(
        membership.c.person_id == bindparam("who_id"), membership.c.role == "owner"
    )
)
_MEMBER = (
    select(person.c.id, person.c.email, person.c.name, membership.c.role, membership.c.created_at, person.c.disabled_at)
    .join(person, person.c.id == membership.c.person_id)
    .where(membership.c.organization_id == bindparam("organization_id"))
)
_MEMBERS = Statement(_MEMBER.order_by(person.c.email_folded))
_ONE_MEMBER = Statement(_MEMBER.where(membership.c.person_id == bindparam("person_id")).with_for_update(of=membership))


async def add_person(db: Db, *, email: str, name: str, now: int) -> tuple[Person, bool]:
    """Return the person with this e-mail (case-insensitive) and whether they are new; a known one is unchanged."""
    added = await db.run(
        _INSERT,
        id=new_id(),
        email=email.strip(),
        email_folded=fold_text(email),
        name=name,
        referral_id=new_id(),
        last_organization_id=None,
        disabled_at=None,
        created_at=now,
    )
    row = await db.row(_BY_EMAIL, email_folded=fold_text(email))
    assert row is not None
    return Person(*row), added > 0


async def person_by_id(db: Db, person_id: str) -> Person | None:
    """Return the person, disabled or not, or None when they do not exist."""
    return _person(await db.row(_BY_ID, person_id=person_id))


async def person_by_email(db: Db, email: str) -> Person | None:
    """Return the person with this e-mail, compared case-insensitively."""
    return _person(await db.row(_BY_EMAIL, email_folded=fold_text(email)))


async def disable_person(db: Db, person_id: str, *, now: int) -> None:
    """Disable the person; their sessions end with the next request."""
    await db.run(_DISABLE, person_id=person_id, disabled_at=now)


async def enable_person(db: Db, person_id: str) -> None:
    """They may sign in again."""
    await db.run(_DISABLE, person_id=person_id, disabled_at=None)


async def read_role(db: Db, *, person_id: str, organization_id: str) -> str | None:
    """Return the person's role, or None for a non-member and for an organization that does not exist."""
    row = await db.row(_ROLE, person_id=person_id, organization_id=organization_id)
    return None if row is None else str(row[0])


async def set_role(db: Db, *, person_id: str, organization_id: str, role: str, now: int) -> None:
    """Make the person a member with this role, or change the role they have. Raises LastOwner.

    A person who joins their only organization has it selected from then on; one joined in addition to others is
    not selected.
    """
    joined = await db.run(_JOIN, organization_id=organization_id, person_id=person_id, role=role, created_at=now)
    if joined:
        await db.run(_HAVE_FOR_DEFAULT, of_id=organization_id, who_id=person_id)
        return
    if role != "owner":
        await _another_owner(db, person_id, organization_id)
    await db.run(_SET_ROLE, of_id=organization_id, who_id=person_id, new_role=role)


async def remove_member(db: Db, *, person_id: str, organization_id: str) -> bool:
    """Remove the person, effective from their next request; return False for a non-member. Raises LastOwner.

    If it was their selected organization, they have none until they select another.
    """
    await _another_owner(db, person_id, organization_id)
    return await db.run(_LEAVE, of_id=organization_id, who_id=person_id) > 0


async def list_members(db: Db, organization_id: str) -> list[MemberRow]:
    """Return the organization's members, sorted by e-mail."""
    return [_member(row) for row in await db.rows(_MEMBERS, organization_id=organization_id)]


async def member(db: Db, *, person_id: str, organization_id: str) -> MemberRow | None:
    """Return a member with their row locked for this unit, or None."""
    row = await db.row(_ONE_MEMBER, person_id=person_id, organization_id=organization_id)
    return None if row is None else _member(row)


async def select_organization(db: Db, *, person_id: str, organization_id: str) -> None:
    """Store the organization that the person selected; the caller has checked that they are a member."""
    await db.run(_SELECT_ORGANIZATION, person_id=person_id, organization_id=organization_id)


async def owned_alone(db: Db, person_id: str) -> list[str]:
    """List the organizations that have no other owner who can sign in; their owners are locked for this unit."""
    owned = [str(organization_id) for (organization_id,) in await db.rows(_OWNED, who_id=person_id)]
    return [owned_id for owned_id in owned if not await db.rows(_OTHER_OWNERS, of_id=owned_id, who_id=person_id)]


async def _another_owner(db: Db, person_id: str, organization_id: str) -> None:
    if await read_role(db, person_id=person_id, organization_id=organization_id) != "owner":
        return
    if not await db.rows(_OTHER_OWNERS, of_id=organization_id, who_id=person_id):
        raise LastOwner


def _member(row: Row) -> MemberRow:
    person_id, email, name, role, since, disabled_at = row
    return MemberRow(person_id, email, name, role, since, is_disabled=disabled_at is not None)


def _person(row: Row | None) -> Person | None:
    return None if row is None else Person(*row)
