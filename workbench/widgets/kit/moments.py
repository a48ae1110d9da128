"""Times of the service, for people."""

from __future__ import annotations

from datetime import datetime

from workbench.authoring.shape import utc_time, wire_time


def moment(at: datetime | str) -> str:
    """Return a time, given it or its ISO 8601 text, for people: `2026-01-31 09:05 UTC`."""
    return f"{utc_time(at):%Y-%m-%d %H:%M} UTC"


def moment_html(at: datetime | str) -> str:
    """Return a time as HTML that a panel shows in the browser's local time."""
    wire = wire_time(utc_time(at))
    return f'<time datetime="{wire}" data-wb-at="{wire}">{moment(at)}</time>'
