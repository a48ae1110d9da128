"""Whether a person may do what a procedure does in an organization. Foreign and missing answer alike."""

from __future__ import annotations

from workbench.service.context import Context
from workbench.service.refused import Refused, not_found
from workbench.service.roles import NEEDS, may
from workbench.service.store import people
from workbench.service.store.people import Member


async def member_of(context: Context, organization_id: str | None) -> Member:
    """The person's membership in an organization, if its role has the power that the procedure needs.

    `None` stands for something that was not found. Raises `Refused`: NOT_FOUND for what is missing or foreign,
    FORBIDDEN for a role without the power.
    """
    if organization_id is None:
        raise not_found()
    member = await people.membership(context.db, context.person.person_id, organization_id)
    if member is None:
        raise not_found()
    check_power(context.procedure, member)
    return member


async def member_here(context: Context, organization_id: str | None) -> Member:
    """The same for an optional organization: the last selected one is meant when none is named."""
    return await member_of(context, organization_id or await selected(context))


async def selected(context: Context) -> str | None:
    """The organization that the person worked in last; the first by name when none was ever chosen."""
    return await people.last_selected(context.db, context.person.person_id)


def check_power(procedure: str, member: Member) -> None:
    """Raise FORBIDDEN when the role lacks the power that the procedure needs."""
    if not may(member.role, NEEDS[procedure]):
        raise Refused("FORBIDDEN", f"The role {member.role} does not allow this. Ask an owner or admin.")
