"""Schemas of what learners answer."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.authoring.content.fields import LIST_ITEMS, BlockContent, Flag, Line, OptionalPassage, Passage


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
            raise PydanticCustomError(rule, "{sentence}", {"sentence": sentence})
        return self
