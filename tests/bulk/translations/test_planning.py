"""A plan of translations: what is missing, and what it costs."""

from __future__ import annotations

from typing import Any

import pandas
import pytest

from tests.browser.lessons import Writing
from tests.bulk.translations.conftest import CourseOf
from workbench.authoring.block import Block
from workbench.bulk.translations import TranslationRun, plan_missing, plan_translations
from workbench.bulk.translations.planning import missing_pairs
from workbench.client.lookups.translations import iter_translations
from workbench.client.sync import Client
from workbench.errors import InputRejected


def test_a_plan_has_what_is_missing_and_its_price(translator: Client, tides: str) -> None:
    """A lesson is not translated into its own language, a translation not at all, and what is there costs nothing."""
    plan = plan_translations(translator, ["fr", "EN", "fr"], lesson_ids=[tides])
    with TranslationRun(plan, translator) as run:
        run.start().wait(60)
    again = plan_translations(translator, "FR", lesson_ids=[tides])

    assert [(row.language, row.state) for row in plan.rows] == [("FR", "missing")]
    assert (str(plan), plan.total_credits) == ("1 translation to create for 1 credit.", 1)
    assert [translation.language for translation in iter_translations(translator, None, lesson_id=tides)] == ["FR"]
    assert (str(again), again.missing) == ("0 translations to create for 0 credits; 1 is there.", ())


def test_the_lessons_of_a_course_stand_in_its_order(translator: Client, course_of: CourseOf) -> None:
    """A listing has those first that changed last."""
    course_id, ids = course_of(3)
    plan = plan_translations(translator, "FR,DE", course_ids=[course_id])

    assert [(row.row, row.lesson_id, row.language) for row in plan.rows[:3]] == [
        (1, ids[0], "FR"),
        (2, ids[0], "DE"),
        (3, ids[1], "FR"),
    ]
    assert len(plan.rows) == 6


def test_what_a_table_lacks_is_planned(translator: Client, course_of: CourseOf) -> None:
    """Each pair once; a lesson's own language is not a translation, and what is there now costs nothing."""
    _, (first, second) = course_of(2)
    with TranslationRun(plan_missing(translator, [(first, "FR")]), translator) as run:
        run.start().wait(60)
    plan = plan_missing(translator, [(first, "FR"), (second, "FR"), (second, "fr"), (second, "EN")])

    assert [(row.lesson_id, row.state) for row in plan.rows] == [(first, "there"), (second, "missing")]


def test_a_translation_is_not_translated_itself(translator: Client, tides: str) -> None:
    """Nothing is planned, and its source is named as what to do."""
    with TranslationRun(plan_translations(translator, "FR", lesson_ids=[tides]), translator) as run:
        run.start().wait(60)
    made = run.result().rows[0].translation_id
    assert made is not None

    with pytest.raises(InputRejected, match="is a translation itself"):
        plan_missing(translator, [(made, "DE")])


def test_an_edited_source_shows_as_stale(translator: Client, tides: str) -> None:
    """It is there, and is not made again."""
    with TranslationRun(plan_translations(translator, "ES", lesson_ids=[tides]), translator) as run:
        run.start().wait(60)
    lessons = Writing(translator)
    heading, text, summary = lessons.read(tides).blocks
    changed = Block(id=text.id, type=text.type, content={"markdown": "The sun pulls, too."})
    lessons.become(tides, [heading, changed, summary])
    plan = plan_translations(translator, "ES", lesson_ids=[tides])

    assert [(row.state, row.translation and row.translation.stale_blocks) for row in plan.rows] == [("stale", 1)]
    assert str(plan) == "0 translations to create for 0 credits; 1 is there, and stale."


@pytest.mark.parametrize("languages", [["klingon!"], []])
def test_what_is_no_language_is_refused(helping: Client, languages: list[str]) -> None:
    """Before anything is read."""
    with pytest.raises(InputRejected, match="Nothing was sent"):
        plan_translations(helping, languages)


@pytest.mark.parametrize("rows", [[("nowhere", "FR")], [("nowhere",)], "FR", 7])
def test_rows_that_name_no_lesson_are_refused(helping: Client, rows: object) -> None:
    """With what to do."""
    with pytest.raises(InputRejected):
        plan_missing(helping, rows)


HERE = "org1"


def table(**columns: list[Any]) -> pandas.DataFrame:
    """A table as a report gives it."""
    return pandas.DataFrame(columns).convert_dtypes(dtype_backend="pyarrow")


def test_of_a_report_what_is_missing_is_taken() -> None:
    """Rows in another state, and those that no lesson could be made from, are left out; each pair once."""
    report = table(
        organization_id=[HERE] * 5,
        source_lesson_id=["a", "a", "b", None, "a"],
        lesson_id=[None, "x", "y", None, None],
        language=["fr", "DE", "FR", "FR", "FR"],
        state=["missing", "there", "stale", "missing", "missing"],
    )

    assert missing_pairs(report, HERE) == [("a", "FR")]


def test_of_a_plan_the_lesson_is_the_source() -> None:
    """Its frame has no other."""
    assert missing_pairs(table(lesson_id=["a"], language=["FR"], state=["missing"]), HERE) == [("a", "FR")]


def test_pairs_are_taken_as_they_are() -> None:
    """In order, each once."""
    assert missing_pairs([("a", "de"), ["a", "FR"], ("a", "DE")], HERE) == [("a", "DE"), ("a", "FR")]


def test_rows_of_another_organization_are_refused_by_its_name() -> None:
    """What is paid is one organization's."""
    report = table(
        organization=["Beta"], organization_id=["org2"], source_lesson_id=["a"], language=["FR"], state=["missing"]
    )

    with pytest.raises(InputRejected, match="1 row is of another organization, such as Beta"):
        missing_pairs(report, HERE)


@pytest.mark.parametrize("rows", ["FR", 7, [("a",)], [("a", 7)], [("a", "klingon!")], table(topic=["Tides"])])
def test_what_names_no_lessons_is_refused(rows: object) -> None:
    """In one sentence, before anything is read."""
    with pytest.raises(InputRejected, match="Nothing was sent"):
        missing_pairs(rows, HERE)
