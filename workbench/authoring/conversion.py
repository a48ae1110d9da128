"""A block's content as the content of another type: the words are kept as far as the new type has a place for them.

The result is a first draft for an author, who checks it before saving: it need not be valid. Source: ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.authoring.plain_text import plain_text
from workbench.authoring.source_quotes import SOURCES


def convert_content(block_type: str, content: Mapping[str, Any], new_type: str) -> dict[str, Any]:
    """Return the content for `new_type`; unchanged if the type stays the same or is not a known one."""
    wanted = BLOCK_TYPES.get(new_type)
    if wanted is None or block_type == new_type:
        return dict(content)
    markdown = content.get("markdown")
    new = wanted.draft(_lines(block_type, content), markdown if isinstance(markdown, str) else None)
    if block_type in MEDIA_BLOCKS and new_type in MEDIA_BLOCKS:
        new |= {name: content[name] for name in ("asset", "caption") if name in content and name in new}
    return {**new, SOURCES: content[SOURCES]} if SOURCES in content else new


def starting_content(block_type: str) -> dict[str, Any]:
    """Return the content of a new block of the type: its fields, empty; nothing for an unknown type."""
    return convert_content("blank", {}, block_type)


def _lines(block_type: str, content: Mapping[str, Any]) -> list[str]:
    known = BLOCK_TYPES.get(block_type)
    lines = known.lines(content) if known and known.lines else None
    return plain_text(block_type, content).splitlines() if lines is None else lines
