"""What block types share that make their content of another's lines: cut to length, filled up, told apart. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from workbench.authoring.blocks.fields import LINE_CHARS, LIST_ITEMS, MARKDOWN_CHARS

T = TypeVar("T")
_PARTS = (": ", " – ", " — ", " - ")


def markdown_draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    """The field `markdown`: a paragraph of each line where there is no Markdown."""
    return {"markdown": ("\n\n".join(lines) if markdown is None else markdown)[:MARKDOWN_CHARS]}


def items_draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    """The field `items`: an item of each line."""
    return {"items": [line[:LINE_CHARS] for line in lines[:LIST_ITEMS]]}


def answers_of(lines: Sequence[str]) -> list[str]:
    """What can be chosen or ordered: each line but the first, at least two."""
    return at_least_two([line[:LINE_CHARS] for line in lines[1 : LIST_ITEMS + 1]], "")


def at_least_two(parts: list[T], empty: T) -> list[T]:
    """The parts, filled up with empty ones."""
    return parts + [empty] * (2 - len(parts))


def first(lines: Sequence[str]) -> str:
    """The first line; empty without one."""
    return lines[0] if lines else ""


def pair(line: str) -> tuple[str, str]:
    """What stands before and after a colon or dash; all of the line, and nothing, without one."""
    for sign in _PARTS:
        before, found, after = line.partition(sign)
        if found:
            return before.strip(), after.strip()
    return line, ""
