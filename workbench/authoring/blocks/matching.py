"""Pairs that learners find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from workbench.authoring.blocks.block_type import BlockType, parts
from workbench.authoring.blocks.draft import at_least_two, pair
from workbench.authoring.blocks.fields import (
    LINE_CHARS,
    LIST_ITEMS,
    PASSAGE_CHARS,
    BlockContent,
    Line,
    OptionalPassage,
    Passage,
    content_error,
    fold_text,
    has_alike,
)
from workbench.authoring.blocks.file_text import question_and_lines, with_feedback, without_feedback
from workbench.authoring.blocks.form import FEEDBACK, BlockForm, FormField
from workbench.authoring.blocks.question import MatchQuestion

_ARROW = " → "


class Pair(BlockContent):
    """Left side of a pair, and the right side that belongs to it."""

    left: Line
    right: Line


class Matching(BlockContent):
    """Pairs that learners match; several may have the same right side."""

    prompt: Passage
    pairs: Annotated[tuple[Pair, ...], Field(min_length=2, max_length=LIST_ITEMS)]
    feedback: OptionalPassage = ""

    @model_validator(mode="after")
    def _pairs_can_be_found(self) -> Self:
        if has_alike(pair.left for pair in self.pairs):
            raise content_error("pairs_alike", "Two pairs have the same left side.")
        if len({fold_text(pair.right) for pair in self.pairs}) < 2:
            raise content_error("one_right_side", "All pairs have the same right side, so there is nothing to find.")
        return self


def _question(content: Matching) -> MatchQuestion:
    return MatchQuestion(content.prompt, tuple((item.left, item.right) for item in content.pairs), content.feedback)


def _answer_places(content: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for at, item in parts(content, "pairs"):
        yield f"pairs.{at}.right", fold_text(str(item.get("right", "")))


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    has_prompt = bool(lines) and not pair(lines[0])[1]
    pairs = [pair(line) for line in lines[has_prompt : LIST_ITEMS + has_prompt]]
    made = [{"left": left[:LINE_CHARS], "right": right[:LINE_CHARS]} for left, right in at_least_two(pairs, ("", ""))]
    return {"prompt": lines[0][:PASSAGE_CHARS] if has_prompt else "", "pairs": made, "feedback": ""}


def _lines(content: Mapping[str, Any]) -> list[str] | None:
    if not isinstance(content.get("pairs"), list):
        return None
    pairs = (f"{item.get('left', '')}: {item.get('right', '')}" for _, item in parts(content, "pairs"))
    return [str(content.get("prompt", "")), *pairs]


def _write(content: Mapping[str, Any]) -> str:
    pairs = "\n".join(f"- {item['left']}{_ARROW}{item['right']}" for item in content["pairs"])
    return with_feedback(f"{content['prompt']}\n\n{pairs}", content)


def _read(body: str) -> dict[str, Any]:
    prompt, lines = question_and_lines(body, lambda line: line.startswith("- ") and _ARROW in line)
    items, feedback = without_feedback(lines)
    if not all(item.startswith("- ") and item.count(_ARROW) == 1 for item in items):
        raise ValueError(f"each pair is a line - left{_ARROW}right")
    sides = [item[2:].split(_ARROW) for item in items]
    return {"prompt": prompt, "pairs": [{"left": left, "right": right} for left, right in sides], "feedback": feedback}


MATCHING = BlockType(
    name="matching",
    model=Matching,
    title="Matching pairs",
    about="Matching question",
    glyph="⇄",
    draft=_draft,
    lines=_lines,
    form=BlockForm(
        {
            "prompt": FormField("What is matched", rows=2),
            "pairs": FormField(
                part="pair",
                fields={
                    "left": FormField("Left side", width="wide"),
                    "right": FormField("What belongs to it", width="wide"),
                },
            ),
            "feedback": FormField(FEEDBACK, rows=2),
        }
    ),
    write=_write,
    read=_read,
    kind="match",
    question=_question,
    answer_places=_answer_places,
)
