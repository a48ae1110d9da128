"""The default writer: a planning sheet, made by rules from the topic's own words, the same on every machine.

It knows no facts and writes nothing that a learner could mistake for a lesson: the title, objectives, parts and terms
are from the topic, and notes for authors say what is missing. It does not know the model writer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from workbench.authoring.content import (
    AUTHOR_NOTE,
    AuthorNote,
    BlockContent,
    Choice,
    Heading,
    KeyTerms,
    Objectives,
    Quiz,
    Term,
    Text,
)
from workbench.authoring.quotes import MAX_QUOTE
from workbench.authoring.source_quotes import SOURCES, SourceQuote
from workbench.patterns import Pattern
from workbench.procedures.lesson import PLANNING_SHEET
from workbench.service.ai.planning_words import LANGUAGES, Language, find_language
from workbench.service.ai.topic import Topic, TopicPart, capitalize, read_topic, shorten
from workbench.service.ai.writer import DraftBlock, StarterDraft, StarterRequest, WriterFailed

MOST_WRONG: Final = 3
FEWEST_PARTS: Final = 3
_TEXT_CHARS: Final = 300


NAME: Final = PLANNING_SHEET
_ITEM_CHARS: Final = 480
_MOST_PASSAGES: Final = 12
_SENTENCE_END: Final = Pattern(r"[.!?…](?=\s)|[。！？]")

SheetBlock = tuple[str, BlockContent]


class SheetWriter:
    """Drafts planning sheets without a model, in under a millisecond. Regional codes may have their own words."""

    name: Final = NAME
    is_ai: Final = False
    languages: Final = tuple(sorted(LANGUAGES))

    def refusal(self, request: StarterRequest) -> str | None:
        """Return a sentence with the list of languages if the requested one is not among them."""
        if find_language(request.language) is None:
            return (
                "Without an AI model, only planning sheets are created, and not in "
                f"{request.language[:20]}. Languages: {', '.join(self.languages)}."
            )
        return None

    async def write(self, request: StarterRequest) -> StarterDraft:
        """Return the sheet. Raises WriterFailed (`language`) for an unknown language, and for nothing else."""
        language = find_language(request.language)
        if language is None:
            raise WriterFailed(self.refusal(request), reason="language")
        return planning_sheet(request, language)

    async def close(self) -> None:
        """Do nothing."""


def planning_sheet(request: StarterRequest, language: Language) -> StarterDraft:
    """Return the sheet for a request, in a language."""
    topic = read_topic(request.topic, language)
    phrases = language.phrases
    pages: list[SheetBlock] = [
        ("heading", Heading(text=topic.title, level=1)),
        _note(f"**{phrases.sheet_title}** {phrases.sheet}"),
        *_request_notes(topic, request, language),
        *_objectives(topic, request, language),
        *_parts(topic, language, has_passages=bool(request.passages)),
        *_passages(request),
        *_terms(topic, language),
        _note("\n\n".join([phrases.example_open, _numbered_list(phrases.example_steps)])),
        *_question(topic, language),
        _note(phrases.summary_open),
    ]
    blocks = tuple(DraftBlock(block_type, content.to_wire()) for block_type, content in pages)
    return StarterDraft(title=topic.title, blocks=blocks, writer=NAME)


def as_markdown(text: str) -> str:
    """Return plain text as Markdown that shows exactly this text: no sign of it is markup, no word of it a link."""
    escaped = _MARKDOWN_SIGNS.sub(r"\\\g<0>", text)
    return _LINE_START.sub(r"\1\\\2", escaped)


_MARKDOWN_SIGNS = Pattern(r"[\\`*_\[\]<>#|~&{}$]|(?<=:)/(?=/)")
_LINE_START = Pattern(r"^(\s*\d*)([-+=.)!])")


def _note(markdown: str) -> SheetBlock:
    return AUTHOR_NOTE, AuthorNote(markdown=markdown)


def _request_notes(topic: Topic, request: StarterRequest, language: Language) -> Iterator[SheetBlock]:
    """Yield a note with the rest of the topic besides its title, and the requested style of the lesson."""
    parts = []
    if topic.statements:
        parts += [f"**{language.phrases.given}**", f"> {as_markdown(' '.join(topic.statements))}"]
    facts = dict(_facts(topic, request, language))
    colon = "\u00a0:" if language.code == "FR" else ":"
    if facts:
        parts.append("\n".join(f"- **{label}{colon}** {as_markdown(value)}" for label, value in facts.items()))
    if parts:
        yield _note("\n\n".join(parts))


def _facts(topic: Topic, request: StarterRequest, language: Language) -> Iterator[tuple[str, str]]:
    """Yield labels with facts from the topic, and from the request's style, which takes precedence."""
    labels = {"audience": language.phrases.audience, "level": language.phrases.level}
    labels["duration"] = language.phrases.duration
    yield from ((labels[kind], value) for kind, value in topic.facts)
    style = request.style
    if style is not None:
        wishes = (
            (language.phrases.audience, style.audience),
            (language.phrases.tone, style.tone),
            (language.phrases.reading_level, style.reading_level),
            (language.phrases.words, style.words),
            (language.phrases.questions, style.questions),
        )
        yield from ((label, str(value)) for label, value in wishes if value is not None)


def _objectives(topic: Topic, request: StarterRequest, language: Language) -> Iterator[SheetBlock]:
    """Yield the objectives that were given, each in its own words; a note if none were."""
    given = dict.fromkeys([*(capitalize(objective, language) for objective in request.objectives), *topic.goals])
    if given:
        yield "objectives", Objectives(items=tuple(shorten(goal, _ITEM_CHARS) for goal in given))
    else:
        yield _note(language.phrases.objectives_open)


def _parts(topic: Topic, language: Language, *, has_passages: bool) -> Iterator[SheetBlock]:
    """Yield a heading for each part, with its text from the topic, or a note; none if sources give the parts."""
    if not topic.parts and not has_passages:
        yield _note(language.phrases.parts_open)
    for part in topic.parts:
        yield "heading", Heading(text=part.name, level=2)
        yield ("text", Text(markdown=as_markdown(part.note))) if part.note else _note(language.phrases.part_open)
    if any(part.note for part in topic.parts):
        yield _note(language.phrases.parts_more)


def _passages(request: StarterRequest) -> Iterator[SheetBlock]:
    """Yield the sources' headings, each with the beginnings of its passages as quotes, with the place."""
    before = None
    for passage in request.passages[:_MOST_PASSAGES]:
        heading = passage.heading or passage.title
        if heading != before:
            yield "heading", Heading(text=shorten(heading, _ITEM_CHARS), level=2)
        before = heading
        quote = _beginning(passage.text)
        source = SourceQuote(
            passage_id=passage.passage_id,
            quote=quote,
            source_id=passage.source_id,
            title=passage.title,
            place=passage.place,
            state="verified",  # it is the passage's beginning
        )
        markdown = f"> {as_markdown(quote)}\n\n({as_markdown(passage.title)}, {as_markdown(passage.place)})"
        yield "text", Text.model_validate({"markdown": markdown, SOURCES: [source.to_wire()]})


def _beginning(text: str) -> str:
    """Return the first sentences of a passage on one line, as many as a quote may have; else the first words."""
    line = " ".join(text.split())
    if len(line) <= MAX_QUOTE:
        return line
    head = line[:MAX_QUOTE]
    ends = [match.end() for match in _SENTENCE_END.finditer(head)]
    return head[: ends[-1]].rstrip() if ends else head.rsplit(" ", 1)[0]


def _terms(topic: Topic, language: Language) -> Iterator[SheetBlock]:
    """Yield the terms that the topic defines as key terms; a note with those that it only names."""
    defined = [Term(term=shorten(term.name, _ITEM_CHARS), meaning=term.note) for term in topic.terms if term.note]
    if defined:
        yield "keyTerms", KeyTerms(terms=tuple(defined))
    names = [as_markdown(term.name) for term in topic.terms if not term.note]
    if names:
        yield _note("\n\n".join([language.phrases.terms_open, "\n".join(f"- {name}" for name in names)]))


def _question(topic: Topic, language: Language) -> Iterator[SheetBlock]:
    quiz = question_on(topic.parts, language)
    yield ("quiz", quiz) if quiz else _note(language.phrases.question_open)


def _numbered_list(steps: Iterable[str]) -> str:
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


def question_on(parts: Sequence[TopicPart], language: Language) -> Quiz | None:
    """Return a question about a described part, with two or three others as wrong answers; None if too few.

    A part whose description names it is not asked about.
    """
    described = [part for part in parts if part.note]
    possible = [part for part in described if part.name.casefold() not in part.note.casefold()]
    if len(described) < FEWEST_PARTS or not possible:
        return None
    subject = possible[_steady_number(possible[0].note) % len(possible)]
    wrong = [part for part in described if part is not subject][:MOST_WRONG]
    phrases = language.phrases
    question = phrases.quiz_question.format(text=shorten(subject.note, _TEXT_CHARS))
    choices = [_choice(subject, phrases.quiz_right, is_correct=True)]
    choices += [_choice(part, phrases.quiz_wrong, is_correct=False) for part in wrong]
    # The right answer's place comes from the question, so that it is spread evenly over lessons and never changes.
    choices.insert(_steady_number(question) % len(choices), choices.pop(0))
    return Quiz(question=question, multiple=False, choices=tuple(choices))


def _choice(part: TopicPart, feedback: str, *, is_correct: bool) -> Choice:
    """Return a part as a choice; its feedback is its text from the topic."""
    text = shorten(part.note, _TEXT_CHARS)
    return Choice(text=part.name, is_correct=is_correct, feedback=feedback.format(part=part.name, text=text))


def _steady_number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])
