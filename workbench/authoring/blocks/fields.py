"""Building blocks for the schemas of block types: limits, kinds of fields, and the base class of contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, Strict, field_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from workbench.authoring.links import refused_links

LINE_CHARS: Final = 500
"""Longest heading, objective, term, title or choice."""
PASSAGE_CHARS: Final = 2_000
"""Longest meaning, question, feedback or prompt."""
MARKDOWN_CHARS: Final = 20_000
"""Longest Markdown text of one block."""
LIST_ITEMS: Final = 50
"""Most items, terms or choices in one block."""
LINK_REFUSED: Final = "link_refused"
"""The type of the schema's error about a link: its sentence has the link's address in it."""

_SOMETHING = r"\S"
Line = Annotated[str, Strict(), Field(max_length=LINE_CHARS, pattern=_SOMETHING)]
OptionalLine = Annotated[str, Strict(), Field(max_length=LINE_CHARS)]
Passage = Annotated[str, Strict(), Field(max_length=PASSAGE_CHARS, pattern=_SOMETHING)]
OptionalPassage = Annotated[str, Strict(), Field(max_length=PASSAGE_CHARS)]
Markdown = Annotated[str, Strict(), Field(max_length=MARKDOWN_CHARS)]
Flag = Annotated[bool, Strict()]
Lines = Annotated[tuple[Line, ...], Field(min_length=1, max_length=LIST_ITEMS)]


class CodeText:
    """Marks a field whose text is not words: an id, or one of a few values."""


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
        """Return the JSON object with camelCase names and lists, including unknown fields."""
        return self.model_dump(mode="json", by_alias=True)


class WithMarkdown(BlockContent):
    """A content with a Markdown text, whose links are https or mailto."""

    markdown: Markdown

    @field_validator("markdown")
    @classmethod
    def _links_are_allowed(cls, markdown: str) -> str:
        refused = refused_links(markdown)
        if refused:
            raise PydanticCustomError(
                LINK_REFUSED,
                "{sentence}",
                {"sentence": f"The link {_visible_address(refused[0])} is neither https nor mailto."},
            )
        return markdown


def _visible_address(address: str) -> str:
    safe = "".join(letter if letter.isprintable() else "�" for letter in address)
    return f"“{safe[:60]}…”" if len(safe) > 60 else f"“{safe}”"


FIELD_NOTES: Final = {
    "alternativeText": "what the picture shows, for who cannot see it",
    "answers": "an answer that fits into the gap",
    "caption": "the caption",
    "feedback": "what is said after the answer",
    "items": "an item",
    "left": "the left side of a pair",
    "meaning": "what the term means",
    "modelAnswer": "the model answer",
    "prompt": "the task",
    "question": "the question",
    "right": "what belongs to the left side",
    "term": "a term",
    "title": "the title",
}
"""Descriptions of common fields, for translators."""


def content_error(rule: str, sentence: str) -> PydanticCustomError:
    """Return a schema error whose sentence is shown to authors unchanged."""
    return PydanticCustomError(rule, "{sentence}", {"sentence": sentence})


def fold_text(text: str) -> str:
    """Return a text for comparison, ignoring case and white space."""
    return " ".join(text.split()).casefold()


def has_alike(texts: Iterable[str]) -> bool:
    """Return whether two of the texts are equal, ignoring case and white space."""
    seen = [fold_text(text) for text in texts]
    return len(set(seen)) < len(seen)


def text_fields(model: type[BaseModel]) -> Iterator[tuple[str, bool]]:
    """Yield the wire name of each text field, including those of parts, and whether it holds words."""
    for own, field in model.model_fields.items():
        name, inner = field.alias or own, field.annotation
        while get_origin(inner) in (tuple, Annotated):
            inner = get_args(inner)[0]
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from text_fields(inner)
        elif get_origin(inner) is Literal:
            yield name, False
        elif inner is str:
            yield name, not any(isinstance(mark, CodeText) for mark in field.metadata)
