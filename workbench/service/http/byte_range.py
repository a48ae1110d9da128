"""Which bytes a request is for: one range of them, or all. Source: RFC 9110, 14."""

from __future__ import annotations

import re

_RANGE = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})", re.ASCII)


def byte_range(header: str | None, if_range: str | None, etag: str, size: int) -> tuple[int, int, int] | None:
    """Start, end (not among the bytes) and HTTP status; None for a range that there is not (416).

    Several ranges, or a condition that does not hold, get everything.
    """
    found = None if header is None else _RANGE.fullmatch(header.strip())
    if found is None or found[0] == "bytes=-" or if_range not in (None, f'"{etag}"'):
        return 0, size, 200
    first, last = found[1], found[2]
    start = int(first) if first else max(0, size - int(last))
    end = min(int(last) + 1, size) if first and last else size
    if start >= size or start >= end:
        return None if not (first and last and int(last) < int(first)) else (0, size, 200)
    return start, end, 206
