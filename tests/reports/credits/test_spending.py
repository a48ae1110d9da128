"""What a ledger says was spent, held and left each day."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pandas

from tests.reports.frames import answer_with, answers, plain
from tests.reports.seeded import Seeded
from workbench.reports.credits.ledger import ledger_call, received_entries
from workbench.reports.credits.spending import daily, open_reservations, settled_payments
from workbench.reports.scope import ReportOrganization, Scope


def test_spent_is_what_settled_reservations_took(acme: Seeded) -> None:
    """One row each."""
    stored = acme.sql("select id, credits from reservation where state = 'settled'")

    assert sorted(plain(settled_payments(acme.report("ledger")), "reservation_id", "credits")) == sorted(stored)


def test_held_is_what_is_neither_settled_nor_given_back(acme: Seeded) -> None:
    """The store says so in a column of its own."""
    ledger = acme.report("ledger")

    assert plain(open_reservations(ledger), "reservation_id", "credits") == acme.sql(
        "select id, credits from reservation where state = 'held'"
    )


def test_each_day_ends_with_the_balance_of_its_last_entry(acme: Seeded) -> None:
    """Days without an entry keep the balance of the day before."""
    found = daily(acme.report("ledger"))
    per_day = found[found["organization"] == "Acme"].set_index("day")
    stored = acme.sql(
        f"select {acme.day_of('at')}, balance_after from credit_entry e join organization o on"
        " o.id = e.organization_id where o.name = 'Acme' and e.id in (select max(id) from credit_entry group by"
        " organization_id, at / 86400000)"
    )

    assert [(day, per_day.loc[day, "balance_credits"]) for day, _ in stored] == stored
    assert (
        per_day["spent_credits"].sum()
        == settled_payments(acme.report("ledger")).query("organization == 'Acme'")["credits"].sum()
    )


def test_the_last_entry_of_a_day_is_the_one_with_the_highest_number() -> None:
    """Entries of one millisecond are in the order of their numbers, and 10 comes after 9."""
    place = ReportOrganization("o", "Acme")
    entries = [
        {"entryId": number, "kind": "grant", "credits": 1, "balanceAfter": balance, "at": "2026-03-02T12:00:00.000Z"}
        for number, balance in (("10", 2), ("9", 1))
    ]
    ledger = received_entries(answers([answer_with(ledger_call(place), *entries)], Scope((place,))))

    assert daily(ledger)["balance_credits"].tolist() == [2]


def ledger_with(*entries: tuple[str, dict[str, Any]]) -> pandas.DataFrame:
    """A ledger of these entries, each in an organization, newest first; each organization is called Acme."""
    places = {name: ReportOrganization(name, "Acme") for name, _ in entries}
    pages = [
        answer_with(ledger_call(place), *reversed([entry for of, entry in entries if of == name]))
        for name, place in places.items()
    ]
    return received_entries(answers(pages, Scope(tuple(places.values()))))


def grant(number: int, balance: int, day: int) -> dict[str, Any]:
    """A grant of one credit at noon of a day in March 2026."""
    at = f"2026-03-{day:02}T12:00:00.000Z"
    return {"entryId": str(number), "kind": "grant", "credits": 1, "balanceAfter": balance, "at": at}


def test_each_day_of_an_organization_is_a_row() -> None:
    """From its first entry to its last; two organizations of one name have days of their own."""
    found = daily(ledger_with(("o1", grant(1, 5, 2)), ("o1", grant(2, 7, 4)), ("o2", grant(3, 9, 3))))

    assert found.index.tolist() == [0, 1, 2, 3]
    assert plain(found, "organization_id", "spent_credits", "balance_credits") == [
        ("o1", 0, 5), ("o1", 0, 5), ("o1", 0, 7), ("o2", 0, 9)
    ]  # fmt: skip
    assert [datetime.date(moment) for moment in found["day"]] == [date(2026, 3, day) for day in (2, 3, 4, 3)]


def test_a_ledger_without_entries_has_no_day() -> None:
    """Its columns are those of any other."""
    whole = daily(ledger_with(("o1", grant(1, 5, 2))))
    empty = daily(ledger_with(("o1", grant(1, 5, 2))).iloc[:0])

    assert len(empty) == 0
    assert empty.columns.tolist() == whole.columns.tolist()
    assert daily(ledger_with(("o1", {**grant(1, 5, 2), "at": None}))).empty
