"""Translating some blocks again: what the model is given, and the proposal. Neither lesson is changed. Source: ours.

The proposal is its call's answer (decision 107); to apply it is an edit of the translator's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from workbench.authoring.block import Block
from workbench.authoring.translation import is_translated, retranslated_content, translatable_texts
from workbench.procedures import translations as translation
from workbench.procedures.organization import Purpose
from workbench.procedures.suggestions import ProposedContent
from workbench.procedures.translations import (
    SOURCE_CHANGED,
    ProposedBlockTranslation,
    SuggestedTranslation,
    SuggestTranslationInput,
)
from workbench.service.ai.translation import TranslatedLesson, TranslationRequest, Translator
from workbench.service.ai.writer import DraftBlock
from workbench.service.credits.paid_calls import PaidResult, PaidWork, carry_out, lesson_payer
from workbench.service.glossary.store import glossary_for
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves_alone
from workbench.service.kernel.context import Caller, Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.roles import OrganizationMembership
from workbench.service.lessons import store as lessons
from workbench.service.lessons.store import LessonRow
from workbench.service.translations import store as translations
from workbench.service.translations.comparison import compare_translation
from workbench.service.translations.drafting import check_size

NEIGHBOURS: Final = 2
"""Blocks before and after each that the model sees with their translation."""
MOST_KNOWN: Final = 40
KNOWN_CHARACTERS: Final = 600
"""Texts that are longer are not shown."""


@serves_alone(translation.suggest_translation, requires="generate", needs_model=True)
async def suggest_translation(asker: Caller, request: SuggestTranslationInput) -> SuggestedTranslation:
    """Return a proposal for the blocks, paid for once, or the stored answer for the same key.

    Neither lesson changes. Raises `HandlerError`.
    """
    writer = asker.service.writer
    assert isinstance(writer, Translator)  # each that asks a model is one, and no other comes here
    return await carry_out(asker, _RetranslationWork(request, writer))


@dataclass(frozen=True, slots=True)
class _Pair:
    """Both lessons as they were when the credits were held; `tied` has the translation's block by the source's."""

    lesson: LessonRow
    source: LessonRow
    tied: Mapping[str, Block]
    current: frozenset[str]
    wanted: tuple[Block, ...]


class _RetranslationWork(PaidWork[TranslatedLesson, SuggestedTranslation]):
    """A proposal for some blocks, made of both lessons as they are when the credits are held."""

    about = "A proposal for a translation"
    answer_model = SuggestedTranslation
    purpose: Purpose = "update"

    def __init__(self, request: SuggestTranslationInput, writer: Translator) -> None:
        super().__init__(request)
        self._input, self._writer = request, writer
        self._pair: _Pair | None = None
        self._request: TranslationRequest | None = None

    async def payer(self, context: Context) -> OrganizationMembership:
        """Return the lesson's organization. Raises `HandlerError` for a lesson that this person cannot see."""
        return await lesson_payer(context, self._input.lesson_id, self._input.organization_id)

    async def check(self, context: Context, standing: OrganizationMembership) -> None:
        """Read both lessons. Raises `HandlerError` if the source has changed, or a block cannot be translated."""
        self._pair = await _read(context, self._input, standing.organization_id)
        if not any(translatable_texts(block.content) for block in self._pair.wanted) and not self._input.with_title:
            raise HandlerError("BAD_REQUEST", "The blocks have no words to translate. Nothing was generated.")
        glossary = await glossary_for(context.db, standing.organization_id, self._pair.lesson.language)
        source, lesson = self._pair.source, self._pair.lesson
        self._request = TranslationRequest(
            from_language=source.language,
            language=lesson.language,
            title=source.title if self._input.with_title else "",
            blocks=tuple(DraftBlock(block.type, dict(block.content)) for block in self._pair.wanted),
            topic=source.topic or "",
            glossary=glossary,
            known=tuple(_neighbour_texts(self._pair)),
            now=tuple(_present_texts(self._pair.tied.get(block.id), block.type) for block in self._pair.wanted),
        )
        check_size(self._request)

    async def write(self) -> TranslatedLesson:
        """Return the model's translation of the blocks."""
        assert self._request is not None  # it was checked
        return await self._writer.translate(self._request)

    async def store(
        self, context: Context, standing: OrganizationMembership, draft: TranslatedLesson
    ) -> PaidResult[SuggestedTranslation]:
        """Record the proposal in the audit log and return the answer.

        The ledger entry names no lesson, since the credit made none.
        """
        assert self._pair is not None
        pair = self._pair
        answer = SuggestedTranslation(
            lesson_id=pair.lesson.lesson_id,
            language=pair.lesson.language,
            source_lesson_id=pair.source.lesson_id,
            source_revision=pair.source.revision,
            title=draft.title or None,
            blocks=[_block_proposal(pair.wanted[index], block, pair) for index, block in draft.blocks],
            writer=draft.writer,
        )
        tokens = {"inputTokens": draft.input_tokens, "outputTokens": draft.output_tokens}
        await record(
            context,
            standing.organization_id,
            pair.lesson.lesson_id,
            sourceLessonId=pair.source.lesson_id,
            sourceRevision=pair.source.revision,
            suggestedBlocks=len(answer.blocks),
            writer=draft.writer,
            **{name: count for name, count in tokens.items() if count is not None},
        )
        return PaidResult(answer, project_id=pair.lesson.project_id)


async def _read(context: Context, request: SuggestTranslationInput, organization_id: str) -> _Pair:
    row = await translations.translation_by_id(context.db, request.lesson_id, organization_id=organization_id)
    lesson = existing(await lessons.lesson_by_id(context.db, request.lesson_id, organization_id=organization_id))
    if row is None:
        raise HandlerError("BAD_REQUEST", "This lesson is not a translation. Nothing was generated.")
    source = existing(await lessons.lesson_by_id(context.db, row.source_lesson_id, organization_id=organization_id))
    if request.source_revision not in (None, source.revision):
        message = "The source has changed. Reload it and try again. Nothing was generated."
        raise HandlerError("CONFLICT", message, reason=SOURCE_CHANGED, sourceRevision=source.revision)
    ids = set(request.source_block_ids)
    wanted = tuple(block for block in source.blocks if block.id in ids)
    if len(wanted) < len(ids):
        raise HandlerError("NOT_FOUND", "The block is no longer in the source. Nothing was generated.")
    left_out = next((block.type for block in wanted if not is_translated(block.type)), None)
    if left_out is not None:
        raise HandlerError("BAD_REQUEST", f"A block of the type {left_out} is not translated. Nothing was generated.")
    ties = (await translations.read_ties(context.db, [lesson.lesson_id]))[lesson.lesson_id]
    comparison = compare_translation(source.blocks, ties, [block.id for block in lesson.blocks])
    blocks = {block.id: block for block in lesson.blocks}
    tied = {block.source_block_id: blocks[block.block_id] for block in comparison.blocks if block.block_id}
    current = frozenset(block.source_block_id for block in comparison.blocks if block.state == "current")
    return _Pair(lesson, source, tied, current, wanted)


def _neighbour_texts(pair: _Pair) -> Iterator[tuple[str, str]]:
    """Yield both titles, and texts of current blocks near the requested ones, in the source's order."""
    yield pair.source.title, pair.lesson.title
    ids, places = {block.id for block in pair.wanted}, set[int]()
    for index, block in enumerate(pair.source.blocks):
        if block.id in ids:
            places.update(range(index - NEIGHBOURS, index + NEIGHBOURS + 1))
    count = 1
    for index, block in enumerate(pair.source.blocks):
        if index not in places or block.id in ids or block.id not in pair.current:
            continue
        present = _present_texts(pair.tied[block.id], block.type)
        for at, text in translatable_texts(block.content).items():
            translation = present.get(at, "")
            if count < MOST_KNOWN and translation and max(len(text), len(translation)) <= KNOWN_CHARACTERS:
                count += 1
                yield text, translation


def _present_texts(block: Block | None, block_type: str) -> Mapping[str, str]:
    return translatable_texts(block.content) if block is not None and block.type == block_type else {}


def _block_proposal(source: Block, draft: DraftBlock, pair: _Pair) -> ProposedBlockTranslation:
    now = pair.tied.get(source.id)
    content = dict(draft.content)
    if now is not None and now.type == draft.type:
        content = retranslated_content(now.content, content, draft.type)
    return ProposedBlockTranslation(
        source_block_id=source.id,
        block_id=None if now is None else now.id,
        block=ProposedContent(type=draft.type, content=content),
    )
