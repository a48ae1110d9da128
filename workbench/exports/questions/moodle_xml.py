"""Moodle XML: what Moodle's question bank imports, with categories, feedback and ids (`idnumber`).

Source: Moodle's documentation of the format, and of embedded answers (cloze) for gaps.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from xml.etree.ElementTree import Element

from workbench.authoring.blocks.question import (
    GAP,
    Asking,
    Cards,
    ChoiceQuestion,
    GapsQuestion,
    MatchQuestion,
    OrderQuestion,
    TextQuestion,
)
from workbench.exports.questions.bank import BankQuestion, LessonQuestions, QuestionBank, name
from workbench.exports.questions.markup import add, document, paragraph, wrap_html
from workbench.exports.questions.moodle import CARDS_REASON, category, grade_share, grades_reason
from workbench.patterns import Pattern

_NO_LETTER = Pattern(r"[^\w ]|_")


def refusal(question: BankQuestion) -> str | None:
    """Return why Moodle XML cannot represent the question; None if it can."""
    if isinstance(question.asks, Cards):
        return CARDS_REASON
    return grades_reason(question.asks) if isinstance(question.asks, ChoiceQuestion) else None


def render(bank: QuestionBank) -> bytes:
    """Return the bank as a file: a category for each lesson, and each question with its id."""
    root = Element("quiz")
    for lesson in bank.lessons:
        made = add(root, "question", attributes={"type": "category"})
        _text(made, "category", category(lesson))
        add(made, "idnumber", lesson.lesson_id)
        for question in lesson.questions:
            parent = add(root, "question", attributes={"type": _TYPES[type(question.asks)]})
            _question(parent, question, lesson)
            _answers(parent, question.asks, lesson.language)
    return document(root)


def _question(parent: Element, question: BankQuestion, lesson: LessonQuestions) -> None:
    asks, language = question.asks, lesson.language
    _text(parent, "name", name(asks))
    if isinstance(asks, GapsQuestion):
        html, grade = _cloze(asks, language), len(asks.gaps)
    else:
        html, grade = paragraph(asks.prompt, language), 1
    _html(parent, "questiontext", html)
    _html(parent, "generalfeedback", paragraph(asks.feedback, language))
    add(parent, "defaultgrade", str(grade))
    add(parent, "penalty", "0.3333333")
    add(parent, "hidden", "0")
    add(parent, "idnumber", question.id)


def _answers(parent: Element, asks: Asking, language: str) -> None:
    """Add the elements of the question's type; gaps are in the text of the question."""
    match asks:
        case ChoiceQuestion():
            _options(parent, asks, language)
        case OrderQuestion():
            for tag, text in _ORDERING.items():
                add(parent, tag, text)
            _no_common_feedback(parent)
            for position, item in enumerate(asks.items, 1):
                _html(parent, "answer", paragraph(item, language), {"fraction": str(position)})
        case MatchQuestion():
            add(parent, "shuffleanswers", "true")
            _no_common_feedback(parent)
            for left, right in asks.pairs:
                _text(_html(parent, "subquestion", paragraph(left, language)), "answer", right.strip())
        case TextQuestion():
            for tag, text in _ESSAY.items():
                add(parent, tag, text)
            _html(parent, "graderinfo", paragraph(asks.feedback, language))
            _html(parent, "responsetemplate", "")


def _options(parent: Element, question: ChoiceQuestion, language: str) -> None:
    add(parent, "single", "false" if question.is_multiple else "true")
    add(parent, "shuffleanswers", "true")
    add(parent, "answernumbering", "abc")
    _no_common_feedback(parent)
    right, wrong = (grade_share(question), "-100") if question.is_multiple else ("100", "0")
    for option in question.options:
        fraction = {"fraction": right if option.is_right else wrong}
        made = _html(parent, "answer", paragraph(option.text, language), fraction)
        _html(made, "feedback", paragraph(option.feedback, language))


def _cloze(question: GapsQuestion, language: str) -> str:
    first, *rest = GAP.split(question.prompt.strip())
    parts = [_no_gaps(first)]
    for accepted, text in zip(question.gaps, rest, strict=True):
        answers = "~=".join(_answer(answer) for answer in accepted)
        parts += [f"{{1:SHORTANSWER:={answers}}}", _no_gaps(text)]
    return wrap_html("p", "".join(parts), language)


def _no_gaps(text: str) -> str:
    """Plain text in which a brace opens no gap."""
    return escape(text, quote=False).replace("{", "&#123;").replace("}", "&#125;").replace("\n", "<br>")


def _answer(text: str) -> str:
    r"""Return a gap's answer with all but letters as numeric character references.

    So it neither ends the gap nor is markup; `\*` is a star.
    """
    return _NO_LETTER.sub(lambda sign: "".join(f"&#{ord(character)};" for character in _star(sign[0])), text.strip())


def _star(sign: str) -> str:
    return r"\*" if sign == "*" else sign


def _no_common_feedback(parent: Element) -> None:
    for tag in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        _html(parent, tag, "")


def _text(parent: Element, tag: str, text: str) -> None:
    add(add(parent, tag), "text", text)


def _html(parent: Element, tag: str, html: str, attributes: Mapping[str, str] | None = None) -> Element:
    made = add(parent, tag, attributes={**(attributes or {}), "format": "html"})
    add(made, "text", html)
    return made


_ORDERING = {
    "layouttype": "VERTICAL",
    "selecttype": "ALL",
    "selectcount": "0",
    "gradingtype": "ABSOLUTE_POSITION",
    "showgrading": "SHOW",
    "numberingstyle": "none",
    "shownumcorrect": "1",
}
_ESSAY = {
    "responseformat": "editor",
    "responserequired": "1",
    "responsefieldlines": "10",
    "attachments": "0",
    "attachmentsrequired": "0",
}
_TYPES: Mapping[type[Asking], str] = {
    ChoiceQuestion: "multichoice",
    OrderQuestion: "ordering",
    MatchQuestion: "matching",
    GapsQuestion: "cloze",
    TextQuestion: "essay",
}
