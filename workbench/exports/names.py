"""Names of exported files: readable, fit for every file system, and of one thing each."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from workbench.patterns import Pattern

_LONGEST_NAME: Final = 80
_ID_CHARACTERS: Final = 8
_NOT_IN_NAMES: Final = Pattern(r"[^\w\-]+")
_NUMBERED: Final = {f"{name}{digit}" for name in ("com", "lpt") for digit in range(1, 10)}
_RESERVED: Final = {"con", "prn", "aux", "nul"} | _NUMBERED


def file_name(title: str) -> str:
    """Return a name that every file system accepts, still readable: letters of any alphabet, digits and dashes."""
    plain = _NOT_IN_NAMES.sub("-", unicodedata.normalize("NFC", title)).strip("-_ ").lower()
    short = plain.encode()[:_LONGEST_NAME].decode(errors="ignore").strip("-")
    return short if short and short not in _RESERVED else f"lesson-{short}".rstrip("-")


def distinct_names(wanted: Sequence[tuple[str, str]], *, taken: Iterable[str] = ()) -> list[str]:
    """Give a name to each pair of id and name, in order; names that are equal, or taken, get the end of the id.

    So the name does not depend on the order, and another export gives the same thing the same name. Things without an
    id are numbered.
    """
    before, counts = set(taken), Counter(name for _, name in wanted)
    used = set(before)
    names = []
    for id_, name in wanted:
        is_alike = counts[name] > 1 or name in before
        stem = f"{name}-{id_[-_ID_CHARACTERS:]}" if id_ and is_alike else name
        free_name, number = stem, 2
        while free_name in used:
            free_name, number = f"{stem}-{number}", number + 1
        used.add(free_name)
        names.append(free_name)
    return names
