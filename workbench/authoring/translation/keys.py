"""Whether the key of a question has moved: what a translation says in one place was said in another before. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from workbench.authoring.blocks.fields import folded
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content.block_text import text_at


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
        text = folded(after.get(first, ""))
        if not text or key[first] == key[second]:
            continue
        for texts in (source, before):
            if text == folded(texts.get(second, "")) != folded(texts.get(first, "")) != "":
                return first, second
    return None


def _key(block_type: str, content: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the places of the texts that make up an answer, each with what is right about it."""
    known = BLOCK_TYPES.get(block_type)
    if known and known.answer_places:
        yield from known.answer_places(content)
