"""Blocks as HTML that is safe to show: share pages, previews and exports use this one rendering.

Every text is untrusted: plain text is escaped, Markdown is rendered without raw HTML and then sanitised, links are
https or mailto only, there are no scripts, styles or handlers, and no pictures but the organization's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.authoring.blocks.output import NO_LINKS, HtmlOutput, MediaLinks, lesson_words
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content import AUTHOR_NOTE, valid_content
from workbench.authoring.plain_text import plain_text
from workbench.authoring.rendering.outline import section_levels
from workbench.authoring.rendering.questions import question_html
from workbench.authoring.source_quotes import SOURCES, SourceQuote, source_quotes
from workbench.patterns import Pattern

_NO_PASSAGES: Final[Mapping[str, str]] = MappingProxyType({})


def block_html(
    block_type: str,
    content: Mapping[str, Any],
    language: str = "EN",
    section: int | None = None,
    links: MediaLinks = NO_LINKS,
) -> str:
    """Return one block as an HTML fragment; a block that its type's schema refuses as its plain words.

    `section` is the level of the heading above the block, or of the block itself; by default that of a lesson's
    section. `links` says where the pictures, recordings and files are; one without a link is replaced by its
    text.
    """
    return _WITH_WORDS.sub(r'<\1\2 dir="auto">', _html(block_type, content, language, section, links))


def _html(block_type: str, content: Mapping[str, Any], language: str, section: int | None, links: MediaLinks) -> str:
    known = BLOCK_TYPES.get(block_type)
    if known is None:
        return _as_words(block_type, content)
    words = lesson_words(language)
    at = HtmlOutput(known.labels(language), words, links, section)
    valid = valid_content(block_type, content) if known.model.model_fields else known.model()
    if valid is None:
        return (at.heading(at.label) if known.is_for_authors else "") + _as_words(block_type, content)
    if known.html is None:
        return at.heading(at.label) + question_html(known.to_question(valid), words)
    return known.html(valid, at)


_WITH_WORDS: Final = Pattern(
    r"<(p|h[1-6]|dt|dd|td|th|li(?!>\s*<(?:[uod]l|p|pre|h[1-6]|blockquote|div)\b))"
    r'(| class="kind"| value="\d+")>'
)
"""Elements that hold words themselves, and take their direction from them: texts of two directions are mixed."""


def blocks_html(
    blocks: Sequence[Block],
    language: str = "EN",
    *,
    links: MediaLinks = NO_LINKS,
    has_author_notes: bool = False,
    sections: Sequence[int] | None = None,
    passages: Mapping[str, str] = _NO_PASSAGES,
    has_ids: bool = False,
) -> str:
    """Return the blocks with their sources, each in a section with its type as a class.

    With `has_ids` each section has its block's id. Notes for authors are left out, unless `has_author_notes`:
    that is for output for authors, never for learners. `sections` has the blocks' levels (`section_levels`) if
    they are a part of a lesson. `passages` are the texts, by id, of passages of sources that may be read.
    """
    words = lesson_words(language)
    return "\n".join(
        f'<section class="block {block_classes(block.type)}"{_id(block) if has_ids else ""}>'
        f"{block_html(block.type, block.content, language, section, links)}"
        f"{sources_html(block.content, words, passages)}</section>"
        for block, section in zip(blocks, sections or section_levels(blocks), strict=True)
        if has_author_notes or block.type != AUTHOR_NOTE
    )


def _id(block: Block) -> str:
    return f' data-block="{escape(block.id, quote=True)}"'


def block_classes(block_type: str) -> str:
    """Return the CSS classes of the section of a block of this type, escaped."""
    known = BLOCK_TYPES.get(block_type)
    return known.classes if known else escape(block_type)


def _as_words(block_type: str, content: Mapping[str, Any]) -> str:
    lines = plain_text(block_type, content).splitlines()
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def sources_html(content: Mapping[str, Any], words: Mapping[str, str], passages: Mapping[str, str]) -> str:
    """Return the sources of a block's content, each place once; empty without a quote found in its source.

    `passages` are the texts, by id, of passages that may be read. Every text is escaped.
    """
    if SOURCES not in content:
        return ""
    shown: dict[tuple[str, str], SourceQuote] = {}
    for quote in source_quotes(content):
        if quote.state != "unverified":
            shown.setdefault((quote.title, quote.place), quote)
    if not shown:
        return ""
    items = "".join(f"<li>{_source(value, passages.get(value.passage_id))}</li>" for value in shown.values())
    return f'<aside class="sources"><p>{escape(words["sources"])}</p><ul>{items}</ul></aside>'


def _source(quote: SourceQuote, passage: str | None) -> str:
    location = f", {escape(quote.place)}" if quote.place else ""
    line = f"<cite>{escape(quote.title)}</cite>{location}"
    if passage is None:
        return line
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in passage.split("\n") if line.strip())
    return f"<details><summary>{line}</summary><blockquote>{paragraphs}</blockquote></details>"
