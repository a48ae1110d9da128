"""The card: complete, honest about what is not reported, and safe to show."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from workbench.api import card
from workbench.api.connection import ConnectionFacts
from workbench.procedures.organization import Organization, TierAndStatus
from workbench.procedures.service import Capabilities, SessionFacts, WhoAmI, WriterFacts

NOW = datetime(2026, 1, 1, tzinfo=UTC)
EVIL = '<img src=x onerror="alert(1)">\u202e'


def facts(*, name: str = "Ada", days: float = 20) -> ConnectionFacts:
    """What a service of ours tells, its session ending in so many days."""
    ends = (NOW + timedelta(days=days)).isoformat()
    acme = Organization(
        organization_id="o1", name=name, tier="Pro", status="Active", role="author", ai_credit_balance=1234
    )
    return ConnectionFacts(
        origin="https://service.example",
        source="the keyring",
        service=Capabilities(
            service_id="s",
            name=name,
            version="9",
            procedures=[],
            additions=[],
            limits={},
            prices=[],
            writer=WriterFacts(name="planning-sheet", is_ai=False),
        ),
        who=WhoAmI(
            person_id="p",
            name=name,
            email="ada@example.org",
            session=SessionFacts(session_id="x", idle_ends_at=ends, ends_at=ends),
        ),
        person=None,
        organization_id="o1",
        tier_and_status=TierAndStatus(tier="Pro", status="Active"),
        organizations=(acme,),
        notes=(),
        read_at=NOW,
    )


STRANGE = replace(facts(), service=None, who=None, organizations=(), notes=("It does not say.",))


@pytest.mark.parametrize(
    "said", ["Ada (ada@example.org)", "as author", "Pro, Active", "1,234", "service.example", "no AI", "20 days left"]
)
def test_it_says_what_is_known(said: str) -> None:
    """In plain text and in HTML alike."""
    assert said in card.plain(facts())
    assert said in card.as_html(facts())


def test_what_is_not_told_is_said_to_be_so() -> None:
    """No blank, no zero, no crash."""
    assert card.plain(STRANGE).count(card.UNKNOWN) == 3
    assert "note: It does not say." in card.plain(STRANGE)


def test_markup_in_names_stays_text() -> None:
    """A service or a colleague chose those names."""
    shown = card.as_html(facts(name=EVIL))

    assert "<img" not in shown
    assert "\u202e" not in shown + card.plain(facts(name=EVIL))


@pytest.mark.parametrize(("days", "said"), [(0.5, "ends today"), (1.5, "1 day left"), (2.9, "workbench login")])
def test_a_session_that_ends_soon_is_said(days: float, said: str) -> None:
    """In time to sign in again."""
    assert said in card.plain(facts(days=days))
