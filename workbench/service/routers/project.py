"""Handlers of the project router."""

from __future__ import annotations

from workbench.procedures import project
from workbench.procedures.organization import Project
from workbench.procedures.project import ProjectAsked
from workbench.service.context import Context, iso
from workbench.service.membership import member_here
from workbench.service.refused import Refused
from workbench.service.serve import serves
from workbench.service.store import audit, projects


@serves(project.create_project)
async def create_project(context: Context, asked: ProjectAsked) -> Project:
    """A new, empty project."""
    if not asked.name.strip():
        raise Refused("BAD_REQUEST", "name: it is empty.")
    member = await member_here(context, asked.organization_id)
    at = context.service.clock()
    project_id = context.service.new_id()
    await projects.create(
        context.db, project_id, member.organization_id, asked.name.strip(), context.person.person_id, at
    )
    await audit.append(
        context.db, member.organization_id, context.person.person_id, context.procedure, project_id, {}, at
    )
    return Project(
        project_id=project_id,
        name=asked.name.strip(),
        is_favorite=False,
        course_count=0,
        lesson_count=0,
        updated_at=iso(at),
    )
