"""Handlers of the organization router that are about its people: members, roles, grants, the audit log."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from workbench.procedures import member, organization
from workbench.procedures.declare import OrganizationScope
from workbench.procedures.member import (
    AuditLogInput,
    AuditLogOutput,
    GrantCreditsInput,
    GrantCreditsOutput,
    ListMembersOutput,
    Member,
    MemberInput,
    SetMemberRoleInput,
)
from workbench.service.credits import store as credits
from workbench.service.credits.store import DAY_MS
from workbench.service.kernel import audit
from workbench.service.kernel.audit import AuditFilter, record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import check_owners, here
from workbench.service.kernel.paging import DEFAULT_PAGE, entry_before
from workbench.service.kernel.roles import may
from workbench.service.kernel.wire_form import wire_form
from workbench.service.people import invitations
from workbench.service.people import store as people
from workbench.service.people.invitation_handlers import to_wire
from workbench.service.people.store import LastOwner


@serves(organization.get_members, requires="read")
async def get_members(context: Context, request: OrganizationScope) -> ListMembersOutput:
    """Everyone in the organization; addresses and open invitations only for who manages people."""
    standing = await here(context, request.organization_id)
    found = await people.list_members(context.db, standing.organization_id)
    members = [
        _member(row)
        for row in sorted(found, key=lambda found_member: (found_member.name.casefold(), found_member.email))
    ]
    if not may(standing.role, "people"):
        return ListMembersOutput(members=[shown_member.model_copy(update={"email": None}) for shown_member in members])
    invited = await invitations.invitations_into(context.db, standing.organization_id)
    return ListMembersOutput(members=members, invitations=[to_wire(row) for row in invited])


@serves(organization.set_member_role, requires="people")
async def set_member_role(context: Context, request: SetMemberRoleInput) -> Member:
    """Change the person's role and return the member."""
    standing = await here(context, request.organization_id)
    organization_id = standing.organization_id
    found = await _find_member(context, organization_id, request.person_id)
    check_owners(standing, found.role, request.role)
    if found.role != request.role:
        try:
            await people.set_role(
                context.db,
                person_id=found.person_id,
                organization_id=organization_id,
                role=request.role,
                now=context.service.clock(),
            )
        except LastOwner as last:
            raise HandlerError("CONFLICT", last.message) from None
        await record(context, organization_id, found.person_id, role=request.role, roleBefore=found.role)
    return _member(found).model_copy(update={"role": request.role})


@serves(organization.remove_member, requires="people")
async def remove_member(context: Context, request: MemberInput) -> Member:
    """Remove the person from the organization; return the member as they were."""
    standing = await here(context, request.organization_id)
    organization_id = standing.organization_id
    found = await _find_member(context, organization_id, request.person_id)
    check_owners(standing, found.role)
    try:
        await people.remove_member(context.db, person_id=found.person_id, organization_id=organization_id)
    except LastOwner as last:
        raise HandlerError("CONFLICT", last.message) from None
    await record(context, organization_id, found.person_id, roleBefore=found.role)
    return _member(found)


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
    found = await audit.audit_page(
        context.db, standing.organization_id, wanted, before=entry_before(request.cursor), limit=limit + 1
    )
    entries = found[:limit]
    return AuditLogOutput(
        entries=[_entry(entry) for entry in entries],
        next_cursor=str(entries[-1].entry_id) if len(found) > limit else None,
    )


def midnight_ms(day: str) -> int:
    """Return the time in milliseconds at which a day (ISO 8601) begins, UTC."""
    return int(datetime.combine(date.fromisoformat(day), time(), UTC).timestamp()) * 1000


async def _find_member(context: Context, organization_id: str, person_id: str) -> people.MemberRow:
    return existing(await people.member(context.db, person_id=person_id, organization_id=organization_id))


def _member(found: people.MemberRow) -> Member:
    return wire_form(Member, found)


def _entry(found: audit.AuditRow) -> member.AuditEntry:
    return wire_form(
        member.AuditEntry,
        found,
        entry_id=str(found.entry_id),
        subject_name=found.subject_name or found.facts.get("email"),
    )
