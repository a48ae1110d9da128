"""The membership that a person needs for a thing: its organization, and the person's role there.

None for what is missing, in the trash, or another organization's: the three cannot be distinguished by callers.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, bindparam, case, select

from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, columns_of, today
from workbench.service.db.tables import asset, comment, course, lesson, membership, organization, project, source

_DEFAULT = Statement(
    select(project.c.id).where(
        project.c.organization_id == bindparam("organization_id"), project.c.is_default == bindparam("yes")
    )
)

_TIER_AND_STATUS = Statement(
    select(organization.c.tier, organization.c.status).where(organization.c.id == bindparam("organization_id"))
)
_NAMES_LOCKED = Statement(  # no key is changed, so that whoever only refers to the organization does not wait
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
"""What counts against an organization's daily cap: nothing of a day that is over."""

ACTIVE, SUSPENDED = "Active", "Suspended"


class Membership(NamedTuple):
    """The organization a thing is in, and the person's role there."""

    organization_id: str
    role: str


class OrganizationMembership(NamedTuple):
    """The person's role in an organization, and what nearly every page shows of it."""

    organization_id: str
    role: str
    name: str
    tier: str
    status: str
    credit_balance: int
    daily_cap_credits: int | None = None
    spent_today_credits: int = 0
    default_language: str | None = None


def _read_membership(thing: Table, organization_id: ColumnElement[str], gone: ColumnElement[int] | None) -> Statement:
    found = (
        select(membership.c.organization_id, membership.c.role)
        .select_from(thing)
        .join(membership, membership.c.organization_id == organization_id)
        .where(thing.c.id == bindparam("thing_id"), membership.c.person_id == bindparam("person_id"))
    )
    return Statement(found if gone is None else found.where(gone.is_(None)))


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
_PROJECT = _read_membership(project, project.c.organization_id, project.c.archived_at)
_COURSE = _read_membership(course, course.c.organization_id, course.c.deleted_at)
_LESSON = _read_membership(lesson, lesson.c.organization_id, lesson.c.deleted_at)
_SOURCE_ROLE = (
    select(membership.c.organization_id, membership.c.role)
    .select_from(source)
    .join(membership, membership.c.organization_id == source.c.organization_id)
    .where(source.c.id == bindparam("thing_id"), membership.c.person_id == bindparam("person_id"))
)
_SOURCE = Statement(_SOURCE_ROLE.where(source.c.version >= 0))  # less: it is deleted
_ANY_SOURCE = Statement(_SOURCE_ROLE)
_COMMENT_ROLE = (
    select(membership.c.organization_id, membership.c.role)
    .select_from(comment)
    .join(lesson, lesson.c.id == comment.c.lesson_id)
    .join(membership, membership.c.organization_id == comment.c.organization_id)
    .where(comment.c.id == bindparam("thing_id"), membership.c.person_id == bindparam("person_id"))
)
_COMMENT = Statement(_COMMENT_ROLE.where(lesson.c.deleted_at.is_(None)))
_ANY_COMMENT = Statement(_COMMENT_ROLE)
_HELD_ROLE = Statement(
    select(membership.c.role)
    .where(
        membership.c.organization_id == bindparam("organization_id"), membership.c.person_id == bindparam("person_id")
    )
    .with_for_update(read=True)
)
_ASSET = _read_membership(asset, asset.c.organization_id, asset.c.deleted_at)
_ANY_PROJECT = _read_membership(project, project.c.organization_id, None)
_ANY_COURSE = _read_membership(course, course.c.organization_id, None)
_ANY_ASSET = _read_membership(asset, asset.c.organization_id, None)
_ANY_LESSON = _read_membership(lesson, lesson.c.organization_id, None)


async def at_organization(db: Db, organization_id: str, *, person_id: str) -> OrganizationMembership | None:
    """Return the person's membership in the organization, and its facts."""
    found = await db.row(_ORGANIZATION, organization_id=organization_id, person_id=person_id)
    return None if found is None else OrganizationMembership(*found)


async def at_project(db: Db, project_id: str, *, person_id: str, in_trash: bool = False) -> Membership | None:
    """Return the person's membership for a project, with `in_trash` even an archived one."""
    statement = _ANY_PROJECT if in_trash else _PROJECT
    return _to_membership(await db.row(statement, thing_id=project_id, person_id=person_id))


async def at_course(db: Db, course_id: str, *, person_id: str, in_trash: bool = False) -> Membership | None:
    """Return the person's membership for a course, with `in_trash` even a deleted one."""
    statement = _ANY_COURSE if in_trash else _COURSE
    return _to_membership(await db.row(statement, thing_id=course_id, person_id=person_id))


async def at_lesson(db: Db, lesson_id: str, *, person_id: str, in_trash: bool = False) -> Membership | None:
    """Return the person's membership for a lesson, with `in_trash` even a deleted one."""
    statement = _ANY_LESSON if in_trash else _LESSON
    return _to_membership(await db.row(statement, thing_id=lesson_id, person_id=person_id))


async def at_asset(db: Db, asset_id: str, *, person_id: str, in_trash: bool = False) -> Membership | None:
    """Return the person's membership for an asset, with `in_trash` even a deleted one."""
    statement = _ANY_ASSET if in_trash else _ASSET
    return _to_membership(await db.row(statement, thing_id=asset_id, person_id=person_id))


async def at_source(db: Db, source_id: str, *, person_id: str, in_trash: bool = False) -> Membership | None:
    """Return the person's membership for a source, with `in_trash` even a deleted one."""
    statement = _ANY_SOURCE if in_trash else _SOURCE
    return _to_membership(await db.row(statement, thing_id=source_id, person_id=person_id))


async def at_comment(db: Db, comment_id: str, *, person_id: str, in_trash: bool = False) -> Membership | None:
    """Return the person's membership for a comment's lesson, with `in_trash` even a deleted lesson."""
    statement = _ANY_COMMENT if in_trash else _COMMENT
    return _to_membership(await db.row(statement, thing_id=comment_id, person_id=person_id))


async def held_role(db: Db, organization_id: str, *, person_id: str) -> str | None:
    """Return the person's role, locked until the unit ends; None if they are not a member."""
    found = await db.row(_HELD_ROLE, organization_id=organization_id, person_id=person_id)
    return None if found is None else str(found[0])


def _to_membership(row: Row | None) -> Membership | None:
    return None if row is None else Membership(*row)


async def first_organization(db: Db, person_id: str) -> str | None:
    """Return the first organization that the person joined and is still in, as a default; None without any."""
    found = await db.row(_FIRST_ORGANIZATION, person_id=person_id)
    return None if found is None else str(found[0])


async def default_project(db: Db, organization_id: str) -> str:
    """Return the id of the project that starter lessons go to."""
    found = await db.row(_DEFAULT, organization_id=organization_id, yes=True)
    assert found is not None, "an organization is made with its default project, which cannot be archived"
    return str(found[0])


async def tier_and_status(db: Db, organization_id: str) -> tuple[str, str] | None:
    """Return the answer of the interface's `organization.getOrgTierAndStatus`; None without an organization."""
    found = await db.row(_TIER_AND_STATUS, organization_id=organization_id)
    return None if found is None else (found[0], found[1])


async def lock_names(db: Db, organization_id: str) -> None:
    """Let no other unit compare names of the organization's projects and courses until this one ends."""
    await db.row(_NAMES_LOCKED, organization_id=organization_id)
