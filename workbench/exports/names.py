"""Names of exported files: readable, and fit for every file system."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LONGEST_NAME: Final = 80
_NOT_IN_NAMES: Final = re.compile(r"[^\w\-]+")
_NUMBERED: Final = {f"{name}{digit}" for name in ("com", "lpt") for digit in range(1, 10)}
_RESERVED: Final = {"con", "prn", "aux", "nul"} | _NUMBERED


def file_name(title: str) -> str:
    """A name that every file system takes, still readable: letters of any alphabet, digits and dashes."""
    plain = _NOT_IN_NAMES.sub("-", unicodedata.normalize("NFC", title)).strip("-_ ").lower()
    short = plain.encode()[:_LONGEST_NAME].decode(errors="ignore").strip("-")
    return short if short and short not in _RESERVED else f"lesson-{short}".rstrip("-")
