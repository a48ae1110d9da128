"""What the view of a translation wants: rows to show, and what becomes of their blocks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.authoring.block import BlockId
from workbench.widgets.block_list.view_message import ViewMessage

RowKey = Annotated[str, Field(min_length=1, max_length=64)]
MOST_ROWS = 60


class PairsRequest(ViewMessage):
    """How these rows look."""

    intent: Literal["pairs"]
    keys: list[RowKey] = Field(max_length=MOST_ROWS)


class BesideSource(ViewMessage):
    """Request to show or hide the translation side by side with its source."""

    intent: Literal["beside"]
    open: bool


class StillTheSame(ViewMessage):
    """The row's translation still says what the source says."""

    intent: Literal["stillSame"]
    key: RowKey


class AskTranslation(ViewMessage):
    """Have a model translate rows; all that is to be done without keys. `again` asks for another proposal."""

    intent: Literal["askTranslation"]
    keys: list[RowKey] = Field(max_length=3_001)
    again: bool = False


class TranslationChoice(ViewMessage):
    """What becomes of a row's proposal: it is accepted, or accepted though the block was changed since, or it goes."""

    intent: Literal["translationChoice"]
    key: RowKey
    choice: Literal["accept", "replace", "discard"]


class WriteTranslation(ViewMessage):
    """Put a copy of the source's block into the translation, to be written over; the browser made its id."""

    intent: Literal["writeTranslation"]
    key: RowKey
    id: BlockId


TranslationGesture = BesideSource | StillTheSame | AskTranslation | TranslationChoice | WriteTranslation
