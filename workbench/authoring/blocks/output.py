"""The context in which a block type renders its content as HTML or Markdown: labels, levels, and links to media."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from types import MappingProxyType
from typing import Any, Final

from workbench.authoring.markup.markdown import DEEPEST, markdown_html
from workbench.authoring.markup.plain import heading_signs, items_markdown, plain_line, safe_markdown
from workbench.languages.reader import base_language, language_section


@dataclass(frozen=True, slots=True)
class MediaLink:
    """The address and type of an asset's bytes; `width` and `height` are a picture's, in pixels."""

    address: str
    media_type: str
    file_name: str = ""
    width: int | None = None
    height: int | None = None


MediaLinks = Mapping[str, MediaLink]
"""Links by the assets' ids."""
NO_LINKS: Final[MediaLinks] = MappingProxyType({})


@cache
def lesson_words(language: str) -> Mapping[str, str]:
    """Return the texts common to blocks of all types, by name, for a language code; English if it has none.

    A region has the words of its base language.
    """
    words: dict[str, Any] | None = language_section(base_language(language), "lesson")
    return MappingProxyType(words or language_section("EN", "lesson") or {})


@dataclass(frozen=True, slots=True)
class Output:
    """The labels of the block's type, and the words of all types, in the lesson's language; where its media are."""

    labels: Mapping[str, str]
    words: Mapping[str, str]
    links: MediaLinks

    @property
    def label(self) -> str:
        """Only label of the type: its heading or name."""
        return self.labels["label"]


@dataclass(frozen=True, slots=True)
class HtmlOutput(Output):
    """HTML output.

    `section` is the level of the heading above the block, or of the block itself; None if unknown.
    """

    section: int | None

    def heading(self, text: str) -> str:
        """Return a heading inside the block's section."""
        level = min((self.section or 2) + 1, DEEPEST)
        return f"<h{level}>{escape(text)}</h{level}>"

    def markdown(self, markdown: str) -> str:
        """Markdown as safe HTML, its headings below those of the section."""
        return markdown_html(markdown, self.section or 2)


@dataclass(frozen=True, slots=True)
class MarkdownOutput(Output):
    """`level` is that of the heading which bears the lesson's title."""

    level: int

    def part(self, title: str, body: str) -> str:
        """Return the body under a heading."""
        return f"{heading_signs(self.level + 2)} {plain_line(title)}\n\n{body}"

    def quote(self, title: str, markdown: str) -> str:
        """Return the Markdown as a quotation that begins with a title."""
        lines = [f"**{plain_line(title)}**", "", *safe_markdown(markdown).strip().splitlines()]
        return "\n".join(f"> {line}".rstrip() for line in lines)

    def list_items(self, items: Iterable[str]) -> str:
        """Return the plain texts as a list under the type's label."""
        return self.part(self.label, items_markdown(items))


def list_html(items: Iterable[str]) -> str:
    """Plain texts as a list."""
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"
