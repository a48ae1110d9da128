"""The words of the audit log."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.errors import NotSent
from workbench.procedures.member import AuditEntry
from workbench.widgets.admin.audit_wording import (
    EntryFilter,
    action_name,
    actions_in,
    entry_html,
    parse_day,
    people_in,
    row,
    who,
)


def entry(action: str = "lesson.deleteLesson", *, person: str | None = "p-1", **facts: Any) -> AuditEntry:
    """Something that Ana did."""
    return AuditEntry(
        entry_id="7",
        action=action,
        subject="lesson-1",
        facts=facts,
        person_id=person,
        person_name="Ana" if person else None,
        at="2026-01-31T09:05:07.123Z",
    )


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("lesson.deleteLesson", "Delete lesson"),
        ("courseRouter.setCourseSharing", "Change sharing"),
        ("admin.addPerson", "Add person"),
        ("<b>", "<b>"),
    ],
)
def test_an_action_is_said_in_words(action: str, words: str) -> None:
    """What is no name of a procedure stays as it is."""
    assert action_name(action) == words


def test_a_row_says_what_when_who_and_the_short_facts() -> None:
    """Ids are for the details."""
    made = row(entry(isPublic=True, courseId="c" * 25))

    assert (made.title, made.detail) == ("Delete lesson", "Ana · is public: yes")


def test_a_row_names_what_was_meant() -> None:
    """It said that a person was added, and not who."""
    added = entry("organization.addMember").model_copy(update={"subject_name": "Ben"})

    assert row(added).title == "Add member: Ben"
    assert "Ben" in entry_html(added)


def test_the_administrator_of_the_service_is_named() -> None:
    """Nobody else is without a person."""
    assert who(entry(person=None)) == "Service administrator"


def test_a_day_is_included_to_its_end() -> None:
    """UTC, as it is shown."""
    day = date(2026, 1, 31)

    assert EntryFilter(since=day, until=day).includes(entry())
    assert not EntryFilter(until=date(2026, 1, 30)).includes(entry())
    assert not EntryFilter(since=date(2026, 2, 1)).includes(entry())


def test_person_and_action_narrow() -> None:
    """Both hold."""
    assert EntryFilter(person="p-1", action="lesson.deleteLesson").includes(entry())
    assert not EntryFilter(person="p-2").includes(entry())
    assert not EntryFilter(action="lesson.renameLesson").includes(entry())


def test_older_ones_are_not_asked_for_in_vain() -> None:
    """The log is newest first."""
    assert EntryFilter(since=date(2026, 2, 1)).is_before(entry())
    assert not EntryFilter().is_before(entry())


def test_a_day_that_is_none_is_refused() -> None:
    """With how to write one."""
    assert parse_day(" ") is None
    with pytest.raises(NotSent, match="2026-01-31"):
        parse_day("31.1.")


def test_people_and_actions_are_offered_once() -> None:
    """By id and name; an administrator of the service is nobody's id."""
    entries = [entry(), entry(), entry("admin.addPerson", person=None)]

    assert people_in(entries) == {"p-1": "Ana"}
    assert actions_in(entries) == {"lesson.deleteLesson": "Delete lesson", "admin.addPerson": "Add person"}


@pytest.mark.parametrize("text", HOSTILE)
def test_no_fact_becomes_markup(text: str) -> None:
    """Some are reasons that people typed."""
    made = entry(text, reason=text, **{text: [text]})

    assert seen(entry_html(made)).dangers == []
