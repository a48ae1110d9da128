"""Invitations into organizations, until they are accepted, declined or withdrawn.

This module does not check who may invite.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, bindparam, delete, select

from workbench.service.db.folding import fold_text
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, columns_of, insert_new_of
from workbench.service.db.tables import invitation, membership, organization, person
from workbench.service.kernel.ids import new_id


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation; `inviter_role` is the current role there of the person who sent it, None if they have left."""

    invitation_id: str
    organization_id: str
    organization_name: str
    email: str
    email_folded: str
    role: str
    invited_by: str | None
    inviter_role: str | None
    invited_at: int


_INSERT = insert_new_of(invitation, "organization_id", "email_folded")
_INVITATION = (
    select(
        *columns_of(
            InvitationRow,
            invitation,
            invitation_id=invitation.c.id,
            organization_name=organization.c.name,
            invited_by=person.c.name,
            inviter_role=membership.c.role,
            invited_at=invitation.c.created_at,
        )
    )
    .join(organization, organization.c.id == invitation.c.organization_id)
    .outerjoin(person, person.c.id == invitation.c.invited_by)
    .outerjoin(
        membership,
        and_(
            membership.c.organization_id == invitation.c.organization_id,
            membership.c.person_id == invitation.c.invited_by,
        ),
    )
)
_ONE = Statement(_INVITATION.where(invitation.c.id == bindparam("invitation_id")))
_TO = Statement(
    _INVITATION.where(invitation.c.email_folded == bindparam("email_folded")).order_by(
        invitation.c.created_at, invitation.c.id
    )
)
_INTO = Statement(
    _INVITATION.where(invitation.c.organization_id == bindparam("organization_id")).order_by(invitation.c.email_folded)
)
_END = Statement(delete(invitation).where(invitation.c.id == bindparam("invitation_id")))
_END_FOR = Statement(
    delete(invitation).where(
        invitation.c.organization_id == bindparam("organization_id"),
        invitation.c.email_folded == bindparam("email_folded"),
    )
)


async def invite(db: Db, organization_id: str, email: str, *, role: str, invited_by: str | None, now: int) -> str:
    """Create an invitation and return its id, replacing one for the same address and organization."""
    await end_for(db, organization_id, email)
    invitation_id = new_id()
    await db.run(
        _INSERT,
        id=invitation_id,
        organization_id=organization_id,
        email=email.strip(),
        email_folded=fold_text(email),
        role=role,
        invited_by=invited_by,
        created_at=now,
    )
    return invitation_id


async def invitation_by_id(db: Db, invitation_id: str) -> InvitationRow | None:
    """Return the invitation, or None when it does not exist."""
    row = await db.row(_ONE, invitation_id=invitation_id)
    return None if row is None else InvitationRow(*row)


async def invitations_to(db: Db, email: str) -> list[InvitationRow]:
    """Return the invitations for an address (compared case-insensitively), oldest first."""
    return [InvitationRow(*row) for row in await db.rows(_TO, email_folded=fold_text(email))]


async def invitations_into(db: Db, organization_id: str) -> list[InvitationRow]:
    """Return the invitations into an organization, sorted by address."""
    return [InvitationRow(*row) for row in await db.rows(_INTO, organization_id=organization_id)]


async def end(db: Db, invitation_id: str) -> bool:
    """Delete the invitation before acting on it; return False when another call has already deleted it."""
    return await db.run(_END, invitation_id=invitation_id) > 0


async def end_for(db: Db, organization_id: str, email: str) -> None:
    """Delete the invitation of an address into an organization, if one exists."""
    await db.run(_END_FOR, organization_id=organization_id, email_folded=fold_text(email))
