"""A service on either database, asked from tests that are no coroutines themselves, because hypothesis' are not."""

from __future__ import annotations

from asyncio import Runner
from collections.abc import Iterator

import pytest

from tests.databases import both_databases
from tests.service.asking import Asking, asking
from tests.ticking_clock import TickingClock
from workbench.service.kernel.settings import NO_RATES, Settings
from workbench.service.running.server import open_service


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both databases."""
    both_databases(metafunc)


@pytest.fixture
def runner() -> Iterator[Runner]:
    """The loop that the service lives in."""
    with Runner() as running:
        yield running


@pytest.fixture
def ana(runner: Runner, database_url: str) -> Iterator[Asking]:
    """The owner of an organization, at a service without rates."""
    service = runner.run(open_service(Settings(database_url, rates=NO_RATES)))
    service.clock = TickingClock()
    person = runner.run(asking(service))
    yield person
    runner.run(person.http.aclose())
    runner.run(service.writer.close())
    runner.run(service.store.close())
