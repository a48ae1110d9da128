"""The report on the audit log."""

from __future__ import annotations

from tests.reports.frames import answer_with, answers, plain
from tests.reports.seeded import Seeded
from workbench.reports.audit import ask, frame
from workbench.reports.scope import ReportOrganization, Scope


def test_every_entry_is_there_newest_first(acme: Seeded) -> None:
    """As the store holds it, organization by organization."""
    stored = acme.sql(
        "select o.name, cast(a.id as text), a.action, a.subject, coalesce(l.title, c.title, j.name, s.name,"
        " so.name), p.name from audit a join organization o on"
        " o.id = a.organization_id left join person p on p.id = a.person_id left join lesson l on l.id = a.subject"
        " left join course c on c.id = a.subject left join project j on j.id = a.subject"
        " left join person s on s.id = a.subject left join organization so on so.id = a.subject"
        " order by o.name, a.id desc"
    )

    found = plain(acme.report("audit"), "organization", "entry_id", "action", "subject", "subject_name", "person_name")
    assert found == stored


def test_one_persons_actions_are_found(acme: Seeded) -> None:
    """By the person's id and the action's name."""
    whole = acme.report("audit").dropna(subset=["person_id"])
    first = whole.iloc[0]
    found = acme.report("audit", person=first["person_id"], action=first["action"])

    is_wanted = (whole["person_id"] == first["person_id"]) & (whole["action"] == first["action"])
    assert list(found["entry_id"]) == list(whole[is_wanted]["entry_id"])


def test_what_was_noted_beside_is_kept() -> None:
    """Facts differ from action to action: they are in `extra`."""
    entry = {"entryId": "7", "action": "lesson.deleteLesson", "facts": {"courseId": "c"}}
    asked = ask(Scope((ReportOrganization("o", "Acme"),)))[0]

    assert plain(frame(answers([answer_with(asked, entry)])), "entry_id", "extra") == [
        ("7", '{"facts": {"courseId": "c"}}')
    ]
