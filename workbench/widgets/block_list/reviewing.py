"""How far the review of the lesson is, and the comments on it and its blocks: read, added, resolved.

Texts of comments go to the view that asks for them; the view's state has only how many are open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from workbench.authoring.shape import wire_time
from workbench.client.sync import Client
from workbench.errors import WorkbenchError
from workbench.procedures.comment import Comment, add_comment, list_comments, resolve_comment
from workbench.procedures.lesson import list_reviews, request_review
from workbench.procedures.reviews import APPROVED, CHANGES_REQUESTED, IN_REVIEW, ListReviewsOutput
from workbench.widgets.block_list.gestures import AskForReview, CommentOn, ResolveComment, ReviewQuestion
from workbench.widgets.kit.failure_text import sentence
from workbench.widgets.kit.lesson_status import STATUS_NAMES

WHOLE_LESSON: Final = ""
MOST_COMMENTS: Final = 1_000
MOST_REVIEWS: Final = 20
_SENTENCES: Final = {
    IN_REVIEW: STATUS_NAMES["inReview"],
    CHANGES_REQUESTED: STATUS_NAMES["changesRequested"],
    APPROVED: STATUS_NAMES["approved"],
}


class LessonReviewing:
    """Review state of the lesson; `on_change` is called when it changes. All methods but `shown` block."""

    def __init__(self, client: Client, lesson_id: str, on_change: Callable[[], object]) -> None:
        self._client, self._lesson_id, self._on_change = client, lesson_id, on_change
        self._reviews: ListReviewsOutput | None = None
        self._comments: tuple[Comment, ...] = ()

    def read(self) -> None:
        """Ask the service how far the review is, and for the open comments. Nothing where it knows no reviews."""
        capabilities = self._client.capabilities()
        if capabilities is None or not {list_reviews.name, list_comments.name} <= set(capabilities.procedures):
            return
        reviews, comments = self._client.batch(
            list_reviews(lesson_id=self._lesson_id, limit=MOST_REVIEWS),
            list_comments(lesson_id=self._lesson_id, resolved=False, limit=MOST_COMMENTS),
        )
        self._reviews, self._comments = reviews, tuple(comments.comments)
        self._on_change()

    @property
    def reviews(self) -> ListReviewsOutput | None:
        """The last reviews and the review state, as they were read; None where none were."""
        return self._reviews

    @property
    def comments(self) -> tuple[Comment, ...]:
        """The open comments, as they were read."""
        return self._comments

    def view_state(self, revision: int | None, *, is_coming: bool) -> tuple[dict[str, Any], dict[str, int]]:
        """Return the review state for the view, and the open comments by block; `revision` is the current one.

        `is_coming`: the service supports reviews, so one that was not read yet will be.
        """
        counts = Counter(comment.block_id or WHOLE_LESSON for comment in self._comments)
        reviews = self._reviews
        if reviews is None:
            return {"isKnown": False, "isComing": is_coming}, {}
        is_stale = reviews.state == APPROVED and revision is not None and revision > reviews.revision
        state = "draft" if is_stale else reviews.state
        last = reviews.reviews[0] if reviews.reviews else None
        note = last.note if last is not None and state == CHANGES_REQUESTED else None
        text = _SENTENCES.get(state, "")
        if state not in _SENTENCES and reviews.approved_revision:
            text = "Changed since it was approved"
        by = f" by {last.person_name}" if last is not None and last.person_name and state == APPROVED else ""
        may_ask = state not in (IN_REVIEW, APPROVED)
        return {"isKnown": True, "state": state, "text": text + by, "note": note or "", "mayAsk": may_ask}, dict(counts)

    def answer(self, question: ReviewQuestion) -> dict[str, Any]:
        """Do what is asked for; the open comments afterwards, or `problem` with what went wrong."""
        try:
            if isinstance(question, AskForReview):
                self._client.call(request_review(lesson_ids=[self._lesson_id]))
            elif isinstance(question, CommentOn):
                block_id = question.block or None
                self._client.call(add_comment(lesson_id=self._lesson_id, block_id=block_id, text=question.text))
            elif isinstance(question, ResolveComment):
                self._client.call(resolve_comment(comment_id=question.id, resolved=True))
            self.read()
        except WorkbenchError as failed:
            return {"problem": sentence(failed), "comments": [_comment_view(comment) for comment in self._comments]}
        return {"problem": "", "comments": [_comment_view(comment) for comment in self._comments]}


def _comment_view(comment: Comment) -> dict[str, Any]:
    return {
        "id": comment.comment_id,
        "block": comment.block_id or WHOLE_LESSON,
        "isGone": comment.is_block_deleted,
        "text": comment.text,
        "by": comment.person_name or "Someone",
        "at": wire_time(comment.at),
    }
