"""Moodle XML: what Moodle's question bank imports, with categories, feedback and ids (`idnumber`).

Source: Moodle's documentation of the format, and of embedded answers (cloze) for gaps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from xml.etree.ElementTree import Element

from workbench.authoring.content import BlockContent
from workbench.authoring.content.passages import KeyTerms, Reflection
from workbench.authoring.content.questions import GAP, FillIn, Matching, Ordering, Quiz, ShortAnswer
from workbench.exports.questions.bank import BankQuestion, LessonQuestions, QuestionBank, general_feedback, name, prompt
from workbench.exports.questions.markup import add, document, paragraph, wrapped
from workbench.exports.questions.moodle import KEY_TERMS_REASON, category, grade_share, grades_reason

_NO_LETTER = re.compile(r"[^\w ]|_")


def refusal(question: BankQuestion) -> str | None:
    """Why Moodle XML cannot hold the question; None if it can."""
    if isinstance(question.content, KeyTerms):
        return KEY_TERMS_REASON
    return grades_reason(question.content) if isinstance(question.content, Quiz) else None


def render(bank: QuestionBank) -> bytes:
    """The bank as a file: a category for each lesson, and each question with its id."""
    root = Element("quiz")
    for lesson in bank.lessons:
        made = add(root, "question", attributes={"type": "category"})
        _text(made, "category", category(lesson))
        add(made, "idnumber", lesson.lesson_id)
        for each in lesson.questions:
            kind, fill = _KINDS[type(each.content)]
            _question(add(root, "question", attributes={"type": kind}), each, lesson)
            fill(root[-1], each.content, lesson.language)
    return document(root)


def _question(parent: Element, question: BankQuestion, lesson: LessonQuestions) -> None:
    content, language = question.content, lesson.language
    _text(parent, "name", name(content))
    question_html = _cloze(content, language) if isinstance(content, FillIn) else paragraph(prompt(content), language)
    _html(parent, "questiontext", question_html)
    _html(parent, "generalfeedback", paragraph(general_feedback(content), language))
    add(parent, "defaultgrade", str(len(content.gaps)) if isinstance(content, FillIn) else "1")
    add(parent, "penalty", "0.3333333")
    add(parent, "hidden", "0")
    add(parent, "idnumber", question.id)


def _quiz(parent: Element, content: BlockContent, language: str) -> None:
    assert isinstance(content, Quiz)
    add(parent, "single", "false" if content.multiple else "true")
    add(parent, "shuffleanswers", "true")
    add(parent, "answernumbering", "abc")
    _no_common_feedback(parent)
    for each in content.choices:
        wrong = "-100" if content.multiple else "0"
        right = grade_share(content) if content.multiple else "100"
        made = _html(
            parent, "answer", paragraph(each.text, language), {"fraction": right if each.is_correct else wrong}
        )
        _html(made, "feedback", paragraph(each.feedback, language))


def _ordering(parent: Element, content: BlockContent, language: str) -> None:
    assert isinstance(content, Ordering)
    for tag, text in _ORDERING.items():
        add(parent, tag, text)
    _no_common_feedback(parent)
    for place, each in enumerate(content.items, 1):
        _html(parent, "answer", paragraph(each, language), {"fraction": str(place)})


def _matching(parent: Element, content: BlockContent, language: str) -> None:
    assert isinstance(content, Matching)
    add(parent, "shuffleanswers", "true")
    _no_common_feedback(parent)
    for each in content.pairs:
        made = _html(parent, "subquestion", paragraph(each.left, language))
        _text(made, "answer", each.right.strip())


def _open_answer(parent: Element, content: BlockContent, language: str) -> None:
    add(parent, "responseformat", "editor")
    add(parent, "responserequired", "1")
    add(parent, "responsefieldlines", "10")
    add(parent, "attachments", "0")
    add(parent, "attachmentsrequired", "0")
    _html(parent, "graderinfo", paragraph(general_feedback(content), language))
    _html(parent, "responsetemplate", "")


def _gaps(parent: Element, content: BlockContent, language: str) -> None:
    """The gaps stand in the text of the question."""


def _cloze(content: FillIn, language: str) -> str:
    first, *rest = GAP.split(content.text.strip())
    parts = [_no_gaps(first)]
    for gap, text in zip(content.gaps, rest, strict=True):
        answers = "~=".join(_answer(each) for each in gap.answers)
        parts += [f"{{1:SHORTANSWER:={answers}}}", _no_gaps(text)]
    return wrapped("p", "".join(parts), language)


def _no_gaps(text: str) -> str:
    """Plain text in which a brace opens no gap."""
    return escape(text, quote=False).replace("{", "&#123;").replace("}", "&#125;").replace("\n", "<br>")


def _answer(text: str) -> str:
    r"""An answer of a gap: all but letters as numbers, which neither ends the gap nor is markup; `\*` is a star."""
    return _NO_LETTER.sub(lambda sign: "".join(f"&#{ord(each)};" for each in _star(sign[0])), text.strip())


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
_KINDS: Mapping[type[BlockContent], tuple[str, Callable[[Element, BlockContent, str], None]]] = {
    Quiz: ("multichoice", _quiz),
    Ordering: ("ordering", _ordering),
    Matching: ("matching", _matching),
    FillIn: ("cloze", _gaps),
    ShortAnswer: ("essay", _open_answer),
    Reflection: ("essay", _open_answer),
}
