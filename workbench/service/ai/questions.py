"""Makes a quiz from what a topic's text itself says: a gap in a statement, or a description to be matched.

No answer, right or wrong, comes from anywhere but the text. Where the text gives too little, there is no quiz.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

from workbench.authoring.content import Choice, Quiz
from workbench.service.ai.languages.phrases import Language
from workbench.service.ai.terms import FoundTerm
from workbench.service.ai.topic import TopicPart, shortened

MOST_WRONG: Final = 3
FEWEST_WRONG: Final = 2
GAP: Final = "____"
_QUOTE_CHARS: Final = 300


def quiz_on(parts: tuple[TopicPart, ...], terms: list[FoundTerm], language: Language) -> Quiz | None:
    """A single-choice question with two or three wrong answers, or None."""
    return _which_part(parts, language) or _which_words(terms, language)


def _which_part(parts: tuple[TopicPart, ...], language: Language) -> Quiz | None:
    described = [part for part in parts if part.note]
    if len(described) <= FEWEST_WRONG:
        return None
    subject = described[_steady_number(described[0].note) % len(described)]
    if subject.name.casefold() in subject.note.casefold():
        return None
    question = language.sentences.quiz_part.format(quoted=_quoted(subject.note, language))
    wrong = [part.name for part in described if part is not subject]
    proof = f"{subject.name} – {subject.note}"
    return _quiz(question, subject.name, wrong, proof, language)


def _which_words(terms: list[FoundTerm], language: Language) -> Quiz | None:
    for found in sorted(terms, key=lambda term: -len(term.term.split())):
        gap = re.compile(rf"\b{re.escape(found.term)}\b", re.IGNORECASE)
        if not 30 <= len(found.statement) <= _QUOTE_CHARS or len(gap.findall(found.statement)) != 1:
            continue
        statement = found.statement.casefold()
        wrong = [other.term for other in terms if other.term.casefold() not in statement]
        wrong.sort(key=lambda term: abs(len(term) - len(found.term)))
        if len(wrong) >= FEWEST_WRONG:
            with_gap = gap.sub(GAP, found.statement)
            question = language.sentences.quiz_gap.format(quoted=_quoted(with_gap, language))
            return _quiz(question, found.term, wrong, found.statement, language)
    return None


def _quiz(question: str, right: str, wrong: list[str], proof: str, language: Language) -> Quiz:
    says = _quoted(proof, language)
    sentences = language.sentences
    choices = [Choice(text=right, is_correct=True, feedback=sentences.quiz_right.format(quoted=says))]
    for text in wrong[:MOST_WRONG]:
        choices.append(Choice(text=text, is_correct=False, feedback=sentences.quiz_wrong.format(quoted=says)))
    # The right answer's place comes from the question, so that it is spread evenly over lessons and never changes.
    place = _steady_number(question) % len(choices)
    choices.insert(place, choices.pop(0))
    return Quiz(question=question, multiple=False, choices=tuple(choices))


def _quoted(text: str, language: Language) -> str:
    return language.quoted(shortened(text, _QUOTE_CHARS))


def _steady_number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])
