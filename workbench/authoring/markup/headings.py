"""Levels of headings that lie in each other. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

DEEPEST: Final = 6


def nested_levels(levels: Iterable[int], below: int) -> Iterator[int]:
    """The level of each heading in turn, as they lie in each other below one of level `below`, at most 6.

    `2, 4, 2` below 1 are `2, 3, 2`: what is higher in the text stays higher, and no level is left out.
    """
    around: list[int] = []
    for level in levels:
        while around and around[-1] >= level:
            around.pop()
        around.append(level)
        yield min(below + len(around), DEEPEST)
