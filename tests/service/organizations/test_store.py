"""Organizations: made whole, found by name, seen by their people."""

from __future__ import annotations

import pytest

from tests.service.db.cast import Place, place, read, written
from workbench.service.credits import store as credits
from workbench.service.db.seam import Store
from workbench.service.kernel.membership import tier_and_status
from workbench.service.organizations import store as organizations
from workbench.service.projects import store as projects

pytestmark = pytest.mark.anyio


async def test_an_organization_is_made_whole(store: Store) -> None:
    """With its owner, its default project and its opening balance, which the ledger explains."""
    here = await place(store, opening_credits=10_000)
    assert await read(store, credits.balance_and_sum, here.organization_id) == (10_000, 10_000)
    (project,) = await read(
        store, projects.list_projects, organization_id=here.organization_id, person_id=here.person_id
    )
    assert (project.name, project.is_default) == ("Starter lessons", True)


async def test_a_person_sees_their_organizations(store: Store, acme: Place, other: Place) -> None:
    """With the role, tier, status and balance, and no other ones."""
    (found,) = await read(store, organizations.list_organizations, acme.person_id)
    assert (found.organization_id, found.role) == (acme.organization_id, "owner")
    assert (found.tier, found.status, found.credit_balance) == ("Free", "Active", 10)


async def test_an_organization_is_found_by_name(store: Store, acme: Place) -> None:
    """Without case."""
    (found,) = await read(store, organizations.organizations_by_name, " aCME ")
    assert found.organization_id == acme.organization_id
    assert await read(store, organizations.organizations_by_name, acme.organization_id) == [found]
    assert await read(store, organizations.organizations_by_name, "Acm") == []


async def test_tier_and_status_are_open_sets(store: Store, acme: Place) -> None:
    """Any text is kept."""
    await written(store, organizations.set_tier_and_status, acme.organization_id, tier="Galactic", status="Dreaming")
    assert await read(store, tier_and_status, acme.organization_id) == ("Galactic", "Dreaming")
    assert await read(store, tier_and_status, "nothing") is None
