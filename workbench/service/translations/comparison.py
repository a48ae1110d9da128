"""Comparison of a translation with its source as both are now: current, stale, missing or extra. Pure. Source: ours."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.authoring.block import Block
from workbench.authoring.translation import is_translated, text_digest
from workbench.procedures.translations import Tie, TiedBlock
from workbench.service.translations.store import BlockTieRow


@dataclass(frozen=True, slots=True)
class TranslationComparison:
    """The source's translatable blocks in order, with their states; and blocks that the source doesn't have."""

    blocks: list[TiedBlock]
    extra_block_ids: list[str]

    def count(self, state: Tie) -> int:
        """Return the number of source blocks in this state."""
        return sum(block.state == state for block in self.blocks)


def compare_translation(
    source: Sequence[Block], ties: Sequence[BlockTieRow], block_ids: Sequence[str]
) -> TranslationComparison:
    """Compare the source with its translation; `block_ids` are the translation's current blocks, in order."""
    existing = set(block_ids)
    by_source = {tie.source_block_id: tie for tie in ties if tie.block_id in existing}
    blocks = [_tied_block(block, by_source.get(block.id)) for block in source if is_translated(block.type)]
    tied = {block.block_id for block in blocks}
    return TranslationComparison(blocks, [block_id for block_id in block_ids if block_id not in tied])


def title_digest(title: str) -> str:
    """Return the SHA-256 of a title in hexadecimal digits."""
    return hashlib.sha256(title.encode()).hexdigest()


def _tied_block(block: Block, tie: BlockTieRow | None) -> TiedBlock:
    if tie is None:
        return TiedBlock(source_block_id=block.id, block_id=None, state="missing")
    state: Tie = "current" if tie.source_sha256 == text_digest(block.content) else "stale"
    return TiedBlock(
        source_block_id=block.id, block_id=tie.block_id, state=state, translated_revision=tie.source_revision
    )
