"""The texts of planning sheets in a language: sentences, and words by which a topic is parsed.

The words are the sections `planning_sheet` and `topic` of `workbench/languages/*.toml`. A sentence contains none of the
topic's words: these are on separate lines, or follow a sentence or a colon. So no article, case, gender or ending has
to fit a topic. Sentences are the same wherever the language is spoken; a country with another spelling has its own file
(`pt`, `pt_br`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final, Literal

from workbench.languages.reader import base_language, language_codes, language_section

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
        """Return every sentence by a unique name, for checks over all languages."""
        texts: dict[str, str] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            many = (value,) if isinstance(value, str) else value
            texts |= {f"{field.name}.{position}": text for position, text in enumerate(many)}
        return texts


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicWords:
    """Words, in lower case, by which the parts of a topic are recognised.

    `requests` is a pattern for the words that request a lesson, up to its subject. In a language with cases the
    preposition belongs to the subject (`über den Mond`, `o chlebie`): without it the noun would have a wrong ending.
    """

    joiners: frozenset[str]
    requests: str
    field_words: dict[FieldKind, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language of planning sheets."""

    code: str
    phrases: SheetPhrases
    topic_words: TopicWords


def find_language(code: str) -> Language | None:
    """Return the language of a code such as `EN-GB`: its own, else its base (`EN`); None if neither is known."""
    return LANGUAGES.get(code) or LANGUAGES.get(base_language(code))


def _read(code: str) -> Language:
    """Raise `TypeError` where a sentence is missing or unknown, so that an incomplete language cannot be used."""
    sheet, topic = language_section(code, "planning_sheet") or {}, language_section(code, "topic") or {}
    return Language(
        code=code,
        phrases=SheetPhrases(**{**sheet, "example_steps": tuple(sheet.get("example_steps", ()))}),
        topic_words=TopicWords(
            joiners=frozenset(topic["joiners"]),
            requests=topic["requests"],
            field_words={kind: tuple(words) for kind, words in topic["field_words"].items()},
        ),
    )


LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType({code: _read(code) for code in language_codes()})
"""The languages of planning sheets, by their code."""
