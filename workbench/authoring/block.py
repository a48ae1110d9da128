"""A lesson's block (page) and the ordered list of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any
from uuid import uuid4

from pydantic import AfterValidator, Field

from workbench.authoring.shape import InputModel
from workbench.patterns import Pattern

MAX_BLOCKS = 2000
MAX_CONTENT_BYTES = 64_000
_UUID = Pattern(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def block_id(text: str) -> str:
    """The id in lower case. Raises `ValueError` when it is not a UUID in its canonical form (8-4-4-4-12)."""
    lowered = text.lower()
    if not _UUID.fullmatch(lowered):
        raise ValueError("a block id is a UUID such as 3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa")
    return lowered


def new_block_id() -> str:
    """A fresh block id, made by the client as the interface has it (2)."""
    return str(uuid4())


BlockId = Annotated[str, AfterValidator(block_id)]


BlockType = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z][A-Za-z0-9_.-]*$")]


class Block(InputModel):
    """One block of a lesson. Source: interface 2."""

    id: BlockId = Field(description="The block's id, a UUID made by the client.")
    type: BlockType = Field(description="What kind of block it is; `blank` is an empty page.")
    content: dict[str, Any] = Field(description="What the block holds; its fields depend on the type.")

    def same_as(self, other: Block) -> bool:
        """Whether both hold the same, whatever their ids; 1, 1.0 and true are three contents."""
        if self is other:
            return True
        if self.type != other.type or self.content != other.content:
            return False
        return _written(self.content) == _written(other.content)


def stored_block(block_id: str, kind: str, content: dict[str, Any]) -> Block:
    """A block made from stored values without validation, which takes a third of the time."""
    made = Block.__new__(Block)
    object.__setattr__(made, "__dict__", {"id": block_id, "type": kind, "content": content})
    object.__setattr__(made, "__pydantic_fields_set__", {"id", "type", "content"})
    object.__setattr__(made, "__pydantic_extra__", None)
    object.__setattr__(made, "__pydantic_private__", None)
    return made


def below_title(blocks: Sequence[Block], title: str) -> Sequence[Block]:
    """The blocks that are shown below the title: a first heading that repeats it is left out."""
    repeats = blocks and blocks[0].type == "heading" and blocks[0].content.get("text") == title
    return blocks[1:] if repeats else blocks


def _written(content: dict[str, Any]) -> str:
    return json.dumps(content, sort_keys=True)


Blocks = tuple[Block, ...]
