"""Organizations: name, tier and status. Their wallet is in `credits`."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, case, or_, select, update

from workbench.service.credits.store import grant
from workbench.service.db.folding import fold_text
from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, columns_of, insert_of, today
from workbench.service.db.tables import membership, organization
from workbench.service.kernel.ids import new_id
from workbench.service.kernel.membership import ACTIVE
from workbench.service.people.store import set_role
from workbench.service.projects.store import DEFAULT_PROJECT, create_project

FREE = "Free"


@dataclass(frozen=True, slots=True)
class OrganizationRow:
    """An organization and its wallet."""

    organization_id: str
    name: str
    tier: str
    status: str
    credit_balance: int
    daily_cap_credits: int | None
    created_at: int


@dataclass(frozen=True, slots=True)
class MemberOrganization:
    """An organization as one of its people sees it."""

    organization_id: str
    name: str
    role: str
    tier: str
    status: str
    credit_balance: int


_INSERT = insert_of(organization)
_ORGANIZATION = select(*columns_of(OrganizationRow, organization, organization_id=organization.c.id))
_BY_ID = Statement(_ORGANIZATION.where(organization.c.id == bindparam("organization_id")))
_BY_NAME = Statement(
    _ORGANIZATION.where(
        or_(organization.c.name_folded == bindparam("name_folded"), organization.c.id == bindparam("organization_id"))
    )
    .order_by(organization.c.created_at, organization.c.id)
    .limit(bindparam("limit"))
)
_OF_PERSON = Statement(
    select(*columns_of(MemberOrganization, organization, organization_id=organization.c.id, role=membership.c.role))
    .join(membership, membership.c.organization_id == organization.c.id)
    .where(membership.c.person_id == bindparam("person_id"))
    .order_by(organization.c.name_folded, organization.c.id)
)
_SET_TIER_AND_STATUS = Statement(
    update(organization)
    .values(tier=bindparam("new_tier"), status=bindparam("new_status"))
    .where(organization.c.id == bindparam("organization_id"))
)
_SET_DEFAULT_LANGUAGE = Statement(
    update(organization)
    .values(default_language=bindparam("new_language"))
    .where(organization.c.id == bindparam("organization_id"))
)
_SET_DAILY_CAP = Statement(
    update(organization)
    .values(
        daily_cap_credits=bindparam("cap_credits"),
        spent_day=case((organization.c.spent_day > today(), today()), else_=organization.c.spent_day),
    )
    .where(organization.c.id == bindparam("organization_id"))
)


async def create_organization(
    db: Db, *, name: str, owner_id: str | None, now: int, opening_credits: int = 0, tier: str = FREE
) -> OrganizationRow:
    """Create an active organization with its default project, its owner and its opening balance."""
    organization_id = new_id()
    await db.run(
        _INSERT,
        id=organization_id,
        name=name,
        name_folded=fold_text(name),
        tier=tier,
        status=ACTIVE,
        credit_balance=0,
        daily_cap_credits=None,
        default_language=None,
        spent_day=0,
        spent_day_credits=0,
        created_at=now,
    )
    if owner_id is not None:
        await set_role(db, person_id=owner_id, organization_id=organization_id, role="owner", now=now)
    await create_project(
        db, organization_id=organization_id, name=DEFAULT_PROJECT, person_id=owner_id, now=now, is_default=True
    )
    if opening_credits:
        await grant(db, organization_id, opening_credits, person_id=owner_id, reason="opening balance", now=now)
    return OrganizationRow(organization_id, name, tier, ACTIVE, opening_credits, None, now)


async def organization_by_id(db: Db, organization_id: str) -> OrganizationRow | None:
    """Return the organization, or None when it does not exist."""
    return _organization(await db.row(_BY_ID, organization_id=organization_id))


async def organizations_by_name(db: Db, wanted: str) -> list[OrganizationRow]:
    """Return the organization with this id, or those with this name (case-insensitive); oldest first, max. ten."""
    found_rows = await db.rows(_BY_NAME, name_folded=fold_text(wanted), organization_id=wanted, limit=10)
    rows = [OrganizationRow(*row) for row in found_rows]
    return [row for row in rows if row.organization_id == wanted] or rows


async def list_organizations(db: Db, person_id: str) -> list[MemberOrganization]:
    """Return the organizations that the person is a member of, sorted by name."""
    return [MemberOrganization(*row) for row in await db.rows(_OF_PERSON, person_id=person_id)]


async def set_tier_and_status(db: Db, organization_id: str, *, tier: str, status: str) -> None:
    """Both are open sets of text."""
    await db.run(_SET_TIER_AND_STATUS, organization_id=organization_id, new_tier=tier, new_status=status)


async def set_default_language(db: Db, organization_id: str, language: str | None) -> None:
    """Set the default language of new lessons; None for none."""
    await db.run(_SET_DEFAULT_LANGUAGE, organization_id=organization_id, new_language=language)


async def set_daily_cap(db: Db, organization_id: str, *, credits: int | None) -> None:
    """Set the most credits that may be spent in one day (UTC); None for no cap.

    Credits spent today stay counted. A day in the future, set by a wrong clock, becomes today again.
    """
    await db.run(_SET_DAILY_CAP, organization_id=organization_id, cap_credits=credits)


def _organization(row: Row | None) -> OrganizationRow | None:
    return None if row is None else OrganizationRow(*row)
