"""A service of this computer whose writer is a model's server beside it, for tests of help with blocks.

Packages that need it import the fixtures into their conftest.
"""

from __future__ import annotations

from collections.abc import Iterator

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


@pytest.fixture(scope="session")
def shared_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ModelServer, EmbeddedService]]:
    """The model's server, and a service that asks it; both serve every test of a session."""
    folder = tmp_path_factory.mktemp("helping") / "workbench"
    with model_server(helpful()) as server, pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(folder))
        for name, value in server.environment.items():
            patched.setenv(name, value)
        service = life.start()
        yield server, service
        life.stop(now=True)


@pytest.fixture
def model(shared_model: tuple[ModelServer, EmbeddedService]) -> ModelServer:
    """The model's server, which helps."""
    server, _ = shared_model
    server.answer_with(helpful())
    return server


@pytest.fixture
def helping(model: ModelServer, shared_model: tuple[ModelServer, EmbeddedService]) -> Iterator[Client]:
    """A client of the service that has a model, as its owner."""
    _, service = shared_model
    with Client(service.base_url, service.token) as made:
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
