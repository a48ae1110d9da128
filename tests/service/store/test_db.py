"""Opening a store: which addresses keep something."""

from __future__ import annotations

import pytest

from workbench.errors import Misconfigured
from workbench.service.store.db import Store, open_store

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///:memory:", "mysql://host/name", "service.sqlite"])
async def test_an_address_that_keeps_nothing_is_refused(url: str) -> None:
    """A file of SQLite is opened, and nothing else."""
    with pytest.raises(Misconfigured):
        await open_store(url)


async def test_an_open_store_says_its_dialect(store: Store) -> None:
    """By which a statement knows its text."""
    assert store.dialect == "sqlite"
