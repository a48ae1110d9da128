"""Whether a translated text is built like its source: the same links, code, formulas, gaps, lists and tables."""

from __future__ import annotations

from collections import Counter
from typing import Final

from workbench.authoring.content import GAP
from workbench.authoring.markup.markdown import markdown_tokens
from workbench.authoring.repairs.markup import active_in_markdown, active_in_plain

_BUILT_OF: Final = {
    "heading_open": "headings",
    "list_item_open": "list items",
    "table_open": "tables",
    "tr_open": "rows of a table",
    "td_open": "cells of a table",
    "blockquote_open": "quotations",
}


def disagreement(field: str, source: str, translated: str) -> str | None:
    """What keeps a text from being the translation of another, in a sentence without a word of either; None if nothing.

    `field` is the name of the text's field: only `markdown` holds markup.
    """
    if not translated.strip():
        return "It is empty."
    if field == "markdown":
        return _markdown(source, translated)
    if active_in_plain(translated) and not active_in_plain(source):
        return "It holds HTML or an address, and its source has none."
    if field == "text" and len(GAP.findall(source)) != len(GAP.findall(translated)):
        return "It has another number of gaps (___) than its source."
    return None


def _markdown(source: str, translated: str) -> str | None:
    if active_in_markdown(translated) and not active_in_markdown(source):
        return "It holds HTML or an address that a lesson may not have."
    before, after = _parts(source), _parts(translated)
    for name in sorted(before.keys() | after.keys()):
        if before[name] != after[name]:
            return f"It has not the same {name[0]} as its source."
    return None


def _parts(markdown: str) -> Counter[tuple[str, str]]:
    """What has to be the same in both: links and pictures by address, code and formulas by text, the rest by number."""
    found: Counter[tuple[str, str]] = Counter()
    for token in markdown_tokens(markdown):
        if token.type in _BUILT_OF:
            found[_BUILT_OF[token.type], token.tag] += 1
        for child in (token, *(token.children or ())):
            if child.type == "link_open":
                found["links", str(child.attrGet("href"))] += 1
            elif child.type == "image":
                found["pictures", str(child.attrGet("src"))] += 1
            elif child.type in ("code_inline", "fence", "code_block"):
                found["code", child.content.strip()] += 1
            elif child.type.startswith("math"):
                found["formulas", child.content.strip()] += 1
            elif child.type.startswith("footnote_ref"):
                found["footnotes", ""] += 1
    return found
