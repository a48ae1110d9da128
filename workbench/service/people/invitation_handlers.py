"""Handlers of the organization router that are about invitations: sent, listed, accepted, declined.

Nobody joins an organization, or has it for a default, without their own word or a service administrator's.
"""

from __future__ import annotations

from workbench.authoring.shape import NoInput
from workbench.procedures import member, organization
from workbench.procedures.member import AddMemberInput, InvitationEnded, InvitationInput, Invitations, Invited
from workbench.procedures.organization import Organization
from workbench.service.db.folding import fold_text
from workbench.service.kernel import memberships
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context, iso
from workbench.service.kernel.errors import HandlerError, not_found
from workbench.service.kernel.membership import OWNER, check_owners, here
from workbench.service.kernel.roles import SIGNED_IN, may
from workbench.service.people import invitations
from workbench.service.people import store as people
from workbench.service.people.invitations import InvitationRow


@serves(organization.add_member, requires="people")
async def add_member(context: Context, request: AddMemberInput) -> Invited:
    """Invite the address and return what was entered, whether or not the service knows the address.

    Repeating the call with the same role changes nothing.
    """
    standing = await here(context, request.organization_id)
    check_owners(standing, request.role)
    organization_id = standing.organization_id
    known = await people.list_members(context.db, organization_id)
    role = next((row.role for row in known if fold_text(row.email) == fold_text(request.email)), None)
    if role not in (None, request.role):
        raise HandlerError(
            "CONFLICT", f"This person is in the organization already, as {role}. Change the role instead."
        )
    if role is None and not await _stands(context, organization_id, request):
        invitation_id = await invitations.invite(
            context.db,
            organization_id,
            request.email,
            role=request.role,
            invited_by=context.person.person_id,
            now=context.service.clock(),
        )
        await record(context, organization_id, invitation_id, email=request.email, role=request.role)
    return Invited(email=request.email, role=request.role, name=request.name)


@serves(organization.list_invitations, requires=SIGNED_IN)
async def list_invitations(context: Context, request: NoInput) -> Invitations:
    """Return the valid invitations for the person's address."""
    found = await invitations.invitations_to(context.db, context.person.email)
    return Invitations(invitations=[to_wire(row) for row in found if holds(row)])


@serves(organization.accept_invitation, requires=SIGNED_IN)
async def accept_invitation(context: Context, request: InvitationInput) -> Organization:
    """Accept the invitation and return the organization; a person who is already a member keeps their role."""
    found = await invitations.invitation_by_id(context.db, request.invitation_id)
    if found is None or not _is_own(context, found) or not holds(found):
        raise not_found()
    if not await invitations.end(context.db, found.invitation_id):
        raise not_found()
    organization_id, person_id = found.organization_id, context.person.person_id
    if await people.read_role(context.db, person_id=person_id, organization_id=organization_id) is None:
        await people.set_role(
            context.db,
            person_id=person_id,
            organization_id=organization_id,
            role=found.role,
            now=context.service.clock(),
        )
    standing = await memberships.at_organization(context.db, organization_id, person_id=person_id)
    assert standing is not None
    await record(context, organization_id, person_id, role=standing.role)
    return Organization(
        organization_id=organization_id,
        name=standing.name,
        tier=standing.tier,
        status=standing.status,
        role=standing.role,
        ai_credit_balance=standing.credit_balance,
    )


@serves(organization.decline_invitation, requires=SIGNED_IN)
async def decline_invitation(context: Context, request: InvitationInput) -> InvitationEnded:
    """Delete the invitation: declined by its invitee, or withdrawn by a manager of the organization's people."""
    found = await invitations.invitation_by_id(context.db, request.invitation_id)
    if found is None or not (_is_own(context, found) or await _may_withdraw(context, found)):
        raise not_found()
    if not await invitations.end(context.db, found.invitation_id):
        raise not_found()
    await record(context, found.organization_id, found.invitation_id, email=found.email, role=found.role)
    return InvitationEnded(invitation_id=found.invitation_id)


def holds(found: InvitationRow) -> bool:
    """Return whether the inviter may still send it.

    An invitation is void when its inviter was removed or given another role.
    """
    return may(found.inviter_role or "", "people") and (found.role != OWNER or found.inviter_role == OWNER)


def to_wire(found: InvitationRow) -> member.Invitation:
    """Return an invitation in wire form."""
    return member.Invitation(
        invitation_id=found.invitation_id,
        organization_id=found.organization_id,
        organization_name=found.organization_name,
        email=found.email,
        role=found.role,
        invited_by=found.invited_by,
        invited_at=iso(found.invited_at),
    )


async def _stands(context: Context, organization_id: str, request: AddMemberInput) -> bool:
    """Return whether the same valid invitation already exists."""
    known = await invitations.invitations_to(context.db, request.email)
    return any(row.organization_id == organization_id and row.role == request.role and holds(row) for row in known)


def _is_own(context: Context, found: InvitationRow) -> bool:
    return fold_text(context.person.email) == found.email_folded


async def _may_withdraw(context: Context, found: InvitationRow) -> bool:
    role = await people.read_role(context.db, person_id=context.person.person_id, organization_id=found.organization_id)
    return may(role or "", "people") and (found.role != OWNER or role == OWNER)
