"""People: one e-mail, one person; roles act immediately; an organization keeps an owner."""

from __future__ import annotations

import pytest

from tests.service.db.cast import NOW, Place, read, written
from workbench.service.db.seam import Store
from workbench.service.kernel import membership
from workbench.service.people import store as people
from workbench.service.people.store import LastOwner

pytestmark = pytest.mark.anyio


async def added(store: Store, email: str) -> str:
    """The id of the person with this e-mail."""
    person, _ = await written(store, people.add_person, email=email, name="Ben", now=NOW)
    return person.person_id


async def join(store: Store, here: Place, person_id: str, role: str) -> None:
    """Gives the person a role."""
    await written(store, people.set_role, person_id=person_id, organization_id=here.organization_id, role=role, now=NOW)


async def role(store: Store, here: Place, person_id: str) -> str | None:
    """The person's role."""
    return await read(store, people.read_role, person_id=person_id, organization_id=here.organization_id)


async def test_a_person_is_added_once(store: Store) -> None:
    """The same e-mail in other letters is the same person, whose name stays."""
    first, is_new = await written(store, people.add_person, email="Ben@Example.org", name="Ben", now=NOW)
    second, is_new_again = await written(store, people.add_person, email=" BEN@example.ORG ", name="Benny", now=NOW)
    assert (is_new, is_new_again) == (True, False)
    assert first == second
    assert first.email == "Ben@Example.org"


async def test_a_person_is_found_by_e_mail(store: Store) -> None:
    """Without case."""
    person_id = await added(store, "ben@example.org")
    found = await read(store, people.person_by_email, "BEN@EXAMPLE.ORG")
    assert found is not None
    assert found.person_id == person_id
    assert await read(store, people.person_by_id, person_id) == found


async def test_a_role_is_changed(store: Store, acme: Place) -> None:
    """One role for each person and organization."""
    ben = await added(store, "ben@example.org")
    await join(store, acme, ben, "author")
    await join(store, acme, ben, "viewer")
    assert await role(store, acme, ben) == "viewer"
    assert [(member.name, member.role) for member in await read(store, people.list_members, acme.organization_id)] == [
        ("Ana", "owner"),
        ("Ben", "viewer"),
    ]


async def test_a_removed_member_has_no_role(store: Store, acme: Place) -> None:
    """And the organization is no longer the one they work in."""
    ben = await added(store, "ben@example.org")
    await join(store, acme, ben, "author")
    await written(store, people.select_organization, person_id=ben, organization_id=acme.organization_id)
    assert await written(store, people.remove_member, person_id=ben, organization_id=acme.organization_id)
    assert await role(store, acme, ben) is None
    assert await read(store, membership.first_organization, ben) is None


async def test_the_last_owner_stays(store: Store, acme: Place) -> None:
    """They can neither be removed nor made something else."""
    with pytest.raises(LastOwner):
        await written(store, people.remove_member, person_id=acme.person_id, organization_id=acme.organization_id)
    with pytest.raises(LastOwner):
        await join(store, acme, acme.person_id, "viewer")
    assert await role(store, acme, acme.person_id) == "owner"


async def test_one_of_two_owners_may_go(store: Store, acme: Place) -> None:
    """The other one stays owner."""
    ben = await added(store, "ben@example.org")
    await join(store, acme, ben, "owner")
    assert await written(store, people.remove_member, person_id=acme.person_id, organization_id=acme.organization_id)


async def test_the_first_organization_is_one_they_are_in(store: Store, acme: Place, other: Place) -> None:
    """Selecting another is no way into it."""
    await written(store, people.select_organization, person_id=acme.person_id, organization_id=other.organization_id)
    assert await read(store, membership.first_organization, acme.person_id) == acme.organization_id


async def test_a_member_is_found_in_their_organization_only(store: Store, acme: Place, other: Place) -> None:
    """Elsewhere they are nobody."""
    ben = await added(store, "ben@example.org")
    await join(store, acme, ben, "viewer")
    found = await written(store, people.member, person_id=ben, organization_id=acme.organization_id)
    assert found is not None
    assert (found.name, found.role, found.is_disabled) == ("Ben", "viewer", False)
    assert await written(store, people.member, person_id=ben, organization_id=other.organization_id) is None
