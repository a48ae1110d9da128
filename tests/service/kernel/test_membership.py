"""Membership: the own organization, the last selected one, and what acts on the next request."""

from __future__ import annotations

import pytest

from tests.service.asking import ABSENT, Asking, asking
from workbench.service.kernel.context import now_ms
from workbench.service.kernel.roles import role_refused
from workbench.service.people import store as people
from workbench.service.sessions import store as sessions

pytestmark = pytest.mark.anyio

TIER = "organization.getOrgTierAndStatus"


async def test_without_an_id_it_is_the_organization_selected_last(ana: Asking) -> None:
    """Every input whose organization may be left out means the same one."""
    second = await asking(ana.service, "ana@example.org", "Second")
    await second.done("organization.selectOrganization", {"organizationId": second.organization_id})

    assert (await ana.data("organization.getUserData"))["organizationId"] == second.organization_id


async def test_nobody_works_on_in_an_organization_that_they_did_not_select(ana: Asking) -> None:
    """
    Regression: who was taken out of the selected one worked on in another. They select one first, for every procedure.
    """
    ben = await asking(ana.service, "ben@example.org")
    second = await asking(ana.service, "ben@example.org", "Second")
    await asking(ana.service, "eve@example.org", "Second", role="owner")
    await second.done("organization.selectOrganization", {"organizationId": second.organization_id})
    await ana.service.store.write(
        lambda db: people.remove_member(db, person_id=ben.added.person_id, organization_id=second.organization_id)
    )
    last = await ben.data("organization.getLastSelectedOrganizationId")
    topic = await ben.post("lesson.createStarterLesson", {"language": "EN", "topic": "Tides"})
    told = (await ben.get(TIER, ABSENT)).json()[0]["error"]
    await ben.done("organization.selectOrganization", {"organizationId": ben.organization_id})

    assert (last, topic.status_code) == ({"organizationId": None}, 404)
    assert (told["data"]["code"], "Select one" in told["message"]) == ("NOT_FOUND", True)
    assert (await ben.data("organization.getUserData"))["organizationId"] == ben.organization_id


async def test_joining_another_organization_selects_nothing(ana: Asking, eve: Asking) -> None:
    """
    Whichever they were put into first stays the one they work in, though nobody selected it.
    """
    await asking(ana.service, "ben@example.org", "Other")
    ben = await asking(ana.service, "ben@example.org")

    assert await ben.data("organization.getLastSelectedOrganizationId") == {"organizationId": eve.organization_id}


async def test_who_is_in_no_organization_any_more_finds_none(ana: Asking) -> None:
    """NOT_FOUND, and a last selected organization of null."""
    ben = await asking(ana.service, "ben@example.org")
    await ana.service.store.write(
        lambda db: people.remove_member(db, person_id=ben.added.person_id, organization_id=ben.organization_id)
    )

    assert (await ben.get(TIER, ABSENT)).status_code == 404
    assert await ben.data("organization.getLastSelectedOrganizationId") == {"organizationId": None}


async def test_a_removal_acts_on_the_next_request(ana: Asking) -> None:
    """The session continues, but the organization is gone for it, by its id too."""
    ben = await asking(ana.service, "ben@example.org")
    before = await ben.get(TIER, {"organizationId": ana.organization_id})
    await ana.service.store.write(
        lambda db: people.remove_member(db, person_id=ben.added.person_id, organization_id=ben.organization_id)
    )
    after = await ben.get(TIER, {"organizationId": ana.organization_id})

    assert (before.status_code, after.status_code) == (200, 404)


async def test_a_new_role_acts_on_the_next_request(ana: Asking) -> None:
    """An author who becomes a viewer makes no project any more."""
    ben = await asking(ana.service, "ben@example.org")
    await ben.done("project.createProject", {"name": "Mine"})
    await asking(ana.service, "ben@example.org", role="viewer")

    assert (await ben.post("project.createProject", {"name": "More"})).status_code == 403


async def test_a_disabled_person_is_signed_out(ana: Asking) -> None:
    """401 on the next request, whatever sessions there are."""
    ben = await asking(ana.service, "ben@example.org")
    await ana.service.store.write(lambda db: people.disable_person(db, ben.added.person_id, now=now_ms()))

    assert (await ben.get("service.whoAmI", ABSENT)).status_code == 401


async def test_a_revoked_session_is_signed_out(ana: Asking) -> None:
    """401 on the next request, reads and writes alike."""
    person_id = ana.added.person_id
    await ana.service.store.write(lambda db: sessions.revoke_sessions(db, person_id=person_id, now=now_ms()))

    assert (await ana.get("service.whoAmI", ABSENT)).status_code == 401
    assert (await ana.post("project.createProject", {"name": "x"})).status_code == 401


async def test_a_session_ends_after_30_idle_days(ana: Asking) -> None:
    """Not used for 30 days: 401."""
    at = ana.service.clock() + sessions.IDLE_MS + 1
    ana.service.clock = lambda: at

    assert (await ana.get("service.whoAmI", ABSENT)).status_code == 401


async def test_a_role_that_lacks_the_power_is_told_whom_to_ask(ana: Asking) -> None:
    """FORBIDDEN names the role and who can help."""
    viewer = await asking(ana.service, "vic@example.org", role="viewer")
    answered = await viewer.post("project.createProject", {"name": "x"})

    error = answered.json()["error"]
    allowed = "Owners, admins, authors and reviewers"
    assert error["message"] == f"The role viewer does not allow this. {allowed} may; ask one of them."
    assert error["data"]["allowedRoles"] == ["owner", "admin", "author", "reviewer"]


async def test_what_only_an_owner_may_is_refused_like_all_else(ana: Asking) -> None:
    """To make an owner, to touch one, and to share where the policy leaves that to others: one form of sentence."""
    admin = await asking(ana.service, "ada@example.org", role="admin")
    calls = [
        ("organization.addMember", {"email": "new@example.org", "role": "owner"}),
        ("organization.setMemberRole", {"personId": ana.added.person_id, "role": "viewer"}),
        ("organization.removeMember", {"personId": ana.added.person_id}),
    ]
    for procedure, given in calls:
        answered = await admin.post(procedure, given)
        error = answered.json()["error"]

        assert answered.status_code == 403, procedure
        assert error["message"].endswith("The role admin does not allow this. Owners may; ask one of them."), procedure
        assert error["data"]["allowedRoles"] == ["owner"]


def test_where_no_role_is_allowed_none_is_named() -> None:
    """An organization's policy can leave sharing to nobody."""
    assert str(role_refused("author", [])) == "The role author does not allow this. No role does."
