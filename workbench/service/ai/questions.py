"""Makes a question from what a topic says of its parts: which one is described?

No answer, right or wrong, comes from anywhere but the topic. Where fewer than three parts are described there is none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from workbench.authoring.content import Choice, Quiz
from workbench.service.ai.languages.phrases import Language
from workbench.service.ai.topic import TopicPart, shortened

MOST_WRONG: Final = 3
FEWEST_PARTS: Final = 3
_TEXT_CHARS: Final = 300


def question_on(parts: Sequence[TopicPart], language: Language) -> Quiz | None:
    """A question about one of the described parts, with two or three others as wrong answers; None if there are few.

    A part whose description names it is not asked about.
    """
    described = [part for part in parts if part.note]
    possible = [part for part in described if part.name.casefold() not in part.note.casefold()]
    if len(described) < FEWEST_PARTS or not possible:
        return None
    subject = possible[_steady_number(possible[0].note) % len(possible)]
    wrong = [part for part in described if part is not subject][:MOST_WRONG]
    phrases = language.phrases
    question = phrases.quiz_question.format(text=shortened(subject.note, _TEXT_CHARS))
    choices = [_choice(subject, phrases.quiz_right, is_correct=True)]
    choices += [_choice(part, phrases.quiz_wrong, is_correct=False) for part in wrong]
    # The right answer's place comes from the question, so that it is spread evenly over lessons and never changes.
    choices.insert(_steady_number(question) % len(choices), choices.pop(0))
    return Quiz(question=question, multiple=False, choices=tuple(choices))


def _choice(part: TopicPart, feedback: str, *, is_correct: bool) -> Choice:
    """A part as a choice; its feedback is what the topic says of it."""
    text = shortened(part.note, _TEXT_CHARS)
    return Choice(text=part.name, is_correct=is_correct, feedback=feedback.format(part=part.name, text=text))


def _steady_number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])
