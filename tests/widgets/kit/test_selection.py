"""Selections of a person are numbered, and answered when they were handled."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.widgets.kit.rows import Row, Rows


@pytest.fixture
def things() -> Rows:
    """A list of two rows."""
    rows = Rows("Things")
    rows.fill([Row("a", "A"), Row("b", "B")])
    return rows


def select(rows: Rows, row: str, **fields: Any) -> None:
    """Select a row as the script does."""
    rows._on_message({"intent": "choose", "ids": [row], "view": "v", "number": 3, **fields})


def test_a_selection_is_answered(things: Rows) -> None:
    """With the view and the number of the message."""
    select(things, "b")

    assert (things.chosen, things.answered) == (["b"], ["v", 3])


def test_a_selection_is_answered_after_it_was_handled(things: Rows) -> None:
    """Otherwise the script would take over what was selected before."""
    answered = []
    things.observe(lambda change: answered.append(list(things.answered)), "chosen")
    select(things, "b")

    assert answered == [["", 0]]


def test_a_refused_selection_is_answered_too(things: Rows) -> None:
    """The script goes back to what is selected here."""
    things.chosen = ["a"]
    things.disabled = True
    select(things, "b")

    assert (things.chosen, things.answered) == (["a"], ["v", 3])


@pytest.mark.parametrize("fields", [{"view": 1}, {"number": True}, {"number": "3"}, {"view": None}])
def test_a_message_that_is_not_numbered_answers_nothing(things: Rows, fields: dict[str, Any]) -> None:
    """It may come from the script of a saved page of an earlier version."""
    select(things, "b", **fields)

    assert (things.chosen, things.answered) == (["b"], ["", 0])
