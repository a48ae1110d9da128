"""A question that is answered in one's own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import first
from workbench.authoring.blocks.fields import PASSAGE_CHARS, BlockContent, Passage
from workbench.authoring.blocks.file_text import question_and_lines, quote, unquote
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.question import TextQuestion


class ShortAnswer(BlockContent):
    """A question that is answered in one's own words and compared with a model answer; it is not graded."""

    question: Passage
    model_answer: Passage


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"question": first(lines)[:PASSAGE_CHARS], "modelAnswer": "\n".join(lines[1:])[:PASSAGE_CHARS]}


def _write(content: Mapping[str, Any]) -> str:
    return f"{content['question']}\n\n{quote(content['modelAnswer'])}"


def _read(body: str) -> dict[str, Any]:
    question, lines = question_and_lines(body, lambda line: line.startswith(">"))
    if not lines or not all(line.startswith(">") for line in lines):
        raise ValueError("put the model answer below the question, in lines that begin with >")
    return {"question": question, "modelAnswer": unquote(lines)}


SHORT_ANSWER = BlockType(
    name="shortAnswer",
    model=ShortAnswer,
    title="Short answer",
    about="Question for a short answer",
    glyph="…?",
    draft=_draft,
    form=BlockForm(
        {
            "question": FormField("Question", rows=2),
            "modelAnswer": FormField("Model answer, which learners compare theirs with"),
        }
    ),
    write=_write,
    read=_read,
    kind="text",
    question=lambda content: TextQuestion(content.question, content.model_answer),
)
