"""Rules on the words that an organization chose: its glossary. Without one they find nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from workbench.authoring.checks.finding import Hit
from workbench.authoring.checks.lesson_view import LessonView
from workbench.authoring.style import GlossaryTerm
from workbench.authoring.topic import fold_topic
from workbench.patterns import Pattern, escape

_WITHOUT_BLANKS: Final = 0x0E00
"""From this code point on scripts lie that write words without blanks between them."""


def term_to_avoid(view: LessonView) -> Iterator[Hit]:
    """A word of the glossary that lessons are to avoid; once for each block and term."""
    terms = {fold_topic(term.term): term for term in view.context.glossary if term.use == "avoid"}
    if not terms:
        return
    pattern = _pattern(tuple(sorted(terms)))
    for place, text in enumerate(view.texts):
        for found in dict.fromkeys(match[0] for match in pattern.finditer(fold_topic(text))):
            yield Hit(place, _message(terms[found]), terms[found].term)


def _message(term: GlossaryTerm) -> str:
    instead = f": say “{term.instead}”" if term.instead else ""
    note = f" ({term.note})" if term.note else ""
    return f"“{term.term}” is a term to avoid{instead}{note}."


@lru_cache(maxsize=64)
def _pattern(folded: tuple[str, ...]) -> Pattern[str]:
    """The terms as whole words, longer ones first."""
    words = sorted(folded, key=lambda term: -len(term))
    return Pattern("|".join(f"{_edge(word[0], '(?<!')}{escape(word)}{_edge(word[-1], '(?!')}" for word in words))


def _edge(character: str, look: str) -> str:
    return rf"{look}\w)" if character.isalnum() and ord(character) < _WITHOUT_BLANKS else ""
