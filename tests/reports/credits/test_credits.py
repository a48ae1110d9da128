"""The report on credits, added up in eight ways."""

from __future__ import annotations

from dataclasses import replace
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
    for index, run in enumerate([None, "Spring", None]):
        facts = {"reservationId": str(index), "run": run, "at": "2026-01-01T00:00:00.000Z"}
        entries.append({"entryId": str(2 * index), "kind": "reserve", "credits": -2, **facts})
        entries.append(
            {"entryId": str(2 * index + 1), "kind": "settle", "credits": 0, "lessonId": f"l{index}", **facts}
        )
    scope = Scope((ReportOrganization("o", "Acme"),), {"by": "run"}, run_names={"l0": "Autumn", "l1": "Autumn"})
    found = frame(answers([answer_with(ask(scope)[0], *entries)], scope))

    assert in_any_order(plain(found, "name", "spent_credits")) == [("Autumn", 2), ("Spring", 2), (None, 2)]


def test_shares_of_an_organization_add_up_to_one(acme: Seeded) -> None:
    """Each organization for itself."""
    shares = acme.report("credits", by="language").groupby("organization")["share"].sum()

    assert [round(share, 9) for share in shares] == [1.0, 1.0]


@pytest.mark.parametrize(
    ("by", "rows"),
    [
        ("person", [("o2", "Ada", 5), ("o2", "Bob", 5), ("o1", "Bob", 7), ("o1", "Ada", 2), ("o3", "Ada", 9)]),
        (
            "day",
            [
                *(("o2", "2026-01-01", 5), ("o2", "2026-01-02", 5)),
                *(("o1", "2026-01-01", 2), ("o1", "2026-01-02", 7)),
                ("o3", "2026-01-01", 9),
            ],
        ),
    ],
)
def test_the_largest_spender_comes_first_and_the_earliest_day(by: str, rows: list[tuple[str, str, int]]) -> None:
    """Organization by organization, by name; of two alike by name first."""
    places = (ReportOrganization("o3", "Zeta"), ReportOrganization("o1", "Beta"), ReportOrganization("o2", "Acme"))
    credits = {"o1": (2, 7), "o2": (5, 5), "o3": (9,)}
    scope, pages = Scope(places, {"by": by}), []
    for call in ask(scope)[:3]:
        entries: list[dict[str, Any]] = []
        for day, (name, spent) in enumerate(
            zip(("Ada", "Bob"), credits[call.organization.organization_id], strict=False), 1
        ):
            facts = {"reservationId": name, "personId": name, "personName": name, "at": f"2026-01-0{day}T00:00:00.000Z"}
            entries.append({"entryId": str(2 * day), "kind": "reserve", "credits": -spent, **facts})
            entries.append({"entryId": str(2 * day + 1), "kind": "settle", "credits": 0, "lessonId": name, **facts})
        pages.append(answer_with(call, *entries))

    assert plain(frame(answers(pages, scope)), "organization_id", "name", "spent_credits") == rows


@pytest.mark.parametrize(("by", "is_refused"), [("person", False), ("language", True), ("day", True)])
def test_a_role_that_sees_its_own_entries_has_a_row_by_person_alone(by: str, is_refused: bool) -> None:
    """Added up in any other way, a part would pass for the whole."""
    scope = Scope((ReportOrganization("o", "Acme"),), {"by": by})
    ledger, *_ = ask(scope)
    part = replace(answer_with(ledger, *paid_by(("p", "Ada", 2))), is_whole=False)
    found = frame(answers([part], scope))

    assert (ledger.needs_all != "") is is_refused
    assert plain(found, "name", "spent_credits", "share") == ([] if is_refused else [("Ada", 2, None)])


def paid_by(*payers: tuple[str, str, int]) -> list[dict[str, Any]]:
    """The ledger's entries of a settled payment by each person: id, name, credits."""
    entries: list[dict[str, Any]] = []
    for index, (person_id, name, credits) in enumerate(payers):
        facts = {
            "reservationId": str(index),
            "personId": person_id,
            "personName": name,
            "at": "2026-01-01T00:00:00.000Z",
        }
        entries.append({"entryId": str(2 * index), "kind": "reserve", "credits": -credits, **facts})
        entries.append(
            {"entryId": str(2 * index + 1), "kind": "settle", "credits": 0, "lessonId": f"l{index}", **facts}
        )
    return entries


def test_two_people_of_one_name_have_rows_of_their_own() -> None:
    """Added up by id; each has the e-mail address in brackets, and anyone who has left the end of the id."""
    scope = Scope((ReportOrganization("o", "Acme"),))
    ledger, members = ask(scope)
    payers = paid_by(("p-000001", "ada", 2106), ("p-000002", "ada", 4), ("p-000003", "Ada", 1), ("p-000004", "Bob", 5))
    emails = [{"personId": "p-000001", "email": "ada@x.org"}, {"personId": "p-000002", "email": "ada@y.org"}]
    found = frame(answers([answer_with(ledger, *payers), answer_with(members, *emails)], scope))

    assert plain(found, "name", "group_id", "spent_credits") == [
        ("ada (ada@x.org)", "p-000001", 2106),
        ("Bob", "p-000004", 5),
        ("ada (ada@y.org)", "p-000002", 4),
        ("Ada (…000003)", "p-000003", 1),
    ]
