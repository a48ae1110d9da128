"""Cells against the present state: each verdict."""

from __future__ import annotations

from dataclasses import replace

import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.changes.states import BLOCK, lines_run, many, rows_for, state, verdicts
from workbench.changes.cells import CellTable, read_cells
from workbench.changes.comparison import compare
from workbench.changes.row import ChangeVerdict

V = ChangeVerdict


def test_another_title_is_a_change() -> None:
    """With both values and the revision that it is made on."""
    row = rows_for({"lesson_id": "l1", "title": "  Ebb\tand flow "})[0]

    assert (row.verdict, row.before, row.after, row.base_revision) == (V.CHANGE, "Tides", "Ebb and flow", 3)
    assert not row.is_public


@pytest.mark.parametrize("value", ["Tides", "", None, float("nan"), pandas.NA, "   "])
def test_the_same_title_or_none_is_no_change(value: object) -> None:
    """A cell without a value leaves the lesson as it is."""
    assert verdicts({"lesson_id": "l1", "title": value}) == [V.UNCHANGED]


@pytest.mark.parametrize("value", [5, True, 1.5, ["Tides"], {"a": 1}])
def test_a_title_that_is_no_text_is_a_wrong_type(value: object) -> None:
    """It is not turned into one."""
    assert verdicts({"lesson_id": "l1", "title": value}) == [V.WRONG_TYPE]


@pytest.mark.parametrize("value", ["x" * 301, "a\u202eb", "a\x00b"])
def test_a_title_that_is_not_kept_is_not_allowed(value: str) -> None:
    """The service would refuse it."""
    row = rows_for({"lesson_id": "l1", "title": value})[0]

    assert row.verdict is V.NOT_ALLOWED
    assert row.reason


@pytest.mark.parametrize("lesson_id", [float("nan"), None, pandas.NA, "", "  "])
def test_a_line_without_an_id_changes_nothing(lesson_id: object) -> None:
    """Whatever stands for it in a DataFrame; the other lines are taken."""
    rows = rows_for({"lesson_id": lesson_id, "title": "x", "position": 1}, {"lesson_id": "l1", "title": "Ebb"})

    assert [row.verdict for row in rows] == [V.NO_LESSON_ID, V.CHANGE]


@pytest.mark.parametrize("lesson_id", [7, True, ["l1"], "l1\u202e", "l1\x00", "' or 1=1 --", "x" * 100_000])
def test_what_is_no_id_is_an_unknown_lesson(lesson_id: object) -> None:
    """It is not looked for by any other rule."""
    row = rows_for({"lesson_id": lesson_id, "title": "x"})[0]

    assert row.verdict is V.UNKNOWN_LESSON
    assert len(row.lesson_id) <= 200


@pytest.mark.parametrize("name", ["=Shore", "Shore\u202e", "\x00", "%", "Sho_e", "S" * 100_000, "'Shore"])
def test_a_course_is_none_that_is_merely_like_it(name: str) -> None:
    """Neither a pattern nor a formula, and a long one is cut where it is shown."""
    row = rows_for({"lesson_id": "l1", "course": name})[0]

    assert row.verdict is V.NAME_UNKNOWN
    assert len(row.reason) < 300
    assert "\u202e" not in row.reason
    assert "\x00" not in row.reason


def test_a_formula_is_a_text_like_any_other() -> None:
    """It is kept as it is."""
    assert rows_for({"lesson_id": "l1", "title": "=SUM(A1)"})[0].after == "=SUM(A1)"


def test_the_apostrophe_of_an_export_is_no_change() -> None:
    """A file of ours has it before what a spreadsheet would compute."""
    table = read_cells([{"lesson_id": "l2", "title": "'=Waves"}])

    found = compare(CellTable(table.name, table.cells, 1, is_file=True), state())

    assert [row.verdict for row in found.rows] == [V.UNCHANGED]


def test_unknown_trashed_and_missing_lessons_are_told_apart() -> None:
    """By id."""
    present = state(trashed=frozenset({"l9"}))
    rows = rows_for(
        {"lesson_id": "l8", "title": "x"},
        {"lesson_id": "l9", "title": "x"},
        {"lesson_id": "", "title": "x"},
        present=present,
    )

    assert [(row.verdict, row.reason) for row in rows] == [
        (V.UNKNOWN_LESSON, ""),
        (V.UNKNOWN_LESSON, "it is in the trash"),
        (V.NO_LESSON_ID, ""),
    ]


def test_a_doubled_lesson_is_not_changed() -> None:
    """Neither of its lines is taken."""
    assert verdicts({"lesson_id": "l1", "title": "A"}, {"lesson_id": "l1", "title": "B"}) == [V.DUPLICATE] * 2


def test_a_table_that_was_read_at_another_revision_is_a_conflict() -> None:
    """Where its cell differs; with both values."""
    rows = rows_for(
        {"lesson_id": "l1", "title": "Ebb", "revision": 2}, {"lesson_id": "l3", "title": "Sand", "revision": 9}
    )

    assert [row.verdict for row in rows] == [V.CONFLICT, V.UNCHANGED]
    assert (rows[0].before, rows[0].after) == ("Tides", "Ebb")


def test_a_course_is_named_by_id_or_title() -> None:
    """Learners do not see immediately that it comes into a public course."""
    for value in ("c2", "Shore", " shore "):
        row = rows_for({"lesson_id": "l1", "course": value})[0]
        assert (row.verdict, row.before, row.after, row.after_name, row.is_public) == (
            V.CHANGE,
            "c1",
            "c2",
            "Shore",
            False,
        )


def test_a_course_that_is_not_there_is_told_with_the_nearest() -> None:
    """By its title."""
    row = rows_for({"lesson_id": "l1", "course": "Shores"})[0]

    assert row.verdict is V.NAME_UNKNOWN
    assert "did you mean 'Shore'?" in row.reason


def test_a_name_of_two_courses_is_not_unique() -> None:
    """Their ids are listed."""
    courses = {**state().courses}
    courses["c4"] = type(courses["c2"])("c4", "Shore", "p1", 0, False)
    row = rows_for({"lesson_id": "l1", "course": "Shore"}, present=state(courses=courses))[0]

    assert row.verdict is V.NAME_NOT_UNIQUE
    assert "c2, c4" in row.reason


def test_of_a_name_and_an_id_the_one_that_differs_counts() -> None:
    """A report has both, and a person changes one of them."""
    same = {"lesson_id": "l1", "course": "Sea", "course_id": "c1"}

    assert verdicts(same) == [V.UNCHANGED]
    assert rows_for({**same, "course_id": "c2"})[0].after == "c2"
    assert rows_for({**same, "course": "Shore"})[0].after == "c2"


def test_a_project_moves_the_course_when_all_its_lessons_get_it() -> None:
    """One row for the course."""
    rows = rows_for({"lesson_id": "l1", "project": "Trade"}, {"lesson_id": "l2", "project": "p2"})
    changes = [row for row in rows if row.verdict is V.CHANGE]

    assert [(row.course_id, row.lesson_id, row.before, row.after) for row in changes] == [("c1", "", "p1", "p2")]


@pytest.mark.parametrize(
    ("second", "verdict"),
    [
        ({"project": "Starter"}, V.COURSE_INCOMPLETE),
        ({"project": "Trade", "course": "Shore"}, V.COURSE_INCOMPLETE),
        ({"project": "Trades"}, V.NAME_UNKNOWN),
        ({"project": "Old"}, V.NAME_UNKNOWN),
    ],
)
def test_a_project_for_a_part_of_a_course_is_not_set(second: dict[str, str], verdict: ChangeVerdict) -> None:
    """Nor one that is unknown or archived."""
    rows = rows_for({"lesson_id": "l1", "project": "Trade"}, {"lesson_id": "l2", **second})

    assert verdict in [row.verdict for row in rows]
    assert not [row for row in rows if row.field == "project" and row.verdict is V.CHANGE]


@pytest.mark.parametrize(
    ("value", "verdict", "after"),
    [
        ("Safety; beginners", V.CHANGE, "beginners, Safety"),
        (["x", "X"], V.CHANGE, "x"),
        ([], V.CHANGE, ""),
        ("none", V.CHANGE, ""),
        (" sea,  A  b", V.UNCHANGED, ""),
        (["A b", "sea"], V.UNCHANGED, ""),
        ("", V.UNCHANGED, ""),
        (7, V.WRONG_TYPE, "7"),
        ("x" * 51, V.NOT_ALLOWED, "x" * 51),
    ],
)
def test_tags_are_a_list_or_a_text_with_commas(value: object, verdict: ChangeVerdict, after: str) -> None:
    """Each once, in the order of the alphabet; learners see none, so a public course makes no difference."""
    lesson = replace(state().lessons["l3"], tags=("A b", "sea"))
    (row,) = rows_for({"lesson_id": "l3", "tags": value}, present=state(lessons={"l3": lesson}))

    assert (row.verdict, row.after, row.is_public) == (verdict, after, False)
    assert row.before == ("A b, sea" if verdict is V.CHANGE else "")


def test_a_service_without_tags_is_named() -> None:
    """Its lessons have none to compare with."""
    (row,) = rows_for({"lesson_id": "l1", "tags": "safety"})

    assert (row.verdict, row.reason) == (V.NOT_A_FIELD, "this service keeps no tags")


def long(field: str, value: object, block_id: str = BLOCK) -> dict[str, object]:
    """A record of a long table."""
    return {"lesson_id": "l1", "block_id": block_id, "field": field, "value": value}


def test_text_of_a_block_is_changed_by_its_place() -> None:
    """With the text before."""
    row = rows_for(long("markdown", "The sun pulls too."))[0]

    assert (row.verdict, row.before, row.after) == (V.CHANGE, "The moon pulls.", "The sun pulls too.")


@pytest.mark.parametrize(
    ("record", "verdict"),
    [
        (long("markdwn", "x"), V.NOT_A_FIELD),
        (long("markdown", "x", "0" * 36), V.UNKNOWN_BLOCK),
        (long("markdown", 7), V.WRONG_TYPE),
        (long("markdown", "[x](javascript:alert(1))"), V.NOT_ALLOWED),
        (long("markdown", "x" * 20_001), V.NOT_ALLOWED),
        (long("markdown", "=1+1"), V.CHANGE),
        (long("markdown.0", "x"), V.NOT_A_FIELD),
        (long("__class__", "x"), V.NOT_A_FIELD),
        (long("position", "1,5", ""), V.WRONG_TYPE),
        (long("titel", "x", ""), V.NOT_A_FIELD),
        (long("title", "Ebb", ""), V.CHANGE),
    ],
)
def test_each_line_of_a_long_table_has_its_verdict(record: dict[str, object], verdict: ChangeVerdict) -> None:
    """As the cells of a wide one."""
    assert verdicts(record) == [verdict]


@given(st.dictionaries(st.sampled_from(["l1", "l2", "l3"]), st.text(min_size=1), min_size=1))
def test_what_is_compared_after_it_was_applied_is_unchanged(titles: dict[str, str]) -> None:
    """Whatever the titles: a plan's changes, made, leave nothing to change."""
    records = [{"lesson_id": lesson_id, "title": title} for lesson_id, title in titles.items()]
    changes = {row.lesson_id: row.after for row in rows_for(*records) if row.verdict is V.CHANGE}
    lessons = {
        key: type(lesson)(key, changes.get(key, lesson.title), lesson.course_id, "EN", lesson.revision + 1)
        for key, lesson in state().lessons.items()
    }

    assert V.CHANGE not in verdicts(*records, present=state(lessons=lessons))


def test_twice_as_many_moves_into_a_public_course_take_twice_the_steps() -> None:
    """Whether places are open in a lesson is judged by its own rows, not by all."""
    steps = []
    for count in (200, 400):
        present = many(count)
        cells = read_cells([{"lesson_id": lesson, "course": "Shore"} for lesson in present.lessons])
        steps.append(lines_run(lambda cells=cells, present=present: compare(cells, present)))  # type: ignore[misc]

    assert steps[1] < 2.2 * steps[0]
