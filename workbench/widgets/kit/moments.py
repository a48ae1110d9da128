"""Times of the service, for people."""

from __future__ import annotations

from workbench.text import escaped


def moment(at: str) -> str:
    """Return a service time for people: `2026-01-31 09:05 UTC`."""
    return f"{at[:16].replace('T', ' ')} UTC"


def moment_html(at: str) -> str:
    """Return a service time as HTML that a panel shows in the browser's local time."""
    return f'<time datetime="{escaped(at)}" data-wb-at="{escaped(at)}">{escaped(moment(at))}</time>'
