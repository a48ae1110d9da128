"""The theme of an organization's learner pages, in the organization router."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AfterValidator, Field

from workbench.authoring.accent import Accent
from workbench.authoring.characters import Line, is_blank, paragraphs
from workbench.authoring.shape import Count, OutputModel
from workbench.procedures.declare import OrganizationScope, read, write

MAX_NAME: Final = 100
MAX_FOOTER: Final = 500
MAX_FOOTER_LINES: Final = 6
NAME = "The name above the pages, at most 100 characters; empty for none."
LOGO = "The asset, a picture, that is shown beside the name; null for none."
ACCENT = "One colour, `#rrggbb`; null for ours. A shade is derived where its contrast is below 4.5 to 1."
FOOTER = "The text below the pages, at most 500 characters in 6 lines; empty for none."


def _footer(text: str) -> str:
    if is_blank(text):
        return ""
    found = paragraphs(text)
    if found.count("\n") >= MAX_FOOTER_LINES:
        raise ValueError(f"it has {found.count(chr(10)) + 1:,} lines; at most {MAX_FOOTER_LINES} are possible")
    return found


class SetThemeInput(OrganizationScope):
    """The whole theme from now on."""

    name: Annotated[Line, Field(max_length=MAX_NAME)] = Field(description=NAME)
    logo_asset_id: str | None = Field(default=None, max_length=64, description=LOGO)
    accent: Annotated[Accent, Field(max_length=7)] | None = Field(default=None, description=ACCENT)
    footer: Annotated[str, Field(max_length=MAX_FOOTER), AfterValidator(_footer)] = Field(description=FOOTER)
    base_version: int | None = Field(
        default=None, ge=0, description="Refuse when the version of the theme is another; 0: it was never set."
    )


class Theme(OutputModel):
    """The header and footer of an organization's learner pages."""

    organization_id: str = Field(description="The organization.")
    name: str = Field(description=NAME)
    logo_asset_id: str | None = Field(default=None, description=LOGO)
    accent: str | None = Field(default=None, description=ACCENT)
    accent_light: str | None = Field(default=None, description="The colour that light pages show.")
    accent_dark: str | None = Field(default=None, description="The colour that dark pages show.")
    footer: str = Field(description=FOOTER)
    version: Count = Field(description="Rises by one with each change; 0: it was never set.")


get_theme = read(
    "organization.getTheme",
    input=OrganizationScope,
    output=Theme,
    about="Name, logo, colour and footer of the organization's learner pages.",
    source="ours",
)
set_theme = write(
    "organization.setTheme",
    changes={"theme"},
    input=SetThemeInput,
    output=Theme,
    about="Set name, logo, colour and footer of the organization's learner pages; learners see it at once.",
    source="ours",
)
