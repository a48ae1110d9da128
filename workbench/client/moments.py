"""Times that a service tells, read without trust: a moment that can be computed with, or None."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from workbench.authoring.shape import utc_time

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2200
"""Tables keep moments of these years exactly; no lesson is older, no session lasts longer."""


def moment(value: object) -> datetime | None:
    """Return a time, or its ISO 8601 text, as a time in UTC; `None` if it is invalid or out of range."""
    try:
        in_utc = utc_time(value)
    except ValueError:
        return None
    return in_utc if FIRST_YEAR <= in_utc.year <= LAST_YEAR else None
