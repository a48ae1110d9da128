"""The longest text of each field of a block, from the schemas. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from workbench.authoring.content.models import CONTENT_MODELS

_IN_A_LIST: Final = "0"


def max_characters(block_type: str, place: str) -> int | None:
    """Return the character limit of the text at a place such as `choices.1.text`, or None if unlimited.

    >>> most_characters("quiz", "choices.1.text")
    500
    """
    return _max_length(block_type, tuple(_IN_A_LIST if part.isdigit() else part for part in place.split(".")))


def longest_text(content: object) -> int:
    """Return the length of the longest text anywhere in a content."""
    longest, waiting = 0, [content]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            longest = max(longest, len(value))
        elif isinstance(value, Mapping):
            waiting += [*value, *value.values()]
        elif isinstance(value, list | tuple):
            waiting += value
    return longest


@cache
def _max_length(block_type: str, steps: tuple[str, ...]) -> int | None:
    annotation: Any = CONTENT_MODELS.get(block_type)
    limit: int | None = None
    for step in steps:
        if step == _IN_A_LIST:
            annotation, limit = _unwrap_annotated(getattr(annotation, "__args__", (None,))[0])
        else:
            field = _field(annotation, step)
            if field is None:
                return None
            annotation, limit = field.annotation, _limit(field.metadata)
    return limit if annotation is str else None


def _field(model: Any, name: str) -> FieldInfo | None:
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        return None
    return next((field for own, field in model.model_fields.items() if name in (field.alias, own)), None)


def _unwrap_annotated(annotation: Any) -> tuple[Any, int | None]:
    """Return the type of an `Annotated` and its limit."""
    metadata = getattr(annotation, "__metadata__", ())
    metadata_items = [
        constraint for one in metadata for constraint in (one.metadata if isinstance(one, FieldInfo) else [one])
    ]
    return (annotation.__origin__ if metadata else annotation), _limit(metadata_items)


def _limit(metadata: Any) -> int | None:
    limits = (getattr(constraint, "max_length", None) for constraint in metadata)
    return next((limit for limit in limits if limit is not None), None)
