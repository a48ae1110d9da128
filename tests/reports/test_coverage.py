"""The report on language coverage."""

from __future__ import annotations

from typing import Any

from tests.reports.frames import answer_with, answers, in_any_order, plain
from tests.reports.seeded import Seeded
from workbench.procedures.lesson import PLANNING_SHEET
from workbench.reports.charts import matrix
from workbench.reports.coverage import REPORT, ask, ask_further, by_course, frame
from workbench.reports.scope import ReportOrganization, Scope, parse_parameters


def lesson(topic: str | None, language: str, day: int, title: str = "T") -> dict[str, Any]:
    """A lesson that changed last on this day of January."""
    at = f"2026-01-{day:02}T12:00:00.000Z"
    return {
        "lessonId": f"{topic}{day}",
        "topic": topic,
        "title": title,
        "language": language,
        "updatedAt": at,
        "courseId": "c",
    }


def covered(*lessons: dict[str, Any], **parameters: Any) -> list[tuple[Any, ...]]:
    """Topic, language, state and days behind."""
    scope = Scope((ReportOrganization("o", "Acme"),), parse_parameters(REPORT.parameters, parameters))
    found = frame(answers([answer_with(ask(scope)[0], *lessons)], scope))
    return plain(found, "topic", "language", "state", "behind_days")


def test_a_language_that_a_topic_lacks_is_missing() -> None:
    """Every topic has a row in every language in use."""
    assert covered(lesson("Cranes", "EN", 2), lesson("Kites", "DE", 2)) == [
        ("Cranes", "DE", "missing", None),
        ("Cranes", "EN", "there", 0),
        ("Kites", "DE", "there", 0),
        ("Kites", "EN", "missing", None),
    ]


def test_a_language_left_behind_is_stale() -> None:
    """The other was changed more than the limit later."""
    found = covered(lesson("Cranes", "EN", 20), lesson(" cranes", "DE", 5), stale_days=10)

    assert found == [("Cranes", "DE", "stale", 15), ("Cranes", "EN", "there", 0)]


def test_a_translation_is_stale_when_its_source_says_something_else() -> None:
    """Whatever day it changed, and under its source's topic; the source itself never is."""
    scope = Scope((ReportOrganization("o", "Acme"),), {"stale_days": 10})
    source = {**lesson("Cranes", "EN", 2), "lessonId": "source"}
    fresh = {**lesson("Grues", "FR", 25), "lessonId": "fresh"}
    stale = {**lesson(None, "DE", 26, title="Kraniche"), "lessonId": "stale"}
    ties = [
        {"lessonId": lesson_id, "sourceLessonId": "source", "staleBlocks": count, "missingBlocks": 0}
        for lesson_id, count in (("fresh", 0), ("stale", 2))
    ]
    lessons_asked, ties_asked, courses_asked = ask(scope)
    listed = answer_with(lessons_asked, source, fresh, stale)
    courses = answer_with(courses_asked, {"courseId": "c", "title": "Lifting"})
    found = frame(answers([listed, answer_with(ties_asked, *ties), courses], scope))

    assert plain(found, "topic", "language", "state", "stale_blocks", "tie", "source_lesson_id", "course") == [
        ("Cranes", "DE", "stale", 2, "translation", "source", "Lifting"),
        ("Cranes", "EN", "there", 0, "source", "source", "Lifting"),
        ("Cranes", "FR", "there", 0, "translation", "source", "Lifting"),
    ]


def test_what_is_missing_would_be_translated_from_the_oldest() -> None:
    """Of lessons that are tied to none; never from a translation whose source is not among them."""
    scope = Scope((ReportOrganization("o", "Acme"),), {"languages": "FR"})
    lessons_asked, ties_asked, _ = ask(scope)
    young = {**lesson("Cranes", "EN", 2), "createdAt": "2026-01-02T00:00:00.000Z", "lessonId": "young"}
    old = {**lesson("Cranes", "DE", 3), "createdAt": "2026-01-01T00:00:00.000Z", "lessonId": "old"}
    orphan = {**lesson("Kites", "EN", 2), "lessonId": "orphan"}
    tie = {"lessonId": "orphan", "sourceLessonId": "gone", "staleBlocks": 0, "missingBlocks": 0}
    found = frame(answers([answer_with(lessons_asked, young, old, orphan), answer_with(ties_asked, tie)], scope))

    assert plain(found, "topic", "state", "tie", "source_lesson_id") == [
        ("Cranes", "missing", None, "old"),
        ("Kites", "missing", None, None),
    ]


def test_a_planning_sheet_is_no_translation() -> None:
    """Until its notes for authors are gone; of a topic that has nothing else it is the source."""
    scope = Scope((ReportOrganization("o", "Acme"),), {})
    sheets = [
        {**lesson("Cranes", "EN", 2), "createdAt": "2026-01-01T00:00:00.000Z", "writer": PLANNING_SHEET},
        {**lesson("Cranes", "DE", 3), "createdAt": "2026-01-02T00:00:00.000Z", "writer": PLANNING_SHEET},
        {**lesson("Cranes", "FR", 4), "createdAt": "2026-01-03T00:00:00.000Z", "writer": PLANNING_SHEET},
        {**lesson("Kites", "EN", 5), "createdAt": "2026-01-04T00:00:00.000Z", "writer": PLANNING_SHEET},
    ]
    listed = answer_with(ask(scope)[0], *sheets)
    (contents_asked,) = ask_further(answers([listed], scope))
    notes = [("Cranes2", 1), ("Cranes3", 2), ("Cranes4", 0)]
    counted = [{"lessonId": lesson_id, "blocksByType": {"text": 1, "authorNote": count}} for lesson_id, count in notes]
    found = frame(answers([listed, answer_with(contents_asked, *counted)], scope))

    assert contents_asked.call.wire_input() == {
        "organizationId": "o",
        "limit": 100,
        "lessonIds": ["Cranes2", "Cranes3", "Cranes4"],
    }
    assert plain(found, "topic", "language", "state", "tie", "lesson_id", "source_lesson_id") == [
        ("Cranes", "DE", "missing", "planning sheet", "Cranes3", "Cranes4"),
        ("Cranes", "EN", "missing", "planning sheet", "Cranes2", "Cranes4"),
        ("Cranes", "FR", "there", None, "Cranes4", "Cranes4"),
        ("Kites", "DE", "missing", None, None, "Kites5"),
        ("Kites", "EN", "there", None, "Kites5", "Kites5"),
        ("Kites", "FR", "missing", None, None, "Kites5"),
    ]


def test_an_untranslated_copy_is_no_translation() -> None:
    """A lesson in another language with the words of its source; another text of as many blocks is one."""
    scope = Scope((ReportOrganization("o", "Acme"),), {})
    source, copy, written = (
        {**lesson("Cranes", language, day), "createdAt": f"2026-01-0{day}T00:00:00.000Z", "blockCount": 2}
        for day, language in ((1, "EN"), (2, "DE"), (3, "FR"))
    )
    short = {**lesson("Cranes", "ES", 4), "createdAt": "2026-01-04T00:00:00.000Z", "blockCount": 1}
    listed = answer_with(ask(scope)[0], source, copy, written, short)
    (asked,) = ask_further(answers([listed], scope))
    digests = [{"lessonId": name, "textDigest": digest} for name, digest in
               (("Cranes1", "same"), ("Cranes2", "same"), ("Cranes3", "other"))]  # fmt: skip
    found = frame(answers([listed, answer_with(asked, *digests)], scope))

    assert asked.call.wire_input() == {
        "organizationId": "o",
        "limit": 100,
        "lessonIds": ["Cranes2", "Cranes3", "Cranes1"],
        "fingerprints": True,
    }
    assert plain(found, "language", "state", "tie", "source_lesson_id") == [
        ("DE", "missing", "untranslated copy", "Cranes1"),
        ("EN", "there", None, "Cranes1"),
        ("ES", "there", None, "Cranes1"),
        ("FR", "there", None, "Cranes1"),
    ]


def test_of_a_copy_and_a_translation_the_translation_counts() -> None:
    """Whichever changed last."""
    scope = Scope((ReportOrganization("o", "Acme"),), {})
    source, tied, copy = (
        {**lesson("Cranes", language, day), "createdAt": f"2026-01-0{day}T00:00:00.000Z", "blockCount": 1}
        for day, language in ((1, "EN"), (2, "DE"), (3, "DE"))
    )
    lessons_asked, ties_asked, _ = ask(scope)
    listed = answer_with(lessons_asked, source, tied, copy)
    ties = answer_with(
        ties_asked, {"lessonId": "Cranes2", "sourceLessonId": "Cranes1", "staleBlocks": 0, "missingBlocks": 0}
    )
    (asked,) = ask_further(answers([listed, ties], scope))
    digests = [{"lessonId": "Cranes1", "textDigest": "same"}, {"lessonId": "Cranes3", "textDigest": "same"}]
    found = frame(answers([listed, ties, answer_with(asked, *digests)], scope))

    assert plain(found, "language", "state", "lesson_id") == [("DE", "there", "Cranes2"), ("EN", "there", "Cranes1")]


def test_lessons_of_one_title_are_rows_of_their_own() -> None:
    """Regression: an “Introduction” of one course was taken for that of another, which then lacked nothing."""
    scope = Scope((ReportOrganization("o", "Acme"),), {"languages": "EN,FR"})
    lessons_asked, ties_asked, _ = ask(scope)
    first, second, translated = (
        {**lesson(None, language, 2, title="Introduction"), "lessonId": lesson_id, "courseId": f"course {lesson_id}"}
        for lesson_id, language in (("first", "EN"), ("second", "EN"), ("translated", "FR"))
    )
    tie = {"lessonId": "translated", "sourceLessonId": "second", "staleBlocks": 0, "missingBlocks": 0}
    listed = answer_with(lessons_asked, first, second, translated)
    found = frame(answers([listed, answer_with(ties_asked, tie)], scope))

    assert plain(found, "source_lesson_id", "language", "state", "course_id") == [
        ("second", "EN", "there", "course second"),
        ("second", "FR", "there", "course second"),
        ("first", "EN", "there", "course first"),
        ("first", "FR", "missing", "course first"),
    ]
    assert matrix(found).to_numpy().tolist() == [["there", "missing"], ["there", "there"]]


def test_courses_are_counted_by_language() -> None:
    """Translations among those that are there; what has no course is counted, too."""
    scope = Scope((ReportOrganization("o", "Acme"),))
    lessons_asked, ties_asked, _ = ask(scope)
    source, other = lesson("Cranes", "EN", 2), lesson("Kites", "EN", 3)
    made = {**lesson("Grues", "FR", 4), "courseId": "d"}
    tie = {"lessonId": "Grues4", "sourceLessonId": "Cranes2", "staleBlocks": 0, "missingBlocks": 0}
    listed = answer_with(lessons_asked, source, other, made)
    counted = by_course(frame(answers([listed, answer_with(ties_asked, tie)], scope)))

    assert plain(counted, "course_id", "language", "lessons", "there", "translated", "stale", "missing") == [
        ("c", "EN", 2, 2, 0, 0, 0),
        ("c", "FR", 2, 1, 1, 0, 1),
    ]
    assert by_course(frame(answers([]))).empty


def test_languages_asked_for_are_shown() -> None:
    """Whether in use or not."""
    assert [row[1:3] for row in covered(lesson("Cranes", "EN", 2), languages="fr, en")] == [
        ("EN", "there"),
        ("FR", "missing"),
    ]


def test_a_lesson_by_hand_counts_by_its_title() -> None:
    """It has no topic."""
    assert covered(lesson(None, "EN", 2, title="By hand"))[0][0] == "By hand"


def test_what_is_there_is_what_the_store_holds(acme: Seeded) -> None:
    """Each topic of an organization in each of its languages, there or missing; told by SQL."""
    found = acme.report("coverage")
    stored = acme.sql(
        "select o.name, t.topic, g.language, case when count(l.id) = 0"
        " or (min(l.sheet) = 1 and min(l.created_at) > t.first)"
        " then 'missing' else 'there' end, count(l.id), max(l.updated_at) from"
        " (select organization_id, coalesce(topic, title) topic, min(created_at) as first"
        "  from lesson where deleted_at is null group by 1, 2) t"
        " join (select distinct organization_id, language from lesson where deleted_at is null) g"
        " on g.organization_id = t.organization_id join organization o on o.id = t.organization_id"
        " left join (select lesson.*, case when writer = 'planning-sheet' and exists (select 1 from block"
        " where lesson_id = lesson.id and type = 'authorNote') then 1 else 0 end sheet from lesson) l"
        " on l.organization_id = o.id and coalesce(l.topic, l.title) = t.topic"
        " and l.language = g.language"
        " and l.deleted_at is null group by 1, 2, 3, t.first"
    )
    names = ("organization", "topic", "language", "state", "lessons", "updated_at")

    assert in_any_order(plain(found, *names)) == in_any_order(stored)
    assert matrix(found).shape == (found.groupby(["organization", "topic"]).ngroups, found["language"].nunique())
