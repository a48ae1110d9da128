"""What a page shows of the sources that it quotes: title and place, and the passage where learners may read it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from workbench.authoring.source_quotes import SOURCES, SourceQuote, source_quotes


def sources_html(content: Mapping[str, Any], words: Mapping[str, str], passages: Mapping[str, str]) -> str:
    """The sources of a block's content, each place once; empty where it quotes none that was found in its source.

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
    place = f", {escape(quote.place)}" if quote.place else ""
    line = f"<cite>{escape(quote.title)}</cite>{place}"
    if passage is None:
        return line
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in passage.split("\n") if line.strip())
    return f"<details><summary>{line}</summary><blockquote>{paragraphs}</blockquote></details>"
