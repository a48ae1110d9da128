"""A quiz: a question with choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from workbench.authoring.blocks.block_type import BlockType, parts
from workbench.authoring.blocks.draft import answer_lines, first
from workbench.authoring.blocks.fields import (
    LIST_ITEMS,
    PASSAGE_CHARS,
    BlockContent,
    Flag,
    Line,
    OptionalPassage,
    Passage,
    content_error,
)
from workbench.authoring.blocks.file_text import question_and_lines, quote, unquote
from workbench.authoring.blocks.form import BlockForm
from workbench.authoring.blocks.question import AnswerOption, ChoiceQuestion
from workbench.patterns import Pattern

_CHOICE = Pattern(r"- \[([ xX])\] (.*)")


class Choice(BlockContent):
    """Answer that a learner can choose, with the feedback given after choosing it."""

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
            rule, sentence = "choices_alike", "Two choices of the quiz are the same."
        elif correct == 0:
            rule, sentence = "no_correct_choice", "No choice of the quiz is marked as correct."
        elif correct > 1 and not self.multiple:
            sentence = "The quiz allows one answer, but several choices are marked as correct."
            rule = "several_correct_choices"
        if rule:
            raise content_error(rule, sentence)
        return self


def _question(content: Quiz) -> ChoiceQuestion:
    options = (AnswerOption(choice.text, choice.is_correct, choice.feedback) for choice in content.choices)
    return ChoiceQuestion(content.question, tuple(options), content.multiple)


def _answer_places(content: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for at, choice in parts(content, "choices"):
        yield f"choices.{at}.text", choice.get("isCorrect") is True


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    answers = enumerate(answer_lines(lines))
    choices = [{"text": text, "isCorrect": index == 0, "feedback": ""} for index, text in answers]
    return {"question": first(lines)[:PASSAGE_CHARS], "multiple": False, "choices": choices}


def _write(content: Mapping[str, Any]) -> str:
    lines = []
    for choice in content["choices"]:
        lines.append(f"- [{'x' if choice['isCorrect'] else ' '}] {choice['text']}")
        if choice["feedback"]:
            lines += [f"  {line}" for line in quote(choice["feedback"]).split("\n")]
    return f"{content['question']}\n\n" + "\n".join(lines)


def _read(body: str) -> dict[str, Any]:
    question, lines = question_and_lines(body, lambda line: _CHOICE.fullmatch(line) is not None)
    choices: list[dict[str, Any]] = []
    feedback: list[list[str]] = []
    for line in lines:
        match = _CHOICE.fullmatch(line)
        if match:
            choices.append({"text": match[2], "isCorrect": match[1] != " "})
            feedback.append([])
        elif line.startswith("  >") and choices:
            feedback[-1].append(line[2:])
        elif line.strip():
            raise ValueError("write choices as “- [x] …” or “- [ ] …”, and feedback on a line below with “  >”")
    correct_count = sum(choice["isCorrect"] for choice in choices)
    complete = [{**choice, "feedback": unquote(below)} for choice, below in zip(choices, feedback, strict=True)]
    return {"question": question, "multiple": correct_count > 1, "choices": complete}


QUIZ = BlockType(
    name="quiz",
    model=Quiz,
    title="Quiz",
    glyph="?",
    draft=_draft,
    form=BlockForm(special="quiz"),
    write=_write,
    read=_read,
    kind="choice",
    question=_question,
    answer_places=_answer_places,
)
