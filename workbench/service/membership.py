"""Whether a person may do what a procedure does in an organization. Foreign and missing answer alike."""

from __future__ import annotations

from typing import TypeVar

from workbench.service.context import Context
from workbench.service.handler_error import HandlerError, not_found
from workbench.service.roles import may
from workbench.service.store import memberships, people, projects
from workbench.service.store.memberships import Membership, OrganizationMembership

S = TypeVar("S", Membership, OrganizationMembership)
OWNER = "owner"


async def here(context: Context, organization_id: str | None) -> OrganizationMembership:
    """The person's standing in the organization, or in the last selected one when none is named.

    Raises `HandlerError`: NOT_FOUND for what is missing or foreign, FORBIDDEN for a role without the power.
    """
    known = context.memberships
    if organization_id is not None:
        return allowed(context, await _at(context, organization_id))
    if None not in known:
        chosen = await last_organization(context)
        known[None] = None if chosen is None else await _at(context, chosen)
    if known[None] is None:
        raise HandlerError("NOT_FOUND", "No organization is selected. Select one, or name it in the call.")
    return allowed(context, known[None])


def check_owners(standing: OrganizationMembership, *roles: str) -> None:
    """Only an owner makes owners and touches them. Raises `HandlerError`."""
    if OWNER in roles and standing.role != OWNER:
        raise HandlerError("FORBIDDEN", "Only an owner may do this to an owner, or make one.")


async def last_organization(context: Context) -> str | None:
    """The organization last selected; None when they were taken out of it: no other takes its place unchosen."""
    chosen = context.person.last_organization_id
    if chosen is None:  # from before joining the first organization selected it
        return await people.first_organization(context.db, context.person.person_id)
    return chosen if await _at(context, chosen) is not None else None


async def at_project(context: Context, project_id: str, *, archived: bool = False) -> Membership:
    """The person's standing at the project; with `archived` also at one that is. Raises `HandlerError` like `here`."""
    person_id = context.person.person_id
    return allowed(
        context, await memberships.at_project(context.db, project_id, person_id=person_id, archived=archived)
    )


async def at_course(context: Context, course_id: str, *, in_trash: bool = False) -> Membership:
    """The person's standing at the course; with `in_trash` also at one there. Raises `HandlerError` like `here`."""
    person_id = context.person.person_id
    return allowed(context, await memberships.at_course(context.db, course_id, person_id=person_id, in_trash=in_trash))


async def at_lesson(context: Context, lesson_id: str, *, in_trash: bool = False) -> Membership:
    """The person's standing at the lesson; with `in_trash` also at one there. Raises `HandlerError` like `here`."""
    person_id = context.person.person_id
    return allowed(context, await memberships.at_lesson(context.db, lesson_id, person_id=person_id, in_trash=in_trash))


async def at_asset(context: Context, asset_id: str) -> Membership:
    """The person's standing at the asset. Raises `HandlerError` like `here`."""
    return allowed(context, await memberships.at_asset(context.db, asset_id, person_id=context.person.person_id))


async def at_source(context: Context, source_id: str) -> Membership:
    """The person's standing at the source. Raises `HandlerError` like `here`."""
    return allowed(context, await memberships.at_source(context.db, source_id, person_id=context.person.person_id))


async def at_comment(context: Context, comment_id: str) -> Membership:
    """The person's standing at the comment's lesson. Raises `HandlerError` like `here`."""
    return allowed(context, await memberships.at_comment(context.db, comment_id, person_id=context.person.person_id))


async def stays_allowed(context: Context, organization_id: str) -> None:
    """Check the person's role again, which nobody changes until the unit ends. Raises `HandlerError`."""
    person_id = context.person.person_id
    role = await memberships.held_role(context.db, organization_id, person_id=person_id)
    allowed(context, None if role is None else Membership(organization_id, role))


async def project_for(context: Context, organization_id: str, project_id: str | None) -> str:
    """The project that something new goes into: the one named, if it is the organization's, else the default one.

    Raises `HandlerError` like `here`, for an archived project too.
    """
    if project_id is None:
        return await projects.default_project(context.db, organization_id)
    standing = await at_project(context, project_id)
    if standing.organization_id != organization_id:
        raise not_found()
    return project_id


def allowed(context: Context, standing: S | None) -> S:
    """The standing, if its role has the power that the procedure needs; counted as a call in the organization.

    Raises `HandlerError`.
    """
    if standing is None:
        raise not_found()
    context.service.gate.call_in(standing.organization_id)
    if not may(standing.role, context.requires):
        raise HandlerError(
            "FORBIDDEN", f"The role {standing.role} does not allow this. Ask an owner or admin of the organization."
        )
    return standing


async def _at(context: Context, organization_id: str) -> OrganizationMembership | None:
    known = context.memberships
    if organization_id not in known:
        person_id = context.person.person_id
        known[organization_id] = await memberships.at_organization(context.db, organization_id, person_id=person_id)
    return known[organization_id]
