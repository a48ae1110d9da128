"""Times of the service, for people."""

from __future__ import annotations

from workbench.text import escape_html


def moment(at: str) -> str:
    """Return a service time for people: `2026-01-31 09:05 UTC`."""
    return f"{at[:16].replace('T', ' ')} UTC"


def moment_html(at: str) -> str:
    """Return a service time as HTML that a panel shows in the browser's local time."""
    return f'<time datetime="{escape_html(at)}" data-wb-at="{escape_html(at)}">{escape_html(moment(at))}</time>'
