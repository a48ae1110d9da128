"""The table of verdicts: what the browser may send."""

from __future__ import annotations

import pytest

from workbench.widgets.bulk.verdict_table import LONGEST, VerdictTable


@pytest.fixture
def sent() -> list[tuple[object, ...]]:
    """What reached the panel."""
    return []


@pytest.fixture
def table(sent: list[tuple[object, ...]]) -> VerdictTable:
    """A table that hands on what comes."""
    made = VerdictTable("Rows")
    made.on_correct = lambda *each: sent.append(each)
    made.on_leave_out = lambda *each: sent.append(each)
    made.on_put_back = lambda *each: sent.append(each)
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
