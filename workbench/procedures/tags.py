"""Records of tags: those of a lesson or a course, and those of an organization. Declares no procedure."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.shape import Count, InputModel, OutputModel, optional_field
from workbench.authoring.tags import Tags
from workbench.procedures.declare import OrganizationScope

MAX_TAG_PAGE = 1000
TAGS = "All its tags from now on, at most 30 of 50 characters each."
BASE_TAGS = "Refuse when its tags are others than these."
BASE_TAGS_VERSION = "Refuse unless this is the current version of its tags."
TAGS_NOW = "Its tags, in the order of the alphabet."
TAGS_VERSION = "Rises by one with each change of its tags."


class SetLessonTagsInput(InputModel):
    """The new tags of a lesson."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    tags: Tags = Field(description=TAGS)
    base_tags: Tags | None = optional_field(BASE_TAGS)
    base_tags_version: int | None = optional_field(BASE_TAGS_VERSION, ge=1)


class SetCourseTagsInput(InputModel):
    """The new tags of a course."""

    course_id: str = Field(max_length=64, description="The course.")
    tags: Tags = Field(description=TAGS)
    base_tags: Tags | None = optional_field(BASE_TAGS)
    base_tags_version: int | None = optional_field(BASE_TAGS_VERSION, ge=1)


class ListTagsInput(OrganizationScope):
    """Filters for a list of tags."""

    limit: int | None = Field(
        default=None, ge=1, le=MAX_TAG_PAGE, description="Tags a page, 1 to 1,000; default 1,000."
    )
    cursor: str | None = Field(default=None, max_length=200, description="The `nextCursor` of the previous page.")


class TagCount(OutputModel):
    """A tag of an organization."""

    tag: str = Field(description="The tag, in one of the spellings that it has.")
    lesson_count: Count = Field(description="Lessons that have it, those in the trash not counted.")
    course_count: Count = Field(description="Courses that have it, those in the trash not counted.")


class TagList(OutputModel):
    """A page of an organization's tags."""

    tags: list[TagCount] = Field(description="Tags in the order of the alphabet; capitals make no other tag.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")
