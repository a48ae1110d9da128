"""Records of a lesson's history and of live changes: revisions, their changes, and restoring. No procedure."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.block import Block
from workbench.authoring.shape import Count, InputModel, Instant, OutputModel, optional_field
from workbench.authoring.transaction import Transaction

MAX_HISTORY_PAGE = 1000
MAX_REVISION = 2**31 - 1


class HistoryInput(InputModel):
    """A page of a lesson's history."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    limit: int | None = optional_field("Entries a page, 1 to 1,000; default 100.", ge=1, le=MAX_HISTORY_PAGE)
    cursor: str | None = optional_field("The `nextCursor` of the previous page.", max_length=200)


class RevisionInput(InputModel):
    """One revision of a lesson."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    revision: int = Field(ge=1, le=MAX_REVISION, description="The revision; a lesson is made at 1.")


class RevertInput(RevisionInput):
    """The revision to restore in a lesson."""

    base_revision: int | None = optional_field(
        "Refuse unless this is the lesson's current revision.", ge=1, le=MAX_REVISION
    )
    keep_course_title: bool | None = optional_field(
        "True: a course that was made for it alone keeps its title; default: false."
    )


class ChangesInput(InputModel):
    """The last revision that a view of a lesson has seen."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    since_revision: int = Field(ge=0, le=MAX_REVISION, description="The revision that the view shows.")


class Revision(OutputModel):
    """One change in a lesson's history."""

    revision: Count = Field(description="The lesson's revision after it.")
    label: str = Field(description="Label of its last transaction; empty for the making of the lesson.")
    summary: str = Field(description="A summary of the change.")
    same_as: Count | None = Field(default=None, description="The restored revision, if it was a restore.")
    title: str | None = Field(default=None, description="The new title of the lesson; null if the title was kept.")
    title_before: str | None = Field(default=None, description="The replaced title; null if the title was kept.")
    change_set: str | None = Field(default=None, description="The set of changes it belongs to; null for none.")
    person_id: str | None = Field(default=None, description="Who did it.")
    person_name: str | None = Field(default=None, description="That person's name.")
    at: Instant = Field(description="When, ISO 8601, UTC.")


class HistoryOutput(OutputModel):
    """A page of a lesson's history."""

    lesson_id: str = Field(description="The lesson.")
    revision: Count = Field(description="Its revision now.")
    entries: list[Revision] = Field(description="Changes, newest first; the last of all is the making of the lesson.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class LessonRevision(OutputModel):
    """A lesson's blocks and title as they were."""

    lesson_id: str = Field(description="The lesson.")
    revision: Count = Field(description="The revision that is shown.")
    title: str | None = Field(default=None, description="Its title then.")
    blocks: list[Block] = Field(description="The blocks (pages) as they were then, in order.")


class RevertOutput(OutputModel):
    """The lesson has the blocks and the title of an earlier revision again."""

    lesson_id: str = Field(description="The lesson.")
    revision: Count = Field(description="Its revision now; unchanged when it had those already.")


class LessonChange(Revision):
    """One change as another view can follow it."""

    transactions: list[Transaction] = Field(description="Applied to the revision before, they give this one exactly.")


class ChangesOutput(OutputModel):
    """The changes that a view has not seen yet."""

    lesson_id: str = Field(description="The lesson.")
    revision: Count = Field(description="Its revision now.")
    title: str = Field(description="Its title now.")
    reload: bool = Field(description="Whether too much changed to be listed: read the lesson again instead.")
    changes: list[LessonChange] = Field(description="Changes after the revision shown, oldest first; all, or none.")
