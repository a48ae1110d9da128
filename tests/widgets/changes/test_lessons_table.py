"""The table that a person downloads, changes in a spreadsheet and drops again."""

from __future__ import annotations

import io

import pandas
import pytest

from tests.hostile import HOSTILE
from workbench.changes.cells import read_table_file
from workbench.changes.planning import plan_changes
from workbench.client.sync import Client
from workbench.procedures.lesson import rename_lesson
from workbench.widgets.changes.lessons_table import COLUMNS, FILE_NAME, lessons_table


@pytest.mark.parametrize("title", ["Bees, and flowers", "=1+1", "2026-01-02", HOSTILE[0]])
def test_dropped_as_it_is_it_changes_nothing(client: Client, lesson_id: str, title: str) -> None:
    """Whatever a title looks like to a spreadsheet."""
    client.call(rename_lesson(lesson_id=lesson_id, title=title))
    plan = plan_changes(read_table_file(lessons_table(client, None), FILE_NAME), client)

    assert [row for row in plan.rows if row.lesson_id == lesson_id and row.shown_before != row.shown_after] == []
    assert plan.changes == ()


def test_a_title_that_is_changed_in_it_is_one_change(client: Client, lesson_id: str) -> None:
    """As another program writes the file."""
    frame = pandas.read_excel(io.BytesIO(lessons_table(client, None)), dtype=str, engine="calamine")
    assert tuple(frame.columns) == COLUMNS
    frame.loc[frame["lesson_id"] == lesson_id, "title"] = "Bees"
    file = io.BytesIO()
    frame.to_excel(file, index=False, engine="xlsxwriter")

    plan = plan_changes(read_table_file(file.getvalue(), FILE_NAME), client)

    mine = [row for row in plan.changes if row.lesson_id == lesson_id]
    assert [(row.field, row.shown_after) for row in mine] == [("title", "Bees")]
