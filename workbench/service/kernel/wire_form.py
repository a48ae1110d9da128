"""Records as models of the wire."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel

from workbench.service.kernel.context import instant

M = TypeVar("M", bound=BaseModel)


def wire_form(model: type[M], record: object, **other: Any) -> M:
    """Make the model of a record: fields by name, `other` ones as given; times in milliseconds become instants.

    A field that the record has not takes the model's default.
    """
    values = dict(other)
    for name, field in model.model_fields.items():
        if name in values or (not field.is_required() and not hasattr(record, name)):
            continue
        value = getattr(record, name)
        is_time = name in ("at", "since") or name.endswith("_at")
        values[name] = instant(value) if is_time and value is not None else value
    return model(**values)
