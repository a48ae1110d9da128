"""Helpers for block types that build content from the lines of another type: truncate, pad and split them.

Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from workbench.authoring.blocks.fields import LINE_CHARS, LIST_ITEMS, MARKDOWN_CHARS

T = TypeVar("T")
_PARTS = (": ", " – ", " — ", " - ")


def markdown_draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    """Return the field `markdown`, with each line as a paragraph if there is no Markdown."""
    return {"markdown": ("\n\n".join(lines) if markdown is None else markdown)[:MARKDOWN_CHARS]}


def items_draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    """Return the field `items` with an item for each line."""
    return {"items": [line[:LINE_CHARS] for line in lines[:LIST_ITEMS]]}


def answer_lines(lines: Sequence[str]) -> list[str]:
    """Return the answers to choose from or to order: each line but the first, at least two."""
    return at_least_two([line[:LINE_CHARS] for line in lines[1 : LIST_ITEMS + 1]], "")


def at_least_two(parts: list[T], empty: T) -> list[T]:
    """Return the parts, padded with empty ones to at least two."""
    return parts + [empty] * (2 - len(parts))


def first(lines: Sequence[str]) -> str:
    """Return the first line, or an empty text without lines."""
    return lines[0] if lines else ""


def pair(line: str) -> tuple[str, str]:
    """Return the text before and after a colon or dash; without one, the whole line and an empty text."""
    for sign in _PARTS:
        before, separator, after = line.partition(sign)
        if separator:
            return before.strip(), after.strip()
    return line, ""
