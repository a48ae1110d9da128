"""What is asked when a notebook connects."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

from tests.own_service import add_person
from workbench.api.connect import connect
from workbench.api.connection import INTERFACE_ONLY
from workbench.api.workbench import Workbench
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import add_member

Stranger = tuple[str, list[tuple[str, str]]]


def test_our_service_tells_everything(workbench: Workbench) -> None:
    """Who, where, how many credits, until when, which writer."""
    facts = workbench.facts

    assert facts.who is not None
    assert facts.service is not None
    assert facts.organization is not None
    assert facts.credits_left is not None
    assert facts.session_days is not None
    assert 29 < facts.session_days <= 30
    assert facts.is_local
    assert facts.notes == ()


def test_a_service_with_the_interface_alone_is_enough(stranger: Stranger) -> None:
    """What it does not tell is left out, and reported."""
    with connect(stranger[0], token="good") as connected:
        facts = connected.facts

    assert (facts.service, facts.who, facts.credits_left, facts.session_days) == (None, None, None, None)
    assert facts.tier_and_status is not None
    assert (facts.organization_id, facts.tier_and_status.tier) == ("org-1", "Plus")
    assert facts.notes == (INTERFACE_ONLY,)


def test_connecting_takes_few_requests(stranger: Stranger) -> None:
    """The capabilities alone, the rest in one batch."""
    base_url, seen = stranger
    connect(base_url, token="good").close()

    assert len(seen) == 2


def test_an_invitation_is_told_with_how_to_answer_it(
    workbench: Workbench, own_service: EmbeddedService, shared_folder: Path
) -> None:
    """In the card and by `workbench whoami`: who invites, into what, as what, and the command."""
    email = f"{uuid4().hex[:8]}@example.org"
    added = add_person(shared_folder, email, f"Own {email}")
    workbench.client.call(add_member(email=email, role="viewer"))
    with connect(own_service.base_url, token=json.loads(added.stdout)["sessionToken"]) as theirs:
        (note,) = theirs.facts.notes

    assert "into My organization as viewer" in note
    assert "workbench call organization.acceptInvitation" in note
