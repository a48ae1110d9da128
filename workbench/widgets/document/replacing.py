"""Find and replace in the blocks of one lesson, as one step that can be undone. Pure.

What is found is what `workbench.changes.replacing` finds in many lessons: plain text in all fields of known types, and
no address of a link.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from workbench.authoring.block import Block, Blocks
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content import content_problem
from workbench.authoring.content.block_text import block_texts, with_text
from workbench.authoring.mutation import LessonBlockUpdate
from workbench.authoring.transaction import MAX_MUTATIONS, Transaction
from workbench.changes.replacing import MAX_FIND_CHARACTERS, MAX_REPLACEMENT_CHARACTERS, Replacement
from workbench.errors import EditRejected
from workbench.widgets.kit.block_names import block_type_name

EDIT: Final = "editPages"


class Match(NamedTuple):
    """A text that was found, with the words around it."""

    block_id: str
    around: str


def find_matches(blocks: Blocks, wanted: Replacement) -> list[Match]:
    """Return each match in order. Raises `EditRejected` for a text that cannot be searched for."""
    _check(wanted)
    return [
        Match(block.id, around) for block in blocks for _, text in _texts(block) for around in wanted.in_text(text)[1]
    ]


def replacement_edit(blocks: Blocks, wanted: Replacement) -> Transaction | None:
    """Return the edit that replaces every match; None without one.

    Raises `EditRejected` for a text that cannot be searched for, for more than 200 blocks, and where a block would not
    be valid: then nothing is to be changed.
    """
    _check(wanted)
    changed = [
        (number, after) for number, block in enumerate(blocks, 1) if (after := _replace_texts(block, wanted)) != block
    ]
    if len(changed) > MAX_MUTATIONS:
        raise EditRejected(f"{len(changed):,} blocks have matches; at most {MAX_MUTATIONS} can be changed in one step.")
    for number, block in changed:
        problem = content_problem(block.type, block.content)
        if problem:
            raise EditRejected(f"Block {number:,}, {block_type_name(block.type)}, would be invalid: {problem}")
    if not changed:
        return None
    return Transaction(
        label=EDIT, mutations=[LessonBlockUpdate(id=block.id, content=block.content) for _, block in changed]
    )


def _replace_texts(block: Block, wanted: Replacement) -> Block:
    content = block.content
    for place, text in _texts(block):
        after, matches = wanted.in_text(text)
        if matches:
            content = with_text(content, place, after)
    return block if content is block.content else block.model_copy(update={"content": content})


def _texts(block: Block) -> Iterator[tuple[str, str]]:
    known = BLOCK_TYPES.get(block.type)
    if known is not None:
        yield from ((place, text) for place, text in block_texts(block.content) if place not in known.code_fields)


def _check(wanted: Replacement) -> None:
    if not wanted.find.strip():
        raise EditRejected("Enter the text to find.")
    if len(wanted.find) > MAX_FIND_CHARACTERS or len(wanted.replacement) > MAX_REPLACEMENT_CHARACTERS:
        raise EditRejected(
            f"The text to find can have {MAX_FIND_CHARACTERS} characters, the new one {MAX_REPLACEMENT_CHARACTERS:,}."
        )
