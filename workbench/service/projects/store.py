"""Projects of an organization, and each person's favorites. Archived ones are left out unless requested."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import bindparam, case, delete, literal_column, select, update

from workbench.service.db.folding import fold_text, spellings
from workbench.service.db.listing import ALPHABETICAL, CREATED, UPDATED, known_sort
from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, among, insert_new_of, insert_of
from workbench.service.db.tables import course, favorite, project, tally
from workbench.service.db.tallies import tally_column
from workbench.service.kernel.ids import new_id
from workbench.service.kernel.membership import default_project

DEFAULT_PROJECT = "Starter lessons"


@dataclass(frozen=True, slots=True)
class ProjectRow:
    """A project as a person sees it; `updated_at` is the last change of anything in it."""

    project_id: str
    name: str
    is_default: bool
    is_favorite: bool
    is_archived: bool
    course_count: int
    lesson_count: int
    created_at: int
    updated_at: int


_INSERT = insert_of(project)
_CHANGED = (  # the newest, and no MAX, which PostgreSQL does not read off the end of the index here (see `in_order`)
    select(course.c.updated_at)
    .where(
        course.c.organization_id == project.c.organization_id,
        course.c.project_id == project.c.id,
        course.c.deleted_at.is_(None),
    )
    .order_by(course.c.deleted_at.desc(), course.c.updated_at.desc())
    .limit(literal_column("1"))
    .scalar_subquery()
)
_UPDATED_AT = case((project.c.updated_at < _CHANGED, _CHANGED), else_=project.c.updated_at).label("changed_at")
_PROJECT = (
    select(
        project.c.id,
        project.c.name,
        project.c.is_default,
        favorite.c.person_id,
        project.c.archived_at,
        tally_column(tally.c.courses),
        tally_column(tally.c.lessons),
        project.c.created_at,
        _UPDATED_AT,
    )
    .outerjoin(favorite, (favorite.c.project_id == project.c.id) & (favorite.c.person_id == bindparam("person_id")))
    .where(project.c.organization_id == bindparam("organization_id"))
)
_LIVING = _PROJECT.where(project.c.archived_at.is_(None))
_BY_NAME = (project.c.name_folded, project.c.id)
_LIST = {
    UPDATED: Statement(_LIVING.order_by(_UPDATED_AT.desc(), project.c.id.desc()).limit(bindparam("limit"))),
    CREATED: Statement(_LIVING.order_by(project.c.created_at.desc(), project.c.id.desc()).limit(bindparam("limit"))),
    ALPHABETICAL: Statement(_LIVING.order_by(*_BY_NAME).limit(bindparam("limit"))),
}
_ALL = Statement(_PROJECT.order_by(*_BY_NAME).limit(bindparam("limit")))
_BY_GIVEN_NAME = Statement(
    _PROJECT.where(among(project.c.name_folded, "names")).order_by(*_BY_NAME).limit(bindparam("limit"))
)
_ONE = Statement(_PROJECT.where(project.c.id == bindparam("project_id")))
_FAVORITES = Statement(_LIVING.where(favorite.c.person_id.is_not(None)).order_by(*_BY_NAME))
_IS_LIVING = Statement(
    select(project.c.id)
    .where(
        project.c.id == bindparam("project_id"),
        project.c.organization_id == bindparam("organization_id"),
        project.c.archived_at.is_(None),
    )
    .with_for_update(read=True)
)
_RENAME = Statement(
    update(project)
    .values(name=bindparam("new_name"), name_folded=bindparam("new_name_folded"), updated_at=bindparam("now"))
    .where(project.c.id == bindparam("project_id"), project.c.organization_id == bindparam("of_id"))
)
_ARCHIVE = Statement(
    update(project)
    .values(archived_at=bindparam("now"), updated_at=bindparam("now"))
    .where(
        project.c.id == bindparam("project_id"),
        project.c.organization_id == bindparam("of_id"),
        project.c.archived_at.is_(None),
        project.c.is_default == bindparam("no"),
    )
)
_TAKE_BACK = Statement(
    update(project)
    .values(archived_at=None, updated_at=bindparam("now"))
    .where(
        project.c.id == bindparam("project_id"),
        project.c.organization_id == bindparam("of_id"),
        project.c.archived_at.is_not(None),
    )
)
_MARK = insert_new_of(favorite, "person_id", "project_id")
_UNMARK = Statement(
    delete(favorite).where(favorite.c.person_id == bindparam("who_id"), favorite.c.project_id == bindparam("which_id"))
)


async def create_project(
    db: Db, *, organization_id: str, name: str, person_id: str | None, now: int, is_default: bool = False
) -> str:
    """Create a project and return its id."""
    project_id = new_id()
    await db.run(
        _INSERT,
        id=project_id,
        organization_id=organization_id,
        name=name,
        name_folded=fold_text(name),
        is_default=is_default,
        created_by=person_id,
        created_at=now,
        updated_at=now,
        archived_at=None,
    )
    return project_id


async def list_projects(
    db: Db, *, organization_id: str, person_id: str, sort: str | None = None, limit: int = 1_000
) -> list[ProjectRow]:
    """Return the organization's projects with their counts, in the order of the sort preference."""
    rows = await db.rows(_LIST[known_sort(sort)], organization_id=organization_id, person_id=person_id, limit=limit)
    return [_project(row) for row in rows]


async def list_all_projects(db: Db, *, organization_id: str, person_id: str, limit: int = 1_000) -> list[ProjectRow]:
    """Return the organization's projects including archived ones, sorted by name."""
    rows = await db.rows(_ALL, organization_id=organization_id, person_id=person_id, limit=limit)
    return [_project(row) for row in rows]


async def projects_by_name(
    db: Db, name: str, *, organization_id: str, person_id: str, limit: int = 1_000
) -> list[ProjectRow]:
    """Return the organization's projects, including archived ones, with this name in any of its `spellings`."""
    names = json.dumps(spellings(name))
    rows = await db.rows(_BY_GIVEN_NAME, names=names, organization_id=organization_id, person_id=person_id, limit=limit)
    return [_project(row) for row in rows]


async def list_favorites(db: Db, *, organization_id: str, person_id: str) -> list[ProjectRow]:
    """Return the person's favorite projects, sorted by name."""
    rows = await db.rows(_FAVORITES, organization_id=organization_id, person_id=person_id)
    return [_project(row) for row in rows]


async def project_by_id(db: Db, project_id: str, *, organization_id: str, person_id: str) -> ProjectRow | None:
    """Return the project, archived or not, if it belongs to the organization."""
    row = await db.row(_ONE, project_id=project_id, organization_id=organization_id, person_id=person_id)
    return None if row is None else _project(row)


async def living_project(db: Db, project_id: str, organization_id: str) -> str:
    """Return the project's id, or the default project's if it is archived.

    The project is locked against archiving until the transaction ends.
    """
    row = await db.row(_IS_LIVING, project_id=project_id, organization_id=organization_id)
    return project_id if row is not None else await default_project(db, organization_id)


async def rename_project(db: Db, project_id: str, *, organization_id: str, name: str, now: int) -> bool:
    """False when the organization has no such project."""
    values = {"new_name": name, "new_name_folded": fold_text(name)}
    return await db.run(_RENAME, project_id=project_id, of_id=organization_id, now=now, **values) > 0


async def archive_project(db: Db, project_id: str, *, organization_id: str, now: int) -> bool:
    """Archive the project; return False when it does not exist, is already archived, or is the default one."""
    return await db.run(_ARCHIVE, project_id=project_id, of_id=organization_id, now=now, no=False) > 0


async def unarchive_project(db: Db, project_id: str, *, organization_id: str, now: int) -> bool:
    """Unarchive the project; return False when it does not exist or is not archived."""
    return await db.run(_TAKE_BACK, project_id=project_id, of_id=organization_id, now=now) > 0


async def set_favorite(db: Db, project_id: str, *, person_id: str, is_favorite: bool, now: int) -> None:
    """Mark or unmark the project as the person's favorite; the caller has checked that they may see it."""
    if is_favorite:
        await db.run(_MARK, person_id=person_id, project_id=project_id, created_at=now)
    else:
        await db.run(_UNMARK, who_id=person_id, which_id=project_id)


def _project(row: Row) -> ProjectRow:
    project_id, name, is_default, marked_by, archived_at, *rest = row
    return ProjectRow(project_id, name, bool(is_default), marked_by is not None, archived_at is not None, *rest)
