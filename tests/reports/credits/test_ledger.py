"""The report on the ledger."""

from __future__ import annotations

from datetime import date

from tests.reports.frames import plain
from tests.reports.seeded import Seeded


def test_every_entry_is_there_newest_first(acme: Seeded) -> None:
    """As the store holds it, organization by organization."""
    stored = acme.sql(
        "select o.name, cast(e.id as text), e.kind, e.credits, e.balance_after, e.at, e.lesson_id, p.name,"
        " e.person_id, e.reservation_id, e.run, e.reason from"
        " credit_entry e join organization o on o.id = e.organization_id left join person p on p.id = e.person_id"
        " order by o.name, e.id desc"
    )
    names = ("organization", "entry_id", "kind", "credits", "balance_after", "at", "lesson_id", "person_name")
    whose = ("person_id", "reservation_id", "run", "reason")

    assert plain(acme.report("ledger"), *names, *whose) == stored


def test_a_period_includes_both_days(acme: Seeded) -> None:
    """In UTC."""
    found = acme.report("ledger", since=date(2026, 3, 2), until=date(2026, 3, 3))

    assert plain(found, "kind", "credits") == [("settle", 0), ("reserve", -3), ("settle", 0), ("reserve", -2)]
