"""The project router (ours)."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.characters import Name
from workbench.authoring.shape import InputModel, ours
from workbench.procedures.declare import write
from workbench.procedures.organization import Project


class CreateProjectInput(InputModel):
    """A new project."""

    name: Name = Field(max_length=200, description="Its name, 1 to 200 characters.")
    organization_id: str | None = ours("The organization; default: the last selected.", max_length=64)


class RenameProjectInput(InputModel):
    """A project's new name."""

    project_id: str = Field(max_length=64, description="The project.")
    name: Name = Field(max_length=200, description="Its new name, 1 to 200 characters.")


class ArchiveProjectInput(InputModel):
    """Whether a project is put away."""

    project_id: str = Field(max_length=64, description="The project.")
    is_archived: bool = Field(description="True: out of the lists; false: back in them.")


class SetFavoriteInput(InputModel):
    """Whether a project is one of the person's favorites."""

    project_id: str = Field(max_length=64, description="The project.")
    is_favorite: bool = Field(description="True: marked; false: not marked any more.")


create_project = write(
    "project.createProject",
    input=CreateProjectInput,
    output=Project,
    about="Make a project in an organization.",
    source="ours",
)
rename_project = write(
    "project.renameProject",
    input=RenameProjectInput,
    output=Project,
    about="Give a project another name.",
    source="ours",
)
archive_project = write(
    "project.archiveProject",
    input=ArchiveProjectInput,
    output=Project,
    about="Put a project away or take it back; its courses stay as they are, and the default project stays.",
    source="ours",
)
set_favorite = write(
    "project.setFavorite",
    input=SetFavoriteInput,
    output=Project,
    about="Mark a project as one of the person's favorites, or unmark it.",
    source="ours",
)
