"""What planning sheets need of a language: their sentences, and the words by which a topic is taken apart.

A sentence holds none of the topic's words: these stand in lines of their own, or behind a sentence or a colon. So no
article, case, gender or ending has to fit a topic. Sentences are the same wherever the language is spoken; a country
that writes them otherwise has its own file (`pt`, `pt_br`).
A class and not a dictionary, so that a language with a missing sentence cannot be imported.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

FieldKind = Literal["title", "description", "audience", "level", "duration", "goals", "contents", "terms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPhrases:
    """Everything that a planning sheet says; Markdown, but for the quiz. `audience` to `questions` are labels."""

    untitled: str
    sheet_title: str
    sheet: str
    given: str
    audience: str
    level: str
    duration: str
    tone: str
    reading_level: str
    words: str
    questions: str
    objectives_open: str
    parts_open: str
    part_open: str
    parts_more: str
    terms_open: str
    example_open: str
    example_steps: tuple[str, str, str]
    question_open: str
    summary_open: str
    quiz_question: str
    quiz_right: str
    quiz_wrong: str

    def by_name(self) -> dict[str, str]:
        """Every sentence by a name of its own, for checks over all languages."""
        found: dict[str, str] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            many = (value,) if isinstance(value, str) else value
            found |= {f"{field.name}.{position}": text for position, text in enumerate(many)}
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicWords:
    """Words, in lower case, by which the parts of a topic are recognised.

    `requests` is a pattern of what asks for a lesson, up to its subject. In a language with cases the preposition
    belongs to the subject (`über den Mond`, `o chlebie`): without it the noun would have a wrong ending.
    """

    joiners: frozenset[str]
    requests: str
    field_words: dict[FieldKind, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language of planning sheets."""

    code: str
    right_to_left: bool = False
    phrases: SheetPhrases
    topic_words: TopicWords


def word_set(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())
