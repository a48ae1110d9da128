"""Messages from the translation view: rows to show, and what to do with their blocks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.authoring.block import BlockId
from workbench.widgets.block_list.view_message import ViewMessage

RowKey = Annotated[str, Field(min_length=1, max_length=64)]
MOST_ROWS = 60


class PairsRequest(ViewMessage):
    """Request the contents of these rows."""

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


class RequestTranslation(ViewMessage):
    """Have a model translate these rows; with no keys, all that still need it. `again` asks for another proposal."""

    intent: Literal["askTranslation"]
    keys: list[RowKey] = Field(max_length=3_001)
    again: bool = False


class TranslationChoice(ViewMessage):
    """What to do with a row's proposal: accept it, accept it although the block has since changed, or discard it."""

    intent: Literal["translationChoice"]
    key: RowKey
    choice: Literal["accept", "replace", "discard"]


class WriteTranslation(ViewMessage):
    """Put a copy of the source's block into the translation, to be overwritten by hand; the browser made its id."""

    intent: Literal["writeTranslation"]
    key: RowKey
    id: BlockId


TranslationGesture = BesideSource | StillTheSame | RequestTranslation | TranslationChoice | WriteTranslation
