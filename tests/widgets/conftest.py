"""The service of this computer for panels, workers that work immediately, and no failure that nobody looked at."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.api.interface_only import interface_only
from tests.browser.lessons import Writing
from workbench.client.retry import RetryPolicy
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.course import list_courses
from workbench.procedures.lesson import create_starter_lesson, get_lesson


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@pytest.fixture(autouse=True)
def failures() -> Iterator[list[str]]:
    """What panels said as they failed. A test that expects a failure takes it out; any other fails its test."""
    kept, logger = _Kept(), logging.getLogger("workbench.widgets")
    logger.addHandler(kept)
    yield kept.said
    logger.removeHandler(kept)
    assert kept.said == []


@pytest.fixture
def inline() -> InlinePool:
    """Workers that have done the work when `submit` returns."""
    return InlinePool()


@pytest.fixture
def client(own_service: EmbeddedService) -> Iterator[Client]:
    """A client of the service of this computer, as its owner."""
    with Client(own_service.base_url, own_service.token) as made:
        yield made


@pytest.fixture
def nobody() -> Iterator[Client]:
    """A client of an address where nobody answers; for what asks nothing."""
    with Client("http://127.0.0.1:9", "a-token-that-is-never-sent", policy=RetryPolicy(tries=1)) as made:
        yield made


@pytest.fixture
def interface_client() -> Iterator[Client]:
    """A client of a service that has the interface only."""
    with interface_only() as (base_url, _), Client(base_url, "good") as made:
        yield made


@pytest.fixture
def writing(client: Client) -> Writing:
    """Lessons in the service, made and read back next to the panel."""
    return Writing(client)


@pytest.fixture
def lesson_id(client: Client) -> str:
    """A lesson that was just made."""
    return client.call(create_starter_lesson(topic="How bees find flowers", language="EN")).lesson_id


@pytest.fixture
def course_id(client: Client, lesson_id: str) -> str:
    """The course of that lesson, private."""
    return client.call(get_lesson(lesson_id=lesson_id)).course_id


@pytest.fixture
def course_count(client: Client, course_id: str) -> int:
    """How many courses there are."""
    return client.call(list_courses(limit=1)).total
