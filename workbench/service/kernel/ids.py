"""Ids: opaque strings with at least 128 random bits."""

from __future__ import annotations

import secrets

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LENGTH = 25


def new_id() -> str:
    """25 lower-case base 36 digits from the system's random source (129 bits)."""
    number = secrets.randbelow(36**_LENGTH)
    digits = []
    for _ in range(_LENGTH):
        number, digit = divmod(number, 36)
        digits.append(_DIGITS[digit])
    return "".join(digits)
