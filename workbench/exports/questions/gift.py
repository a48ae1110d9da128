r"""GIFT, the text format of Moodle's question banks. What it cannot hold is told, not bent.

Texts are marked `[plain]`, so that none is read as HTML. `~ = # { } :` and `\` are escaped. Source: Moodle's
documentation of the GIFT format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.authoring.content.passages import KeyTerms
from workbench.authoring.content.questions import GAP, Choice, FillIn, Matching, Ordering, Quiz
from workbench.exports.questions.bank import BankQuestion, LessonQuestions, QuestionBank, general_feedback, name, prompt
from workbench.exports.questions.moodle import KEY_TERMS_REASON, category, grade_share, grades_reason

ARROW = "->"
_SIGNS = re.compile(r"[\\~=#{}:]")
_PLAIN = "[plain]"


def refusal(question: BankQuestion) -> str | None:
    """Why GIFT cannot hold the question; None if it can."""
    content = question.content
    if isinstance(content, KeyTerms):
        return KEY_TERMS_REASON
    if isinstance(content, Quiz):
        return grades_reason(content)
    if isinstance(content, FillIn):
        if len(content.gaps) > 1:
            return "GIFT has one gap a question; Moodle XML and QTI hold several."
        taken = [answer for gap in content.gaps for answer in gap.answers]
        return _arrow_reason("accepted answer", taken)
    if isinstance(content, Ordering):
        return _arrow_reason("item", content.items)
    if isinstance(content, Matching):
        return _arrow_reason("left side", [pair.left for pair in content.pairs])
    return None


def render(bank: QuestionBank) -> bytes:
    """The bank as a file: a category for each lesson, and each question with its id."""
    parts = [part for lesson in bank.lessons for part in _lesson(lesson)]
    return ("\n\n".join(parts) + "\n").encode()


def _arrow_reason(what: str, texts: list[str] | tuple[str, ...]) -> str | None:
    held = any(ARROW in each for each in texts)
    return f"Its {what} holds ->, which GIFT keeps for pairs; Moodle XML and QTI hold it." if held else None


def _lesson(lesson: LessonQuestions) -> Iterator[str]:
    yield f"$CATEGORY: {category(lesson).replace(chr(92), '//')}"
    for each in lesson.questions:
        yield f"// [id:{each.id}]\n::{_escaped(name(each.content))}::{_question(each)}"


def _question(question: BankQuestion) -> str:
    content = question.content
    if isinstance(content, FillIn):
        before, after = GAP.split(content.text)
        return f"{_PLAIN}{_escaped(before) or ' '}{_answers(question)}{_escaped(after)}"
    return f"{_PLAIN}{_escaped(prompt(content))}{_answers(question)}"


def _answers(question: BankQuestion) -> str:
    content = question.content
    lines: list[str] = []
    if isinstance(content, Quiz):
        lines = [_choice(content, each) for each in _first_without_arrow(content)]
    elif isinstance(content, Ordering):
        lines = [f"={_text(each)} {ARROW} {place}" for place, each in enumerate(content.items, 1)]
    elif isinstance(content, Matching):
        lines = [f"={_text(each.left)} {ARROW} {_escaped(each.right)}" for each in content.pairs]
    elif isinstance(content, FillIn):
        lines = [f"={_text(each, is_pattern=True)}" for each in content.gaps[0].answers]
    feedback = general_feedback(content)
    if feedback.strip():
        lines.append(f"####{_text(feedback)}")
    return "{" + "".join(f"\n\t{each}" for each in lines) + ("\n" if lines else "") + "}"


def _first_without_arrow(content: Quiz) -> list[Choice]:
    # A reader that meets `=a -> b` first takes the question for one of pairs.
    choices = list(content.choices)
    if any(ARROW in each.text for each in choices if each.is_correct) and not content.multiple:
        choices.sort(key=lambda each: each.is_correct)
    return choices


def _choice(content: Quiz, choice: Choice) -> str:
    if content.multiple:
        sign = f"~%{grade_share(content)}%" if choice.is_correct else "~%-100%"
    else:
        sign = "=" if choice.is_correct else "~"
    feedback = f"#{_text(choice.feedback)}" if choice.feedback.strip() else ""
    return f"{sign}{_text(choice.text)}{feedback}"


def _text(text: str, *, is_pattern: bool = False) -> str:
    """A text at the start of which neither `[html]` nor `%50%` is read; `*` stands for itself in a pattern."""
    escaped = _escaped(text.strip().replace("*", r"\*") if is_pattern else text.strip())
    return f"{_PLAIN}{escaped}" if escaped.startswith(("[", "%")) else escaped


def _escaped(text: str) -> str:
    return r"\n".join(_SIGNS.sub(r"\\\g<0>", line) for line in text.splitlines())
