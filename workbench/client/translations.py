"""A translation and its source as both are at one moment, proposals for blocks, and the edit that applies them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.transaction import Transaction, difference
from workbench.authoring.translation import place_of_translation
from workbench.client.sync import Client
from workbench.errors import Conflict
from workbench.procedures.declare import Call
from workbench.procedures.lesson import Lesson, get_lesson, get_translation, suggest_translation
from workbench.procedures.translations import (
    BlockTie,
    ProposedBlockTranslation,
    SuggestedTranslation,
    TiedBlock,
    Translation,
)

MOST_READS: Final = 5


@dataclass(frozen=True, slots=True)
class TranslationPair:
    """A translation, its blocks and those of its source, all at the same two revisions."""

    translation: Translation
    lesson: Lesson
    source: Lesson

    @property
    def open_blocks(self) -> list[TiedBlock]:
        """Stale or missing blocks, in the source's order."""
        return [block for block in self.translation.blocks if block.state != "current"]

    @property
    def translation_ids(self) -> dict[str, str]:
        """The translation's block ids by the source's."""
        return {block.source_block_id: block.block_id for block in self.translation.blocks if block.block_id}

    def source_block(self, source_block_id: str) -> Block | None:
        """Return the source's block; None if it does not exist."""
        return next((block for block in self.source.blocks if block.id == source_block_id), None)

    def block(self, source_block_id: str) -> Block | None:
        """Return the block that translates the source's; None if no block does."""
        block_id = self.translation_ids.get(source_block_id)
        return next((block for block in self.lesson.blocks if block.id == block_id), None)


def read_pair(client: Client, lesson_id: str) -> TranslationPair | None:
    """Return both lessons; None for a lesson that is not a translation. Blocks.

    Raises `Conflict` if one of them is changed repeatedly while they are read.
    """
    for _ in range(MOST_READS):
        translation = client.call(get_translation(lesson_id=lesson_id)).translation
        if translation is None:
            return None
        lesson, source = client.batch(
            get_lesson(lesson_id=lesson_id), get_lesson(lesson_id=translation.source_lesson_id)
        )
        if (lesson.revision, source.revision) == (translation.revision, translation.source_revision):
            return TranslationPair(translation, lesson, source)
    raise Conflict(
        "Others keep changing the lesson or its source. Try again in a moment.",
        procedure=get_translation.name,
        code="CONFLICT",
        http_status=409,
    )


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
