"""What a ledger says was spent, held and left each day."""

from __future__ import annotations

from tests.reports.frames import plain
from tests.reports.seeded import Seeded
from workbench.reports.credits.spending import daily, held, spent


def test_spent_is_what_settled_reservations_took(acme: Seeded) -> None:
    """One row each."""
    stored = acme.sql("select id, credits from reservation where state = 'settled'")

    assert sorted(plain(spent(acme.report("ledger")), "reservation_id", "credits")) == sorted(stored)


def test_held_is_what_is_neither_settled_nor_given_back(acme: Seeded) -> None:
    """The store says so in a column of its own."""
    ledger = acme.report("ledger")

    assert plain(held(ledger), "reservation_id", "credits") == acme.sql(
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
        per_day["spent_credits"].sum() == spent(acme.report("ledger")).query("organization == 'Acme'")["credits"].sum()
    )
