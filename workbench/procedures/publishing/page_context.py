"""Records of what learners' pages show besides a lesson's text: theme and revision makers. No procedure."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from workbench.authoring.shape import Count, InputModel, OutputModel
from workbench.procedures.history import RevisionInput
from workbench.procedures.sharing.theme import Theme

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
    alternative_text: str = Field(description="What it shows.")
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
    """What learners' pages of a course show besides its text. Names are people's text: escape them."""

    course_id: str = Field(description="The course.")
    organization_id: str = Field(description="Its organization.")
    organization_name: str = Field(
        description="How pages call it: the name of its theme, or its own where the theme has none."
    )
    theme: Theme = Field(description="The theme of its pages.")
    logo: LogoFacts | None = Field(default=None, description="The theme's logo; null for none.")
    lessons: list[LessonMakers] = Field(description="Each lesson that was asked for, in that order.")
