"""One person's working copy of a lesson: the service's state, edits in flight, and edits waiting to be sent.

One edit is in flight at a time; edits made until it ends wait and leave as the next transaction. Every list
shown comes from `apply()`. The module uses no service, thread or screen; callers that share it between threads
hold a lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.authoring.block import Block, Blocks, new_block_id
from workbench.authoring.gesture import is_visit
from workbench.authoring.transaction import Transaction, apply, difference
from workbench.errors import EditRejected
from workbench.widgets.block_list.change import Change, ChangeConflict, apply_change, clash, join_changes

MOST_STEPS_BACK = 100
_ASK_FIRST = "First choose which version to keep: theirs, or theirs with your changes."


@dataclass(frozen=True, slots=True)
class EditStep:
    """One thing that was done, the transactions that do it, and what it was before others' changes came below it.

    `continued` is the step back that `origin` replaced: an earlier edit of the same visit to a block.
    """

    change: Change
    transactions: tuple[Transaction, ...]
    origin: Change
    continued: Change | None = None


@dataclass(frozen=True, slots=True)
class EditDispute:
    """Others changed the same: the lesson as both knew it, as it is in the service, and with mine on top of that."""

    before: Blocks
    theirs: Blocks
    revision: int | None
    mine: Blocks
    about: ChangeConflict
    moved: frozenset[str]
    by: tuple[str, ...] = ()


class WorkingCopy:
    """The blocks that the service has (`confirmed`), and steps on top of them that it has not confirmed yet."""

    def __init__(self) -> None:
        self.confirmed: Blocks = ()
        self.revision: int | None = None
        self.in_flight: tuple[EditStep, ...] = ()
        self.waiting: list[EditStep] = []
        self.past: list[Change] = []
        self.future: list[Change] = []
        self.dispute: EditDispute | None = None
        self.is_unsure = False
        """Whether what was sent last may have arrived: read before anything is sent again."""
        self.gone: set[str] = set()
        """Ids of blocks that the lesson once had, as far as this copy has seen it."""

    @property
    def blocks(self) -> Blocks:
        """Blocks with all edits applied, confirmed or not."""
        steps = (*self.in_flight, *self.waiting)
        return steps[-1].change.after if steps else self.confirmed

    @property
    def pending(self) -> frozenset[str]:
        """Ids of blocks whose last change the service has not confirmed."""
        steps = (*self.in_flight, *self.waiting)
        return frozenset().union(*(step.change.changed_ids | step.change.moved for step in steps))

    @property
    def unsaved_steps(self) -> int:
        """Number of steps that the service has not confirmed."""
        return len(self.in_flight) + len(self.waiting)

    def do(self, transaction: Transaction, *, moved: frozenset[str] = frozenset()) -> Change | None:
        """Apply a transaction, shown immediately; return `None` if it changes nothing. Raises `EditRejected`.

        Edits of one visit to a block are one step back.
        """
        if self.dispute:
            raise EditRejected(_ASK_FIRST)
        before = self.blocks
        after = apply((transaction,), before, self.gone)
        if after == before:
            return None
        change = Change(transaction.label, before, after, moved)
        origin, continued = change, None
        if self.past and is_visit(change.label) and self.past[-1].label == change.label:
            continued = self.past.pop()
            origin = Change(change.label, apply_change(continued.backwards(), before), after)
        self.waiting.append(EditStep(change, (transaction,), origin, continued))
        if origin.before != origin.after:
            self.past = [*self.past, origin][-MOST_STEPS_BACK:]
        self.future.clear()
        return change

    def undo(self) -> Change | None:
        """Undo the last step with a new one, which is returned; `None` without a step. Raises `EditRejected`."""
        return self._again(self.past, self.future, "undo ")

    def redo(self) -> Change | None:
        """Do again what was undone last; `None` when there is nothing. Raises `EditRejected`."""
        return self._again(self.future, self.past, "")

    def next_transactions(self) -> tuple[Transaction, ...]:
        """Return what to send now and mark it as in flight; empty during a flight or a dispute."""
        if self.in_flight or self.dispute or not self.waiting:
            return ()
        self.in_flight, self.waiting = tuple(self.waiting), []
        if len(self.in_flight) == 1:
            return self.in_flight[0].transactions
        whole = join_changes([step.change for step in self.in_flight])
        transactions = difference(self.confirmed, whole.after, _fresh(whole.label, self.confirmed, whole.after))
        if not transactions:
            self.confirm()
        return transactions

    def confirm(self) -> None:
        """Mark what was in flight as stored."""
        before, after = self.confirmed, self.in_flight[-1].change.after
        self.gone |= {block.id for block in before} - {block.id for block in after}
        self.confirmed, self.in_flight = after, ()
        if self.revision is not None and after != before:
            self.revision += 1

    def requeue(self, *, is_unsure: bool) -> None:
        """Queue again what was in flight, since it is not stored or its outcome is unknown."""
        self.waiting[:0] = self.in_flight
        self.in_flight = ()
        self.is_unsure = is_unsure

    def reject(self) -> frozenset[str]:
        """Undo the refused edit in flight, keep those waiting; return the ids of the blocks it concerned."""
        lost, later, self.in_flight = self.in_flight, self.waiting, ()
        about = frozenset().union(*(step.change.changed_ids | step.change.moved for step in lost))
        self._rebase(later)
        self._forget(lost)
        return about

    def adopt(self, theirs: Blocks, revision: int | None, *, by: Sequence[str] = ()) -> None:
        """Adopt the service's blocks; waiting edits are applied on top or disputed. Nothing may be in flight."""
        self.is_unsure = False
        if self.waiting:
            mine = join_changes([step.change for step in self.waiting])
            about = clash(mine, theirs)
            if about:
                self.dispute = EditDispute(
                    self.confirmed, theirs, revision, apply_change(mine, theirs), about, mine.moved, tuple(by)
                )
                return
        self._settle(theirs, revision, self.waiting)

    def choose(self, version: Literal["theirs", "mine", "both"]) -> None:
        """Resolve the dispute: discard the waiting edits, reapply them on top of theirs, or keep both versions."""
        dispute = self.dispute
        if dispute is None:
            return
        if version != "mine":
            self._forget(self.waiting)
        self._settle(dispute.theirs, dispute.revision, self.waiting if version == "mine" else [])
        if version == "both":
            change = Change("editPages", dispute.theirs, _keep_both(dispute), dispute.moved)
            self._wait(change, change)
            self.past.append(change)

    def _settle(self, theirs: Blocks, revision: int | None, steps: Sequence[EditStep]) -> None:
        by_others = Change("", self.confirmed, theirs).changed_ids
        mine = frozenset().union(*(step.change.changed_ids for step in steps))
        others_only = by_others - mine
        self.past = [change for change in self.past if not change.changed_ids & others_only]
        self.future = [change for change in self.future if not change.changed_ids & others_only]
        self.gone |= {block.id for block in self.confirmed} - {block.id for block in theirs}
        self.confirmed, self.revision, self.dispute = theirs, revision, None
        self._rebase(steps)

    def _rebase(self, steps: Sequence[EditStep]) -> None:
        """Put steps on top of what is confirmed; a step that changes nothing there is dropped."""
        self.waiting = []
        for step in steps:
            before = self.blocks
            after = apply_change(step.change, before)
            if after != before:
                change = Change(step.change.label, before, after, step.change.moved)
                self._wait(change, step.origin, step.continued)

    def _again(self, source: list[Change], target: list[Change], prefix: str) -> Change | None:
        if self.dispute:
            raise EditRejected(_ASK_FIRST)
        while source:
            change = source.pop().backwards()
            before = self.blocks
            after = apply_change(change, before)
            if after != before:
                target.append(change)
                done = Change(f"{prefix}{change.label}"[:200], before, after, change.moved)
                self._wait(done, done)
                return done
        return None

    def _wait(self, change: Change, origin: Change, continued: Change | None = None) -> None:
        label = _fresh(change.label, change.before, change.after)
        self.waiting.append(EditStep(change, difference(change.before, change.after, label), origin, continued))

    def _forget(self, steps: Sequence[EditStep]) -> None:
        """Remove steps that failed from the undo history, and clear the redo history."""
        for step in reversed(steps):
            rest = [step.continued if change is step.origin else change for change in self.past]
            self.past = [change for change in rest if change is not None]
        self.future.clear()


def _keep_both(dispute: EditDispute) -> Blocks:
    """Mine on top of theirs, but of each block that both changed, theirs with a copy of mine right behind it."""
    theirs = {block.id: block for block in dispute.theirs}
    disputed = set(dispute.about.blocks)
    merged: list[Block] = []
    for block in dispute.mine:
        if block.id not in disputed:
            merged.append(block)
            continue
        merged += [theirs[block.id]] if block.id in theirs else []
        merged.append(block.model_copy(update={"id": new_block_id()}))
    there = {block.id for block in merged}
    for index, block in enumerate(dispute.theirs):
        if block.id in disputed and block.id not in there:  # I deleted what they changed: theirs stays
            before = {their.id for their in dispute.theirs[:index]}
            at = max((i for i, block in enumerate(merged, 1) if block.id in before), default=0)
            merged.insert(at, block)
    return tuple(merged)


def _fresh(label: str, before: Blocks, after: Blocks) -> str:
    """Return the label, made unique with a few letters if blocks are inserted or restored.

    A service takes a call with the same inserts and label for a repetition and applies nothing (service 5).
    """
    old = {block.id for block in before}
    if all(block.id in old for block in after):
        return label
    return f"{label[:190]} {new_block_id()[:8]}"
