"""Settings of links as cells: what is read, and what is said of a cell that is none."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from workbench.changes.row import EMBED_ORIGINS, EXPIRES, INDEXING
from workbench.changes.share_cells import clean_share_cell, share_call


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        (EXPIRES, "2026-12-31", "2026-12-31"),
        (EXPIRES, date(2026, 12, 31), "2026-12-31"),
        (EXPIRES, datetime(2026, 12, 31), "2026-12-31"),
        (EXPIRES, "2026-12-31 00:00:00", "2026-12-31"),
        (EXPIRES, datetime(2027, 1, 1, tzinfo=UTC), "2026-12-31"),
        (EXPIRES, "2026-12-31T18:00:00Z", "2026-12-31T18:00:00.000Z"),
        (EXPIRES, " Never ", "never"),
        (EMBED_ORIGINS, "anywhere", "anywhere"),
        (EMBED_ORIGINS, [], "nowhere"),
        (EMBED_ORIGINS, "https://b.example,\nHTTPS://a.example", "https://a.example https://b.example"),
        (EMBED_ORIGINS, ["https://a.example"], "https://a.example"),
        (INDEXING, True, "yes"),
        (INDEXING, "FALSE", "no"),
        (INDEXING, 1.0, "yes"),
    ],
)
def test_a_cell_is_read_in_the_forms_that_tables_have(field: str, value: Any, text: str) -> None:
    """Days of spreadsheets, lists of DataFrames, words of people."""
    assert clean_share_cell(field, value) == text


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        (EXPIRES, "soon", "a day, such as"),
        (EXPIRES, 45_000, "a day, such as"),
        (EMBED_ORIGINS, "javascript:alert(1)", "nothing else"),
        (EMBED_ORIGINS, ["https://a.example/x"], "https://a.example"),
        (INDEXING, "maybe", "yes or no"),
    ],
)
def test_what_is_no_setting_is_said_to_be_none(field: str, value: Any, why: str) -> None:
    """In a sentence."""
    with pytest.raises(ValueError, match=why):
        clean_share_cell(field, value)


def test_a_call_sends_only_what_is_changed() -> None:
    """With the values before as its condition."""
    call = share_call("c", {EXPIRES: "never"}, base={EXPIRES: "2026-12-31"})
    assert call.input.to_wire() == {
        "courseId": "c",
        "expiresAt": None,
        "base": {"expiresAt": "2027-01-01T00:00:00.000Z"},
    }
