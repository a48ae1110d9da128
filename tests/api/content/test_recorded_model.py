"""Recorded answers of a model: what people without a model see of one, in any organization."""

from __future__ import annotations

from pathlib import Path

from workbench.api.connect import connect
from workbench.authoring.source_quotes import source_quotes
from workbench.sources.example_file import REVISED_FILE


def test_recorded_drafts_quote_the_document(fresh_folder: Path) -> None:
    """Each quote was checked against the passages, and not all can be verified; asked again, nothing is made."""
    with connect() as wb:
        course = wb.courses.add_recorded_drafts()
        lessons = [wb.lessons.get(lesson.lesson_id) for lesson in wb.courses.get(course.course_id).lessons]
        states = [
            quote.state for lesson in lessons for block in lesson.blocks for quote in source_quotes(block.content)
        ]

        assert {lesson.lesson.title for lesson in lessons} >= {"Setting up a ladder safely"}
        assert set(states) == {"verified", "unverified"}
        assert states.count("unverified") == 1
        assert wb.courses.add_recorded_drafts().course_id == course.course_id


def test_a_revised_document_makes_their_quotes_outdated_at_once(fresh_folder: Path) -> None:
    """Also before the service has stored what it finds in them: the list left them out until then."""
    with connect() as wb:
        course = wb.courses.add_recorded_drafts()
        wb.sources.update("Working at height", REVISED_FILE)
        ids = [lesson.lesson_id for lesson in wb.courses.get(course.course_id).lessons]
        findings = wb.lessons.check(ids)

    assert set(findings[findings["finding"] == "outdated-source"]["lesson_id"]) == set(ids)


def test_the_recorded_translation_is_complete(fresh_folder: Path) -> None:
    """Block by block, the picture included; a word changed in the source makes its block stale."""
    with connect() as wb:
        translation = wb.translations.add_recorded()
        states = [block.state for block in translation.blocks]
        wb.lessons.replace("prism", "glass prism", where={"course": "Why the sky is blue"}, name="prism").run()
        later = [block.state for block in wb.translations.add_recorded().blocks]

    assert set(states) == {"current"}
    assert later.count("stale") == 1
