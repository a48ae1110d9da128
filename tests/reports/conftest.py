"""The seeded service, started once on each database for the tests of this room."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.databases import BOTH
from tests.databases import postgresql as postgresql
from tests.full_disk import full_disk as full_disk
from tests.postgresql_server import Server
from tests.reports.roles import Cast, cast
from tests.reports.seeded import Seeded, seeded


@pytest.fixture(scope="session", params=BOTH)
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Makes addresses of databases that are there for the session, on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return lambda: f"sqlite:///{tmp_path_factory.mktemp('seeded') / 'service.sqlite'}"
    server: Server = request.getfixturevalue("postgresql")
    return server.fresh


@pytest.fixture(scope="session")
def acme(new_database: Callable[[], str]) -> Iterator[Seeded]:
    """Two organizations with lessons and a ledger; the tests only read."""
    with seeded(new_database()) as found:
        yield found


@pytest.fixture(scope="session")
def people(new_database: Callable[[], str]) -> Iterator[Cast]:
    """A person of each role, with weeks of spending; the tests only read."""
    with cast(new_database()) as found:
        yield found
