"""Times that a service tells, read without trust: a moment that can be computed with, or None."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2200
"""Tables keep moments of these years exactly; no lesson is older, no session lasts longer."""


def moment(text: object) -> datetime | None:
    """Parse an ISO 8601 text as a time in UTC, also one without a zone; None if it is invalid or out of range."""
    try:
        time = datetime.fromisoformat(text) if isinstance(text, str) else None
        if time is None:
            return None
        in_utc = time.replace(tzinfo=time.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return in_utc if FIRST_YEAR <= in_utc.year <= LAST_YEAR else None
