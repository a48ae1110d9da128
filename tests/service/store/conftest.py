"""An open store on a database of its own, and the people in it. Knows no HTTP.

Whatever asks for a store runs on both databases; what asks for `database_file` is about SQLite, and runs there alone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.store.cast import Place, place
from workbench.service.store.db.migrating import migrate
from workbench.service.store.db.opening import open_store
from workbench.service.store.db.seam import Store


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """Where the store keeps its file."""
    return tmp_path / "service.sqlite"


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An open store, closed afterwards."""
    opened = await open_store(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def migrated_url(database_url: str) -> str:
    """The address of a database that has the schema and nothing in it."""
    migrate(database_url)
    return database_url


@pytest.fixture
async def acme(store: Store) -> Place:
    """An organization with its owner Ana, and ten credits."""
    return await place(store, opening_credits=10)


@pytest.fixture
async def other(store: Store) -> Place:
    """Another organization, with another owner."""
    return await place(store, name="Other", email="eve@example.org", opening_credits=10)
