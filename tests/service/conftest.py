"""The cast of the service's tests: a service on a real database, and people at it.

Where the database decides (ON_BOTH) a test runs on both; the rest is SQLite's, since the same handlers meet the same
seam.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import both_databases
from tests.databases import database_url as database_url
from tests.databases import postgresql as postgresql
from tests.service.asking import Asking, open_for_test, signed_in
from tests.service.writers import ScriptedWriter
from workbench.service.context import Service
from workbench.service.running.settings import Settings
from workbench.service.store.db import sqlite_file

ON_BOTH = (
    "handlers",
    "http/test_dispatch.py",
    "http/test_dispatch_failures.py",
    "store",
    "test_membership.py",
    "test_paid_calls.py",
    "test_starter_lessons.py",
    "test_starter_courses.py",
    "test_refused_drafts.py",
)
# What handlers do to a database the tests of the store do on both; the handlers' own run on a server later.
HANDLERS = Path(__file__).parent / "handlers"
_PATHS = [Path(__file__).parent / each for each in ON_BOTH]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both databases for the tests in ON_BOTH, SQLite for the rest."""
    path = metafunc.definition.path
    on_both = any(path.is_relative_to(each) for each in _PATHS)
    both_databases(metafunc, only_a_file=not on_both, server_later=path.is_relative_to(HANDLERS))


def pytest_configure() -> None:
    """A file that was renamed is not left to one database."""
    gone = [str(each) for each in _PATHS if not each.exists()]
    if gone:
        raise pytest.UsageError(f"ON_BOTH names what is not there: {', '.join(gone)}")


@pytest.fixture(autouse=True)
def quick_to_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of SQLite is not grown to 8 MiB when it is opened, which takes most of the time of a small test."""
    monkeypatch.setattr(sqlite_file, "WARM_FRAMES", 1)


@pytest.fixture
async def service(database_url: str) -> AsyncIterator[Service]:
    """A service with nobody in it."""
    async with open_for_test(Settings(database_url, share_base_url="https://share.test", sheet_credits=1)) as opened:
        yield opened


@pytest.fixture
async def ana(service: Service) -> AsyncIterator[Asking]:
    """The owner of the organization Acme, which has 100 credits."""
    async with signed_in(service) as person:
        yield person


@pytest.fixture
async def eve(service: Service) -> AsyncIterator[Asking]:
    """The owner of another organization."""
    async with signed_in(service, "eve@example.org", "Other") as person:
        yield person


@pytest.fixture
async def out_of_credits(service: Service) -> AsyncIterator[Asking]:
    """The owner of an organization whose balance is zero; everything else about it is ordinary."""
    async with signed_in(service, "zoe@example.org", "Poor", credits_at_start=0) as person:
        yield person


@pytest.fixture
def writer(service: Service) -> ScriptedWriter:
    """A writer that does what the test says, in the service's place for one."""
    scripted = ScriptedWriter()
    service.writer = scripted
    return scripted
