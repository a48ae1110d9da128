"""Quotes of a block: the passages that its content was written from, under `sources` in the content.

They are data separate from the block's own words: they are not part of its text, and are not counted, searched
or replaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, Strict, ValidationError
from pydantic.alias_generators import to_camel

from workbench.authoring.quotes import MAX_QUOTE, QuoteState

SOURCES: Final = "sources"
"""The field of a content that has them."""
MAX_QUOTES: Final = 20
"""Most quotes of one block."""


class SourceQuote(BaseModel):
    """A passage that a block quotes. Quote, title and place stay as they were when the source is changed or deleted.

    All of them are other people's words: they are shown escaped.
    """

    model_config = ConfigDict(
        frozen=True,
        defer_build=True,
        extra="allow",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
    )

    passage_id: Annotated[str, Strict(), Field(min_length=1, max_length=100)]
    quote: Annotated[str, Strict(), Field(max_length=MAX_QUOTE)]
    source_id: Annotated[str, Strict(), Field(min_length=1, max_length=64)]
    title: Annotated[str, Strict(), Field(max_length=300)]
    place: Annotated[str, Strict(), Field(max_length=200)]
    state: QuoteState

    def to_wire(self) -> dict[str, Any]:
        """Return the JSON object with camelCase names."""
        return self.model_dump(mode="json", by_alias=True)


def source_quotes(content: Mapping[str, Any]) -> list[SourceQuote]:
    """Return the quotes of a block's content, omitting invalid ones."""
    given = content.get(SOURCES)
    listed = given[:MAX_QUOTES] if isinstance(given, list | tuple) else ()
    return [quote for entry in listed if (quote := source_quote(entry)) is not None]


def source_quote(given: object) -> SourceQuote | None:
    """Return the quote, or None if the value is not one."""
    try:
        return SourceQuote.model_validate(given)
    except ValidationError:
        return None


def sources_problem(given: object) -> str | None:
    """Return what is wrong with the field, in one plain sentence, or None if it is valid."""
    if not isinstance(given, list | tuple):
        return "The sources must be a list."
    if len(given) > MAX_QUOTES:
        return f"The sources are more than {MAX_QUOTES}."
    for number, entry in enumerate(given, 1):
        try:
            SourceQuote.model_validate(entry)
        except ValidationError as error:
            location = error.errors(include_url=False, include_input=False, include_context=False)[0]["loc"]
            return (
                f"The {location[0]} of source {number} does not have the right form."
                if location
                else f"Source {number} is none."
            )
    return None
