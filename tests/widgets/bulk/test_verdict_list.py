"""The rows with their filter: none jumps away as it is corrected."""

from __future__ import annotations

import pytest

from tests.widgets.bulk.test_planned_list import planned
from workbench.widgets.bulk.planned_list import MOST_SHOWN, without_plan
from workbench.widgets.bulk.verdict_list import LONGEST, VerdictList, VerdictTable


def test_rows_stay_where_they_were_until_the_filter_is_chosen_anew() -> None:
    """A problem that was mended is still among the problems."""
    before = planned()
    shown = VerdictList()
    shown.filter.value = "problems"
    shown.fill(before)
    shown.fill(without_plan(before, before.edited.correct("3", "language", "DE")))
    assert [row["line"] for row in shown.table.rows] == [3, 6]

    shown.arrange()

    assert [row["line"] for row in shown.table.rows] == [6]


def test_more_rows_than_are_shown_are_said() -> None:
    """The filter and the search lead to the others."""
    lines = "".join(f"Topic {index},EN\n" for index in range(MOST_SHOWN + 1))
    shown = VerdictList()
    shown.fill(planned(f"topic,language\n{lines}"))

    assert len(shown.table.rows) == MOST_SHOWN
    assert "5,000 of 5,001" in shown.table.label


@pytest.fixture
def sent() -> list[tuple[object, ...]]:
    """What reached the panel."""
    return []


@pytest.fixture
def table(sent: list[tuple[object, ...]]) -> VerdictTable:
    """A table that hands on what comes."""
    made = VerdictTable("Rows")
    made.on_correct = lambda *values: sent.append(values)
    made.on_leave_out = lambda *values: sent.append(values)
    made.on_put_back = lambda *values: sent.append(values)
    return made


def test_each_intent_is_handed_on(table: VerdictTable, sent: list[tuple[object, ...]]) -> None:
    """A text that is too long is cut."""
    table._on_message({"intent": "correct", "id": "2", "field": "topic", "text": "x" * (LONGEST + 1)})
    table._on_message({"intent": "leaveOut", "id": "2", "isLeftOut": True})
    table._on_message({"intent": "putBack", "id": "2"})

    assert sent == [("2", "topic", "x" * LONGEST), ("2", True), ("2",)]


@pytest.mark.parametrize(
    "message",
    [
        None,
        {"intent": "correct", "id": 2, "field": "topic", "text": "x"},
        {"intent": "correct", "id": "2", "field": "verdict", "text": "ready"},
        {"intent": "correct", "id": "2", "field": "topic", "text": 2},
        {"intent": "run", "id": "2"},
    ],
)
def test_anything_else_is_nothing(table: VerdictTable, sent: list[tuple[object, ...]], message: object) -> None:
    """No verdict comes from a browser."""
    table._on_message(message)

    assert sent == []


def test_switched_off_it_hands_on_nothing(table: VerdictTable, sent: list[tuple[object, ...]]) -> None:
    """Whatever a browser sends."""
    table.disabled = True
    table._on_message({"intent": "putBack", "id": "2"})

    assert sent == []
