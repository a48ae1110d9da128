"""A question to think about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.fields import PASSAGE_CHARS, BlockContent, Passage
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.question import TextQuestion
from workbench.authoring.markup.plain import plain_line


class Reflection(BlockContent):
    """A question for the learner to think about, without a right answer."""

    prompt: Passage


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"prompt": "\n".join(lines)[:PASSAGE_CHARS]}


def _write(content: Mapping[str, Any]) -> str:
    return str(content["prompt"])


REFLECTION = BlockType(
    name="reflection",
    model=Reflection,
    title="Reflection",
    glyph="…",
    draft=_draft,
    form=BlockForm({"prompt": FormField("Question to think about")}),
    html=lambda content, at: f"{at.heading(at.label)}<p>{escape(content.prompt)}</p>",
    markdown=lambda content, to: to.part(to.label, plain_line(content.prompt)),
    write=_write,
    read=lambda body: {"prompt": body},
    question=lambda content: TextQuestion(content.prompt),
)
