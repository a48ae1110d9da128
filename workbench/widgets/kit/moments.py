"""Times of the service, for people."""

from __future__ import annotations

from workbench.text import escaped


def moment(at: str) -> str:
    """A time of the service for people: `2026-01-31 09:05 UTC`."""
    return f"{at[:16].replace('T', ' ')} UTC"


def moment_html(at: str) -> str:
    """The same as HTML that a panel shows by the clock of the person's browser."""
    return f'<time datetime="{escaped(at)}" data-wb-at="{escaped(at)}">{escaped(moment(at))}</time>'
