"""`workbench admin migrate`: an empty database gets its schema, a current one is left alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import needs
from tests.own_service import command
from tests.postgresql_server import server
from workbench.service.db.migrating import HEAD


@pytest.fixture
def empty_server() -> Iterator[str]:
    """The address of an empty database on a server."""
    with server() as running:
        yield running.empty()


def test_a_new_file_gets_its_schema(tmp_path: Path) -> None:
    """And the second time there is nothing to do."""
    words = ("admin", "migrate", "--database", f"sqlite:///{tmp_path / 'a.sqlite'}")
    first, second = command(*words, "--json"), command(*words)
    assert json.loads(first.stdout) == {"before": None, "after": HEAD}
    assert second.stdout == f"The database is up to date (step {HEAD}).\n"


@needs("postgresql")
def test_a_server_gets_its_schema(empty_server: str) -> None:
    """By the same command."""
    told = command("admin", "migrate", "--json", WORKBENCH_DATABASE=empty_server)
    assert json.loads(told.stdout) == {"before": None, "after": HEAD}


def test_a_server_that_is_not_there_is_one_line() -> None:
    """Exit 1; the password is not repeated."""
    ended = command("admin", "migrate", "--database", "postgresql://ana:canary@127.0.0.1:9/x?connect_timeout=2")
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "canary" not in ended.stderr
