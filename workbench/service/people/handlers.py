"""Handlers of the organization router that are about its people: members, roles, invitations, grants, the audit log.

Nobody becomes a member of an organization, or gets it as default, without their consent or a service administrator's.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from workbench.authoring.shape import NoInput
from workbench.procedures import member, organization
from workbench.procedures.declare import OrganizationScope
from workbench.procedures.member import (
    AddMemberInput,
    AuditLogInput,
    AuditLogOutput,
    GrantCreditsInput,
    GrantCreditsOutput,
    InvitationEnded,
    InvitationInput,
    Invitations,
    Invited,
    ListMembersOutput,
    Member,
    MemberInput,
    SetMemberRoleInput,
)
from workbench.procedures.organization import Organization
from workbench.service.credits import store as credits
from workbench.service.db.folding import fold_text
from workbench.service.kernel import audit, membership
from workbench.service.kernel.audit import AuditFilter, record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import DAY_MS, Context, instant
from workbench.service.kernel.errors import HandlerError, existing, not_found
from workbench.service.kernel.membership import OWNER, check_owners, here
from workbench.service.kernel.paging import DEFAULT_PAGE, entry_before
from workbench.service.kernel.roles import SIGNED_IN, may
from workbench.service.kernel.wire_form import wire_form
from workbench.service.people import invitations
from workbench.service.people import store as people
from workbench.service.people.invitations import InvitationRow
from workbench.service.people.store import LastOwner


@serves(organization.get_members, requires="read")
async def get_members(context: Context, request: OrganizationScope) -> ListMembersOutput:
    """Everyone in the organization; addresses and open invitations only for who manages people."""
    standing = await here(context, request.organization_id)
    rows = await people.list_members(context.db, standing.organization_id)
    members = [
        _member(row)
        for row in sorted(rows, key=lambda found_member: (found_member.name.casefold(), found_member.email))
    ]
    if not may(standing.role, "people"):
        return ListMembersOutput(members=[shown_member.model_copy(update={"email": None}) for shown_member in members])
    invited = await invitations.invitations_into(context.db, standing.organization_id)
    return ListMembersOutput(members=members, invitations=[invitation_to_wire(row) for row in invited])


@serves(organization.set_member_role, requires="people")
async def set_member_role(context: Context, request: SetMemberRoleInput) -> Member:
    """Change the person's role and return the member."""
    standing = await here(context, request.organization_id)
    organization_id = standing.organization_id
    row = await _find_member(context, organization_id, request.person_id)
    check_owners(standing, row.role, request.role)
    if row.role != request.role:
        try:
            await people.set_role(
                context.db,
                person_id=row.person_id,
                organization_id=organization_id,
                role=request.role,
                now=context.service.clock(),
            )
        except LastOwner as last:
            raise HandlerError("CONFLICT", last.message) from None
        await record(context, organization_id, row.person_id, role=request.role, roleBefore=row.role)
    return _member(row).model_copy(update={"role": request.role})


@serves(organization.remove_member, requires="people")
async def remove_member(context: Context, request: MemberInput) -> Member:
    """Remove the person from the organization; return the member as they were."""
    standing = await here(context, request.organization_id)
    organization_id = standing.organization_id
    row = await _find_member(context, organization_id, request.person_id)
    check_owners(standing, row.role)
    try:
        await people.remove_member(context.db, person_id=row.person_id, organization_id=organization_id)
    except LastOwner as last:
        raise HandlerError("CONFLICT", last.message) from None
    await record(context, organization_id, row.person_id, roleBefore=row.role)
    return _member(row)


@serves(organization.grant_credits, requires="grant")
async def grant_credits(context: Context, request: GrantCreditsInput) -> GrantCreditsOutput:
    """Add credits to the wallet and return its balance."""
    standing = await here(context, request.organization_id)
    try:
        balance = await credits.grant(
            context.db,
            standing.organization_id,
            request.credits,
            person_id=context.person.person_id,
            reason=request.reason,
            now=context.service.clock(),
        )
    except credits.TooManyCredits as refused:
        raise HandlerError("CONFLICT", refused.message) from None
    await record(
        context, standing.organization_id, standing.organization_id, credits=request.credits, reason=request.reason
    )
    return GrantCreditsOutput(ai_credit_balance=balance)


@serves(organization.get_audit_log, requires="people", long=True)
async def get_audit_log(context: Context, request: AuditLogInput) -> AuditLogOutput:
    """Return a page of the organization's audit log."""
    standing = await here(context, request.organization_id)
    limit = request.limit or DEFAULT_PAGE
    wanted = AuditFilter(
        person_id=request.person_id,
        action=request.action,
        since=None if request.since is None else midnight_ms(request.since),
        until=None if request.until is None else midnight_ms(request.until) + DAY_MS,
    )
    rows = await audit.audit_page(
        context.db, standing.organization_id, wanted, before=entry_before(request.cursor), limit=limit + 1
    )
    entries = rows[:limit]
    return AuditLogOutput(
        entries=[_entry(entry) for entry in entries],
        next_cursor=str(entries[-1].entry_id) if len(rows) > limit else None,
    )


def midnight_ms(day: str) -> int:
    """Return the time in milliseconds at which a day (ISO 8601) begins, UTC."""
    return int(datetime.combine(date.fromisoformat(day), time(), UTC).timestamp()) * 1000


async def _find_member(context: Context, organization_id: str, person_id: str) -> people.MemberRow:
    return existing(await people.member(context.db, person_id=person_id, organization_id=organization_id))


def _member(row: people.MemberRow) -> Member:
    return wire_form(Member, row)


def _entry(row: audit.AuditRow) -> member.AuditEntry:
    return wire_form(
        member.AuditEntry,
        row,
        entry_id=str(row.entry_id),
        subject_name=row.subject_name or row.facts.get("email"),
    )


@serves(organization.add_member, requires="people")
async def add_member(context: Context, request: AddMemberInput) -> Invited:
    """Invite the address and return the input, whether or not the service knows the address.

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
    rows = await invitations.invitations_to(context.db, context.person.email)
    return Invitations(invitations=[invitation_to_wire(row) for row in rows if holds(row)])


@serves(organization.accept_invitation, requires=SIGNED_IN)
async def accept_invitation(context: Context, request: InvitationInput) -> Organization:
    """Accept the invitation and return the organization; a person who is already a member keeps their role."""
    invitation = await invitations.invitation_by_id(context.db, request.invitation_id)
    if invitation is None or not _is_own(context, invitation) or not holds(invitation):
        raise not_found()
    if not await invitations.end(context.db, invitation.invitation_id):
        raise not_found()
    organization_id, person_id = invitation.organization_id, context.person.person_id
    if await people.read_role(context.db, person_id=person_id, organization_id=organization_id) is None:
        await people.set_role(
            context.db,
            person_id=person_id,
            organization_id=organization_id,
            role=invitation.role,
            now=context.service.clock(),
        )
    standing = await membership.organization_membership(context.db, organization_id, person_id=person_id)
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
    invitation = await invitations.invitation_by_id(context.db, request.invitation_id)
    if invitation is None or not (_is_own(context, invitation) or await _may_withdraw(context, invitation)):
        raise not_found()
    if not await invitations.end(context.db, invitation.invitation_id):
        raise not_found()
    await record(
        context, invitation.organization_id, invitation.invitation_id, email=invitation.email, role=invitation.role
    )
    return InvitationEnded(invitation_id=invitation.invitation_id)


def holds(row: InvitationRow) -> bool:
    """Return whether the inviter may still send it.

    An invitation is void when its inviter was removed or given another role.
    """
    return may(row.inviter_role or "", "people") and (row.role != OWNER or row.inviter_role == OWNER)


def invitation_to_wire(row: InvitationRow) -> member.Invitation:
    """Return an invitation in wire form."""
    return member.Invitation(
        invitation_id=row.invitation_id,
        organization_id=row.organization_id,
        organization_name=row.organization_name,
        email=row.email,
        role=row.role,
        invited_by=row.invited_by,
        invited_at=instant(row.invited_at),
    )


async def _stands(context: Context, organization_id: str, request: AddMemberInput) -> bool:
    """Return whether the same valid invitation already exists."""
    known = await invitations.invitations_to(context.db, request.email)
    return any(row.organization_id == organization_id and row.role == request.role and holds(row) for row in known)


def _is_own(context: Context, row: InvitationRow) -> bool:
    return fold_text(context.person.email) == row.email_folded


async def _may_withdraw(context: Context, row: InvitationRow) -> bool:
    role = await people.read_role(context.db, person_id=context.person.person_id, organization_id=row.organization_id)
    return may(role or "", "people") and (row.role != OWNER or role == OWNER)
