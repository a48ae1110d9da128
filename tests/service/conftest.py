"""The cast of the service's tests: a service on a real database, and people at it.

Where the database decides (BOTH) a test runs on both; the rest is SQLite's, since the same handlers meet the same seam.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import PurePath

import pytest

from tests.databases import both_databases
from tests.databases import database_url as database_url
from tests.databases import postgresql as postgresql
from tests.service.asking import Asking, asking
from tests.service.writers import ScriptedWriter
from workbench.service.context import Service
from workbench.service.running.server import open_service
from workbench.service.running.settings import Settings

BOTH = (
    "store",
    "test_dispatch",
    "test_dispatch_failures",
    "test_membership",
    "test_starter",
    "test_starter_key",
    "handlers",
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both databases for the tests in BOTH, SQLite for the rest."""
    parts = PurePath(metafunc.definition.path).with_suffix("").parts
    both_databases(metafunc, only_a_file=not any(each in parts for each in BOTH))


@pytest.fixture
async def service(database_url: str) -> AsyncIterator[Service]:
    """A service with nobody in it."""
    opened = await open_service(Settings(database_url, share_base_url="https://share.test"))
    yield opened
    await opened.writer.close()
    await opened.store.close()


@pytest.fixture
async def ana(service: Service) -> AsyncIterator[Asking]:
    """The owner of the organization Acme, which has 100 credits."""
    person = await asking(service)
    yield person
    await person.http.aclose()


@pytest.fixture
async def eve(service: Service) -> AsyncIterator[Asking]:
    """The owner of another organization."""
    person = await asking(service, "eve@example.org", "Other")
    yield person
    await person.http.aclose()


@pytest.fixture
async def out_of_credits(service: Service) -> AsyncIterator[Asking]:
    """The owner of an organization whose balance is zero; everything else about it is ordinary."""
    person = await asking(service, "zoe@example.org", "Poor", credits_at_start=0)
    yield person
    await person.http.aclose()


@pytest.fixture
def writer(service: Service) -> ScriptedWriter:
    """A writer that does what the test says, in the service's place for one."""
    scripted = ScriptedWriter()
    service.writer = scripted
    return scripted
