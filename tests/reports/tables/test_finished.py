"""A finished report gives plain rows, and values as files of text say them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tests.reports.spreadsheets import report_of
from workbench.reports.tables.finished import value_text


def test_rows_are_plain_values() -> None:
    """Missing is None."""
    assert list(report_of(["a", None]).rows()) == [("a", -3), (None, -3)]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (3, "3"),
        (0.5, "0.5"),
        (date(2026, 1, 2), "2026-01-02"),
        (["=a", "b"], "=a, b"),
        (datetime(2026, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC), "2026-01-02T03:04:05.678Z"),
    ],
)
def test_a_value_is_said_plainly(value: object, text: str) -> None:
    """The same in every file of text."""
    assert value_text(value) == text
