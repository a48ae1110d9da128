"""Check that a translation agrees with its source. Pure.

Both have the same structure (links, code, formulas, gaps, lists and tables), and the keys of questions are at the same
positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any, Final

from workbench.authoring.blocks.fields import fold_text
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content import GAP
from workbench.authoring.content.block_text import text_at
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
    """Return why a text cannot be the translation of another, or None if nothing prevents it.

    The sentence contains no word of either text. `field` is the name of the text's field: only `markdown` holds
    markup.
    """
    if not translated.strip():
        return "It is empty."
    if field == "markdown":
        return _markdown(source, translated)
    if active_in_plain(translated) and not active_in_plain(source):
        return "It contains HTML or an address that its source doesn't have."
    if field == "text" and len(GAP.findall(source)) != len(GAP.findall(translated)):
        return "It has another number of gaps (___) than its source."
    return None


def _markdown(source: str, translated: str) -> str | None:
    if active_in_markdown(translated) and not active_in_markdown(source):
        return "It contains HTML or a forbidden address."
    before, after = _parts(source), _parts(translated)
    for name in sorted(before.keys() | after.keys()):
        if before[name] != after[name]:
            return f"It has not the same {name[0]} as its source."
    return None


def _parts(markdown: str) -> Counter[tuple[str, str]]:
    """Return what both must share, counted.

    Links and pictures are compared by address, code and formulas by text, the rest by number.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for token in markdown_tokens(markdown):
        if token.type in _BUILT_OF:
            counts[_BUILT_OF[token.type], token.tag] += 1
        for child in (token, *(token.children or ())):
            if child.type == "link_open":
                counts["links", str(child.attrGet("href"))] += 1
            elif child.type == "image":
                counts["pictures", str(child.attrGet("src"))] += 1
            elif child.type in ("code_inline", "fence", "code_block"):
                counts["code", child.content.strip()] += 1
            elif child.type.startswith("math"):
                counts["formulas", child.content.strip()] += 1
            elif child.type.startswith("footnote_ref"):
                counts["footnotes", ""] += 1
    return counts


def moved_key(
    block_type: str, content: Mapping[str, Any], before: Mapping[str, str], after: Mapping[str, str]
) -> tuple[str, str] | None:
    """Two places of a question whose texts changed places, so that another answer would be right; None if none
    did.

    `content` is the source's, `before` and `after` are the translation's texts by place.
    """
    key = dict(_key(block_type, content))
    source = {place: text_at(content, place) or "" for place in key}
    for first, second in permutations(key, 2):
        text = fold_text(after.get(first, ""))
        if not text or key[first] == key[second]:
            continue
        for texts in (source, before):
            if text == fold_text(texts.get(second, "")) != fold_text(texts.get(first, "")) != "":
                return first, second
    return None


def _key(block_type: str, content: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the places of the texts that make up an answer, each with what is right about it."""
    known = BLOCK_TYPES.get(block_type)
    if known and known.answer_places:
        yield from known.answer_places(content)
