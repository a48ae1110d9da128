"""The report on credits, added up in seven ways."""

from __future__ import annotations

import pytest

from tests.reports.frames import plain
from tests.reports.seeded import Seeded

FROM = (
    " from credit_entry e join reservation r on r.id = e.reservation_id join organization o on o.id = e.organization_id"
    " left join person p on p.id = e.person_id left join lesson l on l.id = e.lesson_id"
    " left join project j on j.id = l.project_id where e.kind = 'settle' group by 1, 2"
)


@pytest.mark.parametrize(
    ("by", "name"),
    [
        ("person", "p.name"),
        ("project", "j.name"),
        ("language", "l.language"),
        ("run", "e.run"),
        ("day", "date(e.at / 1000, 'unixepoch')"),
        ("week", "date(e.at / 1000, 'unixepoch', '-6 days', 'weekday 1')"),
        ("month", "date(e.at / 1000, 'unixepoch', 'start of month')"),
    ],
)
def test_what_was_spent_agrees_with_the_store(acme: Seeded, by: str, name: str) -> None:
    """Added up by SQL over reservations that were settled, lessons in the trash included."""
    stored = acme.sql(f"select o.name, {name}, sum(r.credits), count(e.lesson_id){FROM}")
    found = plain(acme.report("credits", by=by), "organization", "name", "spent_credits", "lessons")

    assert sorted(found, key=repr) == sorted(stored, key=repr)


def test_shares_of_an_organization_add_up_to_one(acme: Seeded) -> None:
    """Each organization for itself."""
    shares = acme.report("credits", by="language").groupby("organization")["share"].sum()

    assert [round(each, 9) for each in shares] == [1.0, 1.0]
