r"""GIFT, the text format of Moodle's question banks. Content that it cannot hold is reported, not altered.

Texts are marked `[plain]`, so that none is read as HTML. `~ = # { } :` and `\` are escaped. Source: Moodle's
documentation of the GIFT format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.authoring.blocks.question import (
    GAP,
    AnswerOption,
    Asking,
    Cards,
    ChoiceQuestion,
    GapsQuestion,
    MatchQuestion,
    OrderQuestion,
    TextQuestion,
)
from workbench.exports.questions.bank import BankQuestion, LessonQuestions, QuestionBank, name
from workbench.exports.questions.moodle import CARDS_REASON, category, grade_share, grades_reason
from workbench.patterns import Pattern

ARROW = "->"
_SIGNS = Pattern(r"[\\~=#{}:]")
_PLAIN = "[plain]"


def refusal(question: BankQuestion) -> str | None:
    """Return why GIFT cannot represent the question; None if it can."""
    match question.asks:
        case Cards():
            return CARDS_REASON
        case ChoiceQuestion() as asks:
            return grades_reason(asks)
        case GapsQuestion(gaps=gaps):
            if len(gaps) > 1:
                return "GIFT has one gap a question; Moodle XML and QTI hold several."
            return _arrow_reason("accepted answer", gaps[0])
        case OrderQuestion(items=items):
            return _arrow_reason("item", items)
        case MatchQuestion() as asks:
            return _arrow_reason("left side", asks.lefts)
        case TextQuestion():
            return None


def render(bank: QuestionBank) -> bytes:
    """Return the bank as a file: a category for each lesson, and each question with its id."""
    parts = [part for lesson in bank.lessons for part in _lesson(lesson)]
    return ("\n\n".join(parts) + "\n").encode()


def _arrow_reason(what: str, texts: Sequence[str]) -> str | None:
    held = any(ARROW in text for text in texts)
    return f"Its {what} holds ->, which GIFT keeps for pairs; Moodle XML and QTI hold it." if held else None


def _lesson(lesson: LessonQuestions) -> Iterator[str]:
    yield f"$CATEGORY: {category(lesson).replace(chr(92), '//')}"
    for question in lesson.questions:
        yield f"// [id:{question.id}]\n::{_escape_text(name(question.asks))}::{_question(question.asks)}"


def _question(asks: Asking) -> str:
    if isinstance(asks, GapsQuestion):
        before, after = GAP.split(asks.prompt)
        return f"{_PLAIN}{_escape_text(before) or ' '}{_answers(asks)}{_escape_text(after)}"
    return f"{_PLAIN}{_escape_text(asks.prompt)}{_answers(asks)}"


def _answers(asks: Asking) -> str:
    lines: list[str] = []
    match asks:
        case ChoiceQuestion():
            lines = [_option(asks, option) for option in _first_without_arrow(asks)]
        case OrderQuestion():
            lines = [f"={_text(item)} {ARROW} {position}" for position, item in enumerate(asks.items, 1)]
        case MatchQuestion():
            lines = [f"={_text(left)} {ARROW} {_escape_text(right)}" for left, right in asks.pairs]
        case GapsQuestion():
            lines = [f"={_text(answer, is_pattern=True)}" for answer in asks.gaps[0]]
    if asks.feedback.strip():
        lines.append(f"####{_text(asks.feedback)}")
    return "{" + "".join(f"\n\t{line}" for line in lines) + ("\n" if lines else "") + "}"


def _first_without_arrow(question: ChoiceQuestion) -> list[AnswerOption]:
    # A reader that finds `=a -> b` first treats the question as matching.
    options = list(question.options)
    if any(ARROW in option.text for option in options if option.is_right) and not question.is_multiple:
        options.sort(key=lambda option: option.is_right)
    return options


def _option(question: ChoiceQuestion, option: AnswerOption) -> str:
    if question.is_multiple:
        sign = f"~%{grade_share(question)}%" if option.is_right else "~%-100%"
    else:
        sign = "=" if option.is_right else "~"
    feedback = f"#{_text(option.feedback)}" if option.feedback.strip() else ""
    return f"{sign}{_text(option.text)}{feedback}"


def _text(text: str, *, is_pattern: bool = False) -> str:
    """Return a text whose start is not read as `[html]` or `%50%`; `*` is literal in a pattern."""
    escaped = _escape_text(text.strip().replace("*", r"\*") if is_pattern else text.strip())
    return f"{_PLAIN}{escaped}" if escaped.startswith(("[", "%")) else escaped


def _escape_text(text: str) -> str:
    return r"\n".join(_SIGNS.sub(r"\\\g<0>", line) for line in text.splitlines())
