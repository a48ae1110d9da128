"""Questions as HTML: what is asked, and the answer behind a `details` element, which opens without a script.

The learner's page has a script that reads this markup and makes the questions answerable (`learner_pages/learner.js`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from html import escape
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.authoring.content import GAP, content_problem
from workbench.authoring.rendering.labels import Labels, labels_for

Content = Mapping[str, Any]


def question_html(block_type: str, content: Content, words: Labels) -> str:
    """What is asked, and the closed answer, below the heading that the caller sets."""
    prompt, answer = _QUESTIONS[block_type]
    label = words.model_answer if block_type == "shortAnswer" else words.show_answer
    feedback = _paragraph(content.get("feedback", ""))
    return f"{prompt(content)}<details><summary>{escape(label)}</summary>{answer(content, words)}{feedback}</details>"


def question_label(block_type: str, words: Labels) -> str:
    """The heading of a question of this type."""
    return {
        "quiz": words.quiz,
        "ordering": words.ordering,
        "matching": words.matching,
        "fillIn": words.fill_in,
        "shortAnswer": words.short_answer,
    }[block_type]


def answers_html(blocks: Iterable[Block], language: str, level: int = 2) -> str:
    """The right answers of all questions, numbered in their order, for the end of a printed lesson; empty without."""
    words = labels_for(language)
    found = [
        _right_choices(each.content) if each.type == "quiz" else _QUESTIONS[each.type][1](each.content, words)
        for each in blocks
        if each.type in _QUESTIONS and content_problem(each.type, each.content) is None
    ]
    if not found:
        return ""
    items = "".join(f"<li>{each}</li>" for each in found)
    return f'<section class="answers"><h{level}>{escape(words.answers)}</h{level}><ol>{items}</ol></section>'


def mixed(texts: Iterable[str]) -> list[str]:
    """Texts in an order that their words give: the same each time, and never the one that they came in."""
    given = list(dict.fromkeys(texts))
    found = sorted(given, key=lambda each: blake2b(each.encode("utf-8", "surrogatepass"), digest_size=8).digest())
    return found if found != given else [*found[1:], found[0]]


def _quiz(content: Content) -> str:
    several = ' class="several"' if content.get("multiple") else ""
    choices = _items(each["text"] for each in content["choices"])
    return f'<p>{escape(content["question"])}</p><ol type="A"{several}>{choices}</ol>'


def _choices(content: Content, words: Labels) -> str:
    return f'<ol type="A">{"".join(f"<li>{_choice(each, words)}</li>" for each in content["choices"])}</ol>'


def _choice(choice: Content, words: Labels) -> str:
    text = escape(choice["text"])
    if choice["isCorrect"]:
        text = f"<strong>{text}</strong> ({escape(words.correct)})"
    feedback = choice.get("feedback", "")
    return f"{text}<br><bdi>{escape(feedback)}</bdi>" if feedback else text


def _right_choices(content: Content) -> str:
    right = (
        f'<li value="{place}">{escape(each["text"])}</li>'
        for place, each in enumerate(content["choices"], 1)
        if each["isCorrect"]
    )
    return f'<ol type="A">{"".join(right)}</ol>'


def _ordering(content: Content) -> str:
    return f"<p>{escape(content['prompt'])}</p><ul>{_items(mixed(content['items']))}</ul>"


def _in_order(content: Content, words: Labels) -> str:
    return f"<ol>{_items(content['items'])}</ol>"


def _matching(content: Content) -> str:
    pairs: Sequence[Content] = content["pairs"]
    left = _items(each["left"] for each in pairs)
    right = _items(mixed(each["right"] for each in pairs))
    return f'<p>{escape(content["prompt"])}</p><ol>{left}</ol><ol type="A">{right}</ol>'


def _pairs(content: Content, words: Labels) -> str:
    pairs = (f"<dt>{escape(each['left'])}</dt><dd>{escape(each['right'])}</dd>" for each in content["pairs"])
    return f"<dl>{''.join(pairs)}</dl>"


def _fill_in(content: Content) -> str:
    first, *rest = GAP.split(content["text"])
    gaps = (f'<b class="gap">({place}) _____</b>{escape(text)}' for place, text in enumerate(rest, 1))
    return f"<p>{escape(first)}{''.join(gaps)}</p>".replace("\n", "<br>")


def _accepted(content: Content, words: Labels) -> str:
    gaps = (" / ".join(f"<bdi>{escape(text)}</bdi>" for text in gap["answers"]) for gap in content["gaps"])
    return f"<ol>{''.join(f'<li>{each}</li>' for each in gaps)}</ol>"


def _short_answer(content: Content) -> str:
    return _paragraph(content["question"])


def _model_answer(content: Content, words: Labels) -> str:
    return _paragraph(content["modelAnswer"])


def _paragraph(text: str) -> str:
    return f"<p>{escape(text.strip())}</p>".replace("\n", "<br>") if text.strip() else ""


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escape(each)}</li>" for each in texts)


_QUESTIONS: Final[Mapping[str, tuple[Callable[[Content], str], Callable[[Content, Labels], str]]]] = {
    "quiz": (_quiz, _choices),
    "ordering": (_ordering, _in_order),
    "matching": (_matching, _pairs),
    "fillIn": (_fill_in, _accepted),
    "shortAnswer": (_short_answer, _model_answer),
}
