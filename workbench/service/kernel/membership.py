"""Whether a person may do what a procedure does in an organization. Foreign and missing answer alike."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol, TypeVar

from workbench.service.db.seam import Db
from workbench.service.kernel import memberships
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, not_found
from workbench.service.kernel.memberships import Membership, OrganizationMembership
from workbench.service.kernel.roles import check_role, role_refused
from workbench.wire.headers import OTHER_ORGANIZATION

S = TypeVar("S", Membership, OrganizationMembership)
OWNER = "owner"


async def here(context: Context, organization_id: str | None) -> OrganizationMembership:
    """Return the person's membership in the organization.

    Without a name, it is the organization of the request, else the last selected. Raises `HandlerError`:
    NOT_FOUND for what is missing or foreign, FORBIDDEN for a role without the power.
    """
    known = context.memberships
    if organization_id is None:
        organization_id = context.within
    if organization_id is not None:
        return await require_role(context, await _at(context, organization_id))
    if None not in known:
        chosen = await last_organization(context)
        known[None] = None if chosen is None else await _at(context, chosen)
    if known[None] is None:
        raise HandlerError("NOT_FOUND", "No organization is selected. Select one, or name it in the call.")
    return await require_role(context, known[None])


async def check_filters(context: Context, *, project_id: str | None = None, course_id: str | None = None) -> None:
    """Refuse filters of another organization than the request is limited to: its list would be empty, and no error.

    Raises `HandlerError`.
    """
    if context.within is None:
        return
    person_id = context.person.person_id
    found = []
    if project_id is not None:
        found.append(await memberships.at_project(context.db, project_id, person_id=person_id, in_trash=True))
    if course_id is not None:
        found.append(await memberships.at_course(context.db, course_id, person_id=person_id, in_trash=True))
    for standing in found:
        if standing is not None and standing.organization_id != context.within:
            raise await _other_organization(context, standing.organization_id)


def check_owners(standing: OrganizationMembership, *roles: str) -> None:
    """Only an owner makes owners and touches them. Raises `HandlerError`."""
    if OWNER in roles and standing.role != OWNER:
        raise role_refused(standing.role, [OWNER], "This concerns an owner of the organization, or makes one.")


async def last_organization(context: Context) -> str | None:
    """Return the organization last selected; None if the person was removed from it.

    No other takes its place unchosen.
    """
    chosen = context.person.last_organization_id
    if chosen is None:  # from before joining the first organization selected it
        return await memberships.first_organization(context.db, context.person.person_id)
    return chosen if await _at(context, chosen) is not None else None


async def at_project(context: Context, project_id: str, *, archived: bool = False) -> Membership:
    """Return the person's membership for the project, with `archived` even an archived one.

    Raises `HandlerError` like `here`.
    """
    return await _at_thing(context, memberships.at_project, project_id, in_trash=archived)


async def at_course(context: Context, course_id: str, *, in_trash: bool = False) -> Membership:
    """Return the person's membership for the course, with `in_trash` even one in the trash.

    Raises `HandlerError` like `here`.
    """
    return await _at_thing(context, memberships.at_course, course_id, in_trash=in_trash)


async def at_lesson(context: Context, lesson_id: str, *, in_trash: bool = False) -> Membership:
    """Return the person's membership for the lesson, with `in_trash` even one in the trash.

    Raises `HandlerError` like `here`.
    """
    return await _at_thing(context, memberships.at_lesson, lesson_id, in_trash=in_trash)


async def at_asset(context: Context, asset_id: str) -> Membership:
    """Return the person's membership for the asset. Raises `HandlerError` like `here`."""
    return await _at_thing(context, memberships.at_asset, asset_id)


async def at_source(context: Context, source_id: str) -> Membership:
    """Return the person's membership for the source. Raises `HandlerError` like `here`."""
    return await _at_thing(context, memberships.at_source, source_id)


async def at_comment(context: Context, comment_id: str) -> Membership:
    """Return the person's membership for the comment's lesson. Raises `HandlerError` like `here`."""
    return await _at_thing(context, memberships.at_comment, comment_id)


class _Finding(Protocol):
    def __call__(
        self, db: Db, thing_id: str, /, *, person_id: str, in_trash: bool = False
    ) -> Awaitable[Membership | None]: ...


async def _at_thing(context: Context, find: _Finding, thing_id: str, *, in_trash: bool = False) -> Membership:
    """Return the membership for a thing.

    An id in the trash of another organization is refused with that organization's name.
    """
    person_id = context.person.person_id
    standing = await find(context.db, thing_id, person_id=person_id, in_trash=in_trash)
    if standing is None and not in_trash and context.within is not None:
        gone = await find(context.db, thing_id, person_id=person_id, in_trash=True)
        if gone is not None and gone.organization_id != context.within:
            raise await _other_organization(context, gone.organization_id)
    return await require_role(context, standing)


async def stays_allowed(context: Context, organization_id: str) -> str:
    """Return the person's role, checked again and locked until the unit ends. Raises `HandlerError`."""
    person_id = context.person.person_id
    role = await memberships.held_role(context.db, organization_id, person_id=person_id)
    standing = await require_role(context, None if role is None else Membership(organization_id, role))
    return standing.role


async def project_for(context: Context, organization_id: str, project_id: str | None) -> str:
    """Return the project for something new: the one named, if it is the organization's, else the default one.

    Raises `HandlerError` like `here`, for an archived project too.
    """
    if project_id is None:
        return await memberships.default_project(context.db, organization_id)
    standing = await at_project(context, project_id)
    if standing.organization_id != organization_id:
        raise not_found()
    return project_id


async def require_role(context: Context, standing: S | None) -> S:
    """Return the membership if its role has the required power, counting a call in the organization.

    Raises `HandlerError`, also for another organization than the one that the request is limited to.
    """
    if standing is None:
        raise not_found()
    if context.within not in (None, standing.organization_id):
        raise await _other_organization(context, standing.organization_id)
    context.service.gate.call_in(standing.organization_id)
    check_role(standing.role, context.requires)
    return standing


async def _other_organization(context: Context, organization_id: str) -> HandlerError:
    other = await _at(context, organization_id)
    wanted = None if context.within is None else await _at(context, context.within)
    name = "another organization" if other is None else f'"{other.name}"'
    place = "the organization that this call is limited to" if wanted is None else f'"{wanted.name}"'
    return HandlerError(
        "FORBIDDEN",
        f"This belongs to {name}, not to {place}: switch to {name} first. Nothing was done.",
        reason=OTHER_ORGANIZATION,
        organizationId=organization_id,
    )


async def _at(context: Context, organization_id: str) -> OrganizationMembership | None:
    known = context.memberships
    if organization_id not in known:
        person_id = context.person.person_id
        known[organization_id] = await memberships.at_organization(context.db, organization_id, person_id=person_id)
    return known[organization_id]
