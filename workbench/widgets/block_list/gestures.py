"""Messages of the browser parsed into gestures on blocks. A message of another form is ignored."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter, ValidationError

from workbench.authoring.block import BlockId, BlockType
from workbench.procedures.suggestions import MAX_INSTRUCTION, SuggestionAction
from workbench.widgets.block_list.translation.messages import PairsRequest, TranslationGesture
from workbench.widgets.block_list.view_message import ViewMessage

MOST_RENDERED: Final = 200
"""Blocks that a view asks for at a time."""


class Move(ViewMessage):
    """Move blocks before another one; before nothing is to the end."""

    intent: Literal["move"]
    ids: list[BlockId]
    before: BlockId | None


class Insert(ViewMessage):
    """Insertion of a new block whose id the browser made, so that it can show it immediately."""

    intent: Literal["insert"]
    id: BlockId
    type: BlockType
    before: BlockId | None


class EditBlock(ViewMessage):
    """Give a block this content and type. Edits of one visit to a block have the same `visit`; empty is none."""

    intent: Literal["edit"]
    id: BlockId
    type: BlockType
    content: dict[str, Any]
    visit: str = Field(default="", pattern="^[a-z0-9]{0,16}$")


class SplitBlock(ViewMessage):
    """Make two text blocks of one: `content` stays in the block, `rest` is that of a new one right behind it."""

    intent: Literal["split"]
    id: BlockId
    new: BlockId
    content: dict[str, Any]
    rest: dict[str, Any]


class JoinBlocks(ViewMessage):
    """Give a text block this content, which includes that of the block `gone`, and take that one out."""

    intent: Literal["join"]
    id: BlockId
    gone: BlockId
    content: dict[str, Any]


class Duplicate(ViewMessage):
    """Copy a block; the copy has the id that the browser made."""

    intent: Literal["duplicate"]
    id: BlockId
    new: BlockId


class Delete(ViewMessage):
    """Take blocks out."""

    intent: Literal["delete"]
    ids: list[BlockId]


class Fix(ViewMessage):
    """Mend what a rule finds in a block, or in the lesson (empty id)."""

    intent: Literal["fix"]
    rule: str = Field(max_length=64)
    block: str = Field(max_length=64)


class Suggest(ViewMessage):
    """Have a model propose something for a block; `again` asks for another proposal than the last one."""

    intent: Literal["suggest"]
    id: BlockId
    action: SuggestionAction
    instruction: str = Field(default="", max_length=MAX_INSTRUCTION)
    again: bool = False


class Proposal(ViewMessage):
    """Decision on a block's proposal: replace the block, insert after it, or discard."""

    intent: Literal["proposal"]
    id: BlockId
    choice: Literal["accept", "replace", "behind", "discard"]


class SimpleGesture(ViewMessage):
    """What needs no more than its name; `poll` asks whether others changed the lesson."""

    intent: Literal["undo", "redo", "retry", "theirs", "mine", "both", "poll"]


class BlockRequest(ViewMessage):
    """What is in a block, and how it will look."""

    intent: Literal["block"]
    id: BlockId


class DraftRequest(ViewMessage):
    """How a content that nobody has saved yet would look, and what is wrong with it."""

    intent: Literal["draft"]
    id: BlockId
    type: BlockType
    content: dict[str, Any]


class ConversionRequest(ViewMessage):
    """The content as another type's."""

    intent: Literal["convert"]
    id: BlockId
    type: BlockType
    content: dict[str, Any]
    to: BlockType


class SavedRequest(ViewMessage):
    """Whether a block has this content now, in the service too."""

    intent: Literal["saved"]
    id: BlockId
    type: BlockType
    content: dict[str, Any]


class FindingsRequest(ViewMessage):
    """What the checks find in the lesson as it is shown."""

    intent: Literal["findings"]


class PassageRequest(ViewMessage):
    """The passage of a source that a block quotes."""

    intent: Literal["passage"]
    source: str = Field(max_length=64)
    passage: str = Field(max_length=100)
    quote: str = Field(max_length=1_000)


class AssetRequest(ViewMessage):
    """The bytes of a picture or recording, for a preview."""

    intent: Literal["asset"]
    asset: str = Field(pattern="^[a-z0-9]{1,64}$")


class HelpRequest(ViewMessage):
    """Whether a model helps with blocks here, how, and for how much."""

    intent: Literal["help"]


class ProposalRequest(ViewMessage):
    """A block's proposal, as far as it is written."""

    intent: Literal["proposed"]
    id: BlockId


class RenderedRequest(ViewMessage):
    """How these blocks look, each at its place in the lesson, and what is in them."""

    intent: Literal["rendered"]
    ids: list[BlockId] = Field(max_length=MOST_RENDERED)


Gesture = (
    Move | Insert | EditBlock | SplitBlock | JoinBlocks | Duplicate | Delete | Fix | Suggest | Proposal | SimpleGesture
)
Question = BlockRequest | DraftRequest | ConversionRequest | SavedRequest | FindingsRequest | RenderedRequest
SuggestionQuestion = HelpRequest | ProposalRequest
ViewIntent = Gesture | Question | PassageRequest | AssetRequest | SuggestionQuestion | PairsRequest | TranslationGesture

_ANY: TypeAdapter[ViewIntent] = TypeAdapter(Annotated[ViewIntent, Field(discriminator="intent")])


def parse_message(message: object) -> ViewIntent | None:
    """Parse the gesture or question; return `None` if it is neither."""
    try:
        return _ANY.validate_python(message)
    except ValidationError:
        return None
