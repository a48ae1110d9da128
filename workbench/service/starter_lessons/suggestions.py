"""Help with one block: allowed requests, the writer's input, and the answer. Source: ours.

The lesson is read in the unit that holds the credits and never changed: to apply a proposal is a transaction of its
author's own.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from workbench.authoring.block import Block, Blocks, new_block_id
from workbench.authoring.content import CONTENT_MODELS
from workbench.authoring.plain_text import plain_text
from workbench.authoring.quotes import FoldedText
from workbench.authoring.source_quotes import SOURCES
from workbench.procedures import lesson
from workbench.procedures.findings import CheckFinding
from workbench.procedures.organization import Purpose
from workbench.procedures.suggestions import BlockSuggestion, ProposedContent, SuggestBlockInput
from workbench.service.ai.proposal import PAGE_MODELS
from workbench.service.ai.writer import BlockWriter, DraftBlock, SuggestedBlock, SuggestionRequest, Writer
from workbench.service.credits.paid_calls import PaidResult, PaidWork, carry_out, lesson_payer
from workbench.service.findings import checks as lesson_checks
from workbench.service.findings.store import LessonToCheck
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves_alone
from workbench.service.kernel.context import Caller, Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.roles import OrganizationMembership
from workbench.service.lessons import store as lessons
from workbench.service.lessons.edits import check_revision
from workbench.service.lessons.store import LessonRow

NEIGHBOURS: Final = 2
"""Blocks before and after that the writer sees."""
MOST_OBJECTIVES: Final = 10
OBJECTIVE_CHARACTERS: Final = 480

_Draft = tuple[SuggestedBlock, list[CheckFinding]]


@serves_alone(lesson.suggest_block, requires="generate", needs_model=True)
async def suggest_block(asker: Caller, request: SuggestBlockInput) -> BlockSuggestion:
    """Return a proposal for the block, paid for once, or the stored answer for the same key.

    The lesson does not change. Raises `HandlerError`.
    """
    return await carry_out(asker, _SuggestionWork(request, asker.service.writer))


class _SuggestionWork(PaidWork[_Draft, BlockSuggestion]):
    """A proposal for one block, made of the lesson as it is when the credits are held."""

    about = "Help with a block"
    answer_model = BlockSuggestion
    purpose: Purpose = "block help"

    def __init__(self, request: SuggestBlockInput, writer: Writer) -> None:
        super().__init__(request)
        assert isinstance(writer, BlockWriter)  # every model's writer is one
        self._input, self._writer = request, writer
        self._lesson: LessonRow | None = None

    async def payer(self, context: Context) -> OrganizationMembership:
        """Return the lesson's organization. Raises `HandlerError` for a lesson that this person cannot see."""
        return await lesson_payer(context, self._input.lesson_id, self._input.organization_id)

    async def check(self, context: Context, standing: OrganizationMembership) -> None:
        """Read the lesson. Raises `HandlerError` if it has changed, or if the block cannot be helped with."""
        request = self._input
        lesson = existing(
            await lessons.lesson_by_id(context.db, request.lesson_id, organization_id=standing.organization_id)
        )
        check_revision(lesson, request.base_revision)
        block = next((block for block in lesson.blocks if block.id == request.block_id), None)
        if block is None:
            raise HandlerError("NOT_FOUND", "The block is no longer in the lesson. Nothing was generated.")
        if block.type not in PAGE_MODELS:
            raise HandlerError(
                "BAD_REQUEST", f"A block of the type {block.type} is nothing to help with. Nothing was generated."
            )
        if not plain_text(block.type, block.content):
            raise HandlerError("BAD_REQUEST", "The block has no text yet. Nothing was generated.")
        self._lesson = lesson

    async def write(self) -> _Draft:
        """Return the writer's proposal and the findings of the checks on it at its place in the lesson."""
        assert self._lesson is not None  # it was checked
        suggested = await self._writer.suggest(_request(self._input, self._lesson))
        return suggested, await asyncio.to_thread(_findings, self._input, self._lesson, suggested.block)

    async def store(
        self, context: Context, standing: OrganizationMembership, draft: _Draft
    ) -> PaidResult[BlockSuggestion]:
        """Record the proposal in the audit log and return the answer.

        The ledger entry names no lesson, since the credit made none.
        """
        assert self._lesson is not None
        suggested, findings = draft
        request, before = self._input, _block(self._input, self._lesson)
        answer = BlockSuggestion(
            lesson_id=request.lesson_id,
            block_id=request.block_id,
            revision=self._lesson.revision,
            block=ProposedContent(
                type=suggested.block.type, content=_with_other_fields(suggested.block, before, is_new=_is_new(request))
            ),
            is_new=_is_new(request),
            findings=findings,
            writer=suggested.writer,
        )
        tokens = {"inputTokens": suggested.input_tokens, "outputTokens": suggested.output_tokens}
        facts = {name: count for name, count in tokens.items() if count is not None}
        repairs = {"repairs": [repair.to_wire() for repair in suggested.repairs]} if suggested.repairs else {}
        await record(
            context,
            standing.organization_id,
            request.lesson_id,
            blockId=request.block_id,
            suggestionAction=request.action,
            writer=suggested.writer,
            **facts,
            **repairs,
        )
        return PaidResult(answer, project_id=self._lesson.project_id)


def _is_new(request: SuggestBlockInput) -> bool:
    return request.action == "makeQuestion"


def _block(request: SuggestBlockInput, lesson: LessonRow) -> Block:
    return next(block for block in lesson.blocks if block.id == request.block_id)


def _request(request: SuggestBlockInput, lesson: LessonRow) -> SuggestionRequest:
    blocks = lesson.blocks
    index = blocks.index(_block(request, lesson))
    objectives = [block.content.get("items", ()) for block in blocks if block.type == "objectives"]
    return SuggestionRequest(
        language=lesson.language,
        action=request.action,
        block=_draft(blocks[index]),
        instruction=request.instruction or "",
        title=lesson.title,
        objectives=tuple(
            item[:OBJECTIVE_CHARACTERS] for items in objectives for item in items if isinstance(item, str)
        )[:MOST_OBJECTIVES],
        before=tuple(_draft(block) for block in blocks[max(0, index - NEIGHBOURS) : index]),
        after=tuple(_draft(block) for block in blocks[index + 1 : index + 1 + NEIGHBOURS]),
    )


def _draft(block: Block) -> DraftBlock:
    return DraftBlock(block.type, {name: value for name, value in block.content.items() if name != SOURCES})


def _findings(request: SuggestBlockInput, lesson: LessonRow, proposed: DraftBlock) -> list[CheckFinding]:
    """Return the findings of the checks on the proposal, in the context of the rest of the lesson."""
    is_new = _is_new(request)
    block = Block(id=new_block_id() if is_new else request.block_id, type=proposed.type, content=dict(proposed.content))
    blocks = _with_proposal(lesson.blocks, request.block_id, block, is_new=is_new)
    checked = lesson_checks.check_blocks(
        LessonToCheck(lesson.lesson_id, lesson.revision, lesson.language, lesson.topic or "", blocks), is_draft=True
    )
    return [
        CheckFinding(rule=rule, block_id=None if is_new else block_id, severity=severity, message=message)
        for rule, severity, block_id, message in checked.findings
        if block_id == block.id
    ]


def _with_proposal(blocks: Blocks, block_id: str, proposed: Block, *, is_new: bool) -> Blocks:
    index = next(index for index, block in enumerate(blocks) if block.id == block_id)
    return (*blocks[: index + is_new], proposed, *blocks[index + 1 :])


def _with_other_fields(proposed: DraftBlock, before: Block, *, is_new: bool) -> dict[str, Any]:
    """Return the proposal with the block's fields that no writer sets: those in no schema, and its sources.

    A source is kept if its quote still occurs in the text.
    """
    content = {name: value for name, value in proposed.content.items() if name != SOURCES}
    if is_new:
        return content
    known = CONTENT_MODELS[before.type].model_fields
    names = {field.alias or name for name, field in known.items()} | {SOURCES}
    text = FoldedText(plain_text(proposed.type, proposed.content))
    sources = before.content.get(SOURCES)
    quoted = [source for source in sources if _is_quoted(source, text)] if isinstance(sources, list) else []
    others = {name: value for name, value in before.content.items() if name not in names}
    return {**others, **content, **({SOURCES: quoted} if quoted else {})}


def _is_quoted(source: object, text: FoldedText) -> bool:
    quote = source.get("quote") if isinstance(source, dict) else None
    folded = FoldedText(quote).folded_text if isinstance(quote, str) else ""
    return bool(folded) and folded in text.folded_text
