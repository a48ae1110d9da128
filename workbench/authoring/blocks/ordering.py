"""Items that learners put in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import answer_lines, first
from workbench.authoring.blocks.fields import (
    LIST_ITEMS,
    PASSAGE_CHARS,
    BlockContent,
    Line,
    OptionalPassage,
    Passage,
    content_error,
    has_alike,
)
from workbench.authoring.blocks.file_text import numbered_list, read_numbered, with_feedback
from workbench.authoring.blocks.form import FEEDBACK, BlockForm, FormField
from workbench.authoring.blocks.question import OrderQuestion


class Ordering(BlockContent):
    """Items that learners put in order; they are stored in the right one."""

    prompt: Passage
    items: Annotated[tuple[Line, ...], Field(min_length=2, max_length=LIST_ITEMS)]
    feedback: OptionalPassage = ""

    @model_validator(mode="after")
    def _items_differ(self) -> Self:
        if has_alike(self.items):
            raise content_error("items_alike", "Two items are the same, so their order is ambiguous.")
        return self


def _answer_places(content: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    items = content.get("items")
    yield from ((f"items.{index}", index) for index in range(len(items) if isinstance(items, list) else 0))


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"prompt": first(lines)[:PASSAGE_CHARS], "items": answer_lines(lines), "feedback": ""}


def _write(content: Mapping[str, Any]) -> str:
    return with_feedback(f"{content['prompt']}\n\n{numbered_list(content['items'])}", content)


def _read(body: str) -> dict[str, Any]:
    prompt, items, feedback = read_numbered(body)
    return {"prompt": prompt, "items": items, "feedback": feedback}


ORDERING = BlockType(
    name="ordering",
    model=Ordering,
    title="Put in order",
    about="Ordering question, items in the right order",
    glyph="1⇅",
    draft=_draft,
    form=BlockForm(
        {
            "prompt": FormField("What is put in order", rows=2),
            "items": FormField("Items in the right order, one a line; learners see them mixed"),
            "feedback": FormField(FEEDBACK, rows=2),
        }
    ),
    write=_write,
    read=_read,
    kind="order",
    question=lambda content: OrderQuestion(content.prompt, content.items, content.feedback),
    answer_places=_answer_places,
)
