"""A decision about all lessons of a filter: counted and asked once, sent in parts, stopped between two of them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from workbench.client.sync import Client
from workbench.errors import CallFailed, NotSent, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.reviews import (
    DECIDED_MEANWHILE,
    OWN_EDITS,
    REVISION_CHANGED,
    LessonReviewState,
    QueuedLesson,
    ReviewQueue,
    review,
)
from workbench.widgets.kit.failure_text import sentence
from workbench.widgets.review.actions import Verdict
from workbench.widgets.review.wording import refusal_reason, severity_count_text

PART: Final = 20
"""Decisions that are sent in one request; a stop waits for one request."""
_REASONS: Final = {
    DECIDED_MEANWHILE: "already reviewed",
    REVISION_CHANGED: "changed in the meantime",
    OWN_EDITS: "edited by you, so someone else has to approve",
}


class WholeFilter:
    """`lessons` are those that were counted and confirmed: only these are decided, at the revisions they had then."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._is_stopped = threading.Event()
        self.lessons: tuple[QueuedLesson, ...] = ()

    def collect(self, page: Callable[[str | None], Call[ReviewQueue]]) -> Sequence[QueuedLesson]:
        """Read all lessons of the filter; `page` gives the call for the page at a cursor. Blocks."""
        by_id: dict[str, QueuedLesson] = {}
        cursor: str | None = None
        while True:
            answer = self._client.call(page(cursor))
            by_id |= {lesson.lesson_id: lesson for lesson in answer.lessons}
            cursor = answer.next_cursor
            if cursor is None:
                break
        self.lessons = tuple(by_id.values())
        return self.lessons

    def stop(self) -> None:
        """Send no further part."""
        self._is_stopped.set()

    def decide(self, verdict: Verdict, note: str, on_progress: Callable[[int, int], object]) -> str:
        """Decide about all of `lessons`; the outcome, in a sentence. Blocks.

        `on_progress` gets the number sent and the total. A failure that would affect all ends it: it is raised if
        nothing was stored, otherwise it is in the message.
        """
        if verdict == "changesRequested" and not note.strip():
            raise NotSent("Say what needs to change, so the author knows.")
        self._is_stopped.clear()
        stored, refused = 0, Counter[str]()
        sent, of, ended = 0, len(self.lessons), ""
        while sent < of and not self._is_stopped.is_set():
            part = self.lessons[sent : sent + PART]
            answers = self._client.outcomes(*(_call(lesson, verdict, note) for lesson in part))
            failures = [answer for answer in answers if isinstance(answer, WorkbenchError)]
            stored += len(answers) - len(failures)
            refused.update(_REASONS.get(refusal_reason(failure)) or sentence(failure) for failure in failures)
            sent += len(part)
            on_progress(sent, of)
            fatal = next((failure for failure in failures if not isinstance(failure, CallFailed)), None)
            if fatal is not None and not stored:
                raise fatal
            if fatal is not None:
                ended = " It stopped there."
                break
        if self._is_stopped.is_set() and sent < of:
            ended = f" Stopped: {severity_count_text(of - sent, 'lesson')} left as they were."
        did = "approved" if verdict == "approved" else "sent back"
        why = "".join(f" {count:,} skipped: {reason}." for reason, count in refused.most_common(3))
        return f"{severity_count_text(stored, 'lesson')} {did}.{why}{ended}"


def _call(lesson: QueuedLesson, verdict: Verdict, note: str) -> Call[LessonReviewState]:
    return review(
        lesson_id=lesson.lesson_id,
        revision=lesson.revision,
        verdict=verdict,
        note=note.strip() or None,
        last_review_id=lesson.last_review_id,
    )
