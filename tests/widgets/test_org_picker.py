"""Choosing an organization."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.hostile import HOSTILE
from tests.own_service import add_person
from tests.widgets.looking import dangers_in, refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import Organization, add_member, get_last_selected_organization_id
from workbench.widgets.org_picker import SEARCH_FROM, OrgPicker


def organization(number: int, name: str = "") -> Organization:
    """One of several."""
    return Organization(
        organization_id=f"org-{number}",
        name=name or f"School {number}",
        tier="Pro",
        status="Active",
        role="author",
        ai_credit_balance=number,
    )


@pytest.fixture
def picker(client: Client, inline: InlinePool) -> OrgPicker:
    """A picker that was looked at."""
    return refreshed(OrgPicker(client, is_stored=True, workers=inline))


def test_the_organizations_are_listed_with_their_badges(picker: OrgPicker) -> None:
    """Name, role, tier, status, credits."""
    row = picker.list.rows[0]

    assert (row["title"], row["detail"]) == ("My organization", "Your role: owner")
    assert [tag["text"] for tag in row["tags"]][:2] == ["Free", "Active"]


def test_the_last_selected_one_is_chosen(picker: OrgPicker, client: Client) -> None:
    """`value` is its id."""
    assert picker.value == client.call(get_last_selected_organization_id()).organization_id
    assert picker.list.chosen == [picker.value]


def test_choosing_selects_it_on_the_service(picker: OrgPicker, client: Client) -> None:
    """The next call without an organization means this one."""
    chosen = picker.organizations[0].organization_id

    picker.start(picker.choose, chosen)

    assert client.call(get_last_selected_organization_id()).organization_id == chosen
    assert picker.notice == "Switched to My organization."


def test_a_choice_that_is_refused_is_taken_back(picker: OrgPicker, failures: list[str]) -> None:
    """The list shows again what holds."""
    before = picker.value

    picker.start(picker.choose, "no-such-organization")

    assert failures.pop().startswith("Organization: ")
    assert (picker.value, picker.list.chosen) == (before, [before])


def test_what_was_told_already_is_shown_at_once(nobody: Client, inline: InlinePool) -> None:
    """Nothing is requested it."""
    made = OrgPicker(nobody, known=[organization(1)], value="org-1", workers=inline)

    assert [row["title"] for row in made.list.rows] == ["School 1"]
    assert repr(made) == "Organization: School 1 is chosen, 1 known."


def test_many_can_be_searched(nobody: Client, inline: InlinePool) -> None:
    """By a part of the name."""
    made = OrgPicker(nobody, known=[organization(index) for index in range(SEARCH_FROM)], workers=inline)

    made.search.value = "SCHOOL 3"

    assert made.search.layout.display is None
    assert [row["title"] for row in made.list.rows] == ["School 3"]


def test_few_are_not_searched(picker: OrgPicker) -> None:
    """A field that nobody needs is not shown."""
    assert picker.search.layout.display == "none"


def test_without_a_list_an_id_is_typed(interface_client: Client, inline: InlinePool) -> None:
    """It says why, and what to do."""
    made = refreshed(OrgPicker(interface_client, workers=inline))

    assert made.list.layout.display == "none"
    assert made.id_row.layout.display is None
    assert "list organizations" in made.note.value


def test_a_typed_id_is_asked_about(interface_client: Client, inline: InlinePool) -> None:
    """A service that knows it answers; then it is chosen."""
    made = OrgPicker(interface_client, workers=inline)
    made.by_id.value = " org-9 "

    made.switch_button.click()

    assert made.value == "org-9"


@pytest.mark.parametrize("text", HOSTILE)
def test_no_name_becomes_markup(nobody: Client, inline: InlinePool, text: str) -> None:
    """Anyone who named the organization."""
    made = OrgPicker(nobody, known=[organization(1, text)], value="org-1", workers=inline)
    made._is_loaded = True

    assert dangers_in(made) == []


@pytest.fixture
def invited(
    client: Client, inline: InlinePool, own_service: EmbeddedService, shared_folder: Path
) -> Iterator[OrgPicker]:
    """The picker of somebody who has an organization of their own and is invited into another."""
    email, name = f"{uuid4().hex[:8]}@example.org", f"Own {uuid4().hex[:8]}"
    added = add_person(shared_folder, email, name)
    client.call(add_member(email=email, role="viewer"))
    with Client(own_service.base_url, json.loads(added.stdout)["sessionToken"]) as theirs:
        made = refreshed(OrgPicker(theirs, workers=inline))
        made.invited.chosen = [made.invited.rows[0]["id"]]
        yield made


def test_an_invitation_is_accepted_and_another_organization_is_not_worked_in_by_it(invited: OrgPicker) -> None:
    """It is listed then; the one that is worked in stays until another is chosen."""
    before, row = invited.value, invited.invited.rows[0]
    invited.join_button.click()

    assert (row["title"], "as viewer" in row["detail"]) == ("My organization", True)
    assert "My organization" in [own_organization.name for own_organization in invited.organizations]
    assert (invited.value, invited.invited.rows, invited.invitations_part.layout.display) == (before, [], "none")
    assert invited.notice == "You joined My organization as viewer."


def test_an_invitation_is_declined(invited: OrgPicker) -> None:
    """And is gone."""
    invited.decline_button.click()

    assert "My organization" not in [own_organization.name for own_organization in invited.organizations]
    assert (invited.invited.rows, invited.notice) == ([], "You declined the invitation to My organization.")
