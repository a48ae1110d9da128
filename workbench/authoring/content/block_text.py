"""The texts of a block by their place in its content, such as `markdown` or `choices.0.text`. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from workbench.authoring.source_quotes import SOURCES

MAX_PLACES: Final = 2_000
"""Texts of one block that are read at most; a block has at most 64,000 bytes."""


def block_texts(content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each text in the content with its place, in order, without quotes from sources."""
    stack: list[tuple[str, Any]] = [("", content)]
    count = 0
    while stack and count < MAX_PLACES:
        place, value = stack.pop()
        if isinstance(value, str):
            count += 1
            yield place, value
        elif isinstance(value, Mapping):
            inner_texts = [(_join_place(place, key), inner) for key, inner in value.items() if "." not in str(key)]
            stack += [text for text in reversed(inner_texts) if text[0] != SOURCES]
        elif isinstance(value, list | tuple):
            stack += [(_join_place(place, key), inner) for key, inner in reversed(list(enumerate(value)))]


def text_at(content: Mapping[str, Any], place: str) -> str | None:
    """Return the text at a place, or `None` if it has none."""
    value = _inner(content, place.split("."))
    return value if isinstance(value, str) else None


def with_text(content: Mapping[str, Any], place: str, text: str) -> dict[str, Any]:
    """Return a copy of the content with the text at an existing place replaced."""
    changed: dict[str, Any] = deepcopy(dict(content))
    *steps, last = place.split(".")
    holder = _inner(changed, steps)
    if isinstance(holder, list):
        holder[int(last)] = text
    else:
        holder[last] = text
    return changed


def _join_place(place: str, key: object) -> str:
    return f"{place}.{key}" if place else str(key)


def _inner(value: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list | tuple) and step.isascii() and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value
