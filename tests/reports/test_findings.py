"""The report on findings."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.reports.frames import answer_with, answers, in_any_order, plain
from tests.reports.seeded import Seeded
from workbench.reports.findings import ask, frame
from workbench.reports.scope import ReportOrganization, Scope

NOW = datetime(2026, 12, 31, tzinfo=UTC)
GOOD: dict[str, Any] = {"wordCount": 500, "blocksByType": {"quiz": 1}, "emptyBlocks": 0, "openPlaces": 0}


def lesson(lesson_id: str, **said: Any) -> dict[str, Any]:
    """A lesson that was changed lately."""
    return {
        "lessonId": lesson_id, "title": f"Lesson {lesson_id}", "topic": None, "language": "EN", "blockCount": 3,
        "updatedAt": "2026-12-01T00:00:00.000Z", **said,
    }  # fmt: skip


def findings(*lessons: dict[str, Any], content: dict[str, Any] | None = None, **parameters: Any) -> list[Any]:
    """Lesson and finding, of lessons that all hold the same."""
    scope = Scope((ReportOrganization("o", "Acme"),), parameters, NOW)
    listed, contents, *_ = ask(scope)
    given = [answer_with(listed, *lessons)]
    if content is not None:
        given.append(
            answer_with(contents, *({"lessonId": listed_lesson["lessonId"], **content} for listed_lesson in lessons))
        )
    return plain(frame(answers(given, scope)), "lesson_id", "finding")


def test_a_good_lesson_has_none() -> None:
    """Nothing is found for the sake of finding."""
    assert findings(lesson("a"), content=GOOD) == []


def test_what_the_checks_found_is_listed_by_its_weight() -> None:
    """By rule and block, in the service's words, with those of the list alone; unchecked lessons are reported."""
    scope = Scope((ReportOrganization("o", "Acme"),), {}, NOW)
    listed, _, stored, *_ = ask(scope)
    note = {"rule": "link", "blockId": "b1", "severity": "note", "message": "=An address."}
    error = {"rule": "refusal", "blockId": None, "severity": "error", "message": "It declines."}
    checked = {"lessonId": "a", "title": "A", "revision": 1, "findings": [note, error]}
    waiting = {"lessonId": "b", "title": "B", "revision": 1, "findings": None}
    empty = lesson("b", blockCount=0)
    found = frame(answers([answer_with(listed, lesson("a"), empty), answer_with(stored, checked, waiting)], scope))

    assert plain(found, "lesson_id", "finding", "severity", "block_id", "message") == [
        ("a", "refusal", "error", None, "It declines."),
        ("b", "no blocks", "warning", None, "It is empty."),
        ("a", "link", "note", "b1", "=An address."),
    ]
    assert found.attrs["missing"] == ["Not checked yet: 1 lesson. Ask again in a minute."]


@pytest.mark.parametrize(
    ("count", "is_public", "said"),
    [
        (1, False, "1 place is left for the author (✎)."),
        (7, True, "7 places are left for the author (✎), and anyone with the link can read it."),
    ],
)
def test_places_left_open_are_found_and_learners_are_named(count: int, is_public: bool, said: str) -> None:
    """Ten public pages told learners to delete a note, and no report said so."""
    listed, contents, _, courses, _ = ask(Scope((ReportOrganization("o", "Acme"),)))
    given = [
        answer_with(listed, lesson("a", courseId="c")),
        answer_with(contents, {"lessonId": "a", **GOOD, "openPlaces": count}),
        answer_with(courses, {"courseId": "c", "isPublic": is_public}),
    ]
    found = frame(answers(given, Scope((ReportOrganization("o", "Acme"),), {}, NOW)))

    assert plain(found, "finding", "message") == [("open places", said)]


def test_the_notes_of_planning_sheets_are_found_in_the_store(acme: Seeded) -> None:
    """As many as the blocks' own text holds."""
    found = acme.report("lessons", content=True)
    stored = acme.sql("select lesson_id, sum(case type when 'authorNote' then 1 else 0 end) from block group by 1")
    there = {lesson_id for lesson_id, _ in plain(found, "lesson_id", "title")}

    assert in_any_order(plain(found, "lesson_id", "open_places")) == in_any_order(
        (lesson_id, count) for lesson_id, count in stored if lesson_id in there
    )


def test_the_limits_are_parameters() -> None:
    """Untouched is what the reader says is."""
    assert findings(lesson("a"), content=GOOD, untouched_days=29) == [("a", "untouched")]


def test_a_lesson_nobody_touched_for_a_year_is_found() -> None:
    """On the day after."""
    assert findings(lesson("a", updatedAt="2025-12-30T00:00:00.000Z"), content=GOOD) == [("a", "untouched")]
    assert findings(lesson("a", updatedAt="2025-12-31T00:00:00.000Z"), content=GOOD) == []


def test_one_title_twice_in_a_language_is_found() -> None:
    """Whatever its case; another language may have it too."""
    twice = (lesson("a", title="Bread"), lesson("b", title=" bread"), lesson("c", title="Bread", language="DE"))

    assert findings(*twice, content=GOOD) == [("b", "same title"), ("a", "same title")]


def test_a_translation_older_than_its_source_is_behind() -> None:
    """By more than the limit; the message has the days."""
    old = lesson("a", topic="Bread", language="DE", updatedAt="2026-10-01T00:00:00.000Z")

    assert findings(old, lesson("b", topic="bread"), content=GOOD) == [("a", "behind")]
    assert findings(old, lesson("b", topic="bread"), content=GOOD, behind_days=61) == []


def test_what_was_not_told_is_not_found() -> None:
    """Of a service without contents: title, age and blocks only."""
    assert findings(lesson("a"), lesson("b", title="Lesson a")) == [("a", "same title"), ("b", "same title")]


def test_findings_are_those_of_the_store(acme: Seeded) -> None:
    """Lessons without a quiz and without objectives, told by SQL."""
    found = plain(acme.report("findings"), "lesson_id", "finding")
    without = (
        "select id, '{0}' from lesson l where deleted_at is null and not exists"
        " (select 1 from block b where b.lesson_id = l.id and b.type = '{1}')"
    )
    stored = acme.sql(
        f"{without.format('no-question', 'quiz')} union all {without.format('no-objectives', 'objectives')}"
    )

    assert in_any_order(row for row in found if row[1].startswith("no-")) == in_any_order(stored)


def test_nothing_gives_the_same_columns() -> None:
    """No lesson, no finding."""
    assert findings() == []
