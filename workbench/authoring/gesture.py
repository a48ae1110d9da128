"""The edits of an author in a lesson, each as exactly one transaction. Pure functions.

What cannot be one transaction (more than 200 mutations) raises `EditRejected`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from workbench.authoring.block import Block, Blocks, new_block_id
from workbench.authoring.mutation import (
    LessonBlockDelete,
    LessonBlockInsert,
    LessonBlockOrderUpdate,
    LessonBlockUpdate,
    Mutation,
)
from workbench.authoring.transaction import MAX_MUTATIONS, Transaction
from workbench.errors import EditRejected

EDIT: Final = "editPage"
"""Label of an edit of one block; those of one visit to it have the visit's name behind it."""


def insert_blocks(blocks: Blocks, new: Sequence[Block], *, at: int | None = None) -> Transaction:
    """Insert blocks before position `at` (0 is the first; `None` is the end), the order first as in interface 4.5."""
    order = [block.id for block in blocks]
    index = len(order) if at is None else at
    order[index:index] = [block.id for block in new]
    mutations: list[Mutation] = [LessonBlockOrderUpdate(after=order)]
    mutations += [LessonBlockInsert(block=block) for block in new]
    return _one("insertPages", mutations)


def move_blocks(blocks: Blocks, ids: Sequence[str], *, before: str | None) -> Transaction:
    """Move blocks, keeping their order, to just before another; `None` moves them to the end."""
    moving = [block.id for block in blocks if block.id in set(ids)]
    if before in moving:
        raise EditRejected("A block cannot be moved before itself.")
    rest = [block.id for block in blocks if block.id not in set(moving)]
    index = len(rest) if before is None else _position(rest, before)
    return Transaction(
        label="movePages", mutations=[LessonBlockOrderUpdate(after=rest[:index] + moving + rest[index:])]
    )


def edit_block(
    block_id: str, content: dict[str, Any], block_type: str | None = None, *, visit: str = ""
) -> Transaction:
    """Replace a block's content, and its type if one is given. Source: ours.

    `visit` names the visit to the block; edits of one visit have the same label, and count as one step.
    """
    label = f"{EDIT} {visit}" if visit else EDIT
    return Transaction(label=label, mutations=[LessonBlockUpdate(id=block_id, content=content, block_type=block_type)])


def is_visit(label: str) -> bool:
    """Return whether a transaction with this label is one of the edits of a visit to a block."""
    return label.startswith(f"{EDIT} ")


def split_block(blocks: Blocks, block_id: str, content: dict[str, Any], rest: Block) -> Transaction:
    """Give a block this content, and insert what it had besides as a block right behind it."""
    order = [block.id for block in blocks]
    place = _position(order, block_id)
    order.insert(place + 1, rest.id)
    mutations: list[Mutation] = [LessonBlockOrderUpdate(after=order), LessonBlockInsert(block=rest)]
    return _one("splitPage", [*mutations, LessonBlockUpdate(id=block_id, content=content, block_type=None)])


def join_blocks(block_id: str, gone: str, content: dict[str, Any]) -> Transaction:
    """Give a block the content of two, and take the other one out."""
    update = LessonBlockUpdate(id=block_id, content=content, block_type=None)
    return _one("joinPages", [update, LessonBlockDelete(id=gone)])


def delete_blocks(ids: Sequence[str]) -> Transaction:
    """Take blocks out of the lesson. Source: ours."""
    return _one("deletePages", [LessonBlockDelete(id=id_) for id_ in ids])


def duplicate_block(blocks: Blocks, block_id: str, *, new_id: str | None = None) -> Transaction:
    """Insert a copy of a block after it."""
    index = _position([block.id for block in blocks], block_id)
    copied = blocks[index].model_copy(update={"id": new_id or new_block_id()})
    return insert_blocks(blocks, [copied], at=index + 1)


def _one(label: str, mutations: list[Mutation]) -> Transaction:
    if len(mutations) > MAX_MUTATIONS:
        raise EditRejected(f"One step changes at most {MAX_MUTATIONS} things; this one has {len(mutations):,}.")
    return Transaction(label=label, mutations=mutations)


def _position(order: Sequence[str], block_id: str) -> int:
    if block_id not in order:
        raise EditRejected(f"Block {block_id} is no longer in the lesson.", conflict=True, unknown=(block_id,))
    return order.index(block_id)
