"""One paid send, and what came of it."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from tests.bulk.fake_service import FakeService, refusal
from tests.bulk.plans import place
from workbench.bulk.journal.claims import Claim
from workbench.bulk.journal.outcome import OutcomeKind
from workbench.bulk.running.send import SendRequest, errand, send

CLAIM = Claim(
    row_id=1,
    attempt_id=1,
    generation=0,
    topic="Bread",
    language="EN",
    project_id="project1",
    max_credits=2,
    key="key",
    keyed=True,
    resend=False,
    began_at=0,
)


def asked(service: FakeService) -> dict[str, Any]:
    """What the service was sent."""
    sent: dict[str, Any] = service.paid[0].input.to_wire()
    return sent


def test_a_send_names_organization_project_and_price_where_they_are_announced(service: FakeService) -> None:
    """A price that rose is refused by the service itself."""
    send(service, errand(CLAIM, place()))

    assert asked(service) == {
        "language": "EN",
        "topic": "Bread",
        "organizationId": "org1",
        "projectId": "project1",
        "maxCredits": 2,
    }
    assert service.paid[0].key == "key"


def test_a_service_with_the_interface_alone_gets_what_the_interface_shows(interface_only: FakeService) -> None:
    """Language and topic; no key, no addition."""
    here = place(takes_organization=False, takes_max_credits=False)
    send(interface_only, errand(replace(CLAIM, keyed=False), here))

    assert asked(interface_only) == {"language": "EN", "topic": "Bread"}
    assert interface_only.paid[0].key is None


def test_the_run_s_name_goes_along_where_it_is_announced(service: FakeService) -> None:
    """For the service's ledger; elsewhere nothing is added."""
    send(service, errand(CLAIM, place(takes_run_name=True), "Spring"))
    send(service, errand(CLAIM, place(), "Spring"))

    assert [call.run for call in service.paid] == ["Spring", None]


def test_a_lesson_is_made(service: FakeService) -> None:
    """With its id and title."""
    outcome = send(service, errand(CLAIM, place()))

    assert (outcome.kind, outcome.lesson_id, outcome.title) == (OutcomeKind.MADE, "lesson0", "Bread")


@pytest.mark.parametrize(
    ("error", "kind"),
    [(refusal(400), OutcomeKind.REFUSED), (refusal(500), OutcomeKind.UNSURE), (KeyError("odd"), OutcomeKind.UNSURE)],
)
def test_nothing_is_raised(service: FakeService, error: Exception, kind: OutcomeKind) -> None:
    """Every end of a send is an outcome."""
    service.script.append(error)

    assert send(service, errand(CLAIM, place())).kind is kind


def test_a_topic_that_cannot_be_sent_is_refused(service: FakeService) -> None:
    """The declaration says no before anything leaves."""
    assert send(service, replace(errand(CLAIM, place()), language="no code")).kind is OutcomeKind.REFUSED
    assert service.paid == []


def test_an_errand_travels_without_a_session() -> None:
    """It may be carried to another process."""
    carried = errand(CLAIM, place())

    assert pickle.loads(pickle.dumps(carried)) == carried


def test_a_send_says_how_long_it_took(service: FakeService) -> None:
    """For the pace: waiting before and after it is none of the service's; two outcomes are alike all the same."""
    outcome = send(service, SendRequest("EN", "Bread", None, None, None, None))

    assert outcome.took_ms is not None
    assert replace(outcome, took_ms=None) == outcome
