"""A translation beside its source as both are now: what is current, stale, missing or extra. Pure. Source: ours."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.authoring.block import Block
from workbench.authoring.translation import is_translated, text_digest
from workbench.procedures.translations import Tie, TiedBlock
from workbench.service.translations.store import BlockTieRow


@dataclass(frozen=True, slots=True)
class Compared:
    """The source's blocks that are translated, in order, each with what became of it; and blocks of nothing there."""

    blocks: list[TiedBlock]
    extra_block_ids: list[str]

    def count(self, state: Tie) -> int:
        """How many blocks of the source have this state."""
        return sum(block.state == state for block in self.blocks)


def compared(source: Sequence[Block], ties: Sequence[BlockTieRow], block_ids: Sequence[str]) -> Compared:
    """`block_ids` are those that the translation has now, in order."""
    there = set(block_ids)
    by_source = {tie.source_block_id: tie for tie in ties if tie.block_id in there}
    blocks = [_tied(block, by_source.get(block.id)) for block in source if is_translated(block.type)]
    tied = {block.block_id for block in blocks}
    return Compared(blocks, [block_id for block_id in block_ids if block_id not in tied])


def title_digest(title: str) -> str:
    """The SHA-256 of a title, in hex."""
    return hashlib.sha256(title.encode()).hexdigest()


def _tied(block: Block, tie: BlockTieRow | None) -> TiedBlock:
    if tie is None:
        return TiedBlock(source_block_id=block.id, block_id=None, state="missing")
    state: Tie = "current" if tie.source_sha256 == text_digest(block.content) else "stale"
    return TiedBlock(
        source_block_id=block.id, block_id=tie.block_id, state=state, translated_revision=tie.source_revision
    )
