"""Invitations as they are kept: one for an address and organization, removed once."""

from __future__ import annotations

import asyncio

import pytest

from tests.service.db.cast import NOW, Place, read, written
from workbench.service.db.seam import Store
from workbench.service.people import invitations

pytestmark = pytest.mark.anyio


async def invited(store: Store, here: Place, email: str = "ben@example.org") -> str:
    """The id of an invitation."""
    return await written(
        store, invitations.invite, here.organization_id, email, role="viewer", invited_by=here.person_id, now=NOW
    )


async def test_an_invitation_knows_the_role_of_who_sent_it(store: Store, acme: Place) -> None:
    """As it is now."""
    found = await read(store, invitations.invitation_by_id, await invited(store, acme))
    assert found is not None
    assert (found.organization_name, found.invited_by, found.inviter_role, found.role) == (
        "Acme", "Ana", "owner", "viewer",
    )  # fmt: skip


async def test_of_two_at_once_one_takes_an_invitation_away(store: Store, acme: Place) -> None:
    """The other finds that there isn't one."""
    invitation_id = await invited(store, acme)
    ended = await asyncio.gather(*(written(store, invitations.end, invitation_id) for _ in range(8)))
    assert sorted(ended) == [False] * 7 + [True]


async def test_an_address_has_one_invitation_in_each_organization(store: Store, acme: Place, other: Place) -> None:
    """The newest, whatever its letters' case; those of others stay."""
    await invited(store, acme)
    await invited(store, other)
    newest = await invited(store, acme, "BEN@example.org")
    found = await read(store, invitations.invitations_to, "Ben@Example.org")
    assert [
        (invitation.organization_id, invitation.invitation_id == newest)
        for invitation in found
        if invitation.invitation_id == newest
    ] == [(acme.organization_id, True)]
    assert len(found) == 2
    assert len(await read(store, invitations.invitations_into, acme.organization_id)) == 1
