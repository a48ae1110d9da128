"""Inputs for creating lessons: starter lessons, and those that are created manually or from files."""

from __future__ import annotations

from typing import Annotated, Protocol, Self, TypeVar

from pydantic import Field, model_validator

from workbench.authoring.block import MAX_BLOCKS, Block
from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import InputModel, optional_field
from workbench.authoring.style import MAX_OBJECTIVES, GivenStyle, Objective
from workbench.authoring.title import Title
from workbench.authoring.topic import Topic

MAX_POSITION = 1_000_000
ID_FORM = r"^[0-9a-z]{25}$"
GIVEN_ID = (
    "Its id, 25 digits and lower-case letters that the client makes; refused if the id already exists, also in the "
    "trash. Default: the service generates one."
)
PLACED = "Its position in the course, before lessons with a higher one; default: the last."
STYLE = (
    "Its style: any of `audience`, `tone`, `readingLevel`, `words` (100 to 5,000), `questions` (0 to 10) "
    "and `likeLessonId`, a lesson of the same organization whose sequence of block types it follows."
)
OBJECTIVES = "What it must teach, 1 to 10 sentences of at most 480 characters."


MAX_SOURCE_IDS = 20
SOURCE_IDS = "The sources that it is written from, 1 to 20, of the same organization."
STRICT = "True: refuse a draft with numbers, names or links that no passage of the sources has."


class _Placed(Protocol):
    @property
    def course_id(self) -> str | None: ...
    @property
    def position(self) -> int | None: ...


P = TypeVar("P", bound=_Placed)


def position_in_course(value: P) -> P:
    """Return the input. Raises `ValueError` if it has a position and no course."""
    if value.position is not None and value.course_id is None:
        raise ValueError("a position goes with a courseId")
    return value


class CreateLessonInput(InputModel):
    """A new lesson."""

    title: Title = Field(description="Its title, 1 to 300 characters.")
    language: LanguageCode = Field(description="Upper-case language code, such as EN or PT-BR.")
    course_id: str | None = optional_field(
        "The course it goes into; default: a new one with its title, and a number where another has that.",
        max_length=64,
    )
    project_id: str | None = optional_field("The project of the new course; default: Starter lessons.", max_length=64)
    organization_id: str | None = optional_field(
        "The organization of the new course; default: the last selected.", max_length=64
    )
    position: int | None = optional_field(PLACED, ge=1, le=MAX_POSITION)
    lesson_id: str | None = optional_field(GIVEN_ID, pattern=ID_FORM)
    blocks: list[Block] | None = optional_field("Its blocks in order; default: none.", max_length=MAX_BLOCKS)

    _is_placed_in_a_course = model_validator(mode="after")(position_in_course)


class StarterLessonInput(InputModel):
    """The topic and options of a starter lesson. Source: interface 4.3."""

    language: LanguageCode = Field(description="Upper-case language code, such as EN or PT-BR.")
    topic: Topic = Field(description="Free text, 1 to 4,000 characters.")
    organization_id: str | None = optional_field(
        "The organization that pays and owns; default: the last selected.", max_length=64
    )
    project_id: str | None = optional_field("The project it goes into; default: Starter lessons.", max_length=64)
    max_credits: int | None = optional_field("Refuse if the price is higher than this, in whole credits.", ge=0)
    course_id: str | None = optional_field(
        "The course it goes into; default: a new one with its title, and a number where another has that.",
        max_length=64,
    )
    position: int | None = optional_field(PLACED, ge=1, le=MAX_POSITION)
    style: GivenStyle = optional_field(STYLE)
    objectives: list[Objective] | None = optional_field(OBJECTIVES, min_length=1, max_length=MAX_OBJECTIVES)
    source_ids: list[Annotated[str, Field(max_length=64)]] | None = optional_field(
        SOURCE_IDS, min_length=1, max_length=MAX_SOURCE_IDS
    )
    strict: bool | None = optional_field(STRICT)

    _is_placed_in_a_course = model_validator(mode="after")(position_in_course)

    @model_validator(mode="after")
    def _strict_about_sources(self) -> Self:
        if self.strict and not self.source_ids:
            raise ValueError("strict goes with sourceIds")
        return self
