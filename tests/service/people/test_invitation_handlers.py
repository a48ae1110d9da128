"""Invitations: nobody is in an organization, or has it for a default, before they say so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking, asking
from workbench.service.administration.admin import add_person

pytestmark = pytest.mark.anyio

BEN = "ben@example.org"
LAST = "organization.getLastSelectedOrganizationId"


async def invite(person: Asking, email: str = BEN, role: str = "author") -> Any:
    """What the organization's manager of people is answered."""
    return await person.done(
        "organization.addMember", {"email": email, "role": role, "organizationId": person.organization_id}
    )


async def invitations(person: Asking) -> list[dict[str, Any]]:
    """Where the person is invited."""
    found: list[dict[str, Any]] = (await person.data("organization.listInvitations"))["invitations"]
    return found


async def waiting(person: Asking) -> list[str]:
    """Who is invited into the person's organization."""
    told = await person.data("organization.getMembers", {"organizationId": person.organization_id})
    return [invitation["email"] for invitation in told["invitations"]]


async def accept(person: Asking, place: int = 0) -> Any:
    """The organization that the invitation leads into."""
    chosen = (await invitations(person))[place]["invitationId"]
    return await person.done("organization.acceptInvitation", {"invitationId": chosen})


async def organizations(person: Asking) -> list[str]:
    """The names of the person's organizations."""
    return [
        organization["name"] for organization in (await person.data("organization.listOrganizations"))["organizations"]
    ]


@pytest.fixture
async def ben(eve: Asking) -> Asking:
    """The owner of an organization of his own, Harbour."""
    return await asking(eve.service, BEN, "Harbour")


async def test_an_address_registered_before_its_person_came_has_no_say_in_where_they_work(eve: Asking) -> None:
    """
    Regression: an admin added ceo@bigcorp; the person's default organization was the attacker's when they came, and
    a topic of theirs landed there.
    """
    ceo = "ceo@bigcorp.example"
    await invite(eve, ceo, "owner")
    person = await asking(eve.service, ceo, "Big Corp")
    await person.starter("Secret plans")

    assert await person.data(LAST) == {"organizationId": person.organization_id}
    assert await organizations(person) == ["Big Corp"]
    assert (await eve.data("lesson.listLessons"))["total"] == 0


async def test_an_invitation_answers_what_was_typed_and_no_more(eve: Asking, ben: Asking) -> None:
    """
    Regression: it told whether the service knows an address, and the person's name and id.
    """
    typed = {"email": BEN, "role": "viewer", "name": "Benny"}
    known = await eve.done("organization.addMember", typed)
    unknown = await eve.done("organization.addMember", {**typed, "email": "nobody@example.org"})

    assert (known, unknown) == (typed, {**typed, "email": "nobody@example.org"})


async def test_who_accepts_is_in_the_organization_and_works_on_where_they_did(eve: Asking, ben: Asking) -> None:
    """
    With the role that was offered; audited; the selected organization stays.
    """
    await invite(eve)
    joined = await accept(ben)
    entries = (await eve.data("organization.getAuditLog"))["entries"]

    assert (joined["name"], joined["role"]) == ("Other", "author")
    assert await organizations(ben) == ["Harbour", "Other"]
    assert (await ben.data(LAST), await invitations(ben)) == ({"organizationId": ben.organization_id}, [])
    assert [entry["action"] for entry in entries[:2]] == ["organization.acceptInvitation", "organization.addMember"]
    assert (entries[1]["facts"], entries[1]["subjectName"]) == ({"email": BEN, "role": "author"}, BEN)


async def test_an_invitation_says_who_invites_where_and_as_what(eve: Asking, ben: Asking) -> None:
    """
    So that the person knows what they accept; those who manage people see whom they wait for.
    """
    await invite(eve, " Ben@Example.org ", "viewer")
    (found,) = await invitations(ben)

    assert (found["organizationName"], found["role"], found["invitedBy"]) == ("Other", "viewer", "eve")
    assert await waiting(eve) == ["Ben@Example.org"]
    assert await organizations(ben) == ["Harbour"]


async def test_who_declines_hears_no_more_of_it(eve: Asking, ben: Asking) -> None:
    """
    And is not in the organization.
    """
    await invite(eve)
    chosen = (await invitations(ben))[0]["invitationId"]
    await ben.done("organization.declineInvitation", {"invitationId": chosen})
    again = await ben.post("organization.acceptInvitation", {"invitationId": chosen})

    assert (again.status_code, await invitations(ben), await waiting(eve)) == (404, [], [])
    assert await organizations(ben) == ["Harbour"]


async def test_an_invitation_is_withdrawn_by_who_manages_people(eve: Asking, ben: Asking) -> None:
    """
    An admin withdraws it, but not one of an owner to be; a viewer and a stranger find nothing.
    """
    adam = await asking(eve.service, "adam@example.org", "Other", role="admin")
    vic = await asking(eve.service, "vic@example.org", "Other", role="viewer")
    zoe = await asking(eve.service, "zoe@example.org", "Far away")
    await invite(eve, role="owner")
    asked = {"invitationId": (await invitations(ben))[0]["invitationId"]}
    refused = [await person.post("organization.declineInvitation", asked) for person in (adam, vic, zoe)]
    await eve.done("organization.declineInvitation", asked)

    assert [answer.status_code for answer in refused] == [404, 404, 404]
    assert await invitations(ben) == []


async def test_an_invitation_is_nobody_elses(eve: Asking, ben: Asking, ana: Asking) -> None:
    """
    Another person who knows its id is answered as if there were none; who invites cannot accept either.
    """
    await invite(eve)
    asked = {"invitationId": (await invitations(ben))[0]["invitationId"]}
    refused = [await person.post("organization.acceptInvitation", asked) for person in (ana, eve)]

    assert [answer.status_code for answer in refused] == [404, 404]
    assert len(await invitations(ben)) == 1


@pytest.mark.parametrize("road", ["removed", "admin no more", "owner no more"])
async def test_no_door_stays_open_behind_who_may_not_invite_any_more(eve: Asking, ben: Asking, road: str) -> None:
    """
    What somebody sent who was taken out, or may not give that role now, opens nothing.
    """
    adam = await asking(eve.service, "adam@example.org", "Other", role="owner")
    await invite(adam, role="owner" if road == "owner no more" else "admin")
    asked = {"invitationId": (await invitations(ben))[0]["invitationId"]}
    person = {"personId": adam.added.person_id}
    roles = {"admin no more": "author", "owner no more": "admin"}
    if road == "removed":
        await eve.done("organization.removeMember", person)
    else:
        await eve.done("organization.setMemberRole", {**person, "role": roles[road]})

    assert await invitations(ben) == []
    assert (await ben.post("organization.acceptInvitation", asked)).status_code == 404
    assert await organizations(ben) == ["Harbour"]


async def test_an_invitation_repeated_is_one_invitation(eve: Asking, ben: Asking) -> None:
    """
    The same again changes nothing, in whatever letters; another role is the one that counts.
    """
    await invite(eve)
    await invite(eve, "BEN@example.org")
    entries = (await eve.data("organization.getAuditLog"))["entries"]
    first = await invitations(ben)
    await invite(eve, role="viewer")

    assert len([entry for entry in entries if entry["action"] == "organization.addMember"]) == 1
    assert [invitation["role"] for invitation in first + await invitations(ben)] == ["author", "viewer"]


async def test_who_was_added_meanwhile_keeps_the_role_they_have(eve: Asking, ben: Asking) -> None:
    """
    A service administrator joins people immediately, which answers the invitation too.
    """
    await invite(eve, role="owner")
    await add_person(eve.service.store, BEN, "Other", role="viewer")

    assert (await organizations(ben), await invitations(ben), await waiting(eve)) == (["Harbour", "Other"], [], [])


async def test_only_who_manages_people_sees_who_is_invited(eve: Asking) -> None:
    """
    An address is not for everyone.
    """
    vic = await asking(eve.service, "vic@example.org", "Other", role="viewer")
    await invite(eve)

    assert (await vic.data("organization.getMembers"))["invitations"] is None


async def test_who_accepts_their_first_organization_works_there(eve: Asking, ben: Asking) -> None:
    """
    Who is in no other one has nothing else to work in.
    """
    await asking(eve.service, "zoe@example.org", "Harbour", role="owner")
    await ben.done("organization.removeMember", {"personId": ben.added.person_id})
    await invite(eve)
    await accept(ben)

    assert await ben.data(LAST) == {"organizationId": eve.organization_id}
