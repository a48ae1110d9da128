"""The texts of a block that are translated, by their place in its content, such as `markdown` or `choices.0.text`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from workbench.authoring.blocks.registry import BLOCK_TYPES, WORD_FIELDS
from workbench.authoring.content.block_text import block_texts, with_text
from workbench.authoring.source_quotes import SOURCES

ASSET: Final = "asset"


def is_translated(block_type: str) -> bool:
    """Return whether a translation has a block for a block of this type.

    Notes are for authors, and blocks of unknown types cannot be read.
    """
    return block_type in BLOCK_TYPES and not BLOCK_TYPES[block_type].is_for_authors


def translatable_texts(content: Mapping[str, Any]) -> dict[str, str]:
    """Return the non-empty texts of a known type's content by place, in order, without quotes of sources."""
    return {place: text for place, text in block_texts(content) if _field(place) in WORD_FIELDS and text.strip()}


def translated_content(content: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the content with other texts at their places.

    Quotes are left out, because their sources are in another language.
    """
    made: dict[str, Any] = {name: value for name, value in content.items() if name != SOURCES}
    for place, text in texts.items():
        made = with_text(made, place, text)
    return made


def retranslated_content(now: Mapping[str, Any], proposed: Mapping[str, Any], block_type: str) -> dict[str, Any]:
    """Return a block's proposed content, keeping its own picture and fields that are in no schema.

    `now` is the current content of the block of this type in the translation.
    """
    known = {field.alias or name for name, field in BLOCK_TYPES[block_type].model.model_fields.items()} | {SOURCES}
    others = {name: value for name, value in now.items() if name not in known}
    own = {ASSET: now[ASSET]} if now.get(ASSET) and ASSET in proposed else {}
    return {**others, **proposed, **own}


def text_digest(content: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hex, of the translatable texts; a different one means a stale translation."""
    texts = json.dumps(translatable_texts(content), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(texts.encode()).hexdigest()


def _field(place: str) -> str:
    return next((step for step in reversed(place.split(".")) if not step.isdigit()), "")
