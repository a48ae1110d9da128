"""The comment router: comments on a lesson or one of its blocks."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from workbench.authoring.characters import Paragraphs
from workbench.authoring.shape import Count, InputModel, Instant, OutputModel, optional_field
from workbench.procedures.declare import read, write

MAX_COMMENT: Final = 5_000
MAX_COMMENT_PAGE: Final = 1_000
BLOCK_MISSING: Final = "blockMissing"
"""The `reason` of a 409: the block is not in the lesson any more."""


class AddCommentInput(InputModel):
    """A new comment."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    block_id: str | None = optional_field("The block that it is about; default: the whole lesson.", max_length=64)
    text: Paragraphs = Field(max_length=MAX_COMMENT, description="Its text, 1 to 5,000 characters.")


class ListCommentsInput(InputModel):
    """Filters for a lesson's comments."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    resolved: bool | None = optional_field("True: only resolved ones, false: only open ones; default: all.")
    limit: int | None = optional_field("Comments a page, 1 to 1,000; default 100.", ge=1, le=MAX_COMMENT_PAGE)
    cursor: str | None = optional_field("The `nextCursor` of the previous page.", max_length=200)


class ResolveCommentInput(InputModel):
    """Whether a comment is resolved."""

    comment_id: str = Field(max_length=64, description="The comment.")
    resolved: bool = Field(description="True: it is dealt with; false: it is open again.")


class Comment(OutputModel):
    """A comment on a lesson or a block. It is a person's text: escape it."""

    comment_id: str = Field(description="The comment.")
    lesson_id: str = Field(description="Its lesson.")
    block_id: str | None = Field(default=None, description="The block, wherever it is now; null: the whole lesson.")
    is_block_deleted: bool = Field(default=False, description="Whether the block was deleted.")
    text: str = Field(description="Its text.")
    revision: Count = Field(description="The lesson's revision when it was written.")
    person_id: str | None = Field(default=None, description="Who wrote it.")
    person_name: str | None = Field(default=None, description="That person's name.")
    at: Instant = Field(description="When, ISO 8601, UTC.")
    resolved_by: str | None = Field(default=None, description="Name of who resolved it; null while it is open.")
    resolved_at: Instant | None = Field(default=None, description="When, ISO 8601, UTC; null while it is open.")


class ListCommentsOutput(OutputModel):
    """A page of a lesson's comments."""

    comments: list[Comment] = Field(description="Oldest first.")
    open: Count = Field(description="Number of open comments on the lesson, on all pages.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


add_comment = write(
    "comment.addComment",
    changes={"reviews"},
    input=AddCommentInput,
    output=Comment,
    about="Comment on a lesson or one of its blocks; the lesson stays as it is, and learners never see it.",
    source="ours",
    keyed=True,
)
list_comments = read(
    "comment.listComments",
    input=ListCommentsInput,
    output=ListCommentsOutput,
    items="comments",
    about="The comments on a lesson and its blocks, those on deleted blocks too, oldest first.",
    source="ours",
)
resolve_comment = write(
    "comment.resolveComment",
    changes={"reviews"},
    input=ResolveCommentInput,
    output=Comment,
    about="Mark a comment as dealt with, or open it again.",
    source="ours",
)
