"""The lesson router's search: words and filters in, lessons with the places of the words out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workbench.authoring.shape import Count, OutputModel
from workbench.procedures.declare import read
from workbench.procedures.lesson import LessonSummary
from workbench.procedures.scope import OrganizationScope

MAX_SEARCH_PAGE = 100
MAX_QUERY = 1_000


class SearchInput(OrganizationScope):
    """What is searched for."""

    query: str = Field(
        max_length=MAX_QUERY,
        description=(
            'Words, "whole phrases" and filters: `tag:`, `lang:`, `course:`, `project:`, `quiz:none`, `quiz:some`, '
            "`updated:<30d`. A lesson is found that has all of them."
        ),
    )
    limit: int | None = Field(
        default=None, ge=1, le=MAX_SEARCH_PAGE, description="Lessons a page, 1 to 100; default 20."
    )
    cursor: str | None = Field(default=None, max_length=200, description="Where the page before ended.")


class SearchHit(OutputModel):
    """A place in a lesson where words stand that were searched for. Its text is an author's: escape it."""

    field: Literal["title", "tags", "block"] = Field(description="Where it stands.")
    block_id: str | None = Field(default=None, description="The block; null for a title and tags.")
    text: str = Field(description="Plain text around the words.")
    marks: list[tuple[int, int]] = Field(description="Start and end of each word in the text, in characters.")


class FoundLesson(LessonSummary):
    """A lesson that was found."""

    hits: list[SearchHit] = Field(description="Where the words stand, the title first; empty for filters alone.")


class SearchOutput(OutputModel):
    """A page of lessons that were found."""

    lessons: list[FoundLesson] = Field(
        description="Best first: words in titles count most, then in tags, then in the number of parts with them."
    )
    total: Count = Field(description="How many there are on all pages.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


search = read(
    "lesson.search",
    input=SearchInput,
    output=SearchOutput,
    about="Find lessons by words in their titles, tags and blocks, and by filters, best first, with the places.",
    source="ours",
)
