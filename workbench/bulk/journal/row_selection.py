"""A selection of a run's rows for a plan, as a value with an SQL condition. Source: ours (bulk).

A run may have the rows of several lists, and another kernel may add rows at any time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

NOT_LISTED: Final = "row.id not in (select value from json_each(?))"
"""The rows that are not in a JSON list of row ids, as a part of a query."""
SELECTED: Final = f"from row where run_id = ? and row.id between ? and ? and {NOT_LISTED}"
"""The rows that are selected, as a part of a query; bound to `RowSelection.parameters`."""
_LAST_ID: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class RowSelection:
    """The rows of a run from the id `first_id` to `last_id`, but for those in `others`, a JSON list of row ids."""

    run_id: int
    first_id: int = 0
    last_id: int = _LAST_ID
    others: str = "[]"

    @property
    def parameters(self) -> tuple[int, int, int, str]:
        """Parameters to bind to `SELECTED`."""
        return self.run_id, self.first_id, self.last_id, self.others


def select_rows(db: sqlite3.Connection, run_id: int, keys: Collection[tuple[str, str, int]]) -> RowSelection:
    """Return the current rows of the run with one of these keys: language, folded topic and copy."""
    mine: list[int] = []
    others: list[int] = []
    for row_id, *key in db.execute("select id, language, folded, copy from row where run_id = ?", (run_id,)):
        (mine if tuple(key) in keys else others).append(row_id)
    first_id, last_id = min(mine, default=0), max(mine, default=-1)
    # A list's rows have consecutive ids, mostly without gaps.
    return RowSelection(
        run_id, first_id, last_id, json.dumps([other for other in others if first_id < other < last_id])
    )
