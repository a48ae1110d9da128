"""Opening a store: which addresses keep something."""

from __future__ import annotations

import pytest

from workbench.errors import Misconfigured
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Store

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "url", ["", "sqlite://", "sqlite:///:memory:", "mysql://host/name", "service.sqlite", "postgresql://h/d?x=%"]
)
async def test_an_address_that_keeps_nothing_is_refused(url: str) -> None:
    """A file of SQLite is opened, and nothing else."""
    with pytest.raises(Misconfigured):
        await open_store(url)


async def test_an_open_store_says_its_dialect(store: Store, dialect: str) -> None:
    """By which a statement knows its text."""
    assert store.dialect == dialect


async def test_a_refused_address_is_not_repeated() -> None:
    """It may hold a password."""
    with pytest.raises(Misconfigured) as refused:
        await open_store("mysql://ana:canary@host/name")
    assert "canary" not in str(refused.value)
