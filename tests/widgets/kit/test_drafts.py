"""Whose drafts a browser keeps: told as digests, asked once, and told again after somebody signed out."""

from __future__ import annotations

import json

from tests.widgets.looking import state_of
from workbench.client.session import profile
from workbench.client.session.profile import Profile
from workbench.client.session.token import Token
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import get_last_selected_organization_id
from workbench.procedures.service import get_capabilities, who_am_i
from workbench.widgets.kit.drafts import draft_owner, organization_owner
from workbench.widgets.starter_form.panel import StarterLessonForm


def test_the_service_and_the_person_are_told_as_digests(client: Client, own_service: EmbeddedService) -> None:
    """Another client of the same person has the same; ids and the session are not in it."""
    owner = draft_owner(client)
    with Client(own_service.base_url, own_service.token) as other:
        assert draft_owner(other) == owner

    told = json.dumps(owner)
    secrets = (client.call(get_capabilities()).service_id, client.call(who_am_i()).person_id)
    assert [secret for secret in (*secrets, own_service.token.reveal()) if secret in told] == []


def test_texts_of_one_organization_are_not_offered_in_another(client: Client) -> None:
    """The digest is the same when asked again, and another one for another organization."""
    owner = draft_owner(client)

    found = [organization_owner(owner, organization_id) for organization_id in ("a", "a", "b", None)]

    assert found[0] == found[1]
    assert len(set(found)) == 3


def test_nobody_is_told_while_nobody_answers(nobody: Client) -> None:
    """What is typed then stays on the page until it is known whose it is."""
    assert draft_owner(nobody) == {}


def test_a_sign_out_is_counted(client: Client) -> None:
    """The browser throws away what was typed before it."""
    before = draft_owner(client)["signOuts"]
    profile.save(Profile(client.origin, Token("t"), "a test"), in_file=True)
    profile.forget(client.origin)

    assert draft_owner(client)["signOuts"] == before + 1


def test_a_panel_tells_its_fields_whose_they_are(client: Client, inline: InlinePool) -> None:
    """By the panel, the organization and the field; when it is first looked at."""
    acme = client.call(get_last_selected_organization_id()).organization_id
    form = StarterLessonForm(client, organization_id=acme, workers=inline)
    form.header._handle_custom_msg({"intent": "shown"}, [])

    assert form.topic.drafts == {"name": f"StarterLessonForm topic {acme}", **draft_owner(client)}


def test_what_became_a_lesson_is_forgotten_by_its_mark(client: Client, inline: InlinePool) -> None:
    """The browser then offers it to nobody: a lesson is not paid twice. Neither text nor title is in the state."""
    form = StarterLessonForm(client, workers=inline)
    form.refresh()
    form.topic._handle_custom_msg({"intent": "typed", "text": "A canary", "mark": "m1"}, [])
    form.create()

    assert (form.topic.value, form.topic.cleared) == ("", ["m1"])
    assert "canary" not in json.dumps(form.topic.get_state(), default=str)
    assert "m1" in state_of(form)
