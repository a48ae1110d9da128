"""Rows of a run as the journal would have them, created manually."""

from __future__ import annotations

from typing import Any

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State


def record(position: int = 1, **changes: Any) -> RowRecord:
    """A row that is done, or what `changes` say."""
    facts = {
        "row_id": position,
        "position": position,
        "topic": f"topic {position}",
        "language": "EN",
        "copy": 1,
        "generation": 0,
        "state": State.DONE,
        "held": False,
        "keyed": True,
        "attempts": 1,
        "lesson_id": f"lesson{position}",
        "title": f"Title {position}",
        "credits": 2,
        "proof": "answered",
        "code": None,
        "message": None,
        "first_sent_at": 1_000,
        "settled_at": 61_000,
        "owner": None,
    }
    return RowRecord(**{**facts, **changes})
