"""The default writer: a teachable skeleton from the topic's own words, made by rules, the same on every machine.

It says in the lesson's first lines that no AI wrote it. It knows no facts: what the topic does not say stays a
marked place for an author. It does not know the model writer.
"""

from __future__ import annotations

import re
from typing import Final

from workbench.authoring.content import (
    BlockContent,
    Example,
    Heading,
    KeyTerms,
    Objectives,
    Reflection,
    Summary,
    Term,
    Text,
)
from workbench.service.ai.languages.known import LANGUAGES, language_of
from workbench.service.ai.languages.phrases import Language
from workbench.service.ai.questions import quiz_on
from workbench.service.ai.terms import FoundTerm, find_terms
from workbench.service.ai.topic import Topic, read_topic, shortened
from workbench.service.ai.writer import DraftBlock, StarterDraft, StarterRequest, WriterFailed

NAME: Final = "outline"
_QUOTE_CHARS: Final = 400
_SHORT_QUOTE_CHARS: Final = 160
_ITEM_CHARS: Final = 480

Page = tuple[str, BlockContent]


class OutlineWriter:
    """Drafts without a model, in under a millisecond. Regional codes (`PT-BR`) use their base language."""

    name: Final = NAME
    is_ai: Final = False
    languages: Final = tuple(sorted(LANGUAGES))

    def refusal(self, request: StarterRequest) -> str | None:
        """A sentence with the list of languages, if the requested one is not among them."""
        if language_of(request.language) is None:
            return f"The outline writer cannot write in {request.language[:20]}. It knows {', '.join(self.languages)}."
        return None

    async def write(self, request: StarterRequest) -> StarterDraft:
        """The draft. Raises WriterFailed (`language`) for an unknown language, and for nothing else."""
        language = language_of(request.language)
        if language is None:
            raise WriterFailed(self.refusal(request), reason="language")
        return outline(request.topic, language)

    async def close(self) -> None:
        """Nothing to let go of."""


def outline(text: str, language: Language) -> StarterDraft:
    """The draft for a topic's text, in a language."""
    topic = read_topic(text, language)
    terms = find_terms(topic.title, topic.statements, topic.keywords, language)
    pages = [
        *_opening(topic, language),
        *_objectives(topic, terms, language),
        *_key_terms(topic, terms, language),
        *_parts(topic, language),
        *_example(topic, language),
        *_quiz(topic, terms, language),
        *_closing(topic, terms, language),
    ]
    blocks = tuple(DraftBlock(block_type, content.to_wire()) for block_type, content in pages)
    return StarterDraft(title=topic.title, blocks=blocks, writer=NAME)


def as_markdown(text: str) -> str:
    """Plain text as Markdown that shows just this text: no sign of it is markup, no word of it a link."""
    escaped = _MARKDOWN_SIGNS.sub(r"\\\g<0>", text)
    return _LINE_START.sub(r"\1\\\2", escaped)


_MARKDOWN_SIGNS = re.compile(r"[\\`*_\[\]<>#|~&{}$]|(?<=:)/(?=/)")
_LINE_START = re.compile(r"^(\s*\d*)([-+=.)!])")


def _heading(text: str, level: int = 2) -> Page:
    return "heading", Heading(text=text, level=level)


def _opening(topic: Topic, language: Language) -> list[Page]:
    words = language.sentences
    labels = {"audience": words.audience, "level": words.level, "duration": words.duration}
    colon = "\u00a0:" if language.code == "FR" else ":"
    facts = [f"- **{labels[kind]}{colon}** {as_markdown(value)}" for kind, value in topic.facts]
    statements = as_markdown(" ".join(topic.statements))
    about = [statements, words.deeper] if statements else [] if topic.parts else [words.about_open]
    texts = [text for text in (*about, "\n".join(facts)) if text]
    return [
        _heading(topic.title, level=1),
        ("text", Text(markdown=f"**{words.note_title}** {words.note}")),
        *([_heading(words.about_heading)] if texts else []),
        *[("text", Text(markdown=text)) for text in texts],
    ]


def _objectives(topic: Topic, terms: list[FoundTerm], language: Language) -> list[Page]:
    words = language.sentences
    items = list(topic.goals)
    if not items:
        items = [words.objective_title.format(title=topic.title)]
        if topic.parts:
            items.append(words.objective_parts.format(parts=_listed([part.name for part in topic.parts], language)))
        if len(terms) > 1:
            items.append(words.objective_terms.format(terms=_listed([found.term for found in terms], language)))
        statements = topic.statements[1:4] or topic.statements
        for shape, statement in zip(words.objective_statements, statements, strict=False):
            items.append(shape.format(quoted=language.quoted(shortened(statement, _SHORT_QUOTE_CHARS))))
        items += [] if topic.statements else [words.objective_example]
        items.append(words.objective_open)
    return [("objectives", Objectives(items=_items(items)))]


def _key_terms(topic: Topic, terms: list[FoundTerm], language: Language) -> list[Page]:
    words = language.sentences
    if not terms and (topic.statements or topic.parts):
        return []
    shown = [
        Term(
            term=shortened(found.term, _ITEM_CHARS),
            meaning=words.term_from_text.format(quoted=language.quoted(shortened(found.statement, _QUOTE_CHARS)))
            if found.statement
            else words.term_open,
        )
        for found in terms or [FoundTerm(topic.title, "")]
    ]
    return [("keyTerms", KeyTerms(terms=tuple(shown)))]


def _parts(topic: Topic, language: Language) -> list[Page]:
    pages: list[Page] = []
    for part in topic.parts:
        statements = [as_markdown(part.note)] if part.note else []
        pages += [
            _heading(part.name),
            ("text", Text(markdown="\n\n".join([*statements, language.sentences.part_open]))),
        ]
    return pages


def _example(topic: Topic, language: Language) -> list[Page]:
    words = language.sentences
    audience = dict(topic.facts).get("audience")
    case = (
        words.example_case_for.format(audience=as_markdown(shortened(audience, _SHORT_QUOTE_CHARS)))
        if audience
        else words.example_case.format(title=as_markdown(topic.title))
    )
    steps = [f"{number}. {step}" for number, step in enumerate(words.example_steps, 1)]
    return [("example", Example(title=topic.title, markdown="\n".join([case, "", *steps])))]


def _quiz(topic: Topic, terms: list[FoundTerm], language: Language) -> list[Page]:
    quiz = quiz_on(topic.parts, terms, language)
    return [("quiz", quiz)] if quiz else []


def _closing(topic: Topic, terms: list[FoundTerm], language: Language) -> list[Page]:
    words = language.sentences
    several = len(topic.statements) > 1
    prompt = words.reflection_statements if several else words.reflection_title.format(title=topic.title)
    first = topic.statements[:1]
    items = [*first] if first else [words.summary_title.format(title=topic.title)]
    if topic.parts:
        items.append(words.summary_parts.format(parts=_listed([part.name for part in topic.parts], language)))
    if len(terms) > 1:
        items.append(words.summary_terms.format(terms=_listed([found.term for found in terms], language)))
    return [
        ("reflection", Reflection(prompt=prompt)),
        ("summary", Summary(items=_items([*items, words.summary_open]))),
    ]


def _listed(names: list[str], language: Language) -> str:
    """As many of the names as fit on a line."""
    return shortened(language.comma.join(names), 320)


def _items(items: list[str]) -> tuple[str, ...]:
    return tuple(shortened(item, _ITEM_CHARS) for item in items)
