"""Records of course outlines: the brief that one is written from, and its lessons. Declares no procedure."""

from __future__ import annotations

from typing import Annotated, Final, Self

from pydantic import AfterValidator, Field, model_validator

from workbench.authoring.characters import is_blank, unfit_characters_text
from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import InputModel, OutputModel, optional_field
from workbench.authoring.style import GivenStyle
from workbench.authoring.topic import trimmed_topic
from workbench.procedures.starter_lesson import MAX_SOURCE_IDS

MAX_BRIEF_CHARACTERS: Final = 4_000
MAX_OUTLINE_LESSONS: Final = 300
MAX_OBJECTIVES: Final = 10
MAX_OBJECTIVE_CHARACTERS: Final = 480
MAX_ABOUT_CHARACTERS: Final = 1_000
"""Characters of the topic of one lesson of an outline."""


def clean_brief(text: str) -> str:
    """Return the brief without outer white space.

    Raises `ValueError` with a sentence if it is empty, longer than 4,000 characters or has forbidden ones
    (`characters`).
    """
    brief = trimmed_topic(text)
    if is_blank(brief):
        raise ValueError("the brief is empty")
    if len(brief) > MAX_BRIEF_CHARACTERS:
        raise ValueError(f"the brief has {len(brief):,} characters; at most {MAX_BRIEF_CHARACTERS:,} are allowed")
    problem = unfit_characters_text(brief)
    if problem:
        raise ValueError(problem)
    return brief


class ProposeOutlineInput(InputModel):
    """The description of a course to propose."""

    brief: Annotated[str, AfterValidator(clean_brief)] = Field(
        description="What the course teaches, and to whom: free text, 1 to 4,000 characters."
    )
    language: LanguageCode = Field(description="Upper-case language code of the course, such as EN or PT-BR.")
    lessons: int | None = optional_field(
        "Number of lessons, 1 to 300; default: as many as the brief needs.", ge=1, le=MAX_OUTLINE_LESSONS
    )
    organization_id: str | None = optional_field(
        "The organization that pays; default: the last selected.", max_length=64
    )
    max_credits: int | None = optional_field("Refuse if the price is higher than this, in whole credits.", ge=0)
    style: GivenStyle = optional_field(
        "The audience and style of the course: any of `audience`, `tone`, `readingLevel`."
    )
    source_ids: list[Annotated[str, Field(max_length=64)]] | None = optional_field(
        "The sources that it is planned from, 1 to 20, of the same organization.",
        min_length=1,
        max_length=MAX_SOURCE_IDS,
    )

    @model_validator(mode="after")
    def _style_of_a_course(self) -> Self:
        of_lessons = ("words", "questions", "like_lesson_id")
        if self.style is not None and any(getattr(self.style, name) is not None for name in of_lessons):
            raise ValueError("an outline takes audience, tone and readingLevel only")
        return self


class OutlineLesson(OutputModel):
    """A lesson of an outline. Nothing is made of it before somebody says so."""

    title: str = Field(description="Its title.")
    objectives: list[str] = Field(description="What learners can do after it, one to ten.")
    topic: str = Field(description="Its topic, in one or two sentences.")


class ProposedOutline(OutputModel):
    """The outline of a course. The service does not store it: this answer is the only copy."""

    title: str = Field(description="A title for the course.")
    lessons: list[OutlineLesson] = Field(description="Its lessons in order, at most 300.")
    writer: str | None = Field(default=None, description="The model that wrote it, as provider:model.")
