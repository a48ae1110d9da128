"""Times of the service, for people."""

from __future__ import annotations

from datetime import datetime

from workbench.authoring.shape import wire_time


def moment(at: datetime) -> str:
    """Return a service time for people: `2026-01-31 09:05 UTC`."""
    return f"{at:%Y-%m-%d %H:%M} UTC"


def moment_html(at: datetime) -> str:
    """Return a service time as HTML that a panel shows in the browser's local time."""
    return f'<time datetime="{wire_time(at)}" data-wb-at="{wire_time(at)}">{moment(at)}</time>'
