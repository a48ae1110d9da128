"""What the outline writer needs of a language: its sentences, and enough grammar words to read a topic.

Sentences take their parts after a colon or inside quotation marks, so that no article, case or gender has to fit.
A class and not a dictionary, so that a language with a missing sentence cannot be imported.
It does not know how a lesson is laid out.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

FieldKind = Literal["title", "description", "audience", "level", "duration", "goals", "contents", "terms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPhrases:
    """Everything that a lesson shows. `{title}` stands bare; `{quoted}` brings its own quotation marks."""

    untitled: str
    note_title: str
    note: str
    about_heading: str
    about_open: str
    deeper: str
    audience: str
    level: str
    duration: str
    objective_title: str
    objective_terms: str
    objective_parts: str
    objective_statements: tuple[str, str, str]
    objective_example: str
    objective_open: str
    term_from_text: str
    term_open: str
    part_open: str
    example_case: str
    example_case_for: str
    example_steps: tuple[str, str, str, str]
    quiz_gap: str
    quiz_part: str
    quiz_right: str
    quiz_wrong: str
    reflection_title: str
    reflection_statements: str
    summary_title: str
    summary_terms: str
    summary_parts: str
    summary_open: str

    def by_name(self) -> dict[str, str]:
        """Every sentence by a name of its own, for checks over all languages."""
        found: dict[str, str] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            many = (value,) if isinstance(value, str) else value
            found |= {f"{field.name}.{position}": text for position, text in enumerate(many)}
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Grammar words, in lower case, by which a topic's terms and fields are recognised.

    No term is a word with one of the `verb_endings`, nor ends with a word that has a participle's or adverb's ending.
    """

    articles: frozenset[str]
    prepositions: frozenset[str]
    joiners: frozenset[str]
    others: frozenset[str]
    vague: frozenset[str]
    such_as: tuple[str, ...]
    adverb_endings: tuple[str, ...] = ()
    verb_endings: tuple[str, ...] = ()
    participle_endings: tuple[str, ...] = ()
    requests: str
    field_words: dict[FieldKind, tuple[str, ...]]
    terms_by: Literal["position", "capital", "article_prefix", "lists_only"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language of the outline writer. `quotes` are its opening and closing quotation marks."""

    code: str
    right_to_left: bool = False
    quotes: tuple[str, str]
    comma: str = ", "
    sentences: LessonPhrases
    grammar: Grammar

    def quoted(self, text: str) -> str:
        """The text inside this language's quotation marks."""
        opening, closing = self.quotes
        return f"{opening}{text}{closing}"


def word_set(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())
