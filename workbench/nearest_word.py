"""Suggest the nearest known word for an unknown one."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

MOST_COMPARED: Final = 5_000


def nearest_word(word: str, known: Sequence[str], *, closeness: float = 0.6) -> str | None:
    """Return the known word most similar to it, ignoring case; one that contains it counts if none is similar."""
    folded = {known_word.casefold(): known_word for known_word in reversed(known[:MOST_COMPARED])}
    near = get_close_matches(word.strip().casefold()[:200], folded, n=1, cutoff=closeness)
    if near:
        return folded[near[0]]
    wanted = word.strip().casefold()
    return next((known_word for known_word in known if len(wanted) > 2 and wanted in known_word.casefold()), None)


def suggestion(word: str, known: Sequence[str], *, most: int = 20) -> str:
    """Return a hint with the nearest known word, or all known words; empty if none is known."""
    near = nearest_word(word, known)
    if near is not None:
        return f"Did you mean {near!r}?"
    if not known:
        return "There are none."
    more = f", and {len(known) - most:,} more" if len(known) > most else ""
    return f"There are: {', '.join(known[:most])}{more}."
