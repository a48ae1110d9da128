"""Tables to cells."""

from __future__ import annotations

from pathlib import Path

import pandas
import pytest

from workbench.changes.cells import read_cells
from workbench.errors import PlanRejected


def test_a_wide_table_has_a_cell_for_each_field() -> None:
    """Columns are known by their names, whatever their spelling."""
    found = read_cells(
        pandas.DataFrame({"Lesson ID": ["l1"], "Title": ["Tides"], "course_id": ["c1"], "Revision": [3]})
    )

    assert [(cell.line, cell.lesson_id, cell.field, cell.value, cell.revision) for cell in found.cells] == [
        (1, "l1", "title", "Tides", 3),
        (1, "l1", "course", "c1", 3),
    ]


def test_a_long_table_has_a_cell_for_each_line() -> None:
    """With the block and the place in it."""
    found = read_cells([{"lesson_id": "l1", "block_id": "B1", "field": "markdown", "value": "New"}])

    assert [(cell.block_id, cell.field, cell.value) for cell in found.cells] == [("b1", "markdown", "New")]
    assert found.has_blocks


def test_columns_that_are_no_fields_are_named() -> None:
    """So that nobody thinks that they were changed."""
    found = read_cells([{"lesson_id": "l1", "title": "Tides", "language": "EN", "writer": "outline"}])

    assert found.notes == ("These columns can’t be edited and were ignored: language, writer.",)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (["title"], "no column `lesson_id`"),
        (["lesson_id", "language"], "needs a column to change"),
        (["lesson_id", "title", "Title "], "Several columns give the title"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused(columns: list[str], message: str) -> None:
    """With what is missing or doubled."""
    with pytest.raises(PlanRejected, match=message):
        read_cells(pandas.DataFrame([["x"] * len(columns)], columns=columns))


def test_more_lines_than_a_plan_can_have_are_refused() -> None:
    """With both numbers."""
    with pytest.raises(PlanRejected, match="100,001 rows; at most 100,000"):
        read_cells(pandas.DataFrame({"lesson_id": ["l1"] * 100_001, "title": ["Tides"] * 100_001}))


def test_a_file_is_read_with_its_own_line_numbers(tmp_path: Path) -> None:
    """The heading counts, and empty lines are left out."""
    path = tmp_path / "titles.csv"
    path.write_text("lesson_id,title\nl1,Tides\n\nl2,Waves\n")
    found = read_cells(path)

    assert [(cell.line, cell.value) for cell in found.cells] == [(2, "Tides"), (4, "Waves")]
    assert found.is_file


def test_a_workbook_is_read(tmp_path: Path) -> None:
    """The sheet with a column that is known."""
    path = tmp_path / "titles.xlsx"
    pandas.DataFrame({"lesson_id": ["l1"], "title": ["=1+1"]}).to_excel(
        path, index=False, engine="xlsxwriter", engine_kwargs={"options": {"strings_to_formulas": False}}
    )

    assert [(cell.lesson_id, cell.value) for cell in read_cells(path).cells] == [("l1", "=1+1")]
