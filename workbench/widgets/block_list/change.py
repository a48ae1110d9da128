"""Changes of a lesson as before and after, for undo, redo, and rebasing onto others' changes.

Pure, like `transaction`. Source: ours.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.authoring.block import Blocks


@dataclass(frozen=True, slots=True)
class Change:
    """What was done in a lesson: how it was, how it was then, and which blocks were moved on purpose."""

    label: str
    before: Blocks
    after: Blocks
    moved: frozenset[str] = frozenset()

    @property
    def changed_ids(self) -> frozenset[str]:
        """Ids of the blocks that it added, removed or gave different content."""
        old = {block.id: block for block in self.before}
        new = {block.id: block for block in self.after}
        either = old.keys() | new.keys()
        return frozenset(block_id for block_id in either if old.get(block_id) != new.get(block_id))

    def backwards(self) -> Change:
        """Return the inverse of this change."""
        return Change(label=self.label, before=self.after, after=self.before, moved=self.moved)


@dataclass(frozen=True, slots=True)
class ChangeConflict:
    """The points where a change and others' concurrent changes concern the same thing. An empty one is false."""

    order: bool = False
    blocks: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.order or bool(self.blocks)


def join_changes(changes: Sequence[Change]) -> Change:
    """Several changes, each made on what the one before left, as one. At least one is needed."""
    return Change(
        label=changes[0].label if len({change.label for change in changes}) == 1 else "editPages",
        before=changes[0].before,
        after=changes[-1].after,
        moved=frozenset().union(*(change.moved for change in changes)),
    )


def apply_change(change: Change, blocks: Blocks) -> Blocks:
    """Return the blocks with the change applied, whatever else has changed in the lesson since.

    Blocks that the change removed are removed; those that it added or gave different content have that content,
    even if others removed them; those that it added or moved come after the nearest preceding block that others
    did not move; all else stays unchanged.
    """
    old = {block.id: block for block in change.before}
    new = {block.id: block for block in change.after}
    now = {block.id: block for block in blocks if block.id in new or block.id not in old}
    written = {block.id: block for block in change.after if old.get(block.id) != block}
    placed = {block_id for block_id in change.moved if block_id in now and block_id in new} | (
        written.keys() - now.keys()
    )
    now |= {block_id: written[block_id] for block_id in written if block_id in old or block_id not in now}
    order = [block.id for block in blocks if block.id in now]
    stirred = out_of_order([block.id for block in change.before], order)
    arranged = _place_after(order, [block.id for block in change.after], placed, set(order) - placed - stirred)
    return tuple(now[block_id] for block_id in arranged)


def clash(mine: Change, theirs: Blocks) -> ChangeConflict:
    """Return what both `mine` and the change from `mine.before` to `theirs` changed differently."""
    old = {block.id: block for block in mine.before}
    wanted = {block.id: block for block in mine.after}
    there = {block.id: block for block in theirs}
    both = tuple(
        block_id
        for block_id in old
        if wanted.get(block_id) != old[block_id]
        and there.get(block_id) != old[block_id]
        and there.get(block_id) != wanted.get(block_id)
    )
    order = bool(mine.moved) and _differ(mine.before, theirs) and _differ(theirs, apply_change(mine, theirs))
    return ChangeConflict(order=order, blocks=both)


def out_of_order(before: Sequence[str], after: Sequence[str]) -> set[str]:
    """Return the smallest set of ids whose move explains the new order; ids in only one order do not count."""
    places = {block_id: index for index, block_id in enumerate(before)}
    common = [block_id for block_id in after if block_id in places]
    ends: list[int] = []  # the last place of the best rising row of each length, and whose it is
    whose: list[str] = []
    previous: dict[str, str | None] = {}
    for block_id in common:
        length = bisect(ends, places[block_id])
        previous[block_id] = whose[length - 1] if length else None
        ends[length:] = [places[block_id], *ends[length + 1 :]]
        whose[length:] = [block_id, *whose[length + 1 :]]
    resting, last = set[str](), whose[-1] if whose else None
    while last is not None:
        resting.add(last)
        last = previous[last]
    return set(common) - resting


def _place_after(order: Sequence[str], wanted: Sequence[str], placed: set[str], anchors: set[str]) -> list[str]:
    """Return the order with each placed id right after the nearest anchor that precedes it in `wanted`."""
    first: list[str] = []
    followers: dict[str, list[str]] = {}
    behind: list[str] = first
    for block_id in wanted:
        if block_id in placed:
            behind.append(block_id)
        elif block_id in anchors:
            behind = followers.setdefault(block_id, [])
    arranged = list(first)
    for block_id in order:
        if block_id not in placed:
            arranged.append(block_id)
            arranged.extend(followers.get(block_id, ()))
    return arranged


def _differ(one: Blocks, other: Blocks) -> bool:
    """Return whether the blocks that both have are in a different order."""
    return _common(one, other) != _common(other, one)


def _common(blocks: Blocks, others: Blocks) -> list[str]:
    known = {block.id for block in others}
    return [block.id for block in blocks if block.id in known]
