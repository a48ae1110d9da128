"""Handlers of the project router."""

from __future__ import annotations

from workbench.procedures import project
from workbench.procedures.organization import Project
from workbench.procedures.project import ProjectAsked
from workbench.service.context import Context, iso
from workbench.service.membership import here
from workbench.service.noting import note
from workbench.service.refused import Refused
from workbench.service.serve import serves
from workbench.service.store import projects


@serves(project.create_project)
async def create_project(context: Context, asked: ProjectAsked) -> Project:
    """A new, empty project."""
    if not asked.name.strip():
        raise Refused("BAD_REQUEST", "name: it is empty.")
    standing = await here(context, asked.organization_id)
    now = context.service.clock()
    organization_id, person_id = standing.organization_id, context.person.person_id
    project_id = await projects.create_project(
        context.db, organization_id=organization_id, name=asked.name.strip(), person_id=person_id, now=now
    )
    await note(context, organization_id, project_id)
    return Project(
        project_id=project_id,
        name=asked.name.strip(),
        is_favorite=False,
        course_count=0,
        lesson_count=0,
        updated_at=iso(now),
    )
