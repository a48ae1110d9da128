"""A service with a model, and a course of lessons to be translated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.lessons import Writing
from tests.helping import ServiceWithModel
from tests.model_server import good
from workbench.client.sync import Client
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson

CourseOf = Callable[..., tuple[str, list[str]]]


@pytest.fixture
def translator(shared_model: ServiceWithModel, helping: Client) -> Client:
    """A client of the service, whose model translates."""
    shared_model.model.answer_with(good())
    return helping


@pytest.fixture
def course_of(translator: Client) -> CourseOf:
    """Makes a course of so many lessons of one text; its id and theirs."""

    def make(count: int) -> tuple[str, list[str]]:
        course_id = translator.call(create_course(title="The sea")).course_id
        ids = []
        for number in range(1, count + 1):
            made = translator.call(create_lesson(title=f"Tides {number}", language="EN", course_id=course_id))
            Writing(translator).put(made.lesson_id, [("text", {"markdown": "The moon pulls at the sea."})])
            ids.append(made.lesson_id)
        return course_id, ids

    return make
