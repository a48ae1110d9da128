"""Levels of headings that lie in each other. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

DEEPEST: Final = 6


def nested_levels(levels: Iterable[int], below: int) -> Iterator[int]:
    """Yield the level of each heading, nested below a heading of level `below`, at most 6.

    `2, 4, 2` below 1 become `2, 3, 2`: a higher heading stays higher, and no level is skipped.
    """
    around: list[int] = []
    for level in levels:
        while around and around[-1] >= level:
            around.pop()
        around.append(level)
        yield min(below + len(around), DEEPEST)
