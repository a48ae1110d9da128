"""Asking a model again for some blocks of a translation that is there: what is asked for and what is proposed."""

from __future__ import annotations

from typing import Final

from pydantic import Field, model_validator

from workbench.authoring.block import BlockId
from workbench.authoring.shape import Count, InputModel, OutputModel, ours
from workbench.procedures.declare import write
from workbench.procedures.history import MAX_REVISION
from workbench.procedures.suggestions import ProposedContent

MAX_SUGGESTED_BLOCKS: Final = 3_000


class SuggestTranslationInput(InputModel):
    """Which blocks of a lesson are to be translated once more."""

    lesson_id: str = Field(max_length=64, description="The translation; its source is the one that it is tied to.")
    source_block_ids: list[BlockId] = Field(
        max_length=MAX_SUGGESTED_BLOCKS, description="The source's blocks, whether they are translated already or not."
    )
    with_title: bool | None = ours("True: the title of the source, too.")
    source_revision: int | None = ours("Refuse when the source's revision is another than this.", ge=1, le=MAX_REVISION)
    organization_id: str | None = ours("Refuse when the lesson is another organization's.", max_length=64)
    max_credits: int | None = ours("Refuse when the price is higher than this, whole credits.", ge=0)

    @model_validator(mode="after")
    def _each_block_once(self) -> SuggestTranslationInput:
        if len(set(self.source_block_ids)) < len(self.source_block_ids):
            raise ValueError("a block is listed twice")
        if not (self.source_block_ids or self.with_title):
            raise ValueError("name a block at least, or ask for the title")
        return self


class ProposedBlockTranslation(OutputModel):
    """What would translate one block of the source. Its texts are a model's: escape them."""

    source_block_id: str = Field(description="The source's block.")
    block_id: str | None = Field(description="The block that translates it now; null when there is none.")
    block: ProposedContent = Field(description="What that block would hold, or a new one.")


class SuggestedTranslation(OutputModel):
    """A proposal for blocks of a translation. Both lessons are as they were: to apply it is `updateTranslation`."""

    lesson_id: str = Field(description="The translation.")
    language: str = Field(description="Its language.")
    source_lesson_id: str = Field(description="Its source.")
    source_revision: Count = Field(description="The source's revision that was translated.")
    title: str | None = Field(description="The title; null where it was not asked for.")
    blocks: list[ProposedBlockTranslation] = Field(description="One for each block asked for, in the source's order.")
    writer: str = Field(description="Who translated it, as `provider:model`.")


suggest_translation = write(
    "lesson.suggestTranslation",
    changes={"credits"},
    input=SuggestTranslationInput,
    output=SuggestedTranslation,
    about="Have a model translate some blocks again, as a proposal that changes nothing. Costs AI credits.",
    source="ours",
    paid=True,
)
