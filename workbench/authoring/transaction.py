"""Transactions: labelled mutations on a lesson, applied as a group by one pure function, in both widget and service.

Source: interface 4.5; the rules it leaves open are ours (service 5).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from typing import Annotated

from pydantic import AfterValidator, Field

from workbench.authoring.block import MAX_BLOCKS, MAX_CONTENT_BYTES, Block, Blocks
from workbench.authoring.characters import one_line
from workbench.authoring.content import MARKDOWN_CHARS, shape_problem
from workbench.authoring.content.lengths import longest_text
from workbench.authoring.mutation import (
    LessonBlockDelete,
    LessonBlockInsert,
    LessonBlockOrderUpdate,
    LessonBlockUpdate,
    Mutation,
)
from workbench.authoring.shape import InputModel
from workbench.errors import EditRejected

MAX_TRANSACTIONS = 50
MAX_MUTATIONS = 200


class Transaction(InputModel):
    """A labelled group of mutations; it takes effect whole or not at all. Source: interface 4.5."""

    label: str = Field(max_length=200, description="Name of the transaction; `insertPages` is the known value.")
    mutations: list[Mutation] = Field(max_length=MAX_MUTATIONS, description="What changes, applied as a group.")


def _with_clean_labels(transactions: list[Transaction]) -> list[Transaction]:
    # Here and not in `Transaction`, which must also accept stored transactions.
    cleaned = []
    for number, transaction in enumerate(transactions, 1):
        try:
            cleaned.append(transaction.model_copy(update={"label": one_line(transaction.label)}))
        except ValueError as refused:
            raise ValueError(f"the label of transaction {number}: {refused}") from None
    return cleaned


Edits = Annotated[list[Transaction], AfterValidator(_with_clean_labels)]
"""Transactions as a request brings them: their labels are lines of plain text."""


def apply(transactions: Iterable[Transaction], blocks: Blocks, deleted: Collection[str] = ()) -> Blocks:
    """Return the blocks after all transactions, in order.

    `deleted` are ids of blocks that the lesson once had; an order or a deletion that still names one ignores
    it, as it does a block removed by an earlier mutation of the call. Raises `EditRejected` (nothing changes
    then): `conflict` is true if the lesson differs from what the edit expects.
    """
    once = set(deleted)
    for transaction in transactions:
        blocks = _apply_one(transaction, blocks, once)
    return blocks


def difference(before: Blocks, after: Blocks, label: str) -> tuple[Transaction, ...]:
    """Return the transactions that turn `before` into `after`.

    The result is empty if both are the same, and one transaction unless more than 200 edits differ. The order
    is in the last transaction, where every block that it names exists or is inserted.
    """
    old = {block.id: block for block in before}
    new = {block.id: block for block in after}
    mutations: list[Mutation] = [LessonBlockDelete(id=gone) for gone in old if gone not in new]
    mutations += [
        _turned_into(known, block)
        for block in after
        if (known := old.get(block.id)) is None or not known.same_as(block)
    ]
    groups = [mutations[start : start + MAX_MUTATIONS] for start in range(0, len(mutations), MAX_MUTATIONS)]
    remaining = [block.id for block in before if block.id in new]
    added = [block.id for block in after if block.id not in old]
    order = [block.id for block in after]
    if order != remaining + added:
        if not groups or len(groups[-1]) == MAX_MUTATIONS:
            groups.append([])
        groups[-1].insert(0, LessonBlockOrderUpdate.model_construct(after=order))  # ids that are checked already
    return tuple(Transaction(label=label, mutations=group) for group in groups)


def inverse(
    transactions: Sequence[Transaction], before: Blocks, deleted: Collection[str] = ()
) -> tuple[Transaction, ...]:
    """Return the transactions that undo `transactions` as applied to `before`; none if they change nothing."""
    after = apply(transactions, before, deleted)
    label = transactions[-1].label if transactions else ""
    return difference(after, before, f"undo {label}"[:200])


def fingerprint(lesson_id: str, transactions: Sequence[Transaction], base_revision: int | None = None) -> str | None:
    """Return a digest that identifies a repeated call, or `None` for a call without inserts.

    A call without inserts has no natural key. The same transactions on another base are another call: a deleted
    block may be brought back more than once.
    """
    inserts = any(isinstance(mutation, LessonBlockInsert) for one in transactions for mutation in one.mutations)
    if not inserts:
        return None
    key: list[object] = [lesson_id, [one.to_wire() for one in transactions]]
    if base_revision is not None:
        key.append(base_revision)
    text = json.dumps(key, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _apply_one(transaction: Transaction, blocks: Blocks, deleted: set[str]) -> Blocks:
    now = {block.id: block for block in blocks}
    added: list[str] = []
    # The order may name blocks that a later mutation of this group inserts (interface 4.5 sends the order
    # first), so orders are judged after the last mutation.
    for mutation in transaction.mutations:
        if isinstance(mutation, LessonBlockInsert):
            _insert(mutation.block, now, added)
        elif isinstance(mutation, LessonBlockUpdate):
            _update(mutation, now)
        elif isinstance(mutation, LessonBlockDelete):
            _delete(mutation.id, now, added, deleted)
    if len(now) > MAX_BLOCKS:
        raise EditRejected(f"A lesson has at most {MAX_BLOCKS:,} blocks; this edit would make {len(now):,}.")
    fresh = set(added)
    order = [block.id for block in blocks if block.id in now and block.id not in fresh]
    listed: set[str] = set()
    for mutation in transaction.mutations:
        if isinstance(mutation, LessonBlockOrderUpdate):
            wanted = _checked_order(mutation.after, now, deleted)
            order = merge_order(order, wanted)
            listed.update(wanted)
    order += [block_id for block_id in added if block_id not in listed]
    return tuple(now[block_id] for block_id in order)


def _insert(block: Block, now: dict[str, Block], added: list[str]) -> None:
    known = now.get(block.id)
    if known is None:
        _check_size(block)
        now[block.id] = block
        added.append(block.id)
    elif not known.same_as(block):
        raise EditRejected(f"Block {block.id} exists already with other content.", conflict=True)


def _update(mutation: LessonBlockUpdate, now: dict[str, Block]) -> None:
    known = now.get(mutation.id)
    if known is None:
        raise EditRejected(f"Block {mutation.id} is no longer in the lesson.", conflict=True, unknown=(mutation.id,))
    changed = Block(id=known.id, type=mutation.block_type or known.type, content=mutation.content)
    _check_size(changed)
    now[mutation.id] = changed


def _delete(gone: str, now: dict[str, Block], added: list[str], deleted: set[str]) -> None:
    if now.pop(gone, None) is None and gone not in deleted:
        raise EditRejected(f"Block {gone} is not in the lesson.", conflict=True, unknown=(gone,))
    if gone in added:
        added.remove(gone)
    deleted.add(gone)


def _check_size(block: Block) -> None:
    # Known fields have their own limits, which `shape_problem` reports.
    if longest_text(block.content) > MARKDOWN_CHARS and shape_problem(block.type, block.content) is None:
        raise EditRejected(f"A text of block {block.id} would be longer than {MARKDOWN_CHARS:,} characters.")
    text = json.dumps(block.content, ensure_ascii=False, separators=(",", ":"))
    if len(text.encode("utf-8", "replace")) > MAX_CONTENT_BYTES:
        raise EditRejected(f"Block {block.id} would hold more than {MAX_CONTENT_BYTES:,} bytes.")


def _checked_order(after: Sequence[str], now: Collection[str], gone: Collection[str]) -> list[str]:
    if len(set(after)) != len(after):
        twice = next(block_id for block_id in after if after.count(block_id) > 1)
        raise EditRejected(f"Block {twice} is named twice in the order.")
    unknown = tuple(block_id for block_id in after if block_id not in now and block_id not in gone)
    if unknown:
        raise EditRejected(
            f"The order names {len(unknown)} unknown block(s), the first {unknown[0]}.", conflict=True, unknown=unknown
        )
    return [block_id for block_id in after if block_id in now]


def merge_order(order: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Return the ids of `order`, with those in `wanted` in its order and every other after its predecessor."""
    listed = set(wanted)
    first: list[str] = []
    followers: dict[str, list[str]] = {}
    behind = first
    for block_id in order:
        if block_id in listed:
            behind = followers.setdefault(block_id, [])
        else:
            behind.append(block_id)
    arranged = list(first)
    for block_id in wanted:
        arranged.append(block_id)
        arranged.extend(followers.get(block_id, ()))
    return arranged


def _turned_into(old: Block | None, new: Block) -> Mutation:
    if old is None:
        return LessonBlockInsert(block=new)
    return LessonBlockUpdate(id=new.id, content=new.content, block_type=None if old.type == new.type else new.type)
