"""Values that pair a lesson with its translation, now and when the file was written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.authoring.block import Block
from workbench.authoring.content.block_text import text_at
from workbench.authoring.translation import is_translated, translatable_texts
from workbench.exports.xliff.names import TITLE, unit_id
from workbench.procedures.lesson import Lesson
from workbench.procedures.translations import TiedBlock, Translation


@dataclass(frozen=True, slots=True)
class TranslationRevision:
    """A translation's title and blocks at some revision."""

    title: str
    blocks: Mapping[str, Block]


@dataclass(frozen=True, slots=True)
class ExpectedText:
    """A text that a file may translate: of the source's block, or of the title (no block).

    `now` is the translation's text, `base` its text when the file was written; None if it has none.
    """

    block: Block | None
    place: str
    source: str
    now: str | None = None
    base: str | None = None

    @property
    def field(self) -> str:
        """Name of the text's field, without its place in lists."""
        return next(part for part in reversed(self.place.split(".")) if not part.isdigit())


@dataclass(frozen=True, slots=True)
class PairedLesson:
    """A source, the translation that it has, if any, and that translation when the file was written, where known."""

    source: Lesson
    translation: Lesson | None = None
    ties: Translation | None = None
    base: TranslationRevision | None = None
    translation_ids: Mapping[str, TiedBlock] = field(init=False)
    blocks: Mapping[str, Block] = field(init=False)

    def __post_init__(self) -> None:
        tied = {block.source_block_id: block for block in self.ties.blocks} if self.ties else {}
        object.__setattr__(self, "translation_ids", tied)
        blocks = {block.id: block for block in self.translation.blocks} if self.translation else {}
        object.__setattr__(self, "blocks", blocks)

    def source_blocks(self) -> list[Block]:
        """Return the blocks of the source that are translated, in order."""
        return [block for block in self.source.blocks if is_translated(block.type)]

    def translated_block(self, source_block_id: str) -> Block | None:
        """Return the block that translates the source's; None if no block does."""
        tie = self.translation_ids.get(source_block_id)
        return self.blocks.get(tie.block_id or "") if tie is not None else None

    def texts(self) -> dict[str, ExpectedText]:
        """Return the texts of the lesson by the id of their unit: the title, then block by block."""
        own = self.source.lesson_id
        now = self.translation.title if self.translation else None
        title = ExpectedText(None, TITLE, self.source.title, now, self.base.title if self.base else None)
        by_unit = {unit_id(own, TITLE): title}
        for block in self.source_blocks():
            there = self.translated_block(block.id)
            before = self.base.blocks.get(there.id) if self.base and there else None
            for place, text in translatable_texts(block.content).items():
                value = text_at(there.content, place) if there else None
                base = text_at(before.content, place) if before else None
                by_unit[unit_id(block.id, place)] = ExpectedText(block, place, text, value, base)
        return by_unit
