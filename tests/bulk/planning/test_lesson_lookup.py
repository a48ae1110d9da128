"""Whether lessons are still there."""

from __future__ import annotations

import pytest

from tests.bulk.fake_service import FakeService
from tests.bulk.plans import place
from workbench.bulk.planning.lesson_lookup import missing_lessons
from workbench.errors import Unreachable

IDS = ("lesson0", "lesson1", "lesson2")


@pytest.fixture
def with_lessons(service: FakeService) -> FakeService:
    """A service with three lessons."""
    service.tells_lessons = True
    service.made = [("EN", topic, None) for topic in ("bread", "milk", "salt")]
    return service


def test_what_is_nowhere_is_missing(with_lessons: FakeService) -> None:
    """Neither among the lessons nor in the trash."""
    with_lessons.lost, with_lessons.trashed = {"lesson1"}, {"lesson2"}

    assert missing_lessons(with_lessons, place(), IDS) == {"lesson1"}


def test_what_was_listed_just_now_is_not_asked_for_again(with_lessons: FakeService) -> None:
    """Planning has read the list already."""
    missing_lessons(with_lessons, place(), IDS, listed=IDS)

    assert with_lessons.reads == []


def test_a_service_that_tells_no_lessons_is_evidence_of_nothing(interface_only: FakeService) -> None:
    """Nobody is alarmed by what cannot be looked up."""
    assert missing_lessons(interface_only, place(lists_lessons=False), IDS) == set()


def test_no_answer_is_no_missing_lesson(with_lessons: FakeService) -> None:
    """It is said that the service could not be asked."""
    with_lessons.read_failure = Unreachable("No answer came.")

    with pytest.raises(Unreachable):
        missing_lessons(with_lessons, place(), IDS)
