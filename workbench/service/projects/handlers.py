"""Handlers of the project router."""

from __future__ import annotations

from workbench.procedures import project
from workbench.procedures.organization import (
    Project,
)
from workbench.procedures.project import ArchiveProjectInput, CreateProjectInput, RenameProjectInput, SetFavoriteInput
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, existing, refuse_same_name
from workbench.service.kernel.membership import at_project, here, lock_names
from workbench.service.kernel.wire_form import wire_form
from workbench.service.projects import store as projects


@serves(project.create_project, requires="edit")
async def create_project(context: Context, request: CreateProjectInput) -> Project:
    """Create an empty project and return it."""
    standing = await here(context, request.organization_id)
    organization_id = standing.organization_id
    if request.refuse_same_name:
        await _check_name(context, organization_id, request.name)
    project_id = await projects.create_project(
        context.db,
        organization_id=organization_id,
        name=request.name,
        person_id=context.person.person_id,
        now=context.service.clock(),
    )
    await record(context, organization_id, project_id)
    return to_wire(await _find_project(context, organization_id, project_id))


@serves(project.rename_project, requires="edit")
async def rename_project(context: Context, request: RenameProjectInput) -> Project:
    """Rename the project and return it."""
    standing = await at_project(context, request.project_id)
    organization_id, now = standing.organization_id, context.service.clock()
    before = await _find_project(context, organization_id, request.project_id)
    if request.refuse_same_name and request.name != before.name:
        await _check_name(context, organization_id, request.name, besides=request.project_id)
    await projects.rename_project(
        context.db, request.project_id, organization_id=organization_id, name=request.name, now=now
    )
    await record(context, organization_id, request.project_id, nameBefore=before.name, name=request.name)
    return to_wire(await _find_project(context, organization_id, request.project_id))


@serves(project.archive_project, requires="edit")
async def archive_project(context: Context, request: ArchiveProjectInput) -> Project:
    """Archive or unarchive the project and return it; repeating the call changes nothing."""
    standing = await at_project(context, request.project_id, archived=True)
    organization_id, now = standing.organization_id, context.service.clock()
    before = await _find_project(context, organization_id, request.project_id)
    if before.is_default:
        raise HandlerError("CONFLICT", "The default project can't be archived: starter lessons go there.")
    if request.refuse_same_name and before.is_archived and not request.is_archived:
        await _check_name(context, organization_id, before.name, besides=request.project_id)
    change = projects.archive_project if request.is_archived else projects.unarchive_project
    if await change(context.db, request.project_id, organization_id=organization_id, now=now):
        await record(context, organization_id, request.project_id, isArchived=request.is_archived)
    return to_wire(await _find_project(context, organization_id, request.project_id))


@serves(project.set_favorite, requires="read")
async def set_favorite(context: Context, request: SetFavoriteInput) -> Project:
    """Mark or unmark the project as the person's favorite and return it."""
    standing = await at_project(context, request.project_id)
    await projects.set_favorite(
        context.db,
        request.project_id,
        person_id=context.person.person_id,
        is_favorite=request.is_favorite,
        now=context.service.clock(),
    )
    await record(context, standing.organization_id, request.project_id, isFavorite=request.is_favorite)
    return to_wire(await _find_project(context, standing.organization_id, request.project_id))


async def _check_name(context: Context, organization_id: str, name: str, *, besides: str = "") -> None:
    """Raise `HandlerError` if a project other than `besides` has the name.

    No other transaction can take the name before this one ends.
    """
    await lock_names(context.db, organization_id)
    person_id = context.person.person_id
    rows = await projects.projects_by_name(context.db, name, organization_id=organization_id, person_id=person_id)
    refuse_same_name("project", name, [to_wire(row) for row in rows if row.project_id != besides])


async def _find_project(context: Context, organization_id: str, project_id: str) -> projects.ProjectRow:
    return existing(
        await projects.project_by_id(
            context.db, project_id, organization_id=organization_id, person_id=context.person.person_id
        )
    )


def to_wire(row: projects.ProjectRow) -> Project:
    """Return a project in wire form."""
    return wire_form(Project, row)
