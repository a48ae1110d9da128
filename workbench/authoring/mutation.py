"""Mutation shapes: the two of the interface (4.5) and two extensions (ours), distinguished by `type`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from workbench.authoring.block import MAX_BLOCKS, Block, BlockId, BlockType
from workbench.authoring.shape import InputModel, optional_field


class LessonBlockOrderUpdate(InputModel):
    """Sets the order of the lesson's blocks to the listed ids. Source: interface 4.5."""

    type: Literal["lessonBlockOrderUpdate"] = "lessonBlockOrderUpdate"
    after: list[BlockId] = Field(max_length=MAX_BLOCKS, description="Block ids in their new order.")


class LessonBlockInsert(InputModel):
    """Inserts a block. Source: interface 4.5."""

    type: Literal["lessonBlockInsert"] = "lessonBlockInsert"
    block: Block = Field(description="The new block.")


class LessonBlockUpdate(InputModel):
    """Replaces a block's content, and its type if one is given. Source: ours."""

    type: Literal["lessonBlockUpdate"] = "lessonBlockUpdate"
    id: BlockId = Field(description="The block to change.")
    content: dict[str, Any] = Field(description="The whole new content.")
    block_type: BlockType | None = optional_field("The new type; absent, it stays as it is.")


class LessonBlockDelete(InputModel):
    """Takes a block out of the lesson. Source: ours."""

    type: Literal["lessonBlockDelete"] = "lessonBlockDelete"
    id: BlockId = Field(description="The block to take out.")


Mutation = Annotated[
    LessonBlockOrderUpdate | LessonBlockInsert | LessonBlockUpdate | LessonBlockDelete, Field(discriminator="type")
]
