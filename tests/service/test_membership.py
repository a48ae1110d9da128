"""Membership: the own organization, the last selected one, and what acts on the next request."""

from __future__ import annotations

import pytest

from tests.service.asking import ABSENT, Asking, asking
from workbench.service.context import now_ms
from workbench.service.store import people, sessions

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
    """The session goes on, but the organization is gone for it, by its id too."""
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

    assert (
        answered.json()["error"]["message"]
        == "The role viewer does not allow this. Ask an owner or admin of the organization."
    )
