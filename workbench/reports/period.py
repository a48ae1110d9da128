"""The time that a report is about: whole days of a time zone, or from one instant to another. Asks nothing.

A date is that whole day in the zone, `until` included. An instant is exact, and `until` is not included in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from workbench.errors import InputRejected
from workbench.nearest_word import suggestion

TIME_ZONE_NAME: Final = "tz"
HOW_DAYS_ARE_WRITTEN: Final = "Write a day as 2026-01-31, or an instant as 2026-01-31T09:00+01:00."

Boundary = date | datetime
"""A date for a whole day, or a `datetime` with a zone for an instant."""


@dataclass(frozen=True, slots=True)
class Period:
    """From `start` on, and before `end`; None for no limit."""

    start: datetime | None = None
    end: datetime | None = None


def boundary(value: object, name: str) -> Boundary:
    """Read a date, or an instant with its zone. Raises `InputRejected` for a naive time, with both readings of it."""
    moment = (
        value if isinstance(value, date) and value == value else _parse_boundary(str(value).strip(), name)
    )  # NaT != NaT
    if isinstance(moment, datetime) and moment.tzinfo is None:
        raise InputRejected(
            f"{name}: {moment.isoformat()} does not say in which time zone. Write {moment.date().isoformat()} for that "
            f"whole day, or {moment.isoformat()}+00:00 for that instant in UTC."
        )
    return moment


def time_zone(value: object, name: str = TIME_ZONE_NAME) -> str:
    """Read the name of a time zone. Raises `InputRejected` for an unknown one, with the nearest."""
    text = str(value).strip()
    known = available_timezones()
    if text not in known:
        raise InputRejected(f"{name}: there is no time zone {text[:80]!r}. {suggestion(text, sorted(known), most=8)}")
    return text


def period(given: Mapping[str, Any], since: str = "since", until: str = "until") -> Period:
    """Return the period of parsed parameters. Raises `InputRejected` if it ends before it begins."""
    zone = ZoneInfo(given.get(TIME_ZONE_NAME) or "UTC")
    first, last = given.get(since), given.get(until)
    start = None if first is None else _in_utc(first, zone, since)
    end = None if last is None else _in_utc(last, zone, until, whole_day=True)
    if first is not None and last is not None and start is not None and end is not None and end <= start:
        raise InputRejected(
            f"{until} ({last.isoformat()}) is before {since} ({first.isoformat()}), so the period is empty. "
            "Swap them, or give another day."
        )
    return Period(start, end)


def _in_utc(value: Boundary, zone: ZoneInfo, name: str, *, whole_day: bool = False) -> datetime:
    """Return the instant, of a day its first one, or the first after it for the `whole_day`."""
    try:
        if not isinstance(value, datetime):
            value = datetime.combine(value + timedelta(days=whole_day), time(), zone)
        return value.astimezone(UTC)
    except OverflowError:
        raise InputRejected(f"{name}: {value.isoformat()} is beyond the calendar. Leave it out for no limit.") from None


def _parse_boundary(text: str, name: str) -> Boundary:
    try:
        return date.fromisoformat(text)
    except ValueError:
        pass
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise InputRejected(f"{name}: {text[:80]!r} is not a date. {HOW_DAYS_ARE_WRITTEN}") from None
