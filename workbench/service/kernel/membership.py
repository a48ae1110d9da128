"""Check whether a person may run a procedure in an organization: their membership and role.

Things of other organizations and missing ones get the same answer.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, Table, bindparam, case, select

from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, columns_of, today
from workbench.service.db.tables import asset, comment, course, lesson, membership, organization, project, source
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, not_found
from workbench.service.kernel.roles import Membership, OrganizationMembership, check_role, role_refused
from workbench.wire.headers import OTHER_ORGANIZATION

S = TypeVar("S", Membership, OrganizationMembership)
OWNER = "owner"


async def here(context: Context, organization_id: str | None) -> OrganizationMembership:
    """Return the person's membership in the organization.

    Without a name, it is the organization of the request, else the last selected. Raises `HandlerError`: NOT_FOUND for
    a missing or foreign one, FORBIDDEN for a role without the power.
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
    memberships = []
    if project_id is not None:
        memberships.append(await find_membership(context.db, "project", project_id, person_id=person_id, in_trash=True))
    if course_id is not None:
        memberships.append(await find_membership(context.db, "course", course_id, person_id=person_id, in_trash=True))
    for standing in memberships:
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
        return await first_organization(context.db, context.person.person_id)
    return chosen if await _at(context, chosen) is not None else None


async def at_project(context: Context, project_id: str, *, archived: bool = False) -> Membership:
    """Return the person's membership for the project, with `archived` even an archived one.

    Raises `HandlerError` like `here`.
    """
    return await _at_thing(context, "project", project_id, in_trash=archived)


async def at_course(context: Context, course_id: str, *, in_trash: bool = False) -> Membership:
    """Return the person's membership for the course, with `in_trash` even one in the trash.

    Raises `HandlerError` like `here`.
    """
    return await _at_thing(context, "course", course_id, in_trash=in_trash)


async def at_lesson(context: Context, lesson_id: str, *, in_trash: bool = False) -> Membership:
    """Return the person's membership for the lesson, with `in_trash` even one in the trash.

    Raises `HandlerError` like `here`.
    """
    return await _at_thing(context, "lesson", lesson_id, in_trash=in_trash)


async def at_asset(context: Context, asset_id: str) -> Membership:
    """Return the person's membership for the asset. Raises `HandlerError` like `here`."""
    return await _at_thing(context, "asset", asset_id)


async def at_source(context: Context, source_id: str) -> Membership:
    """Return the person's membership for the source. Raises `HandlerError` like `here`."""
    return await _at_thing(context, "source", source_id)


async def at_comment(context: Context, comment_id: str) -> Membership:
    """Return the person's membership for the comment's lesson. Raises `HandlerError` like `here`."""
    return await _at_thing(context, "comment", comment_id)


async def _at_thing(context: Context, kind: Thing, thing_id: str, *, in_trash: bool = False) -> Membership:
    """Return the membership for a thing.

    An id in the trash of another organization is refused with that organization's name.
    """
    person_id = context.person.person_id
    standing = await find_membership(context.db, kind, thing_id, person_id=person_id, in_trash=in_trash)
    if standing is None and not in_trash and context.within is not None:
        gone = await find_membership(context.db, kind, thing_id, person_id=person_id, in_trash=True)
        if gone is not None and gone.organization_id != context.within:
            raise await _other_organization(context, gone.organization_id)
    return await require_role(context, standing)


async def stays_allowed(context: Context, organization_id: str) -> str:
    """Return the person's role, checked again and locked until the unit ends. Raises `HandlerError`."""
    person_id = context.person.person_id
    role = await held_role(context.db, organization_id, person_id=person_id)
    standing = await require_role(context, None if role is None else Membership(organization_id, role))
    return standing.role


async def project_for(context: Context, organization_id: str, project_id: str | None) -> str:
    """Return the project for something new: the one named, if it is the organization's, else the default one.

    Raises `HandlerError` like `here`, for an archived project too.
    """
    if project_id is None:
        return await default_project(context.db, organization_id)
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
    expected = "the organization that this call is limited to" if wanted is None else f'"{wanted.name}"'
    return HandlerError(
        "FORBIDDEN",
        f"This belongs to {name}, not to {expected}: switch to {name} first. Nothing was done.",
        reason=OTHER_ORGANIZATION,
        organizationId=organization_id,
    )


async def _at(context: Context, organization_id: str) -> OrganizationMembership | None:
    known = context.memberships
    if organization_id not in known:
        person_id = context.person.person_id
        known[organization_id] = await organization_membership(context.db, organization_id, person_id=person_id)
    return known[organization_id]


Thing: TypeAlias = Literal["project", "course", "lesson", "asset", "source", "comment"]
"""A kind of thing that is in an organization and looked up by its id."""

_DEFAULT = Statement(
    select(project.c.id).where(
        project.c.organization_id == bindparam("organization_id"), project.c.is_default == bindparam("yes")
    )
)

_TIER_AND_STATUS = Statement(
    select(organization.c.tier, organization.c.status).where(organization.c.id == bindparam("organization_id"))
)
_NAMES_LOCKED = Statement(  # no key is changed, so that units that only refer to the organization don't wait
    select(organization.c.id).where(organization.c.id == bindparam("organization_id")).with_for_update(key_share=True)
)

_FIRST_ORGANIZATION = Statement(
    select(membership.c.organization_id)
    .where(membership.c.person_id == bindparam("person_id"))
    .order_by(membership.c.created_at, membership.c.organization_id)
    .limit(1)
)

IS_TODAY = organization.c.spent_day >= today()  # a day that was begun is not left for an earlier one
SPENT_TODAY = case((IS_TODAY, organization.c.spent_day_credits), else_=0)
"""Credits counted against an organization's daily cap: none of a day that is over."""

ACTIVE, SUSPENDED = "Active", "Suspended"


def _statements(thing: Table, gone: ColumnElement[int]) -> tuple[Statement, Statement]:
    query = (
        select(membership.c.organization_id, membership.c.role)
        .select_from(thing)
        .join(membership, membership.c.organization_id == thing.c.organization_id)
        .where(thing.c.id == bindparam("thing_id"), membership.c.person_id == bindparam("person_id"))
    )
    return Statement(query.where(gone.is_(None))), Statement(query)


_ORGANIZATION = Statement(
    select(
        *columns_of(
            OrganizationMembership,
            organization,
            organization_id=membership.c.organization_id,
            role=membership.c.role,
            spent_today_credits=SPENT_TODAY.label("spent_today"),
        )
    )
    .join(organization, organization.c.id == membership.c.organization_id)
    .where(
        membership.c.organization_id == bindparam("organization_id"), membership.c.person_id == bindparam("person_id")
    )
)
_SOURCE = (
    select(membership.c.organization_id, membership.c.role)
    .select_from(source)
    .join(membership, membership.c.organization_id == source.c.organization_id)
    .where(source.c.id == bindparam("thing_id"), membership.c.person_id == bindparam("person_id"))
)
_COMMENT = (
    select(membership.c.organization_id, membership.c.role)
    .select_from(comment)
    .join(lesson, lesson.c.id == comment.c.lesson_id)
    .join(membership, membership.c.organization_id == comment.c.organization_id)
    .where(comment.c.id == bindparam("thing_id"), membership.c.person_id == bindparam("person_id"))
)
_THINGS: Final[dict[Thing, tuple[Statement, Statement]]] = {
    "project": _statements(project, project.c.archived_at),
    "course": _statements(course, course.c.deleted_at),
    "lesson": _statements(lesson, lesson.c.deleted_at),
    "asset": _statements(asset, asset.c.deleted_at),
    "source": (Statement(_SOURCE.where(source.c.version >= 0)), Statement(_SOURCE)),  # less: it is deleted
    "comment": (Statement(_COMMENT.where(lesson.c.deleted_at.is_(None))), Statement(_COMMENT)),
}
"""The membership for a thing of each kind: outside the trash, and wherever it is."""
_HELD_ROLE = Statement(
    select(membership.c.role)
    .where(
        membership.c.organization_id == bindparam("organization_id"), membership.c.person_id == bindparam("person_id")
    )
    .with_for_update(read=True)
)


async def organization_membership(db: Db, organization_id: str, *, person_id: str) -> OrganizationMembership | None:
    """Return the person's membership in the organization, and its facts."""
    row = await db.row(_ORGANIZATION, organization_id=organization_id, person_id=person_id)
    return None if row is None else OrganizationMembership(*row)


async def find_membership(
    db: Db, kind: Thing, thing_id: str, *, person_id: str, in_trash: bool = False
) -> Membership | None:
    """Return the person's membership for a thing, with `in_trash` even for one in the trash or archived.

    None for missing things, those in the trash, and another organization's: callers cannot distinguish them.
    """
    outside, anywhere = _THINGS[kind]
    row = await db.row(anywhere if in_trash else outside, thing_id=thing_id, person_id=person_id)
    return None if row is None else Membership(*row)


async def held_role(db: Db, organization_id: str, *, person_id: str) -> str | None:
    """Return the person's role, locked until the unit ends; None if they are not a member."""
    row = await db.row(_HELD_ROLE, organization_id=organization_id, person_id=person_id)
    return None if row is None else str(row[0])


async def first_organization(db: Db, person_id: str) -> str | None:
    """Return the first organization that the person joined and is still in, as a default; None without any."""
    row = await db.row(_FIRST_ORGANIZATION, person_id=person_id)
    return None if row is None else str(row[0])


async def default_project(db: Db, organization_id: str) -> str:
    """Return the id of the project that starter lessons go to."""
    row = await db.row(_DEFAULT, organization_id=organization_id, yes=True)
    assert row is not None, "an organization is made with its default project, which cannot be archived"
    return str(row[0])


async def tier_and_status(db: Db, organization_id: str) -> tuple[str, str] | None:
    """Return the answer of the interface's `organization.getOrgTierAndStatus`; None without an organization."""
    row = await db.row(_TIER_AND_STATUS, organization_id=organization_id)
    return None if row is None else (row[0], row[1])


async def lock_names(db: Db, organization_id: str) -> None:
    """Let no other unit compare names of the organization's projects and courses until this one ends."""
    await db.row(_NAMES_LOCKED, organization_id=organization_id)
