"""Times from a service: read, or missing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from workbench.client.moments import moment


@pytest.mark.parametrize("text", ["2026-11-01T10:00:00.000Z", "2026-11-01T12:00:00+02:00", "2026-11-01T10:00:00"])
def test_a_moment_is_in_utc(text: str) -> None:
    """Whatever its zone; without one it is UTC."""
    assert moment(text) == datetime(2026, 11, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    ["0000-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "99999-01-01", "NaN", "", None, True, 7],
)
def test_what_is_no_moment_is_missing(text: object) -> None:
    """Nobody computes with it, and nothing breaks."""
    assert moment(text) is None
