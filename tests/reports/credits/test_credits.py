"""The report on credits, added up in eight ways."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.reports.frames import answer_with, answers, in_any_order, plain
from tests.reports.seeded import Seeded
from workbench.reports.credits.credits import ask, frame
from workbench.reports.scope import ReportOrganization, Scope

NAMES = ("organization", "name", "spent_credits", "lessons", "credits_per_lesson", "share", "first_at", "last_at")
TIMES = ", min(e.at), max(e.at)"
FROM = (
    " from credit_entry e join reservation r on r.id = e.reservation_id join organization o on o.id = e.organization_id"
    " left join person p on p.id = e.person_id left join lesson l on l.id = e.lesson_id"
    " left join project j on j.id = l.project_id left join project k on k.id = e.project_id"
    " where e.kind = 'settle' group by 1, 2"
)


@pytest.mark.parametrize(
    ("by", "name"),
    [
        ("person", "p.name"),
        ("project_at_charge", "k.name"),
        ("project_now", "j.name"),
        ("language", "l.language"),
        ("run", "e.run"),
        ("day", None),
        ("week", None),
        ("month", None),
    ],
)
def test_what_was_spent_agrees_with_the_store(acme: Seeded, by: str, name: str | None) -> None:
    """Every number, by SQL over reservations that were settled, lessons in the trash included."""
    stored = acme.sql(
        f"select o.name, {name or acme.day_of('e.at', by)}, sum(r.credits), count(e.lesson_id),"
        " cast(sum(r.credits) as double precision) / count(e.lesson_id),"
        f" cast(sum(r.credits) as double precision) / sum(sum(r.credits)) over (partition by o.name){TIMES}{FROM}"
    )
    found = plain(acme.report("credits", by=by), *NAMES)

    assert in_any_order(found) == in_any_order(stored)


def test_a_period_counts_payments_of_its_days(acme: Seeded) -> None:
    """Both days included, told by SQL."""
    days = "e.at >= 1772409600000 and e.at < 1772582400000 and"  # 2 March 2026 and the day after, UTC
    stored = acme.sql(f"select o.name, p.name, sum(r.credits){FROM.replace('e.kind =', f'{days} e.kind =')}")
    found = acme.report("credits", since=date(2026, 3, 2), until=date(2026, 3, 3))

    assert in_any_order(plain(found, "organization", "name", "spent_credits")) == in_any_order(stored)
    assert len(stored) == 2


def test_a_service_that_keeps_no_runs_is_helped_by_this_computer_s_ledgers() -> None:
    """A lesson's run is told by its id; what the service says counts first."""
    entries: list[dict[str, Any]] = []
    for at, run in enumerate([None, "Spring", None]):
        facts = {"reservationId": str(at), "run": run, "at": "2026-01-01T00:00:00.000Z"}
        entries.append({"entryId": str(2 * at), "kind": "reserve", "credits": -2, **facts})
        entries.append({"entryId": str(2 * at + 1), "kind": "settle", "credits": 0, "lessonId": f"l{at}", **facts})
    scope = Scope((ReportOrganization("o", "Acme"),), {"by": "run"}, run_names={"l0": "Autumn", "l1": "Autumn"})
    found = frame(answers([answer_with(ask(scope)[0], *entries)], scope))

    assert in_any_order(plain(found, "name", "spent_credits")) == [("Autumn", 2), ("Spring", 2), (None, 2)]


def test_shares_of_an_organization_add_up_to_one(acme: Seeded) -> None:
    """Each organization for itself."""
    shares = acme.report("credits", by="language").groupby("organization")["share"].sum()

    assert [round(each, 9) for each in shares] == [1.0, 1.0]
