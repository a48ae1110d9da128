"""An organization on a service in this process, for the tests of change sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

import pytest

from tests.changes.acme import Acme, organization
from tests.databases import both_databases

BOTH = ("test_running", "test_undo")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Both databases for the tests in BOTH, a server with `make test-slow`; SQLite for the rest."""
    both_databases(metafunc, only_a_file=PurePath(metafunc.definition.path).stem not in BOTH, server_later=True)


@pytest.fixture
def acme(database_url: str) -> Iterator[Acme]:
    """An organization with its owner Ana."""
    with organization(database_url) as found:
        yield found
