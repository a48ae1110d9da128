"""Answers created manually, and frames as plain rows, for the tests of reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import numpy

from workbench.columns import MOMENT
from workbench.reports.report import Answers, ReportAnswer, ReportCall
from workbench.reports.scope import Scope
from workbench.reports.tables.listing import page_table
from workbench.wire.strict_json import write

SENTENCES = {"message"}
"""Columns of prose; what they say follows from the others."""


def dtype_name(dtype: str) -> str:
    """How pandas calls the dtype of a column of ours: Arrow's, and for instants its own."""
    return "datetime64[ms, UTC]" if dtype == MOMENT else f"{dtype}[pyarrow]"


def answer_with(call: ReportCall, *items: dict[str, Any]) -> ReportAnswer:
    """One page with these items, as the service writes them."""
    return ReportAnswer(call, (page_table(write({call.rows: list(items)}), call.rows, call.columns),))


def answers(pages: Sequence[ReportAnswer], scope: Scope | None = None) -> Answers:
    """These answers for a scope."""
    return Answers(scope or Scope(), tuple(pages))


def plain(frame: Any, *names: str) -> list[tuple[Any, ...]]:
    """The columns of these names as rows of plain values, missing ones as None."""
    rows = frame[list(names)].astype(object).where(frame[list(names)].notna(), None)
    return [tuple(map(_plain, row)) for row in rows.itertuples(index=False, name=None)]


def in_any_order(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The rows sorted, flags as the numbers 0 and 1, so that both databases' answers compare with a frame's."""
    return sorted((tuple(int(value) if isinstance(value, bool) else value for value in row) for row in rows), key=repr)


def _plain(value: Any) -> Any:
    if isinstance(value, numpy.ndarray):
        return value.tolist()
    return round(value.timestamp() * 1000) if isinstance(value, datetime) else value


def rows(frame: Any) -> list[tuple[Any, ...]]:
    """The rows as plain values, without prose."""
    return plain(frame, *(str(column) for column in frame.columns if column not in SENTENCES))


def untrue(seen: list[tuple[Any, ...]], truth: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The rows with a value that none of the true rows has in its place."""
    return [row for row in seen if not any(_agrees(row, true_row) for true_row in truth)]


def _agrees(row: tuple[Any, ...], true: tuple[Any, ...]) -> bool:
    return all(value is None or value == right for value, right in zip(row, true, strict=True))
