"""Records of help with one block of a lesson: the request and the proposal. Declares no procedure."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias, get_args

from pydantic import Field

from workbench.authoring.block import BlockId
from workbench.authoring.shape import Count, InputModel, OutputModel, optional_field
from workbench.procedures.findings import CheckFinding
from workbench.procedures.history import MAX_REVISION

SuggestionAction: TypeAlias = Literal["rewrite", "shorten", "simplify", "expand", "makeQuestion"]
SUGGESTION_ACTIONS: Final[tuple[SuggestionAction, ...]] = get_args(SuggestionAction)
MAX_INSTRUCTION: Final = 1_000


class SuggestBlockInput(InputModel):
    """An author's request for a block."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    block_id: BlockId = Field(description="The block.")
    action: SuggestionAction = Field(
        description="`rewrite`, `shorten`, `simplify`, `expand`, or `makeQuestion`: a quiz about the block."
    )
    instruction: str | None = optional_field(
        "Instructions for the wording, 1 to 1,000 characters.",
        min_length=1,
        max_length=MAX_INSTRUCTION,
    )
    base_revision: int | None = optional_field("Refuse unless this is its current revision.", ge=1, le=MAX_REVISION)
    organization_id: str | None = optional_field("Refuse when the lesson is another organization's.", max_length=64)
    max_credits: int | None = optional_field("Refuse if the price is higher than this, in whole credits.", ge=0)


class ProposedContent(OutputModel):
    """A block without an id. Its texts are a model's: escape them."""

    type: str = Field(description="The block's type.")
    content: dict[str, Any] = Field(description="Its content; the fields depend on the type.")


class BlockSuggestion(OutputModel):
    """A proposal for one block. The lesson is as it was: to apply it is a transaction of the author's own."""

    lesson_id: str = Field(description="The lesson.")
    block_id: str = Field(description="The block that it was made from.")
    revision: Count = Field(description="The lesson's revision that it was made from.")
    block: ProposedContent = Field(description="The proposed content of the block.")
    is_new: bool = Field(description="Whether it is a new block, to be inserted after the one it was made from.")
    findings: list[CheckFinding] = Field(
        description="Findings of the checks in the proposal at its place; `blockId` is null for a new block."
    )
    writer: str = Field(description="Who wrote it, as `provider:model`.")
