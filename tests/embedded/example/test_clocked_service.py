"""A service whose clock is set: what is called happens at that time. What its writer refuses is returned."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from workbench.client.sync import Client
from workbench.embedded.example.clocked_service import ClockedService, clocked_service
from workbench.errors import CallFailed
from workbench.procedures.lesson import create_starter_lesson, list_lessons
from workbench.procedures.organization import get_credit_ledger
from workbench.service.db.seam import Db
from workbench.service.organizations import store as organizations
from workbench.service.people import store as people

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[ClockedService]:
    """A service in whose time it is a morning in March."""
    with clocked_service(tmp_path / "clocked.sqlite", "http://127.0.0.1:1") as opened:
        opened.clock.set(int(AT.timestamp() * 1000))
        yield opened


@pytest.fixture
def ana(service: ClockedService) -> Client:
    """The owner of an organization with ten credits there."""
    now = service.clock()

    async def unit(db: Db) -> str:
        person, _ = await people.add_person(db, email="ana@example.org", name="Ana", now=now)
        await organizations.create_organization(db, name="Acme", owner_id=person.person_id, now=now, opening_credits=10)
        return person.person_id

    return service.sign_in(service.write(unit))


def test_what_is_called_happens_at_the_time_that_the_clock_shows(service: ClockedService, ana: Client) -> None:
    """From there it continues as time does."""
    ana.call(create_starter_lesson(language="EN", topic="Tides"))
    service.clock.set(int(AT.timestamp() * 1000) + 86_400_000)
    ana.call(create_starter_lesson(language="EN", topic="Ebb"))
    days = {lesson.title: f"{lesson.created_at:%Y-%m-%d}" for lesson in ana.call(list_lessons()).lessons}

    assert days == {"Tides": "2026-03-02", "Ebb": "2026-03-03"}


def test_what_the_writer_refuses_is_given_back(service: ClockedService, ana: Client) -> None:
    """So is what it fails at; both are in the ledger."""
    service.writer.refused, service.writer.fails_after = frozenset({"Ebb"}), 0
    for topic in ("Ebb", "Tides"):
        with pytest.raises(CallFailed):
            ana.call(create_starter_lesson(language="EN", topic=topic))
    ledger = ana.call(get_credit_ledger())

    assert [entry.reason for entry in ledger.entries if entry.kind == "release"] == ["unavailable", "refused"]
    assert ledger.ai_credit_balance == 10
