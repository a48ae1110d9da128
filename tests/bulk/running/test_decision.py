"""A lesson that a person names for a row is looked up first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.bulk.fake_service import AT, FakeService, refusal
from workbench.bulk.running.decision import Assign, Resend, verify
from workbench.errors import CallFailed, PlanRejected
from workbench.procedures.lesson import Lesson, get_lesson
from workbench.procedures.service import Capabilities

MINE = Assign(lesson_id=" lesson7 ")


@dataclass
class Telling(FakeService):
    """A service that tells lessons by their id; it has one. `answers` is the status of any other."""

    answers: int = 404

    def capabilities(self) -> Capabilities | None:
        """Also `lesson.getLesson`."""
        known = super().capabilities()
        return known and known.model_copy(update={"procedures": [*known.procedures, get_lesson.name]})

    def _read(self, call: Any) -> Any:
        if call.input.lesson_id != "lesson7":
            raise refusal(self.answers)
        return Lesson.model_construct(lesson_id="lesson7", title="Bread", created_at=AT)


def test_a_lesson_that_is_there_brings_its_title() -> None:
    """As if the service had answered with it."""
    assert verify(MINE, Telling()) == Assign(lesson_id="lesson7", title="Bread")


@pytest.mark.parametrize("http_status", [400, 403, 404])
def test_a_lesson_that_is_not_there_is_not_believed(http_status: int) -> None:
    """A slip of the hand would make a row done that has no lesson."""
    with pytest.raises(PlanRejected, match="There is no lesson lesson8"):
        verify(replace(MINE, lesson_id="lesson8"), Telling(answers=http_status))


def test_a_service_that_is_unwell_is_no_answer() -> None:
    """Nothing is changed by its failure either."""
    with pytest.raises(CallFailed):
        verify(replace(MINE, lesson_id="lesson8"), Telling(answers=500))


def test_a_service_that_tells_no_lessons_is_believed(service: FakeService, interface_only: FakeService) -> None:
    """The person has looked elsewhere."""
    assert [verify(MINE, each) for each in (service, interface_only)] == [MINE, MINE]


def test_a_choice_without_a_lesson_asks_nothing() -> None:
    """It stays as it is."""
    service = Telling()

    assert verify(Resend(), service) == Resend()
    assert service.reads == []
