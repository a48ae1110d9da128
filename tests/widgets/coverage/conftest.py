"""A service whose model translates, a panel of it, and courses to be translated."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.browser.lessons import Writing
from tests.model_server import ModelServer, good, model_server
from tests.people import new_person, owner_of
from tests.service.serving import serving
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson
from workbench.widgets.coverage.panel import CoveragePanel

CourseOf = Callable[..., tuple[str, list[str]]]


@pytest.fixture(scope="package")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the service with a model."""
    return tmp_path_factory.mktemp("translating") / "s.db"


@pytest.fixture(scope="package")
def modelled(database: Path) -> Iterator[tuple[Client, ModelServer]]:
    """A client of a service with a model, as the owner of an organization with 50 credits."""
    with model_server(good()) as model, serving(database, writer_environment=model.environment) as service:
        owner = owner_of(f"sqlite:///{database}", credits_at_start=50)
        with Client(service.base_url, owner.session_token) as client:
            yield client, model


@pytest.fixture(scope="package")
def viewer(modelled: tuple[Client, ModelServer], database: Path) -> Iterator[Client]:
    """A client of the same service, of somebody who may only read."""
    made = asyncio.run(new_person(f"sqlite:///{database}", "vic@example.org", role="viewer"))
    with Client(modelled[0].origin, made.session_token) as client:
        yield client


@pytest.fixture
def translator(modelled: tuple[Client, ModelServer]) -> Client:
    """The client; the model translates."""
    modelled[1].answer_with(good())
    return modelled[0]


@pytest.fixture
def panel(translator: Client, inline: InlinePool) -> CoveragePanel:
    """A panel that has read nothing yet; it shows French."""
    made = CoveragePanel(translator, workers=inline)
    made._added = ["FR"]
    return made


@pytest.fixture
def course_of(translator: Client) -> CourseOf:
    """Makes a course of so many lessons with titles that no other test has; its id and theirs."""

    def make(count: int, title: str = "The sea") -> tuple[str, list[str]]:
        course_id = translator.call(create_course(title=title)).course_id
        ids = []
        for _ in range(count):
            call = create_lesson(title=f"Tides {uuid4().hex[:8]}", language="EN", course_id=course_id)
            ids.append(translator.call(call).lesson_id)
            Writing(translator).put(ids[-1], [("text", {"markdown": "The moon pulls."}), ("text", {"markdown": "So."})])
        return course_id, ids

    return make
