"""Handlers of reviews, comments and the publishing policy. A comment changes no lesson, so it makes no revision."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from workbench.procedures import comment, lesson, organization
from workbench.procedures.comment import (
    BLOCK_MISSING,
    AddCommentInput,
    Comment,
    ListCommentsInput,
    ListCommentsOutput,
    ResolveCommentInput,
)
from workbench.procedures.declare import OrganizationScope
from workbench.procedures.reviews import (
    APPROVED_ONLY,
    DECIDED_MEANWHILE,
    IN_REVIEW,
    OWN_EDITS,
    REQUESTED,
    REVISION_CHANGED,
    SHARING_ROLES,
    LessonReviewState,
    ListReviewQueueInput,
    ListReviewsInput,
    ListReviewsOutput,
    PublishingPolicy,
    PublishingPolicySet,
    QueuedLesson,
    RequestedReviews,
    RequestReviewInput,
    Review,
    ReviewInput,
    ReviewQueue,
    SetPublishingPolicyInput,
)
from workbench.service.credits.keyed_writes import made_once
from workbench.service.db.listing import CursorRejected
from workbench.service.kernel import publishing_policy as policies
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context, instant, iso
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_comment, at_lesson, check_filters, here, stays_allowed
from workbench.service.kernel.paging import DEFAULT_PAGE, entry_before
from workbench.service.kernel.publishing_policy import StoredPolicy
from workbench.service.kernel.wire_form import wire_form
from workbench.service.reviews import comments
from workbench.service.reviews import store as reviews
from workbench.service.reviews.comments import MOST_COMMENTS, CommentRow, NewComment
from workbench.service.reviews.queue import QueuedRow, QueueFilter, queue_page
from workbench.service.reviews.refusals import refused_courses
from workbench.service.reviews.store import APPROVED, LAST, LessonReview, NewReview, ReviewRow

MOST_SINCE = 100
"""Reviews after which a person who looked at a lesson before has to look again."""


@serves(lesson.request_review, requires="edit")
async def request_review(context: Context, request: RequestReviewInput) -> RequestedReviews:
    """Put the lessons in review, except those approved as they are; repeating the call changes nothing."""
    wanted = list(dict.fromkeys(request.lesson_ids))
    reviewed: dict[str, LessonReview] = {}
    now = context.service.clock()  # one for all: they wait equally long, and the queue has them as they were made
    for lesson_id in sorted(wanted):  # locked in one order, so that two calls never wait for each other
        organization_id = (await at_lesson(context, lesson_id)).organization_id
        known = existing(await reviews.locked_review(context.db, lesson_id))
        reviewed[lesson_id] = known
        if known.state in (IN_REVIEW, APPROVED) and not await _is_stale(context, known):
            continue
        new = NewReview(known.revision, REQUESTED, request.note, context.person.person_id)
        reviewed[lesson_id] = await reviews.add_review(context.db, known, new, now=now)
        await record(context, organization_id, lesson_id, revision=known.revision)
    return RequestedReviews(lessons=[_state(reviewed[wanted_id]) for wanted_id in wanted])


async def _is_stale(context: Context, known: LessonReview) -> bool:
    """Return whether the requested review is of an older revision."""
    if known.state == APPROVED:
        return False
    (last,) = await reviews.reviews_before(context.db, known.lesson_id, limit=1)
    return last.revision != known.revision


@serves(lesson.review, requires="review")
async def review(context: Context, request: ReviewInput) -> LessonReviewState:
    """Approve the lesson or send it back; the same verdict again by the same person changes nothing."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    now = context.service.clock()
    policy = await policies.held_policy(context.db, organization_id, now=now)  # before lessons, as publications do it
    known = existing(await reviews.locked_review(context.db, request.lesson_id))
    await stays_allowed(context, organization_id)
    since = await _reviews_since(context, request)
    if since and _is_same(context, request, since[0]):
        return _state(known)
    _check_undecided(context, request, known, since)
    has_own_edits = await reviews.has_edited(context.db, known.lesson_id, person_id=context.person.person_id)
    if has_own_edits and policy.review_by_somebody_else and request.verdict == APPROVED:
        raise HandlerError(
            "FORBIDDEN",
            "You edited this lesson since it was last approved, and the publishing policy requires "
            "someone else to approve it. Ask another reviewer.",
            reason=OWN_EDITS,
        )
    new = NewReview(request.revision, request.verdict, request.note, context.person.person_id, has_own_edits)
    decided = await reviews.add_review(context.db, known, new, now=now)
    await record(context, organization_id, known.lesson_id, revision=request.revision, verdict=request.verdict)
    return _state(decided)


async def _reviews_since(context: Context, request: ReviewInput) -> list[ReviewRow]:
    """Return the reviews decided since the reviewer looked, newest first.

    Without a last review, those since the last request. Raises `HandlerError` for a last review that does not
    belong to the lesson.
    """
    rows = await reviews.reviews_before(context.db, request.lesson_id, limit=MOST_SINCE)
    if request.last_review_id is None:
        decided = takewhile(lambda row: row.verdict != REQUESTED, rows)
        return [row for row in decided if row.revision == request.revision]
    ids = [row.review_id for row in rows]
    if request.last_review_id not in ids:
        raise HandlerError("BAD_REQUEST", "lastReviewId: the lesson has no such review. Read its reviews again.")
    return [row for row in rows[: ids.index(request.last_review_id)] if row.verdict != REQUESTED]


def _is_same(context: Context, request: ReviewInput, row: ReviewRow) -> bool:
    same = (row.person_id, row.revision, row.verdict)
    return same == (context.person.person_id, request.revision, request.verdict)


def _check_undecided(context: Context, request: ReviewInput, known: LessonReview, since: list[ReviewRow]) -> None:
    """Raise `HandlerError` for another revision, or if somebody decided since the reviewer looked."""
    if request.revision != known.revision:
        raise HandlerError(
            "CONFLICT",
            "The lesson has changed. Reload it before you decide.",
            reason=REVISION_CHANGED,
            revision=known.revision,
        )
    if request.last_review_id is None:  # people may change their own earlier decision
        since = [row for row in since[:1] if row.person_id != context.person.person_id]
    if since:
        by = since[0].person_name or "Somebody"
        verdict = "approved it" if since[0].verdict == APPROVED else "sent it back"
        raise HandlerError(
            "CONFLICT",
            f"{by} {verdict} in the meantime. Read the review before you decide.",
            reason=DECIDED_MEANWHILE,
            by=since[0].person_name,
            personId=since[0].person_id,
            at=iso(since[0].at),
            verdict=since[0].verdict,
            reviewId=since[0].review_id,
        )


@serves(lesson.list_reviews, requires="read", long=True)
async def list_reviews(context: Context, request: ListReviewsInput) -> ListReviewsOutput:
    """Return a page of the lesson's reviews."""
    await at_lesson(context, request.lesson_id)
    known = existing(await reviews.read_review_state(context.db, request.lesson_id))
    limit, before = request.limit or DEFAULT_PAGE, entry_before(request.cursor, most=LAST)
    rows = await reviews.reviews_before(
        context.db, request.lesson_id, before=LAST if before is None else before, limit=limit + 1
    )
    return ListReviewsOutput(
        **_state(known).model_dump(),
        reviews=[_review(row) for row in rows[:limit]],
        next_cursor=str(rows[limit - 1].number) if len(rows) > limit else None,
    )


@serves(lesson.list_review_queue, requires="read", long=True)
async def list_review_queue(context: Context, request: ListReviewQueueInput) -> ReviewQueue:
    """Return a page of the lessons in one review state."""
    standing = await here(context, request.organization_id)
    await check_filters(context, project_id=request.project_id)
    which = QueueFilter(
        request.state or IN_REVIEW,
        request.run,
        request.project_id,
        request.language,
        request.writer,
        request.rule,
    )
    try:
        page = await queue_page(
            context.db,
            standing.organization_id,
            which,
            limit=request.limit or DEFAULT_PAGE,
            cursor=request.cursor,
        )
    except CursorRejected as rejected:
        raise HandlerError("BAD_REQUEST", f"cursor: {rejected.message}") from None
    return ReviewQueue(
        lessons=[_queued_lesson(item) for item in page.items], total=page.total, next_cursor=page.next_cursor
    )


def _state(known: LessonReview) -> LessonReviewState:
    return wire_form(LessonReviewState, known, last_review_id=known.review_id)


def _review(row: ReviewRow) -> Review:
    return wire_form(Review, row)


def _queued_lesson(row: QueuedRow) -> QueuedLesson:
    by, at = row.requested or (None, None)
    return wire_form(
        QueuedLesson,
        row,
        requested_by=by,
        requested_at=None if at is None else instant(at),
        last_review_id=row.review_id,
    )


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
                "CONFLICT", "The block is not in the lesson any more. Read the lesson again.", reason=BLOCK_MISSING
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
    return await _read_comment(context, await made_once(context, organization_id, fields, make))


@serves(comment.list_comments, requires="read", long=True)
async def list_comments(context: Context, request: ListCommentsInput) -> ListCommentsOutput:
    """Return a page of the lesson's comments."""
    await at_lesson(context, request.lesson_id)
    limit, after = request.limit or DEFAULT_PAGE, entry_before(request.cursor, most=MOST_COMMENTS) or 0
    rows = await comments.comments_after(
        context.db, request.lesson_id, after=after, resolved=request.resolved, limit=limit + 1
    )
    return ListCommentsOutput(
        comments=[_comment(row) for row in rows[:limit]],
        open=await comments.open_comments(context.db, request.lesson_id),
        next_cursor=str(rows[limit - 1].number) if len(rows) > limit else None,
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
    shown = await _read_comment(context, request.comment_id)
    if changed:
        facts = {"commentId": shown.comment_id, "resolved": request.resolved}
        await record(context, organization_id, shown.lesson_id, **facts)
    return shown


async def _read_comment(context: Context, comment_id: str) -> Comment:
    return _comment(existing(await comments.comment_by_id(context.db, comment_id)))


def _comment(row: CommentRow) -> Comment:
    return wire_form(Comment, row, is_block_deleted=row.block_id is not None and (not row.has_block))


@serves(organization.get_publishing_policy, requires="read")
async def get_publishing_policy(context: Context, request: OrganizationScope) -> PublishingPolicy:
    """Return the current policy."""
    organization_id = (await here(context, request.organization_id)).organization_id
    return PublishingPolicy(**_fields(organization_id, await policies.read_policy(context.db, organization_id)))


@serves(organization.set_publishing_policy, requires="policy")
async def set_publishing_policy(context: Context, request: SetPublishingPolicyInput) -> PublishingPolicySet:
    """Another policy; the same one changes nothing."""
    organization_id, now = (await here(context, request.organization_id)).organization_id, context.service.clock()
    known = await policies.locked_policy(context.db, organization_id, now=now)
    if request.base_version not in (None, known.version):
        raise HandlerError(
            "CONFLICT",
            "Someone else has changed the publishing policy. Reload it and try again.",
            version=known.version,
        )
    wanted = StoredPolicy(
        request.publication,
        request.review_by_somebody_else,
        request.longest_share_days,
        tuple([role for role in SHARING_ROLES if role in request.sharing_roles]),
        known.version,
    )
    if wanted != known:
        await policies.set_policy(context.db, organization_id, wanted, now=now)
        await record(context, organization_id, organization_id, **_changes(known, wanted))
        wanted = wanted._replace(version=known.version + 1)
    refused = 0
    if wanted.publication == APPROVED_ONLY:
        by_somebody_else = wanted.review_by_somebody_else
        refused = await refused_courses(context.db, organization_id, by_somebody_else=by_somebody_else, now=now)
    return PublishingPolicySet(**_fields(organization_id, wanted), refused_courses=refused)


def _changes(before: StoredPolicy, after: StoredPolicy) -> dict[str, Any]:
    """Return the audit facts of the change: each changed field with its old and new value."""
    old, new = _fields("", before), _fields("", after)
    names = {
        "publication": "publication",
        "review_by_somebody_else": "reviewBySomebodyElse",
        "longest_share_days": "longestShareDays",
        "sharing_roles": "sharingRoles",
    }
    changed = {name: wire_name for name, wire_name in names.items() if old[name] != new[name]}
    now = {wire_name: new[name] for name, wire_name in changed.items()}
    return now | {f"{wire_name}Before": old[name] for name, wire_name in changed.items()}


def _fields(organization_id: str, policy: StoredPolicy) -> dict[str, Any]:
    return {"organization_id": organization_id, **policy._asdict(), "sharing_roles": list(policy.sharing_roles)}
