"""Which rows of a run a plan has."""

from __future__ import annotations

import sqlite3

from workbench.bulk.journal.claims import Claimer
from workbench.bulk.journal.enrolment import NewRow, enrol
from workbench.bulk.journal.queries import row_records
from workbench.bulk.journal.row_selection import RowSelection


def topics(db: sqlite3.Connection, selected: RowSelection) -> list[str]:
    """The topics of the selected rows in order."""
    return [row.topic for row in row_records(db, selected)]


def test_another_list_of_the_run_has_other_rows(db: sqlite3.Connection, who: Claimer) -> None:
    """Rows before, between and after are not among them."""
    added = [NewRow(4, "new", "EN", 1), NewRow(5, "topic 2", "EN", 1)]
    selected = enrol(db, who.identity, "", added, 0)

    assert topics(db, selected) == ["new", "topic 2"]


def test_rows_that_another_kernel_adds_are_not_selected(db: sqlite3.Connection, who: Claimer) -> None:
    """A run continues with the rows that were approved."""
    enrol(db, who.identity, "", [NewRow(4, "new", "EN", 1)], 0)

    assert topics(db, who.rows) == ["topic 1", "topic 2", "topic 3"]
    assert topics(db, RowSelection(who.run_id)) == ["topic 1", "topic 2", "topic 3", "new"]


def test_a_list_without_rows_selects_none(db: sqlite3.Connection, who: Claimer) -> None:
    """A plan may have nothing to make."""
    assert topics(db, enrol(db, who.identity, "", [], 0)) == []
