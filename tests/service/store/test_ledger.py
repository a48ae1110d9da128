"""The credit ledger as it is read: newest first, page by page, one organization's."""

from __future__ import annotations

import pytest

from tests.service.store.cast import NOW, Place, read, written
from workbench.service.store import credits, ledger
from workbench.service.store.credits import Spender
from workbench.service.store.db import Store

pytestmark = pytest.mark.anyio


async def test_the_ledger_comes_in_pages(store: Store, acme: Place) -> None:
    """`before` leads to older entries, and ends."""
    await written(store, credits.reserve, acme.organization_id, 1, spender=Spender(acme.person_id), now=NOW)
    first = await read(store, ledger.ledger_page, acme.organization_id, limit=1)
    second = await read(store, ledger.ledger_page, acme.organization_id, before=first[-1].entry_id)
    assert [entry.kind for entry in [*first, *second]] == ["reserve", "grant"]


async def test_a_person_sees_the_own_entries(store: Store, acme: Place, other: Place) -> None:
    """What another person did is left out."""
    await written(store, credits.reserve, acme.organization_id, 1, spender=Spender(other.person_id), now=NOW)
    found = await read(store, ledger.ledger_page, acme.organization_id, person_id=other.person_id)
    assert [entry.kind for entry in found] == ["reserve"]
