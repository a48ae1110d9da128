"""Slips of type and spelling in a block that a model wrote, coerced where only one thing can be meant.

`"2"` is a level, `"true"` is true, 212 is a choice's text, `key_terms` is a type. Ambiguous values stay as they are,
for the schema to refuse. It never fails, whatever the values are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from workbench.authoring.content import CONTENT_MODELS
from workbench.patterns import ASCII, IGNORECASE, Pattern

DEEPEST_LEVEL: Final = 3


class Slip(NamedTuple):
    """A value that was coerced, and the field that holds it."""

    field: str
    before: Any
    after: Any


_TEXTS: Final = frozenset({"text", "title", "term", "meaning", "question", "feedback", "prompt", "markdown", "items"})
_LISTS: Final = frozenset({"items"})
_FLAGS: Final = frozenset({"isCorrect", "multiple"})
_FLAG_WORDS: Final = {"true": True, "yes": True, "false": False, "no": False}
_OTHER_NAMES: Final = {"correct": "isCorrect", "is_correct": "isCorrect"}
_LEVEL: Final = Pattern(r"\s*h?([1-6])(?:\.0)?\s*", IGNORECASE | ASCII)
_NO_LETTER: Final = Pattern(r"[\s_-]+")


def without_slips(page: Mapping[str, Any]) -> tuple[dict[str, Any], list[Slip]]:
    """Return the page with its slips corrected, and the list of slips."""
    slips: list[Slip] = []
    mended = _mend_value(dict(page), "", slips)
    assert isinstance(mended, dict)
    return mended, slips


def _mend_value(value: object, field: str, slips: list[Slip]) -> object:
    if isinstance(value, dict):
        return {
            name: _mend_value(inner, name, slips)
            for name, inner in _wrap_in_lists(_rename_fields(value, slips), slips).items()
        }
    if isinstance(value, list):
        return [_mend_value(inner, field, slips) for inner in value]
    new = _coerce_value(field, value)
    if new is not value:
        slips.append(Slip(field, value, new))
    return new


def _rename_fields(fields: dict[str, Any], slips: list[Slip]) -> dict[str, Any]:
    """Return the fields under their proper names; two that would have the same name stay unchanged."""
    names = [_OTHER_NAMES.get(name, name) for name in fields]
    if len(set(names)) < len(names):
        return fields
    slips += [Slip(new, old, new) for old, new in zip(fields, names, strict=True) if old != new]
    return dict(zip(names, fields.values(), strict=True))


def _wrap_in_lists(fields: dict[str, Any], slips: list[Slip]) -> dict[str, Any]:
    """Return the fields with a single item that should be a list wrapped in a list."""
    alone = {name: [value] for name, value in fields.items() if name in _LISTS and isinstance(value, str) and value}
    slips += [Slip(name, fields[name], value) for name, value in alone.items()]
    return {**fields, **alone}


def _coerce_value(field: str, value: object) -> object:
    if field == "type" and isinstance(value, str):
        return _TYPES.get(_normalize_name(value), value)
    if field == "level":
        return _level(value)
    if field in _FLAGS and isinstance(value, str):
        return _FLAG_WORDS.get(value.strip().casefold(), value)
    if field in _TEXTS and isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return str(value)
    return value


def _level(value: object) -> object:
    match = _LEVEL.fullmatch(str(value)) if isinstance(value, str | int | float) else None
    if match is None or isinstance(value, bool):
        return value
    level = min(int(match[1]), DEEPEST_LEVEL)
    return value if isinstance(value, int) and value == level else level


def _normalize_name(name: str) -> str:
    return _NO_LETTER.sub("", name).casefold()


_TYPES: Final = {_normalize_name(name): name for name in CONTENT_MODELS}
