"""Which rows of a run a plan has: a value that says so in SQL. Source: ours (bulk).

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
SELECTED: Final = f"from row where run_id = ? and row.id <= ? and {NOT_LISTED}"
"""The rows that are selected, as a part of a query; bound to `RowSelection.parameters`."""
_LAST_ID: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class RowSelection:
    """The rows of a run up to the id `last_id`, but for those in `others`, a JSON list of row ids."""

    run_id: int
    last_id: int = _LAST_ID
    others: str = "[]"

    @property
    def parameters(self) -> tuple[int, int, str]:
        """What `SELECTED` is bound to."""
        return self.run_id, self.last_id, self.others


def select_rows(db: sqlite3.Connection, run_id: int, keys: Collection[tuple[str, str, int]]) -> RowSelection:
    """The rows of the run, as it is now, with one of these keys: language, folded topic and copy."""
    last_id, others = 0, []
    for row_id, *key in db.execute("select id, language, folded, copy from row where run_id = ?", (run_id,)):
        last_id = max(last_id, row_id)
        if tuple(key) not in keys:
            others.append(row_id)
    return RowSelection(run_id, last_id, json.dumps(others))
