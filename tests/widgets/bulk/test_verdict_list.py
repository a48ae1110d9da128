"""The rows with their filter: none jumps away as it is corrected."""

from __future__ import annotations

from tests.widgets.bulk.test_planned_list import planned
from workbench.widgets.bulk.planned_list import MOST_SHOWN, unplanned
from workbench.widgets.bulk.verdict_list import VerdictList


def test_rows_stay_where_they_were_until_the_filter_is_chosen_anew() -> None:
    """A problem that was mended is still among the problems."""
    before = planned()
    shown = VerdictList()
    shown.filter.value = "problems"
    shown.fill(before)
    shown.fill(unplanned(before, before.edited.correct("3", "language", "DE")))
    assert [row["line"] for row in shown.table.rows] == [3, 6]

    shown.arrange()

    assert [row["line"] for row in shown.table.rows] == [6]


def test_more_rows_than_are_shown_are_said() -> None:
    """The filter and the search lead to the others."""
    lines = "".join(f"Topic {each},EN\n" for each in range(MOST_SHOWN + 1))
    shown = VerdictList()
    shown.fill(planned(f"topic,language\n{lines}"))

    assert len(shown.table.rows) == MOST_SHOWN
    assert "5,000 of 5,001" in shown.table.label
