"""Schemas of what learners answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Final, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.authoring.content.fields import LIST_ITEMS, BlockContent, Flag, Line, OptionalPassage, Passage

GAP: Final = re.compile(r"_{3,}")
"""Where a gap stands in the text of a `fillIn`: three underscores or more."""
QUESTION_TYPES: Final = ("quiz", "ordering", "matching", "fillIn", "shortAnswer")
"""The block types that learners answer."""
ANSWERS_OF_GAP: Final = 20
"""Most accepted answers of one gap."""


class Choice(BlockContent):
    """One answer that a learner can choose, with what they are told after choosing it."""

    text: Line
    is_correct: Flag
    feedback: OptionalPassage = ""


class Quiz(BlockContent):
    """A question with two or more choices; exactly one is correct unless `multiple`."""

    question: Passage
    multiple: Flag = False
    choices: Annotated[tuple[Choice, ...], Field(min_length=2, max_length=LIST_ITEMS)]

    @model_validator(mode="after")
    def _choices_can_be_answered(self) -> Self:
        texts = [choice.text.strip().casefold() for choice in self.choices]
        correct = sum(choice.is_correct for choice in self.choices)
        rule, sentence = None, ""
        if len(set(texts)) < len(texts):
            rule, sentence = "choices_alike", "Two choices of the quiz say the same."
        elif correct == 0:
            rule, sentence = "no_correct_choice", "No choice of the quiz is marked as correct."
        elif correct > 1 and not self.multiple:
            sentence = "The quiz allows one answer, but several choices are marked as correct."
            rule = "several_correct_choices"
        if rule:
            raise _problem(rule, sentence)
        return self


class Ordering(BlockContent):
    """Items that learners put in order; they stand in the right one."""

    prompt: Passage
    items: Annotated[tuple[Line, ...], Field(min_length=2, max_length=LIST_ITEMS)]
    feedback: OptionalPassage = ""

    @model_validator(mode="after")
    def _items_differ(self) -> Self:
        if _has_alike(self.items):
            raise _problem("items_alike", "Two items say the same, so their order cannot be told.")
        return self


class Pair(BlockContent):
    """What stands on the left, and what belongs to it."""

    left: Line
    right: Line


class Matching(BlockContent):
    """Pairs of which learners find what belongs together; several may have the same right side."""

    prompt: Passage
    pairs: Annotated[tuple[Pair, ...], Field(min_length=2, max_length=LIST_ITEMS)]
    feedback: OptionalPassage = ""

    @model_validator(mode="after")
    def _pairs_can_be_found(self) -> Self:
        if _has_alike(pair.left for pair in self.pairs):
            raise _problem("pairs_alike", "Two pairs have the same left side.")
        if len({_folded(pair.right) for pair in self.pairs}) < 2:
            raise _problem("one_right_side", "All pairs have the same right side, so there is nothing to find.")
        return self


class Gap(BlockContent):
    """What is right in a gap; case and outer spaces do not count."""

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
            raise _problem("no_gap", "The text has no gap. Write ___ where one is.")
        if places != len(self.gaps):
            raise _problem("gaps_differ", f"The text has {_gaps(places)}, and there are answers for {len(self.gaps)}.")
        return self


class ShortAnswer(BlockContent):
    """A question that is answered in one's own words and compared with a model answer; it is not graded."""

    question: Passage
    model_answer: Passage


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _has_alike(texts: Iterable[str]) -> bool:
    folded = [_folded(each) for each in texts]
    return len(set(folded)) < len(folded)


def _gaps(count: int) -> str:
    return "1 gap" if count == 1 else f"{count} gaps"


def _problem(rule: str, sentence: str) -> PydanticCustomError:
    return PydanticCustomError(rule, "{sentence}", {"sentence": sentence})
