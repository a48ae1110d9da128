"""The seeded service, started once on each database for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.databases import BOTH
from tests.databases import postgresql as postgresql
from tests.full_disk import full_disk as full_disk
from tests.postgresql_server import Server
from tests.reports.roles import Cast, cast
from tests.reports.seeded import Seeded, seeded


@pytest.fixture(scope="session", params=BOTH)
def acme(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seeded]:
    """Two organizations with lessons and a ledger, on SQLite and on PostgreSQL; the tests only read."""
    if request.param == "sqlite":
        with seeded(f"sqlite:///{tmp_path_factory.mktemp('seeded') / 'seeded.sqlite'}") as found:
            yield found
        return
    server: Server = request.getfixturevalue("postgresql")
    with seeded(server.fresh()) as found:
        yield found


@pytest.fixture(scope="session", params=BOTH)
def people(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    """A person of each role, with weeks of spending, on SQLite and on PostgreSQL; the tests only read."""
    if request.param == "sqlite":
        with cast(f"sqlite:///{tmp_path_factory.mktemp('roles') / 'roles.sqlite'}") as found:
            yield found
        return
    server: Server = request.getfixturevalue("postgresql")
    with cast(server.fresh()) as found:
        yield found
