"""A service of this computer whose writer is a model's server next to it, for tests of help with blocks.

tests/conftest.py has the fixtures, so that all folders of a worker share one service.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.lessons import Writing
from tests.model_server import ModelServer, helpful, model_server
from workbench.client.sync import Client
from workbench.embedded import life
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import get_user_data

SEA = "The sea comes in and goes out twice a day because the moon pulls at it."
HALF = "The sea comes in and goes out twice."
"""What the model makes of it."""


@dataclass(frozen=True)
class ServiceWithModel:
    """A service of this computer in its data folder, and the model's server that it asks."""

    model: ModelServer
    service: EmbeddedService
    folder: Path


@contextmanager
def service_with_model(folder: Path) -> Iterator[ServiceWithModel]:
    """Such a service in a new data folder, stopped afterwards; other services of this process have no model."""
    with model_server(helpful()) as server:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("WORKBENCH_HOME", str(folder))
            for name, value in server.environment.items():
                patched.setenv(name, value)
            service = life.start()
        yield ServiceWithModel(server, service, folder)
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("WORKBENCH_HOME", str(folder))
            life.stop(now=True)


@pytest.fixture(scope="session")
def shared_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceWithModel]:
    """A service that serves every test of a session."""
    with service_with_model(tmp_path_factory.mktemp("helping") / "workbench") as made:
        yield made


@pytest.fixture
def model(shared_model: ServiceWithModel) -> ModelServer:
    """The model's server, which helps."""
    shared_model.model.answer_with(helpful())
    return shared_model.model


@pytest.fixture
def helping(model: ModelServer, shared_model: ServiceWithModel) -> Iterator[Client]:
    """A client of the service that has a model, as its owner."""
    with Client(shared_model.service.base_url, shared_model.service.token) as made:
        made.capabilities()
        yield made


@pytest.fixture
def tides(helping: Client, model: ModelServer) -> str:
    """A lesson with a heading, a text about the sea, and a summary; the model's requests are counted from here on."""
    heading, summary = ("heading", {"text": "Tides", "level": 2}), ("summary", {"items": ["The moon pulls."]})
    made = Writing(helping).lesson(heading, ("text", {"markdown": SEA}), summary)
    model.requests.clear()
    return made


def balance(client: Client) -> int:
    """The credits that are left."""
    left = client.call(get_user_data()).ai_credit_balance
    assert left is not None
    return left
