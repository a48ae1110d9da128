"""A translation and its source as both are at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from workbench.authoring.block import Block
from workbench.client.sync import Client
from workbench.errors import Conflict
from workbench.procedures.lesson import Lesson, get_lesson, get_translation
from workbench.procedures.translations import TiedBlock, Translation

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
    """Both lessons; None for a lesson that is no translation. Blocks.

    Raises `Conflict` where one of them is changed again and again while they are read.
    """
    for _ in range(MOST_READS):
        found = client.call(get_translation(lesson_id=lesson_id)).translation
        if found is None:
            return None
        lesson, source = client.batch(get_lesson(lesson_id=lesson_id), get_lesson(lesson_id=found.source_lesson_id))
        if (lesson.revision, source.revision) == (found.revision, found.source_revision):
            return TranslationPair(found, lesson, source)
    raise Conflict(
        "Others keep changing the lesson or its source. Try again in a moment.",
        procedure=get_translation.name,
        code="CONFLICT",
        http_status=409,
    )
