"""Records of a link's settings, the theme of an organization's pages, and further information on pages."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from workbench.authoring.accent import Accent
from workbench.authoring.characters import Line, is_blank, paragraphs
from workbench.authoring.shape import Count, InputModel, Instant, OutputModel
from workbench.authoring.share_settings import EmbedOrigins, Expiry
from workbench.procedures.declare import OrganizationScope, read, write
from workbench.procedures.history import RevisionInput

EXPIRES_AT = "From when on the link opens nothing, ISO 8601, UTC; null: never."
EMBED_ORIGINS = "The pages that may embed the course, by origin (`https://school.example`); null: any; empty: none."
INDEXING = "Whether search engines may list it."


class ShareFields(InputModel):
    """Settings of a link: fields that are not given are unset; null is a value."""

    expires_at: Annotated[Expiry, Field(max_length=40)] | None = Field(
        default=None,
        description="From when on the link opens nothing: ISO 8601 with a zone, or a day, which is included (UTC); "
        "null: never.",
    )
    embed_origins: EmbedOrigins | None = Field(
        default=None,
        description="The pages that may embed the course, at most 20 exact `scheme://host[:port]`; null: any; "
        "empty: none.",
    )
    indexing: bool | None = Field(default=None, description=INDEXING)

    def to_wire(self) -> dict[str, Any] | None:
        """Return the fields that were given."""
        return self.model_dump(by_alias=True, mode="json", exclude_unset=True)


class SetShareSettingsInput(ShareFields):
    """New settings of a course's link; fields that are not given stay."""

    course_id: str = Field(max_length=64, description="The course.")
    base: ShareFields | None = Field(default=None, description="Refuse unless these are the current values.")


class ShareSettings(OutputModel):
    """The settings of a course's link, and what the organization allows."""

    course_id: str = Field(description="The course.")
    is_public: bool = Field(description="Whether anyone with the link may read it now.")
    expires_at: Instant | None = Field(description=EXPIRES_AT)
    embed_origins: list[str] | None = Field(description=EMBED_ORIGINS)
    indexing: bool = Field(description=INDEXING)
    may_share: bool = Field(description="Whether the person may share courses and change these settings.")
    longest_share_days: Count | None = Field(
        default=None, description="How many days a link may live by the organization's policy; null: for ever."
    )
    latest_expires_at: Instant | None = Field(
        default=None, description="The latest end that is possible now, ISO 8601, UTC; null: any."
    )


MAX_NAME: Final = 100
MAX_FOOTER: Final = 500
MAX_FOOTER_LINES: Final = 6
NAME = "The name above the pages, at most 100 characters; empty for none."
LOGO = "The asset, a picture, that is shown next to the name; null for none."
ACCENT = "One colour, `#rrggbb`; null for ours. A shade is derived where its contrast is below 4.5 to 1."
FOOTER = "The text below the pages, at most 500 characters in 6 lines; empty for none."


def _footer(text: str) -> str:
    if is_blank(text):
        return ""
    footer = paragraphs(text)
    if footer.count("\n") >= MAX_FOOTER_LINES:
        raise ValueError(f"it has {footer.count(chr(10)) + 1:,} lines; at most {MAX_FOOTER_LINES} are allowed")
    return footer


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
    about="Set name, logo, colour and footer of the organization's learner pages; learners see it immediately.",
    source="ours",
)


MAX_CONTEXT_LESSONS: Final = 100


class PageContextInput(InputModel):
    """A course, and the revisions of lessons whose pages are made."""

    course_id: str = Field(max_length=64, description="The course.")
    lessons: list[RevisionInput] = Field(
        max_length=MAX_CONTEXT_LESSONS, description="Lessons of its organization at a revision each, at most 100."
    )


class LogoFacts(OutputModel):
    """The logo above the pages; `asset.listAssets` has the rest."""

    asset_id: str = Field(description="The asset.")
    alternative_text: str = Field(description="A text alternative.")
    width: Count = Field(description="Its width in pixels.")
    height: Count = Field(description="Its height in pixels.")


class LessonMakers(OutputModel):
    """The makers of a revision of a lesson."""

    lesson_id: str = Field(description="The lesson.")
    revision: Count = Field(description="The revision.")
    model: str | None = Field(default=None, description="The model that drafted it; null where people wrote it.")
    has_edits: bool = Field(description="Whether it was changed since it was made.")
    approved_on: str | None = Field(
        default=None, description="The day of its approval, UTC; null unless the last decision about it is one."
    )


class PageContext(OutputModel):
    """Information that learner pages of a course show besides its text. Names are people's text: escape them."""

    course_id: str = Field(description="The course.")
    organization_id: str = Field(description="Its organization.")
    organization_name: str = Field(description="Its name on pages: the theme's, or its own if the theme has none.")
    theme: Theme = Field(description="The theme of its pages.")
    logo: LogoFacts | None = Field(default=None, description="The theme's logo; null for none.")
    lessons: list[LessonMakers] = Field(description="Each lesson that was asked for, in that order.")
