"""A text with gaps that learners fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Self

from pydantic import Field, model_validator

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.fields import (
    LIST_ITEMS,
    PASSAGE_CHARS,
    BlockContent,
    Line,
    OptionalPassage,
    Passage,
    content_error,
)
from workbench.authoring.blocks.file_text import numbered_list, read_numbered, with_feedback
from workbench.authoring.blocks.form import BlockForm
from workbench.authoring.blocks.question import GAP, GapsQuestion

ANSWERS_OF_GAP: Final = 20
"""Most accepted answers of one gap."""
_OR = " | "


class Gap(BlockContent):
    """The accepted answers of a gap; case and outer spaces are ignored."""

    answers: Annotated[tuple[Line, ...], Field(min_length=1, max_length=ANSWERS_OF_GAP)]


class FillIn(BlockContent):
    """A text with gaps, written as `___`, and for each of them in order the accepted answers."""

    text: Passage
    gaps: Annotated[tuple[Gap, ...], Field(min_length=1, max_length=LIST_ITEMS)]
    feedback: OptionalPassage = ""

    @model_validator(mode="after")
    def _each_gap_has_answers(self) -> Self:
        places = len(GAP.findall(self.text))
        if places == 0:
            raise content_error("no_gap", "The text has no gap. Write ___ where one is.")
        if places != len(self.gaps):
            there = f"{_count_gaps(places)}, and there are answers for {len(self.gaps)}"
            raise content_error("gaps_differ", f"The text has {there}.")
        return self


def _count_gaps(gaps: int) -> str:
    return "1 gap" if gaps == 1 else f"{gaps} gaps"


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    text = "\n".join(lines)[:PASSAGE_CHARS]
    gaps: list[dict[str, list[str]]] = [{"answers": []} for _ in GAP.findall(text)[:LIST_ITEMS]]
    return {"text": text, "gaps": gaps, "feedback": ""}


def _lines(content: Mapping[str, Any]) -> list[str] | None:
    text = content.get("text")
    return text.splitlines() if isinstance(text, str) else None  # a gap stays one


def _write(content: Mapping[str, Any]) -> str:
    gaps = numbered_list(_OR.join(gap["answers"]) for gap in content["gaps"])
    return with_feedback(f"{content['text']}\n\n{gaps}", content)


def _read(body: str) -> dict[str, Any]:
    text, answers, feedback = read_numbered(body)
    return {"text": text, "gaps": [{"answers": line.split(_OR)} for line in answers], "feedback": feedback}


FILL_IN = BlockType(
    name="fillIn",
    model=FillIn,
    title="Gaps to fill in",
    about="Text with gaps",
    glyph="a_",
    draft=_draft,
    lines=_lines,
    plain=lambda text: GAP.sub("…", text),
    form=BlockForm(special="gaps"),
    write=_write,
    read=_read,
    kind="gaps",
    question=lambda content: GapsQuestion(content.text, tuple(gap.answers for gap in content.gaps), content.feedback),
)
