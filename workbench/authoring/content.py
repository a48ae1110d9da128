"""What is inside a block: one schema per block type that we write (ours; the interface names only `blank`).

On the wire the fields are camelCase, in Python snake_case; fields that we do not know are kept.
Only a field named `markdown` holds Markdown. Every other text is plain and must be shown as it stands, escaped.
It does not know blocks, lessons, storage or who wrote the content. An unknown block type is never judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field, Strict, ValidationError, field_validator, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails, PydanticCustomError

from workbench.authoring.links import refused_links
from workbench.errors import EditRejected

LINE_CHARS: Final = 500
"""Longest heading, objective, term, title or choice."""
PASSAGE_CHARS: Final = 2_000
"""Longest meaning, question, feedback or prompt."""
MARKDOWN_CHARS: Final = 20_000
"""Longest Markdown text of one block."""
LIST_ITEMS: Final = 50
"""Most items, terms or choices in one block."""
AUTHOR_NOTE: Final = "authorNote"
LINK_REFUSED: Final = "link_refused"
"""The type of the schema's error about a link: its sentence has the link's address in it."""
EXCERPT_CHARS: Final = 120
"""Length of an excerpt when the caller names none."""

_SOMETHING = r"\S"
Line = Annotated[str, Strict(), Field(max_length=LINE_CHARS, pattern=_SOMETHING)]
OptionalLine = Annotated[str, Strict(), Field(max_length=LINE_CHARS)]
Passage = Annotated[str, Strict(), Field(max_length=PASSAGE_CHARS, pattern=_SOMETHING)]
OptionalPassage = Annotated[str, Strict(), Field(max_length=PASSAGE_CHARS)]
Markdown = Annotated[str, Strict(), Field(max_length=MARKDOWN_CHARS)]
Flag = Annotated[bool, Strict()]
Lines = Annotated[tuple[Line, ...], Field(min_length=1, max_length=LIST_ITEMS)]


class BlockContent(BaseModel):
    """The content of one block. `to_wire()` gives the JSON object that a block carries."""

    model_config = ConfigDict(
        frozen=True,
        defer_build=True,  # the schemas are made when the first block is looked at, not when the module is imported
        extra="allow",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        # Absent means allowed as well, and providers of models refuse a schema that says so aloud.
        json_schema_extra=lambda schema: schema.pop("additionalProperties", None),
    )

    def to_wire(self) -> dict[str, Any]:
        """The JSON object: camelCase names, lists, unknown fields included."""
        return self.model_dump(mode="json", by_alias=True)


class _WithMarkdown(BlockContent):
    markdown: Markdown

    @field_validator("markdown")
    @classmethod
    def _links_are_allowed(cls, markdown: str) -> str:
        refused = refused_links(markdown)
        if refused:
            raise PydanticCustomError(
                LINK_REFUSED, "{sentence}", {"sentence": f"The link {_shown(refused[0])} is neither https nor mailto."}
            )
        return markdown


class Heading(BlockContent):
    """A heading: level 1 (the lesson) to 3 (a part of a section)."""

    text: Line
    level: Annotated[int, Strict(), Field(ge=1, le=3)] = 2


class Text(_WithMarkdown):
    """Running text, in Markdown. It may be empty."""


class Objectives(BlockContent):
    """What learners can do afterwards."""

    items: Lines


class Term(BlockContent):
    """A term and what it means in this lesson."""

    term: Line
    meaning: Passage


class KeyTerms(BlockContent):
    """The words that matter in the lesson."""

    terms: Annotated[tuple[Term, ...], Field(min_length=1, max_length=LIST_ITEMS)]


class Example(_WithMarkdown):
    """A worked example, in Markdown, under a title that may be empty."""

    title: OptionalLine = ""


class Choice(BlockContent):
    """One answer that a learner can choose, with what they are told after choosing it."""

    text: Line
    is_correct: Flag
    feedback: OptionalPassage = ""


class Quiz(BlockContent):
    """A question with two or more choices; exactly one is correct unless `multiple`."""

    question: Passage
    multiple: Flag = False
    choices: Annotated[tuple[Choice, ...], Field(min_length=2, max_length=LIST_ITEMS)]

    @model_validator(mode="after")
    def _choices_can_be_answered(self) -> Self:
        texts = [choice.text.strip().casefold() for choice in self.choices]
        correct = sum(choice.is_correct for choice in self.choices)
        rule, sentence = None, ""
        if len(set(texts)) < len(texts):
            rule, sentence = "choices_alike", "Two choices of the quiz say the same."
        elif correct == 0:
            rule, sentence = "no_correct_choice", "No choice of the quiz is marked as correct."
        elif correct > 1 and not self.multiple:
            sentence = "The quiz allows one answer, but several choices are marked as correct."
            rule = "several_correct_choices"
        if rule:
            raise PydanticCustomError(rule, "{sentence}", {"sentence": sentence})
        return self


class Reflection(BlockContent):
    """A question for the learner to think about, without a right answer."""

    prompt: Passage


class Summary(BlockContent):
    """What to take along."""

    items: Lines


class AuthorNote(_WithMarkdown):
    """A note for authors, in Markdown: no learner ever reads it. It is open as long as the block is there."""


class Blank(BlockContent):
    """An empty page (interface 4.5)."""


CONTENT_MODELS: Final[Mapping[str, type[BlockContent]]] = MappingProxyType(
    {
        "heading": Heading,
        "text": Text,
        "objectives": Objectives,
        "keyTerms": KeyTerms,
        "example": Example,
        "quiz": Quiz,
        "reflection": Reflection,
        "summary": Summary,
        AUTHOR_NOTE: AuthorNote,
        "blank": Blank,
    }
)
"""The block types that we know, by their name on the wire."""


def content_problem(block_type: str, content: Mapping[str, Any]) -> str | None:
    """What is wrong with a content, in one plain sentence; None if nothing is, or if the type is not ours."""
    model = CONTENT_MODELS.get(block_type)
    if model is None:
        return None
    try:
        model.model_validate(dict(content))
    except ValidationError as error:
        return error_sentence(error.errors(include_url=False, include_input=False)[0])
    return None


def checked_content(block_type: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """The content with its defaults filled in, ready to be stored; an unknown type comes back as it is.

    Raises EditRejected with the sentence of `content_problem`.
    """
    model = CONTENT_MODELS.get(block_type)
    if model is None:
        return dict(content)
    try:
        return model.model_validate(dict(content)).to_wire()
    except ValidationError as error:
        raise EditRejected(error_sentence(error.errors(include_url=False, include_input=False)[0])) from None


def plain_text(block_type: str, content: Mapping[str, Any]) -> str:
    """All the words of a content, a line for each text, Markdown signs removed. Never fails on odd content."""
    known = block_type in CONTENT_MODELS
    lines = (_unmarked(text) if key == "markdown" else text.strip() for key, text in _texts(content, known=known))
    return "\n".join(line for line in lines if line)


def excerpt(block_type: str, content: Mapping[str, Any], limit: int = EXCERPT_CHARS) -> str:
    """One line of plain text, at most `limit` characters, cut at a word with an ellipsis; empty if no words.

    Its parts (paragraphs, items, a term and its meaning) are kept apart: `Yeast: makes it rise · Salt: slows it`.
    """
    line = _joined(_parts(block_type, content), limit)
    if len(line) <= limit:
        return line
    cut = line[: max(limit - 1, 0)]
    at_word = cut.rsplit(" ", 1)[0] if " " in cut[limit // 2 :] else cut
    return (at_word.rstrip(" ,;:·-") + "…")[:limit]


def _parts(block_type: str, content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The (field, line) pairs of a content in reading order; Markdown gives one for each thing that it sets apart."""
    for key, text in _texts(content, known=block_type in CONTENT_MODELS):
        for part in _set_apart(text.splitlines()) if key == "markdown" else (text,):
            line = " ".join(part.split())
            if line:
                yield key, line


def _joined(parts: Iterable[tuple[str, str]], limit: int) -> str:
    """The parts in one line, as many as make it longer than `limit`."""
    line, before = "", ""
    for key, part in parts:
        if len(line) > limit:
            break
        if not line or line.endswith(_ENDS):
            between = " "
        else:
            between = ": " if before in _SAYS_OF_WHAT_FOLLOWS or key in _SAYS_OF_WHAT_PRECEDES else " · "
        line, before = f"{line}{between}{part}".lstrip(" "), key
    return line


_ENDS = (*".!?…:;,。！？：؟۔।", ".”", "!”", "?”", '."', '!"', '?"', ".)")
_SAYS_OF_WHAT_FOLLOWS = {"title"}
_SAYS_OF_WHAT_PRECEDES = {"meaning", "feedback"}


def words(block_type: str, content: Mapping[str, Any]) -> int:
    """How many words a learner reads in a content."""
    return count_words(plain_text(block_type, content))


def count_words(text: str) -> int:
    """How many words a plain text has; a compound with hyphens or apostrophes is one."""
    return len(_WORD.findall(text))


_WORD = re.compile(r"\w+(?:['’\-]\w+)*")
# Nothing here reads a part of the text more than a few times, whatever is in it: tests count the work.
_FENCE = re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE)
_LINK = re.compile(r"!?(?<!\\)\[((?:[^\[\]\\]|\\.)*+)\]\((?:[^()]|\([^()]*+\))*+\)")
_LINE_START = re.compile(r"^[ \t]*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+)", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*(?:(?:[-*_][ \t]*){3,}|=+[ \t]*)$", re.MULTILINE)
_HEADING = re.compile(r"#{1,6}\s")
_ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s")
_TABLE_RULE = re.compile(r"[\s|:-]+")
_CELL = re.compile(r"(?<!\\)\|")
_SIGN = re.compile(r"\\.|\*\*|__|\*|``*|~~")  # "``*" and not "`+": each then begins with a letter to look for
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_LINE_SIGN = re.compile(r"\n[ \t]*[-+*_=#>`~\d]")
_ADDRESS = re.compile(r"(?=\S+\Z)(?:data:|.*?://).*|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def _unmarked(markdown: str) -> str:
    # Most texts have few of these signs: what is not there is not looked for sign by sign.
    text, has_line_signs = markdown, bool(_LINE_SIGN.search(f"\n{markdown}"))
    if has_line_signs:
        text = _RULE.sub("", _FENCE.sub("", text))
    if "](" in text:
        text = _LINK.sub(r"\1", _LINK.sub(r"\1", text))  # a picture may be a link's label
        has_line_signs = True  # a label can begin with one
    if has_line_signs:
        text = _LINE_START.sub("", text)
    text = "\n".join(map(_plain, text.splitlines()))
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _plain(line: str) -> str:
    """The line without pairs of emphasis signs, in one pass whatever is in it: each sign waits for its like."""
    waiting: dict[str, tuple[int, int]] = {}
    gone: list[tuple[int, int]] = []
    for found in _SIGN.finditer(line):
        sign, (start, end) = found[0], found.span()
        if sign.startswith("\\"):
            continue
        if sign in waiting and start > waiting[sign][1] and not line[start - 1].isspace():
            gone += (waiting.pop(sign), (start, end))
        elif end < len(line) and not line[end].isspace():
            waiting.setdefault(sign, (start, end))
    if not gone:
        return line
    ends = [0, *(end for _, end in sorted(gone))]
    starts = [*(start for start, _ in sorted(gone)), len(line)]
    return "".join(line[end:start] for end, start in zip(ends, starts, strict=True))


def _set_apart(markdown: Iterable[str]) -> Iterator[str]:
    """The paragraphs, headings, list items and table cells of Markdown's lines, signs removed."""
    paragraph: list[str] = []
    for line in map(str.strip, (*markdown, "")):
        is_row, is_heading = line.startswith("|"), bool(_HEADING.match(line))
        is_between = not line or is_row or is_heading or bool(_RULE.match(line) or _FENCE.match(line))
        if paragraph and (is_between or _ITEM.match(line)):
            yield _unmarked("\n".join(paragraph))
            paragraph = []
        if is_heading:
            yield _unmarked(line)
        elif is_row and not _TABLE_RULE.fullmatch(line):
            yield from map(_unmarked, _CELL.split(line))
        elif not is_between:
            paragraph.append(line.removesuffix("\\"))


def _texts(value: object, key: str = "", *, known: bool) -> Iterator[tuple[str, str]]:
    """The (field, text) pairs of a content in reading order; of an unknown type, addresses and ids are left out."""
    if isinstance(value, str):
        if known or not _ADDRESS.fullmatch(value.strip()):
            yield key, value
    elif isinstance(value, Mapping):
        ordered = sorted(value.items(), key=lambda item: _READ_FIRST.get(str(item[0]), 1))
        for name, inner in ordered:
            yield from _texts(inner, str(name), known=known)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, key, known=known)


_READ_FIRST = {"title": 0, "question": 0, "term": 0, "feedback": 2}

_NAMES = {"isCorrect": "correct mark", "markdown": "text", "multiple": "choice of one or several answers"}
_PARTS = {"items": "item", "terms": "term", "choices": "choice"}


def error_sentence(error: ErrorDetails) -> str:
    """One plain sentence for an author, from what the schema found. It repeats no text but a refused link's address."""
    if "sentence" in error.get("ctx", {}):
        return error["msg"]
    place = [part for part in error["loc"] if isinstance(part, str)]
    position = next((part for part in error["loc"] if isinstance(part, int)), None)
    field = place[-1] if place else "content"
    name = _NAMES.get(field, field)
    if position is None:
        return f"The {name} {_complaint(error)}."
    part = f"{_PARTS.get(place[0], place[0])} {position + 1}"
    return f"{part.capitalize() if field == place[0] else f'The {name} of {part}'} {_complaint(error)}."


def _complaint(error: ErrorDetails) -> str:
    limits = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return "is missing"
        case "string_pattern_mismatch" | "string_too_short":
            return "is empty"
        case "string_too_long":
            return f"is longer than {limits['max_length']:,} characters"
        case "too_short":
            return "are missing" if limits["min_length"] == 1 else f"are fewer than {limits['min_length']}"
        case "too_long":
            return f"are more than {limits['max_length']}"
        case "string_type":
            return "must be text"
        case "bool_type":
            return "must be yes or no"
        case "tuple_type":
            return "must be a list"
        case "greater_than_equal" | "less_than_equal" | "int_type":
            return "must be a whole number from 1 to 3"
        case _:
            return "does not have the right form"


def _shown(address: str) -> str:
    safe = "".join(letter if letter.isprintable() else "�" for letter in address)
    return f"“{safe[:60]}…”" if len(safe) > 60 else f"“{safe}”"
