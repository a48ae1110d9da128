"""A lesson of the queue with all that a reviewer needs, read ahead in one request so that it opens immediately.

Texts are rendered and escaped here.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from workbench.authoring.rendering.blocks import blocks_html
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import WorkbenchError
from workbench.procedures.comment import Comment, list_comments
from workbench.procedures.findings import CheckFinding
from workbench.procedures.lesson import Lesson, get_findings, get_lesson
from workbench.procedures.reviews import Review, list_reviews
from workbench.text import escape_html

MOST_PAGES: Final = 16
"""Lessons that are kept, those read ahead and those that were just left."""
_REVIEWS: Final = 3


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """A lesson as it was read. `html` is what a learner gets of it, rendered and sanitised."""

    lesson: Lesson
    findings: tuple[CheckFinding, ...]
    comments: tuple[Comment, ...]
    reviews: tuple[Review, ...]
    last_review_id: str | None
    html: str


def read_page(client: Client, lesson_id: str) -> ReviewPage:
    """Return the lesson, its findings, its open comments and its last reviews. One request. Blocks."""
    lesson, checked, comments, reviews = client.batch(
        get_lesson(lesson_id=lesson_id),
        get_findings(lesson_id=lesson_id),
        list_comments(lesson_id=lesson_id, resolved=False),
        list_reviews(lesson_id=lesson_id, limit=_REVIEWS),
    )
    title = (
        f'<h1 dir="auto" data-wb-subject="{escape_html(lesson.lesson_id)}">{escape_html(lesson.title, longest=1000)}'
        "</h1>"
    )
    return ReviewPage(
        lesson=lesson,
        findings=tuple(checked.findings),
        comments=tuple(comments.comments),
        reviews=tuple(reviews.reviews),
        last_review_id=reviews.last_review_id,
        html=title + blocks_html(tuple(lesson.blocks), lesson.language),
    )


class ReviewPages:
    """The pages that were read last, by lesson. Pages are read ahead on worker threads."""

    def __init__(self, client: Client, workers: TaskPool) -> None:
        self._client, self._workers = client, workers
        self._lock = threading.Lock()
        self._pages: OrderedDict[str, ReviewPage] = OrderedDict()
        self._on_the_way: set[str] = set()

    def get(self, lesson_id: str) -> ReviewPage | None:
        """Return the page if it was read, else None."""
        with self._lock:
            return self._pages.get(lesson_id)

    def read(self, lesson_id: str) -> ReviewPage:
        """Return the page, reading it if necessary. Blocks."""
        return self.get(lesson_id) or self.read_anew(lesson_id)

    def read_anew(self, lesson_id: str) -> ReviewPage:
        """Read the current page and return it. Blocks."""
        page = read_page(self._client, lesson_id)
        with self._lock:
            self._pages[lesson_id] = page
            self._pages.move_to_end(lesson_id)
            while len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)
        return page

    def read_ahead(self, lesson_ids: Iterable[str]) -> None:
        """Have these pages read by the time that they are wanted; what cannot be read is read again then."""
        for lesson_id in lesson_ids:
            with self._lock:
                if lesson_id in self._pages or lesson_id in self._on_the_way:
                    continue
                self._on_the_way.add(lesson_id)
            self._workers.submit(self._read_quietly, lesson_id)

    def forget(self, *lesson_ids: str) -> None:
        """Forget these pages, or all without an id, so that they are read again when needed."""
        with self._lock:
            for lesson_id in lesson_ids or list(self._pages):
                self._pages.pop(lesson_id, None)

    def _read_quietly(self, lesson_id: str) -> None:
        try:
            self.read_anew(lesson_id)
        except WorkbenchError:
            pass  # the message is shown on opening it
        finally:
            with self._lock:
                self._on_the_way.discard(lesson_id)
