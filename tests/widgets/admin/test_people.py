"""People of an organization and their roles."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from tests.own_service import add_person
from tests.widgets.looking import dangers_in, filled, refreshed, state_of
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.member import Invitation, Member
from workbench.procedures.organization import get_members
from workbench.service.kernel.roles import POWERS
from workbench.widgets.admin.people import (
    ABILITIES,
    ROLES,
    PeoplePanel,
    _to_send_html,
    invitation_text,
    role_text,
)


@pytest.fixture
def panel(client: Client, inline: InlinePool) -> PeoplePanel:
    """A panel that was looked at by the owner."""
    return refreshed(PeoplePanel(client, workers=inline))


@pytest.fixture
def somebody(panel: PeoplePanel, shared_folder: Path) -> str:
    """An author who was just added by an administrator, and is chosen: the e-mail address."""
    email = f"{uuid4().hex[:8]}@example.org"
    assert add_person(shared_folder, email, "My organization").returncode == 0
    panel.start(panel.refresh)
    panel.list.chosen = [member.person_id for member in panel.members if member.email == email]
    return email


def role_of(client: Client, email: str) -> str | None:
    """The role on the service; `None` for nobody."""
    return next((member.role for member in client.call(get_members()).members if member.email == email), None)


def test_everybody_is_listed_with_a_role(panel: PeoplePanel) -> None:
    """Name, address, role."""
    assert "owner@localhost" in panel.list.rows[0]["detail"] + "".join(row["detail"] for row in panel.list.rows)
    assert "Owner" in [tag["text"] for row in panel.list.rows for tag in row["tags"]]


def test_a_person_is_invited_and_the_invitation_withdrawn(panel: PeoplePanel, client: Client) -> None:
    """As an author unless said otherwise; the field is empty again. Nobody is in the organization by it."""
    email = f"{uuid4().hex[:8]}@example.org"
    panel.email.value = email
    panel.start(panel.add)
    (row,) = [row for row in panel.invited.rows if row["title"] == email]
    panel.invited.chosen = [row["id"]]
    said = panel.notice
    panel.withdraw_button.click()

    assert (role_of(client, email), panel.email.value) == (None, "")
    assert said == f"{email} was invited as author. They join when they accept. No mail was sent."
    assert email not in [row["title"] for row in panel.invited.rows]


def test_an_invitation_has_a_link_to_copy_and_no_mail_was_sent(panel: PeoplePanel, client: Client) -> None:
    """Chosen as soon as it is made; the message says where to sign in, as whom, and where to join."""
    email = f"{uuid4().hex[:8]}@example.org"
    panel.email.value = email
    panel.start(panel.add)
    shown = seen(panel.to_send.value)
    copied = [value for _, name, value in shown.attributes if name == "data-wb-copy"]

    assert "No mail was sent. Copy this link and send it to them." in shown.text
    assert copied[0] == client.origin
    assert copied[1].endswith(f"as author. Sign in at {client.origin} with {email}, then join under Organization.")
    assert "on this computer only" in shown.text
    panel.withdraw_button.click()
    assert panel.to_send.value == ""


def test_the_link_of_a_service_elsewhere_has_no_warning() -> None:
    """Others can open it."""
    invitation = Invitation(
        invitation_id="i", organization_id="o", organization_name="Acme", email="a@example.org", role="viewer",
        invited_by=None, invited_at="2026-01-01T00:00:00.000Z",
    )  # fmt: skip
    html = _to_send_html(invitation, "https://service.example")

    assert "on this computer only" not in html and "https://service.example" in html
    assert invitation_text(invitation, "https://service.example").startswith("You are invited to Acme as viewer.")


def test_a_role_is_explained_by_what_it_can_and_cannot_do(panel: PeoplePanel) -> None:
    """As it is chosen, for who is invited and for who is there."""
    panel.new_role.value = "reviewer"

    assert "Can open lessons, courses and sources, write and edit, and approve lessons" in panel.about_new_role.value
    assert "Can’t create and translate with AI, publish and share courses" in panel.about_new_role.value
    assert "Can’t" not in role_text("owner") and "what" not in role_text("viewer")


@pytest.mark.parametrize("role", POWERS)
def test_what_a_role_can_do_is_what_the_service_allows(role: str) -> None:
    """The panel's words and the service's table name the same."""
    assert {name for name, (_, roles) in ABILITIES.items() if role in roles} == POWERS[role]
    assert tuple(POWERS) == ROLES


def test_nobody_is_added_without_an_address(panel: PeoplePanel, failures: list[str]) -> None:
    """It says what to do."""
    panel.start(panel.add)

    assert failures.pop() == "People and roles: Enter an email address first."


def test_choosing_a_person_shows_the_role(panel: PeoplePanel, somebody: str) -> None:
    """So that changing starts from what holds."""
    assert panel.role.value == "author"
    assert not panel.change.disabled


def test_a_role_is_changed(panel: PeoplePanel, client: Client, somebody: str) -> None:
    """On the service."""
    panel.role.value = "viewer"

    panel.change.click()

    assert role_of(client, somebody) == "viewer"


def test_nobody_is_removed_without_a_question(panel: PeoplePanel, client: Client, somebody: str) -> None:
    """One click is not enough."""
    panel.remove_button.click()

    assert panel.question.is_open
    assert role_of(client, somebody) == "author"


def test_the_answer_yes_removes(panel: PeoplePanel, client: Client, somebody: str) -> None:
    """From the list too."""
    panel.remove_button.click()
    panel.question.yes.click()

    assert role_of(client, somebody) is None
    assert panel.value is None


def test_without_a_choice_nothing_can_be_changed(panel: PeoplePanel) -> None:
    """What is for a chosen person is out of sight."""
    assert panel.of_chosen.layout.display == "none"


def test_who_may_not_sees_no_buttons(panel: PeoplePanel) -> None:
    """A button that is always refused is worse than none."""
    panel.is_admin = False
    panel.render()

    assert {panel.of_new.layout.display, panel.of_chosen.layout.display} == {"none"}


def test_a_typed_address_is_in_no_state(panel: PeoplePanel) -> None:
    """It is somebody's."""
    panel.email.value = "canary@example.org"

    assert "canary" not in state_of(panel) + repr(panel)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_name_becomes_markup(nobody: Client, inline: InlinePool, text: str) -> None:
    """People choose their names."""
    member = Member(person_id="p", name=text, role=text, since="2026-01-01T00:00:00.000Z")
    panel = filled(PeoplePanel(nobody, workers=inline), members=(member,))

    assert dangers_in(panel) == []
