"""The project router (ours)."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from workbench.authoring.characters import Name
from workbench.authoring.shape import InputModel, optional_field
from workbench.procedures.declare import write
from workbench.procedures.organization import Project

SAME_NAME: Final = "sameName"
"""The reason of a refusal of a name that another one has."""
REFUSE_SAME_NAME: Final = (
    "True: refuse where another one of the organization has this name, case, white space and width aside "
    "(409, `data.reason` `sameName`, with the others in `data.alike`)."
)


class CreateProjectInput(InputModel):
    """A new project."""

    name: Name = Field(max_length=200, description="Its name, 1 to 200 characters.")
    organization_id: str | None = optional_field("The organization; default: the last selected.", max_length=64)
    refuse_same_name: bool | None = optional_field(REFUSE_SAME_NAME)


class RenameProjectInput(InputModel):
    """A project's new name."""

    project_id: str = Field(max_length=64, description="The project.")
    name: Name = Field(max_length=200, description="Its new name, 1 to 200 characters.")
    refuse_same_name: bool | None = optional_field(REFUSE_SAME_NAME)


class ArchiveProjectInput(InputModel):
    """Whether a project is archived."""

    project_id: str = Field(max_length=64, description="The project.")
    is_archived: bool = Field(description="True: out of the lists; false: back in them.")
    refuse_same_name: bool | None = optional_field(REFUSE_SAME_NAME)


class SetFavoriteInput(InputModel):
    """Whether a project is one of the person's favorites."""

    project_id: str = Field(max_length=64, description="The project.")
    is_favorite: bool = Field(description="True: marked; false: not marked any more.")


create_project = write(
    "project.createProject",
    changes={"projects"},
    input=CreateProjectInput,
    output=Project,
    about="Make a project in an organization.",
    source="ours",
)
rename_project = write(
    "project.renameProject",
    changes={"projects"},
    input=RenameProjectInput,
    output=Project,
    about="Give a project another name.",
    source="ours",
)
archive_project = write(
    "project.archiveProject",
    changes={"projects"},
    input=ArchiveProjectInput,
    output=Project,
    about="Put a project away or take it back; its courses stay as they are, and the default project stays.",
    source="ours",
)
set_favorite = write(
    "project.setFavorite",
    changes={"projects"},
    input=SetFavoriteInput,
    output=Project,
    about="Mark a project as one of the person's favorites, or unmark it.",
    source="ours",
)
