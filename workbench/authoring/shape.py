"""The base of every record that crosses the wire: camelCase outside, snake case inside.

pydantic models with the naming and strictness that every record shares.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Final, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    PlainSerializer,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

MAX_WHOLE: Final = 2**63 - 1
Whole = Annotated[int, Field(strict=True, ge=-MAX_WHOLE, le=MAX_WHOLE)]
"""A whole number in an answer: true, "7" and 7.0 are refused."""
Count = Annotated[int, Field(strict=True, ge=0, le=MAX_WHOLE)]
"""The same, for counts."""


def utc_time(value: object) -> datetime:
    """Return a time or its ISO 8601 text as a time in UTC, also one without a zone.

    Raises `ValueError` for anything else.

    >>> utc_time("2026-01-31T10:05:00+01:00")
    datetime.datetime(2026, 1, 31, 9, 5, tzinfo=datetime.timezone.utc)
    """
    time = datetime.fromisoformat(value) if isinstance(value, str) else value
    if not isinstance(time, datetime):
        raise ValueError("it must be a time")
    try:
        return time.replace(tzinfo=time.tzinfo or UTC).astimezone(UTC)
    except OverflowError:
        raise ValueError("it must be a time of the years 1 to 9999") from None


@lru_cache(4_096)
def wire_time(time: datetime) -> str:
    """Return a time with a zone as it is on the wire: ISO 8601, milliseconds, `Z`.

    >>> wire_time(utc_time("2026-01-31T10:05+01:00"))
    '2026-01-31T09:05:00.000Z'
    """
    return time.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


Instant = Annotated[datetime, BeforeValidator(utc_time), PlainSerializer(wire_time, return_type=str)]
"""A point in time in an answer: a `datetime` in UTC here, text on the wire and in JSON."""


class OutputModel(BaseModel):
    """An answer, or a part of one: unknown fields are kept, a missing optional field is `None`."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,  # `populate_by_name` would do, but then mypy takes every field for optional
        validate_by_alias=True,
        extra="allow",
        frozen=True,
        hide_input_in_errors=True,
    )

    def __dir__(self) -> list[str]:
        """Return the fields, and what a class of ours adds: completion leaves out the methods of pydantic."""
        ours = {name for kind in type(self).__mro__ if issubclass(kind, OutputModel) for name in vars(kind)}
        added = [name for name in ours if not name.startswith(("_", "model_"))]
        return sorted({*type(self).model_fields, *(self.model_extra or ()), *added})


class OpenOutputModel(OutputModel):
    """An answer whose fields the interface does not show; a field with an unexpected value is `None`."""

    @model_validator(mode="wrap")
    @classmethod
    def _without_what_does_not_fit(cls, value: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return read(value)
        except ValidationError as refused:
            if not isinstance(value, dict):
                raise
            odd = {error["loc"][0] for error in refused.errors(include_url=False, include_input=False) if error["loc"]}
            return read({name: field_value for name, field_value in value.items() if name not in odd})


class InputModel(BaseModel):
    """An input whose fields the interface shows (or that is ours): strict types, unknown fields refused."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        extra="forbid",
        strict=True,
        ser_json_inf_nan="constants",  # else NaN inside a block's content would silently become null
        frozen=True,
        hide_input_in_errors=True,
    )

    def to_wire(self) -> dict[str, Any] | None:
        """Return the input as JSON values in camelCase, without additional optional fields that are `None`."""
        ours = {name for name, field in type(self).model_fields.items() if is_ours(field)}
        unset = {name for name in ours if getattr(self, name) is None}
        return self.model_dump(by_alias=True, mode="json", exclude=unset)


class OpenInputModel(InputModel):
    """An input whose shape the interface does not show: absent, null and unknown fields are all accepted."""

    model_config = ConfigDict(extra="ignore")

    def to_wire(self) -> dict[str, Any] | None:
        """Return the given fields, or `None` if there are none: the input is then sent as absent."""
        return self.model_dump(by_alias=True, mode="json", exclude_none=True) or None


class NoInput(OpenInputModel):
    """The input of a procedure that takes none; any content is ignored."""

    model_config = ConfigDict(extra="ignore")


def optional_field(description: str, **more: Any) -> Any:
    """Return an optional field (ours) for an input of the interface; the default `None` is not sent."""
    return Field(default=None, description=description, json_schema_extra={"ours": True}, **more)


def is_ours(field: Any) -> bool:
    """Return whether a model field was declared with `optional_field`."""
    return isinstance(field.json_schema_extra, dict) and bool(field.json_schema_extra.get("ours"))
