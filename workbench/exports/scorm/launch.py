"""The page that a learning system opens: a frame around the learner's pages, and the script for the system."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.authoring.blocks.question import (
    ChoiceQuestion,
    GapsQuestion,
    MatchQuestion,
    OrderQuestion,
    Question,
    TextQuestion,
)
from workbench.authoring.content import question_in_block
from workbench.exports.scorm.options import PackageOptions, Standard
from workbench.exports.scorm.words import package_words
from workbench.languages.reader import direction
from workbench.learner_pages.document import policy_hash

_FOLDER: Final = Path(__file__).parent
ADAPTERS: Final[dict[Standard, str]] = {
    "scorm12": (_FOLDER / "scorm12.min.js").read_text(encoding="utf-8").strip(),
    "scorm2004": (_FOLDER / "scorm2004.min.js").read_text(encoding="utf-8").strip(),
}
_STYLE: Final = (
    ":root{color-scheme:light dark}html,body{height:100%;margin:0}body{display:flex;flex-direction:column;"
    'font:1rem/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif}'
    "p{margin:0;padding:.6rem 1.25rem;background:#fff3cd;color:#3d2e00}p:empty{display:none}"
    "iframe{flex:1;border:0;width:100%}"
)
_TYPED: Final = 30
"""Characters assumed for a typed answer, to estimate the stored data of an attempt."""


@dataclass(frozen=True, slots=True)
class LaunchedLesson:
    """A lesson in a package: its id, its page's path, and its questions by id, those that are not graded apart."""

    lesson_id: str
    page: str
    questions: tuple[str, ...]
    not_graded: tuple[str, ...]
    answer_length: int
    """About how many characters are kept of its answers."""


def launched_lesson(lesson_id: str, page: str, blocks: Sequence[Block]) -> LaunchedLesson:
    """Return the lesson with the questions of its blocks that can be answered."""
    asking = {block.id: question_in_block(block.type, block.content) for block in blocks}
    questions = {block_id: question for block_id, question in asking.items() if question is not None}
    return LaunchedLesson(
        lesson_id,
        page,
        tuple(questions),
        tuple(block_id for block_id, question in questions.items() if isinstance(question, TextQuestion)),
        sum(map(_answer_length, questions.values())),
    )


def launch_page(
    standard: Standard,
    title: str,
    language: str,
    lessons: Sequence[LaunchedLesson],
    *,
    start: str,
    options: PackageOptions,
) -> str:
    """Return the document.

    `start` is the path of the page that is shown first, and without a script the only one.
    """
    script = ADAPTERS[standard]
    policy = (
        f"default-src 'none'; script-src {policy_hash(script)}; style-src {policy_hash(_STYLE)}; frame-src 'self' file:"
    )
    course = {
        "start": start,
        "stamp": stamp(lessons),
        "complete": options.complete,
        "pass": None if options.pass_mark is None else options.pass_mark / 100,
        "lessons": [_facts(lesson) for lesson in lessons],
        "words": package_words(language),
    }
    code = escape(language.lower(), quote=True)
    data = escape(json.dumps(course, ensure_ascii=False, separators=(",", ":")), quote=True)
    frame = f'<iframe title="{escape(title, quote=True)}" src="{escape(start, quote=True)}" allowfullscreen></iframe>'
    return (
        f'<!doctype html>\n<html lang="{code}" dir="{direction(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f'<style>{_STYLE}</style>\n</head>\n<body data-course="{data}">\n<p role="status" dir="auto"></p>\n'
        f"<noscript>{frame}</noscript>\n<script>{script}</script>\n</body>\n</html>\n"
    )


def stamp(lessons: Sequence[LaunchedLesson]) -> str:
    """Return a stamp that differs if lessons or questions do.

    Data stored for one package is not read for another.
    """
    text = "\n".join(f"{lesson.lesson_id} {' '.join(lesson.questions)}" for lesson in lessons)
    return sha256(text.encode()).hexdigest()[:12]


def answer_length(lessons: Sequence[LaunchedLesson]) -> int:
    """About how many characters are kept of an attempt in which everything was answered."""
    return len(stamp(lessons)) + 2 + sum(lesson.answer_length + 1 for lesson in lessons)


def _facts(lesson: LaunchedLesson) -> dict[str, Any]:
    return {
        "id": lesson.lesson_id,
        "page": lesson.page,
        "questions": lesson.questions,
        "open": lesson.not_graded,
    }


def _answer_length(question: Question) -> int:
    """Result, comma, and places with dots between, or typed texts."""
    match question:
        case TextQuestion():
            return 2 + _TYPED + 2
        case GapsQuestion():
            return 2 + (_TYPED + 2) * len(question.gaps)
        case ChoiceQuestion():
            return 2 + 2 * sum(option.is_right for option in question.options)
        case OrderQuestion():
            return 2 + 2 * len(question.items)
        case MatchQuestion():
            return 2 + 2 * len(question.pairs)
