"""The reviews of a lesson and the open comments on it and its blocks, as the service has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from workbench.client.sync import Client
from workbench.procedures.comment import Comment, list_comments
from workbench.procedures.lesson import list_reviews
from workbench.procedures.reviews import ListReviewsOutput

WHOLE_LESSON: Final = ""
MOST_COMMENTS: Final = 1_000
MOST_REVIEWS: Final = 20


class LessonReviewing:
    """Reviews and open comments of the lesson; `on_change` is called when they were read."""

    def __init__(self, client: Client, lesson_id: str, on_change: Callable[[], object]) -> None:
        self._client, self._lesson_id, self._on_change = client, lesson_id, on_change
        self._reviews: ListReviewsOutput | None = None
        self._comments: tuple[Comment, ...] = ()

    def read(self) -> None:
        """Ask the service for the reviews and the open comments. Blocks. Nothing where it knows no reviews."""
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

    def open_by_block(self) -> dict[str, int]:
        """Return the number of open comments by block id; those on the whole lesson under `WHOLE_LESSON`."""
        return dict(Counter(comment.block_id or WHOLE_LESSON for comment in self._comments))
