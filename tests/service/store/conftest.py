"""An open store on a file of its own, and the people in it. Knows no HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from workbench.service.store.db import Store, open_store


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """Where the store keeps its file."""
    return tmp_path / "service.sqlite"


@pytest.fixture
def database_url(database_file: Path) -> str:
    """The address of the file."""
    return f"sqlite:///{database_file}"


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An open store, closed afterwards."""
    opened = await open_store(database_url)
    yield opened
    await opened.close()
