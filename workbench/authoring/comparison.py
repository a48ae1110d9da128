"""Compare two revisions of a lesson for people: added, removed, changed and moved blocks.

The transactions that lead from one to the other are `transaction.difference`'s. Source: ours.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.authoring.block import Block, Blocks


@dataclass(frozen=True, slots=True)
class ChangedBlock:
    """A block that is in both, holding something else."""

    before: Block
    after: Block


@dataclass(frozen=True, slots=True)
class Comparison:
    """Blocks that were added, removed, changed, or moved among the others.

    `moved` is as short as possible: all other blocks are in the same order in both. A block may be changed and moved.
    """

    added: Blocks
    removed: Blocks
    changed: tuple[ChangedBlock, ...]
    moved: Blocks

    @property
    def is_empty(self) -> bool:
        """Whether the two versions are the same."""
        return not (self.added or self.removed or self.changed or self.moved)


def compare_blocks(before: Blocks, after: Blocks) -> Comparison:
    """Return how `after` differs from `before`, in the order of `after`; removed blocks in that of `before`."""
    old = {block.id: block for block in before}
    new = {block.id for block in after}
    places = {block.id: index for index, block in enumerate(before)}
    remaining = [block for block in after if block.id in old]
    standing = longest_rising([places[block.id] for block in remaining])
    return Comparison(
        added=tuple(block for block in after if block.id not in old),
        removed=tuple(block for block in before if block.id not in new),
        changed=tuple(ChangedBlock(old[block.id], block) for block in remaining if not old[block.id].same_as(block)),
        moved=tuple(block for block in remaining if places[block.id] not in standing),
    )


def summarize(added: int, removed: int, changed: int, moved: int, *, titles: tuple[str, str] | None = None) -> str:
    """Return the counts as a plain sentence for people; `titles` are the old and the new title."""
    counted = [(added, "added"), (removed, "deleted"), (changed, "changed"), (moved, "moved")]
    parts = [f"renamed from “{titles[0]}” to “{titles[1]}”"] if titles else []
    parts += [f"{count:,} {'block' if count == 1 else 'blocks'} {done}" for count, done in counted if count]
    sentence = ", ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}." if parts else "Nothing changed."


def longest_rising(numbers: Sequence[int]) -> set[int]:
    """Return the members of a longest increasing subsequence."""
    ends: list[int] = []  # ends[n]: the smallest number that a rising subsequence of n + 1 members ends with
    before: dict[int, int | None] = {}
    for number in numbers:
        length = bisect_left(ends, number)
        before[number] = ends[length - 1] if length else None
        ends[length : length + 1] = [number]
    rising: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        rising.add(last)
        last = before[last]
    return rising
