"""Records of help with one block of a lesson: what is asked for and what is proposed. Declares no procedure."""

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
    """What the author wants for one block."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    block_id: BlockId = Field(description="The block.")
    action: SuggestionAction = Field(
        description="`rewrite`, `shorten`, `simplify`, `expand`, or `makeQuestion`: a quiz from what the block says."
    )
    instruction: str | None = optional_field(
        "How it is to be worded, 1 to 1,000 characters. It changes the wording only.",
        min_length=1,
        max_length=MAX_INSTRUCTION,
    )
    base_revision: int | None = optional_field("Refuse when its revision is another than this.", ge=1, le=MAX_REVISION)
    organization_id: str | None = optional_field("Refuse when the lesson is another organization's.", max_length=64)
    max_credits: int | None = optional_field("Refuse when the price is higher than this, whole credits.", ge=0)


class ProposedContent(OutputModel):
    """A block without an id. Its texts are a model's: escape them."""

    type: str = Field(description="The block's type.")
    content: dict[str, Any] = Field(description="What it holds; its fields depend on the type.")


class BlockSuggestion(OutputModel):
    """A proposal for one block. The lesson is as it was: to apply it is a transaction of the author's own."""

    lesson_id: str = Field(description="The lesson.")
    block_id: str = Field(description="The block that it was made from.")
    revision: Count = Field(description="The lesson's revision that it was made from.")
    block: ProposedContent = Field(description="What the block would hold; of a new one, what it would be.")
    is_new: bool = Field(description="Whether it is a new block, to stand right behind the one it was made from.")
    findings: list[CheckFinding] = Field(
        description="What the checks find in the proposal where it would stand; `blockId` is null for a new block."
    )
    writer: str = Field(description="Who wrote it, as `provider:model`.")
