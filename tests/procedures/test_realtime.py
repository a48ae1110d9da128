"""The realtime router: edits of a lesson."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from workbench.authoring.block import Block
from workbench.authoring.gesture import insert_blocks
from workbench.authoring.transaction import MAX_TRANSACTIONS
from workbench.procedures import realtime


def test_a_gesture_is_sent_as_it_is() -> None:
    """What an author did in a panel is the input."""
    done = insert_blocks((), [Block(id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", type="blank", content={})])
    call = realtime.execute_transactions(lesson_id="l", language="EN", transactions=[done])
    assert call.wire_input() == {"lessonId": "l", "language": "EN", "transactions": [done.to_wire()]}


def test_its_success_is_written_with_a_type() -> None:
    """Interface 4.5 shows `"type": "data"` in the envelope."""
    assert realtime.execute_transactions.typed and realtime.execute_transactions.is_write


def test_block_ids_come_in_any_case() -> None:
    """And are compared in lower case."""
    upper = {"type": "lessonBlockOrderUpdate", "after": ["3F2B8C1E-8D7A-4C55-9B1E-2F60A4D3C7AA"]}
    asked = realtime.execute_transactions.read_input(
        {"lessonId": "l", "language": "en", "transactions": [{"label": "x", "mutations": [upper]}]}
    )
    assert asked.to_wire()["transactions"][0]["mutations"][0]["after"] == ["3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"]  # type: ignore[index]


@pytest.mark.parametrize(
    "more",
    [
        {"transactions": [{"label": "x", "mutations": []}] * (MAX_TRANSACTIONS + 1)},
        {"transactions": {"label": "x", "mutations": []}},
        {"transactions": [{"label": "x"}]},
        {"transactions": [{"label": "x" * 201, "mutations": []}]},
        {"baseRevision": -1},
        {"baseRevision": "1"},
        {"revision": 1},
    ],
    ids=["too many", "no list", "no mutations", "long label", "negative", "text", "unknown"],
)
def test_an_edit_of_another_form_is_refused(more: dict[str, Any]) -> None:
    """50 transactions at most, each with a label and mutations; a revision is a whole number."""
    with pytest.raises(ValidationError):
        realtime.execute_transactions.read_input({"lessonId": "l", "language": "EN", "transactions": [], **more})
