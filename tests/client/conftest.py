"""What the client's tests talk to, and who talks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.client.scripted_service import ScriptedService
from workbench.client.retry import RetryPolicy
from workbench.client.sync import Client

CANARY = "canary-4f1d9c-0123456789abcdef"
AT_ONCE = RetryPolicy(chance=lambda: 0.0)


@pytest.fixture
def service() -> Iterator[ScriptedService]:
    """A real server that does what the test tells it."""
    server = ScriptedService()
    yield server
    server.stop()


@pytest.fixture
def client(service: ScriptedService) -> Iterator[Client]:
    """A client of that server, which waits for nothing between its tries."""
    with Client(service.base_url, CANARY, policy=AT_ONCE, timeout_seconds=5) as made:
        yield made


@pytest.fixture
def impatient(service: ScriptedService) -> Iterator[Client]:
    """A client that gives every try one second."""
    with Client(service.base_url, CANARY, policy=AT_ONCE, timeout_seconds=1, paid_timeout_seconds=1) as made:
        yield made
