"""Where a run takes place, from what the service says; what it does not say is not guessed."""

from __future__ import annotations

import pytest

from tests.bulk.fake_service import FakeService
from workbench.bulk.planning.target import find_place, selected_organization
from workbench.errors import PlanRejected, SignInNeeded


def test_a_service_that_announces_itself_gives_identity_and_terms(service: FakeService) -> None:
    """Its id, the person, the price, the balance."""
    place = find_place(service)

    assert place.identity == ("service1", "org1", "ada")
    assert (place.price_credits, place.balance_credits, place.writer) == (1, 1000, "planning-sheet")


def test_the_interface_alone_gives_origin_and_label(interface_only: FakeService) -> None:
    """No person, no price, no balance: nothing is made up."""
    place = find_place(interface_only, label="my laptop")

    assert place.identity == ("https://lessons.example", "org1", "my laptop")
    assert (place.price_credits, place.balance_credits, place.languages) == (None, None, None)


def test_nothing_is_written_to_find_a_place(service: FakeService) -> None:
    """Reads alone."""
    find_place(service)

    assert service.paid == []


def test_another_organization_can_be_told_where_that_is_announced(service: FakeService) -> None:
    """Calls then name it."""
    assert find_place(service, "org2").organization_id == "org2"


def test_another_organization_is_refused_where_it_cannot_be_told(interface_only: FakeService) -> None:
    """Lessons would go to the selected one."""
    with pytest.raises(PlanRejected, match="another one"):
        find_place(interface_only, "org2")


def test_no_organization_is_refused(interface_only: FakeService) -> None:
    """There is nowhere to make a lesson."""
    interface_only.selected = None  # type: ignore[assignment]

    with pytest.raises(PlanRejected, match="No organization"):
        find_place(interface_only)


def test_an_ended_session_is_said(service: FakeService) -> None:
    """A person signs in; nothing is planned on a guess."""
    service.read_failure = SignInNeeded(code="UNAUTHORIZED", http_status=401)

    with pytest.raises(SignInNeeded):
        find_place(service)


def test_the_selected_organization_is_asked_anew(interface_only: FakeService) -> None:
    """It can change at any time."""
    interface_only.selected = "org7"

    assert selected_organization(interface_only) == "org7"
