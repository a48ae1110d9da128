"""Lessons that wait for a review, the panel that shows them, and a colleague who reviews too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.lessons import Content, Writing
from tests.colleague import colleague
from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.declare import Call
from workbench.procedures.lesson import list_review_queue, request_review, review
from workbench.procedures.reviews.review import LessonReviewState, QueuedLesson
from workbench.widgets.review.panel import ReviewPanel

TEXT: Content = (
    "text",
    {
        "markdown": "Twice a day the sea comes in and goes out again, because the moon pulls the water towards itself "
        "while the earth turns every coast through it. High water comes about fifty minutes later each day. Whoever "
        "walks on the mudflats reads the tide table before leaving the shore, and is back well before the water."
    },
)
OBJECTIVES: Content = ("objectives", {"items": ["Say why the sea comes in twice a day"]})
QUIZ: Content = (
    "quiz",
    {
        "question": "What pulls the water?",
        "choices": [
            {"text": "The moon", "isCorrect": True, "feedback": "Its gravity does."},
            {"text": "The wind", "isCorrect": False, "feedback": "It only makes waves."},
            {"text": "The rivers", "isCorrect": False, "feedback": "They flow into the sea."},
        ],
    },
)
"""With the others, enough for the checks to find no error and no warning, so that the order stays."""


def decided(lesson: QueuedLesson) -> Call[LessonReviewState]:
    """An approval of a lesson of the queue."""
    last = lesson.last_review_id
    return review(lesson_id=lesson.lesson_id, revision=lesson.revision, verdict="approved", last_review_id=last)


@pytest.fixture
def lessons(writing: Writing, client: Client) -> list[str]:
    """Ids of three lessons that wait for a review, Wind, Ebb and Flow; no others wait."""
    left = client.call(list_review_queue(limit=1000)).lessons  # by other tests
    client.batch(*(decided(lesson) for lesson in left))
    ids = [writing.lesson(OBJECTIVES, TEXT, QUIZ, topic=topic) for topic in ("Wind", "Ebb", "Flow")]
    client.call(request_review(lesson_ids=ids))
    return ids


@pytest.fixture
def panel(client: Client, lessons: list[str], inline: InlinePool) -> ReviewPanel:
    """The panel, looked at."""
    return refreshed(ReviewPanel(client, workers=inline))


@pytest.fixture
def waiting(panel: ReviewPanel) -> list[str]:
    """The three lessons in the order in which the panel shows them; it may change when the service checks them."""
    return [row["id"] for row in panel.list.rows]


@pytest.fixture
def bo(own_service: EmbeddedService, shared_folder: Path) -> Iterator[Client]:
    """A reviewer of the same organization."""
    with colleague(own_service, shared_folder) as client:
        yield client


@pytest.fixture
def their_panel(bo: Client, waiting: list[str], inline: InlinePool) -> ReviewPanel:
    """Bo's panel on the same queue, with the lesson open that is open in the other one."""
    made = refreshed(ReviewPanel(bo, workers=inline))
    made.open_lesson(waiting[0])
    return made
