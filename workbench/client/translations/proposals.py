"""Proposals for blocks of a translation: asked for so that they are paid once, and applied with their ties."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.transaction import Transaction, difference
from workbench.authoring.translation import place_of_translation
from workbench.client.translations.pair import TranslationPair
from workbench.procedures.declare import Call
from workbench.procedures.lesson import suggest_translation
from workbench.procedures.translations import BlockTie, ProposedBlockTranslation, SuggestedTranslation


def proposal_call(
    lesson_id: str,
    source_block_ids: Sequence[str],
    *,
    source_revision: int,
    with_title: bool = False,
    attempt: int = 0,
    max_credits: int | None = None,
) -> Call[SuggestedTranslation]:
    """Return the call that asks for a proposal, with a key derived from the whole request.

    So the same blocks at the same revision of the source are paid for once, whichever program asks for them;
    another `attempt` asks for another proposal.
    """
    call = suggest_translation(
        lesson_id=lesson_id,
        source_block_ids=list(source_block_ids),
        with_title=True if with_title else None,
        source_revision=source_revision,
        max_credits=max_credits,
    )
    text = json.dumps([call.wire_input(), attempt], sort_keys=True, ensure_ascii=False)
    return call.keyed(f"retranslation-{hashlib.sha256(text.encode()).hexdigest()[:40]}")


def apply_proposals(
    proposed: Sequence[ProposedBlockTranslation], pair: TranslationPair
) -> tuple[tuple[Transaction, ...], list[BlockTie]]:
    """Return the edit that puts the proposed blocks into the translation, and their ties to the source's.

    A block without a translation so far is inserted after the translation of the one before it.
    """
    before = tuple(pair.lesson.blocks)
    after, tied = list(before), pair.translation_ids
    source_ids = [block.id for block in pair.source.blocks]
    for translation in proposed:
        order = [block.id for block in after]
        known = tied.get(translation.source_block_id)
        content = dict(translation.block.content)
        if known in order:
            after[order.index(known)] = Block(id=known, type=translation.block.type, content=content)
            continue
        made = Block(id=new_block_id(), type=translation.block.type, content=content)
        after.insert(place_of_translation(translation.source_block_id, source_ids, tied, order), made)
        tied[translation.source_block_id] = made.id
    ids = [translation.source_block_id for translation in proposed]
    return difference(before, tuple(after), "editPages"), [
        BlockTie(block_id=tied[id_], source_block_id=id_) for id_ in ids
    ]
