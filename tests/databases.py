"""The databases a test runs on: a file, and a server that is started once for a session. Knows no test.

A conftest hands its `pytest_generate_tests` on to `both_databases`; what uses `database_url` then runs on both.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import needs
from tests.postgresql_server import Server, server
from workbench.service.db.migrating import migrate

BOTH = ("sqlite", pytest.param("postgresql", marks=needs("postgresql")))


SERVER_LATER = ("sqlite", pytest.param("postgresql", marks=[needs("postgresql"), pytest.mark.slow]))


def both_databases(metafunc: pytest.Metafunc, *, only_a_file: bool = False, server_later: bool = False) -> None:
    """Parametrise over both databases; over SQLite alone what uses `database_file`, or on request.

    `server_later`: on PostgreSQL with `make test-slow`, not with `make test`.
    """
    if "dialect" in metafunc.fixturenames:
        alone = only_a_file or "database_file" in metafunc.fixturenames
        metafunc.parametrize("dialect", BOTH[:1] if alone else SERVER_LATER if server_later else BOTH)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """One server for the session."""
    with server() as running:
        yield running


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that has the schema and nothing in it: a copy takes a fifth of the time of making one."""
    path = tmp_path_factory.mktemp("schema") / "service.sqlite"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def database_url(dialect: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of this test's own database, which has the schema."""
    if dialect == "sqlite":
        path = tmp_path / "service.sqlite"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
        return
    running: Server = request.getfixturevalue("postgresql")
    fresh = running.fresh()
    yield fresh
    running.drop(fresh)
