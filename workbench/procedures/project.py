"""The project router (ours)."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.shape import Asked, ours
from workbench.procedures.declare import write
from workbench.procedures.organization import Project


class ProjectAsked(Asked):
    """A new project."""

    name: str = Field(min_length=1, max_length=200, description="Its name, 1 to 200 characters.")
    organization_id: str | None = ours("The organization; default: the last selected.", max_length=64)


create_project = write(
    "project.createProject",
    takes=ProjectAsked,
    gives=Project,
    about="Make a project in an organization.",
    source="ours",
)
