"""Questions as HTML, by their kind: what is asked, and the answer in a `details` element, which opens without a script.

The learner's page has a script that reads this markup and makes the questions answerable (`learner_pages/learner.js`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from workbench.authoring.block import Block
from workbench.authoring.blocks.output import lesson_words
from workbench.authoring.blocks.question import (
    GAP,
    AnswerOption,
    ChoiceQuestion,
    GapsQuestion,
    MatchQuestion,
    OrderQuestion,
    Question,
    TextQuestion,
    shuffle,
)
from workbench.authoring.content import question_in_block

Words = Mapping[str, str]


def question_html(question: Question, words: Words) -> str:
    """Return the question with the collapsed answer, for display below the caller's heading."""
    is_text = isinstance(question, TextQuestion)
    label = words["model_answer" if is_text else "show_answer"]
    feedback = "" if is_text else _paragraph(question.feedback)
    answer = f"<summary>{escape(label)}</summary>{_answer(question, words)}{feedback}"
    return f"{_prompt(question)}<details>{answer}</details>"


def answers_html(blocks: Iterable[Block], language: str, level: int = 2) -> str:
    """Return the right answers of all questions, numbered in order, for the end of a printed lesson.

    The result is empty if no block is a question.
    """
    words = lesson_words(language)
    questions = (question_in_block(block.type, block.content) for block in blocks)
    answers = [
        _right_options(question) if isinstance(question, ChoiceQuestion) else _answer(question, words)
        for question in questions
        if question is not None
    ]
    if not answers:
        return ""
    items = "".join(f"<li>{answer}</li>" for answer in answers)
    return f'<section class="answers"><h{level}>{escape(words["answers"])}</h{level}><ol>{items}</ol></section>'


def _prompt(question: Question) -> str:
    match question:
        case ChoiceQuestion():
            several = ' class="several"' if question.is_multiple else ""
            options = _items(option.text for option in question.options)
            return f'<p>{escape(question.prompt)}</p><ol type="A"{several}>{options}</ol>'
        case OrderQuestion():
            return f"<p>{escape(question.prompt)}</p><ul>{_items(shuffle(question.items))}</ul>"
        case MatchQuestion():
            left, right = _items(question.lefts), _items(shuffle(question.rights))
            return f'<p>{escape(question.prompt)}</p><ol>{left}</ol><ol type="A">{right}</ol>'
        case GapsQuestion():
            first, *rest = GAP.split(question.prompt)
            gaps = (f'<b class="gap">({position}) _____</b>{escape(text)}' for position, text in enumerate(rest, 1))
            return f"<p>{escape(first)}{''.join(gaps)}</p>".replace("\n", "<br>")
        case TextQuestion():
            return _paragraph(question.prompt)


def _answer(question: Question, words: Words) -> str:
    match question:
        case ChoiceQuestion():
            options = "".join(f"<li>{_option(option, words)}</li>" for option in question.options)
            return f'<ol type="A">{options}</ol>'
        case OrderQuestion():
            return f"<ol>{_items(question.items)}</ol>"
        case MatchQuestion():
            pairs = (f"<dt>{escape(left)}</dt><dd>{escape(right)}</dd>" for left, right in question.pairs)
            return f"<dl>{''.join(pairs)}</dl>"
        case GapsQuestion():
            gaps = (" / ".join(f"<bdi>{escape(text)}</bdi>" for text in accepted) for accepted in question.gaps)
            return f"<ol>{''.join(f'<li>{gap}</li>' for gap in gaps)}</ol>"
        case TextQuestion():
            return _paragraph(question.model_answer)


def _option(option: AnswerOption, words: Words) -> str:
    text = escape(option.text)
    if option.is_right:
        text = f"<strong>{text}</strong> ({escape(words['correct'])})"
    return f"{text}<br><bdi>{escape(option.feedback)}</bdi>" if option.feedback else text


def _right_options(question: ChoiceQuestion) -> str:
    right = (
        f'<li value="{position}">{escape(option.text)}</li>'
        for position, option in enumerate(question.options, 1)
        if option.is_right
    )
    return f'<ol type="A">{"".join(right)}</ol>'


def _paragraph(text: str) -> str:
    return f"<p>{escape(text.strip())}</p>".replace("\n", "<br>") if text.strip() else ""


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escape(text)}</li>" for text in texts)
