"""The lesson router: the starter lesson; and ours, reading and listing lessons."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from pydantic import Field

from workbench.authoring.block import Block
from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import Count, InputModel, Instant, OpenInputModel, OutputModel, optional_field
from workbench.authoring.tags import MAX_TAG_CHARACTERS, Tags
from workbench.authoring.title import MAX_TITLE_CHARACTERS, Title
from workbench.authoring.transaction import MAX_TRANSACTIONS, Edits
from workbench.procedures.declare import OrganizationScope, read, write
from workbench.procedures.findings import LessonFindings, ListFindingsOutput
from workbench.procedures.history import (
    MAX_REVISION,
    HistoryInput,
    HistoryOutput,
    LessonRevision,
    RevertInput,
    RevertOutput,
    RevisionInput,
)
from workbench.procedures.next_step import STATUS, NextStep
from workbench.procedures.project import REFUSE_SAME_NAME
from workbench.procedures.reviews import STATE
from workbench.procedures.reviews import list_review_queue as list_review_queue
from workbench.procedures.reviews import list_reviews as list_reviews
from workbench.procedures.reviews import request_review as request_review
from workbench.procedures.reviews import review as review
from workbench.procedures.starter_lesson import MAX_POSITION, PLACED, StarterLessonInput
from workbench.procedures.starter_lesson import CreateLessonInput as CreateLessonInput
from workbench.procedures.suggestions import BlockSuggestion, SuggestBlockInput
from workbench.procedures.tags import BASE_TAGS, TAGS, TAGS_NOW, TAGS_VERSION, SetLessonTagsInput
from workbench.procedures.translations import create_translation as create_translation
from workbench.procedures.translations import get_translation as get_translation
from workbench.procedures.translations import list_translations as list_translations
from workbench.procedures.translations import suggest_translation as suggest_translation
from workbench.procedures.translations import tie_translation as tie_translation
from workbench.procedures.translations import update_translation as update_translation

MAX_LESSON_PAGE = 1000
MAX_CONTENT_PAGE = 100
MAX_LESSON_IDS = 100
MAX_SEARCH_PAGE = 100
MAX_QUERY = 1_000

DRAFT_REFUSED: Final = "draftRefused"
"""The `reason` of a paid call's 422: the writer's draft was not usable, nothing was made, nothing was charged."""
AUTHOR_NOTES: Final = "authorNotes"
"""The `reason` of the 409 of a course that has notes for authors: it is not published."""
PLANNING_SHEET: Final = "planning-sheet"
"""The `writer` of a lesson that was drafted without a model."""

BASE_TITLE = "Refuse when its title is neither this nor the new one."
LessonStatus = Literal["draft", "changesRequested", "inReview", "approved", "publicChanged", "public"]
STATUSES: Final[tuple[LessonStatus, ...]] = get_args(LessonStatus)
"""The statuses of a lesson, in the order of its way to learners."""
LESSON_STATUS: Final = "lessonStatus"
"""The addition of a service that tells the status of lessons, finds them by status and tag, and sorts by any column."""
SORT = (
    "`recently-updated` (default), `recently-created` or `alphabetical`; or `title`, `status`, `findings`, `language`, "
    "`updatedAt`, `createdAt`, `createdBy` or `tags`, with `-` in front for the last, or the most, first."
)


class LessonInput(InputModel):
    """One lesson by id."""

    lesson_id: str = Field(max_length=64, description="The lesson.")


class LessonFilter(OpenInputModel):
    """A filter for lessons; all given fields must match. Lists, iterators, reports, checks and commands take it."""

    lesson_ids: list[Annotated[str, Field(max_length=64)]] | None = Field(
        default=None, max_length=MAX_LESSON_IDS, description="Only these lessons, at most 100."
    )
    project_id: str | None = Field(default=None, max_length=64, description="Only lessons of this project.")
    course_id: str | None = Field(default=None, max_length=64, description="Only lessons of this course.")
    language: LanguageCode | None = Field(default=None, description="Only lessons in this language.")
    status: LessonStatus | None = Field(default=None, description=f"Only lessons of this status: {STATUS}")
    tag: str | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_TAG_CHARACTERS,
        description="Only lessons with this tag, or in a course with it; `none`: only those without any.",
    )
    search: str | None = Field(default=None, max_length=200, description="Only lessons whose title holds this text.")
    in_trash: bool | None = Field(default=None, description="True: only those in the trash; default: only the others.")


LESSON_FILTERS: Final = tuple(name for name in LessonFilter.model_fields if name != "lesson_ids")
"""The names of the filters that people use."""


class ListLessonsInput(LessonFilter, OrganizationScope):
    """Filters for a list of lessons."""

    sort_preference: str | None = Field(default=None, max_length=64, description=SORT)
    limit: int | None = Field(
        default=None, ge=1, le=MAX_LESSON_PAGE, description="Lessons a page, 1 to 1,000; default 100."
    )
    cursor: str | None = Field(default=None, max_length=200, description="The `nextCursor` of the previous page.")


class ListContentsInput(ListLessonsInput):
    """The lessons whose content is counted."""

    limit: int | None = Field(
        default=None, ge=1, le=MAX_CONTENT_PAGE, description="Lessons a page, 1 to 100; default 100."
    )
    fingerprints: bool | None = optional_field(
        "True: tell `textDigest` and `textSketch`, by which equal texts are found."
    )


class RenameLessonInput(InputModel):
    """A lesson's new title."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    title: Title = Field(description="Its new title, 1 to 300 characters.")
    base_title: str | None = optional_field(BASE_TITLE, max_length=MAX_TITLE_CHARACTERS)


class DuplicateLessonInput(LessonInput):
    """A lesson that is to be copied."""

    title: Title | None = optional_field(
        "The copy's title; default: `Copy of` and its title, with a number where a lesson of the course has that."
    )
    course_id: str | None = optional_field(
        "The course of the copy, where it comes last; default: that of the lesson, right behind it.", max_length=64
    )


class MoveLessonInput(InputModel):
    """A lesson's new project and course."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    course_id: str = Field(max_length=64, description="A course of the same organization.")
    position: int | None = optional_field(PLACED, ge=1, le=MAX_POSITION)


class UpdateLessonInput(InputModel):
    """New values of a lesson, applied all or not at all, if nobody has changed it in between."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    base_revision: int = Field(ge=1, le=MAX_REVISION, description="Refuse unless this is its current revision.")
    title: Title | None = optional_field("Its new title, 1 to 300 characters; default: it stays.")
    course_id: str | None = optional_field("A course of the same organization; default: it stays.", max_length=64)
    base_course_id: str | None = optional_field("Refuse unless this is its current course.", max_length=64)
    transactions: Edits | None = optional_field("Edits of its blocks, in order.", max_length=MAX_TRANSACTIONS)
    tags: Tags | None = optional_field(f"{TAGS} Default: they stay.")
    base_tags: Tags | None = optional_field(BASE_TAGS)


class DeleteLessonInput(LessonInput):
    """A lesson to be put into the trash."""

    base_revision: int | None = optional_field("Refuse unless this is its current revision.", ge=1, le=MAX_REVISION)


class RestoreLessonInput(LessonInput):
    """A lesson to be taken out of the trash."""

    refuse_same_name: bool | None = optional_field(f"Of the course that comes back with it. {REFUSE_SAME_NAME}")


class SearchInput(OrganizationScope):
    """A search query."""

    query: str = Field(
        max_length=MAX_QUERY,
        description=(
            'Words, "whole phrases" and filters: `tag:`, `lang:`, `status:`, `course:`, `project:`, `quiz:none`, '
            "`quiz:some`, `updated:<30d`. A lesson is found that has all of them."
        ),
    )
    limit: int | None = Field(
        default=None, ge=1, le=MAX_SEARCH_PAGE, description="Lessons a page, 1 to 100; default 20."
    )
    cursor: str | None = Field(default=None, max_length=200, description="The `nextCursor` of the previous page.")


class SearchHit(OutputModel):
    """A place in a lesson that matches a search. Its text is an author's: escape it."""

    field: Literal["title", "tags", "block"] = Field(description="Where the match is.")
    block_id: str | None = Field(default=None, description="The block; null for a title and tags.")
    text: str = Field(description="Plain text around the words.")
    marks: list[tuple[int, int]] = Field(description="Start and end of each word in the text, in characters.")


class StarterLesson(OutputModel):
    """The lesson that was generated. Source: interface 4.3."""

    lesson_id: str = Field(description="The new lesson.")
    title: str = Field(description="Its title.")


class LessonSummary(OutputModel):
    """A lesson as lists show it."""

    lesson_id: str = Field(description="The lesson.")
    course_id: str = Field(description="Its course.")
    project_id: str = Field(description="The project of its course.")
    title: str = Field(description="Its title.")
    language: str = Field(description="Upper-case language code.")
    block_count: Count = Field(description="Blocks (pages) in it.")
    revision: Count = Field(description="Rises by one with each change.")
    topic: str | None = Field(default=None, description="The topic it was generated from; null when created manually.")
    writer: str | None = Field(
        default=None, description="Who drafted it, such as `planning-sheet`; null when created manually."
    )
    created_at: Instant = Field(description="When it was made, ISO 8601, UTC.")
    updated_at: Instant = Field(description="Last change, ISO 8601, UTC.")
    created_by: str | None = Field(default=None, description="Name of the person who made it.")
    created_by_id: str | None = Field(default=None, description="The person who made it.")
    position: Count | None = Field(
        default=None, description="Lessons of a course are sorted by it, then by age; it may have gaps and repeat."
    )
    tags: list[str] | None = Field(default=None, description=TAGS_NOW)
    tags_version: Count | None = Field(default=None, description=TAGS_VERSION)
    review_state: str | None = Field(default=None, description=f"How far its review is: {STATE}")
    status: str | None = Field(default=None, description=STATUS)
    errors: Count | None = Field(
        default=None, description="Stored findings of severity `error`; null until the first check."
    )
    warnings: Count | None = Field(
        default=None, description="Stored findings of severity `warning`; null until the first check."
    )
    hints: Count | None = Field(
        default=None, description="Stored findings of severity `note`; null until the first check."
    )


class FoundLesson(LessonSummary):
    """A lesson that was found."""

    course_title: str | None = Field(default=None, description="Title of its course.")
    project_name: str | None = Field(default=None, description="Name of its project.")
    hits: list[SearchHit] = Field(description="Matches, the title first; empty if there are only filters.")


class SearchOutput(OutputModel):
    """A page of lessons that were found."""

    lessons: list[FoundLesson] = Field(
        description="Best first: words in titles count most, then in tags, then in the number of parts with them."
    )
    total: Count = Field(description="Number of items on all pages.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class Lesson(LessonSummary):
    """A lesson with its blocks in order."""

    input_tokens: Count | None = Field(default=None, description="Tokens the writer read; null when unknown.")
    output_tokens: Count | None = Field(default=None, description="Tokens the writer wrote; null when unknown.")
    blocks: list[Block] = Field(description="The blocks (pages), in order.")


class LessonContent(OutputModel):
    """Counts of a lesson's content."""

    lesson_id: str = Field(description="The lesson.")
    word_count: Count = Field(description="Words that a learner reads in it.")
    blocks_by_type: dict[str, Count] = Field(description="How many blocks of each type.")
    empty_blocks: Count = Field(description="Blocks without any word, blank pages included.")
    open_places: Count | None = Field(default=None, description="Placeholders still to be filled in (✎).")
    text_language: str | None = Field(
        default=None,
        description="The language detected in its text with certainty, if not the lesson's own; else null.",
    )
    text_digest: str | None = Field(
        default=None, description="Equal for equal words in the same order; null without words, or if not requested."
    )
    text_sketch: str | None = Field(
        default=None,
        description=(
            "Numbers, 128 of 32 bits, little-endian, in Base64. About as many are equal in two lessons as they "
            "share runs of five words. Null for fewer than 40 words, or if not requested."
        ),
    )


class LessonContents(OutputModel):
    """A page of lessons' contents, counted."""

    contents: list[LessonContent] = Field(description="One for each lesson, in the requested order.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class TrashedLesson(OutputModel):
    """A lesson is in the trash."""

    lesson_id: str = Field(description="The lesson.")
    course_id: str = Field(description="Its course.")
    is_course_in_trash: bool = Field(description="Whether its course went with it, because it was made for it alone.")


class ListLessonsOutput(OutputModel):
    """A page of lessons."""

    lessons: list[LessonSummary] = Field(description="Lessons in the requested order.")
    total: Count = Field(description="Number of items on all pages.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


create_starter_lesson = write(
    "lesson.createStarterLesson",
    changes={"courses", "credits", "lessons"},
    input=StarterLessonInput,
    output=StarterLesson,
    about="Generate a lesson from a topic, in a new or existing course. Costs AI credits.",
    source="interface 4.3",
    paid=True,
)
get_lesson = read(
    "lesson.getLesson",
    input=LessonInput,
    output=Lesson,
    about="A lesson with its blocks in order, its revision and the topic it was made from.",
    source="ours",
)
list_lessons = read(
    "lesson.listLessons",
    input=ListLessonsInput,
    output=ListLessonsOutput,
    items="lessons",
    about="The lessons of an organization, page by page.",
    source="ours",
)
search = read(
    "lesson.search",
    input=SearchInput,
    output=SearchOutput,
    items="lessons",
    about="Find lessons by words in their titles, tags and blocks, and by filters, best first, with the places.",
    source="ours",
)
list_contents = read(
    "lesson.listContents",
    input=ListContentsInput,
    output=LessonContents,
    items="contents",
    about="What the lessons of an organization hold, counted, page by page: words, blocks by type, empty blocks.",
    source="ours",
)
get_findings = read(
    "lesson.getFindings",
    input=LessonInput,
    output=LessonFindings,
    about="What the checks find in a lesson, by rule and block: errors, warnings and notes.",
    source="ours",
)
list_findings = read(
    "lesson.listFindings",
    input=ListLessonsInput,
    output=ListFindingsOutput,
    items="lessons",
    about="What the checks found in the lessons of an organization, page by page.",
    source="ours",
)
get_next_step = read(
    "lesson.getNextStep",
    input=LessonInput,
    output=NextStep,
    about="The next step of a lesson on its way to learners for the person who asks, and what is left to do before.",
    source="ours",
)
suggest_block = write(
    "lesson.suggestBlock",
    changes={"credits"},
    input=SuggestBlockInput,
    output=BlockSuggestion,
    about="Have a model propose other words for one block, or a question about it. Changes nothing; costs AI credits.",
    source="ours",
    paid=True,
)
create_lesson = write(
    "lesson.createLesson",
    changes={"courses", "lessons"},
    input=CreateLessonInput,
    output=LessonSummary,
    about="Create a lesson, empty or with blocks, in a course or with its own. Costs nothing.",
    source="ours",
)
rename_lesson = write(
    "lesson.renameLesson",
    changes={"courses", "lessons"},
    input=RenameLessonInput,
    output=LessonSummary,
    about="Rename a lesson, as a new change; a heading and its own course with the old title are renamed too.",
    source="ours",
)
duplicate_lesson = write(
    "lesson.duplicateLesson",
    changes={"courses", "lessons"},
    input=DuplicateLessonInput,
    output=LessonSummary,
    about="Copy a lesson: blocks, media and tags; under an idempotency key, once. Costs nothing.",
    source="ours",
    keyed=True,
)
move_lesson = write(
    "lesson.moveLesson",
    changes={"courses", "lessons"},
    input=MoveLessonInput,
    output=LessonSummary,
    about="Move a lesson to another course of the organization, or to another position.",
    source="ours",
)
update_lesson = write(
    "lesson.updateLesson",
    changes={"courses", "lessons"},
    input=UpdateLessonInput,
    output=LessonSummary,
    about="Change title, course, tags and blocks of a lesson together, if nobody changed it since the given revision.",
    source="ours",
)
set_tags = write(
    "lesson.setTags",
    changes={"lessons"},
    input=SetLessonTagsInput,
    output=LessonSummary,
    about="Give a lesson other tags.",
    source="ours",
)
delete_lesson = write(
    "lesson.deleteLesson",
    changes={"courses", "lessons", "reviews"},
    input=DeleteLessonInput,
    output=TrashedLesson,
    about="Move a lesson to the trash, and with it the course that was made for it alone; nothing is refunded.",
    source="ours",
)
restore_lesson = write(
    "lesson.restoreLesson",
    changes={"courses", "lessons", "reviews"},
    input=RestoreLessonInput,
    output=LessonSummary,
    about="Take a lesson out of the trash, and its course if that is there too.",
    source="ours",
)
get_history = read(
    "lesson.getHistory",
    input=HistoryInput,
    output=HistoryOutput,
    items="entries",
    about="The changes of a lesson, by whom and when, newest first.",
    source="ours",
)
get_revision = read(
    "lesson.getRevision",
    input=RevisionInput,
    output=LessonRevision,
    about="A lesson's blocks and title as they were at a revision.",
    source="ours",
)
revert_to = write(
    "lesson.revertTo",
    changes={"courses", "lessons", "reviews"},
    input=RevertInput,
    output=RevertOutput,
    about="Give a lesson the blocks and the title of a revision again, as a new change: undo and redo.",
    source="ours",
)
