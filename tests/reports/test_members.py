"""The report on members."""

from __future__ import annotations

from tests.reports.frames import answer_with, answers, in_any_order, plain
from tests.reports.seeded import Seeded
from workbench.reports.members import ask, frame
from workbench.reports.scope import ReportOrganization, Scope


def test_people_and_what_they_spent_are_those_of_the_store(acme: Seeded) -> None:
    """Spent is what settled reservations took; counted by SQL."""
    stored = acme.sql(
        "select o.name, p.name, p.id, p.email, m.role, m.created_at, p.disabled_at is not null, (select count(*) from"
        " audit a where a.person_id = p.id and a.organization_id = o.id), (select max(a.at) from audit a where"
        " a.person_id = p.id and a.organization_id = o.id), (select count(e.lesson_id) from credit_entry e where"
        " e.person_id = p.id and e.organization_id = o.id and e.kind = 'settle'), (select coalesce(sum(r.credits), 0)"
        " from reservation r where r.person_id = p.id and r.organization_id = o.id and r.state = 'settled')"
        " from membership m join person p on p.id = m.person_id join organization o on o.id = m.organization_id"
    )
    names = ("organization", "name", "person_id", "email", "role", "since", "is_disabled", "actions", "last_action_at")

    found = plain(acme.report("members"), *names, "paid_lessons", "spent_credits")

    assert in_any_order(found) == in_any_order(stored)


def test_what_may_not_be_read_is_missing_and_not_nought() -> None:
    """Nothing is filled in for a log that was not reported."""
    members = ask(Scope((ReportOrganization("o", "Acme"),)))[0]
    found = frame(answers([answer_with(members, {"personId": "p", "name": "Ana", "role": "owner"})]))

    assert plain(found, "name", "actions", "spent_credits") == [("Ana", None, None)]
