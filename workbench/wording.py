"""Numbers with their nouns, for every text that counts something."""

from __future__ import annotations


def count_text(count: int, noun: str, plural: str | None = None) -> str:
    """Write a number with its noun: `1 lesson`, `1,200 lessons`; `plural` where that is more than an added s.

    >>> count_text(1, "course"), count_text(1200, "course"), count_text(2, "reply", "replies")
    ('1 course', '1,200 courses', '2 replies')
    """
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def counted_are(count: int, noun: str, plural: str | None = None) -> str:
    """Write a number with its noun and the verb: `1 lesson is`, `1,200 lessons are`."""
    return f"{count_text(count, noun, plural)} {'is' if count == 1 else 'are'}"
