"""Records of publications: what learners see of a course, and what differs from it. Declares no procedure."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from pydantic import Field

from workbench.authoring.characters import Name
from workbench.authoring.shape import Count, InputModel, Instant, OutputModel, optional_field
from workbench.procedures.history import MAX_REVISION

MAX_PUBLICATION_PAGE: Final = 1_000
MAX_NOTE_CHARACTERS: Final = 500
CONFIRMED: Final = (
    "True: learners may read the places that an author left open (✎); default: refuse, and name the lessons."
)
BASE_NUMBER: Final = "Refuse when learners see another publication than this; 0: when they see any."
OVERRIDE_REASON: Final = "The reason for overriding the organization's policy; for owners."
PUBLISHED_MEANWHILE: Final = "publishedMeanwhile"
"""The `reason` of a 409: learners see another publication than the one the caller knows."""

ChangeKind: TypeAlias = Literal["added", "removed", "changed", "renamed", "moved", "courseRenamed"]


class PublishCourseInput(InputModel):
    """The course to publish."""

    course_id: str = Field(max_length=64, description="The course.")
    note: Name | None = optional_field("A note in one line, which is stored.", max_length=MAX_NOTE_CHARACTERS)
    confirm_open_places: bool | None = optional_field(CONFIRMED)
    base_number: int | None = optional_field(BASE_NUMBER, ge=0, le=MAX_REVISION)
    override_reason: Name | None = optional_field(OVERRIDE_REASON, max_length=MAX_NOTE_CHARACTERS)


class PublicationInput(InputModel):
    """One publication of a course."""

    course_id: str = Field(max_length=64, description="The course.")
    number: int | None = optional_field("Its number; default: the current one.", ge=1, le=MAX_REVISION)


class RestorePublicationInput(InputModel):
    """The publication that learners are to see again."""

    course_id: str = Field(max_length=64, description="The course.")
    number: int = Field(ge=1, le=MAX_REVISION, description="The publication's number.")
    confirm_open_places: bool | None = optional_field(CONFIRMED)
    base_number: int | None = optional_field(BASE_NUMBER, ge=0, le=MAX_REVISION)
    override_reason: Name | None = optional_field(OVERRIDE_REASON, max_length=MAX_NOTE_CHARACTERS)


class ListPublicationsInput(InputModel):
    """A page of a course's publications."""

    course_id: str = Field(max_length=64, description="The course.")
    limit: int | None = optional_field("Publications a page, 1 to 1,000; default 100.", ge=1, le=MAX_PUBLICATION_PAGE)
    cursor: str | None = optional_field("The `nextCursor` of the previous page.", max_length=200)


class LessonInPublication(OutputModel):
    """A lesson as a publication has it."""

    lesson_id: str = Field(description="The lesson.")
    revision: Count = Field(description="The revision that is published.")
    title: str = Field(description="Its title then.")
    language: str = Field(description="Upper-case language code.")
    is_in_trash: bool | None = Field(
        default=None, description="Whether it is in the trash now: learners do not see it."
    )


class Publication(OutputModel):
    """The state of a course that learners saw from some time on."""

    course_id: str = Field(description="The course.")
    number: Count = Field(description="Counts the course's publications from 1.")
    title: str = Field(description="The course's title then.")
    lesson_count: Count = Field(description="Lessons in it.")
    is_current: bool = Field(description="Whether it is the one that learners see.")
    at: Instant = Field(description="When it was published, ISO 8601, UTC.")
    person_id: str | None = Field(default=None, description="Who published it.")
    person_name: str | None = Field(default=None, description="That person's name.")
    note: str | None = Field(default=None, description="Why.")
    override_reason: str | None = Field(
        default=None, description="The reason for overriding the organization's policy."
    )
    lessons: list[LessonInPublication] | None = Field(
        default=None, description="Its lessons in order; only `getPublication` tells them."
    )


class UnpublishedCourse(OutputModel):
    """A course that learners do not see."""

    course_id: str = Field(description="The course.")


class ListPublicationsOutput(OutputModel):
    """A page of publications, the newest first."""

    publications: list[Publication] = Field(description="Publications, the newest first.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class PublicationChange(OutputModel):
    """A difference between a course and what learners see. A lesson may have several."""

    kind: ChangeKind = Field(
        description="`added`, `removed` (also into the trash, where learners do not see it), `changed`, `renamed` or "
        "`moved`; `courseRenamed` is about no lesson."
    )
    lesson_id: str | None = Field(default=None, description="The lesson.")
    title: str | None = Field(default=None, description="The current title; null for removed lessons.")
    published_title: str | None = Field(default=None, description="The title that learners see; null for an addition.")
    published_revision: Count | None = Field(default=None, description="The revision that learners see.")
    revision: Count | None = Field(default=None, description="The current revision; null for removed lessons.")


class PublicationChanges(OutputModel):
    """The differences between a course and what learners see, which the next publication would change."""

    course_id: str = Field(description="The course.")
    number: Count | None = Field(default=None, description="The publication that learners see; null: none.")
    changes: list[PublicationChange] = Field(
        description="The course's title first, then its lessons in order, then those that were removed."
    )
