"""Handlers of the comment router. A comment changes no lesson, so it makes no revision."""

from __future__ import annotations

from workbench.procedures import comment
from workbench.procedures.comment import (
    BLOCK_MISSING,
    AddCommentInput,
    Comment,
    ListCommentsInput,
    ListCommentsOutput,
    ResolveCommentInput,
)
from workbench.service.credits.keyed_writes import made_once
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_comment, at_lesson
from workbench.service.kernel.paging import DEFAULT_PAGE, entry_before
from workbench.service.kernel.wire_form import wire_form
from workbench.service.reviews import comments
from workbench.service.reviews import store as reviews
from workbench.service.reviews.comments import MOST_COMMENTS, CommentRow, NewComment


@serves(comment.add_comment, requires="edit")
async def add_comment(context: Context, request: AddCommentInput) -> Comment:
    """Add a comment and return it; for a key already used, return the comment made then."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id

    async def make() -> str:
        known = existing(await reviews.locked_review(context.db, request.lesson_id))
        if request.block_id is not None and not existing(
            await comments.has_block(context.db, known.lesson_id, request.block_id)
        ):
            raise HandlerError(
                "CONFLICT", "The block is no longer in the lesson. Reload the lesson.", reason=BLOCK_MISSING
            )
        number = 1 + await comments.last_number(context.db, known.lesson_id)
        if number > MOST_COMMENTS:
            raise HandlerError("CONFLICT", f"A lesson takes at most {MOST_COMMENTS:,} comments, and this one has them.")
        new = NewComment(
            organization_id,
            known.lesson_id,
            request.block_id,
            request.text,
            known.revision,
            context.person.person_id,
        )
        comment_id = await comments.add_comment(context.db, new, number=number, now=context.service.clock())
        await record(context, organization_id, known.lesson_id, commentId=comment_id, blockId=request.block_id)
        return comment_id

    fields = {"lessonId": request.lesson_id, "blockId": request.block_id, "text": request.text}
    return await _shown(context, await made_once(context, organization_id, fields, make))


@serves(comment.list_comments, requires="read", long=True)
async def list_comments(context: Context, request: ListCommentsInput) -> ListCommentsOutput:
    """Return a page of the lesson's comments."""
    await at_lesson(context, request.lesson_id)
    limit, after = request.limit or DEFAULT_PAGE, entry_before(request.cursor, most=MOST_COMMENTS) or 0
    found = await comments.comments_after(
        context.db, request.lesson_id, after=after, resolved=request.resolved, limit=limit + 1
    )
    return ListCommentsOutput(
        comments=[_comment(row) for row in found[:limit]],
        open=await comments.open_comments(context.db, request.lesson_id),
        next_cursor=str(found[limit - 1].number) if len(found) > limit else None,
    )


@serves(comment.resolve_comment, requires="edit")
async def resolve_comment(context: Context, request: ResolveCommentInput) -> Comment:
    """Resolve or reopen the comment and return it; repeating the call changes nothing."""
    organization_id = (await at_comment(context, request.comment_id)).organization_id
    changed = await comments.resolve_comment(
        context.db,
        request.comment_id,
        resolved=request.resolved,
        person_id=context.person.person_id,
        now=context.service.clock(),
    )
    found = await _shown(context, request.comment_id)
    if changed:
        facts = {"commentId": found.comment_id, "resolved": request.resolved}
        await record(context, organization_id, found.lesson_id, **facts)
    return found


async def _shown(context: Context, comment_id: str) -> Comment:
    return _comment(existing(await comments.comment_by_id(context.db, comment_id)))


def _comment(found: CommentRow) -> Comment:
    return wire_form(Comment, found, is_block_deleted=found.block_id is not None and (not found.has_block))
