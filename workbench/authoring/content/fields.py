"""What the schemas of block types are made of: limits, kinds of fields, and the base of each content."""

from __future__ import annotations

from typing import Annotated, Any, Final

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


class WithMarkdown(BlockContent):
    """A content with a Markdown text, whose links are https or mailto."""

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


def _shown(address: str) -> str:
    safe = "".join(letter if letter.isprintable() else "�" for letter in address)
    return f"“{safe[:60]}…”" if len(safe) > 60 else f"“{safe}”"
