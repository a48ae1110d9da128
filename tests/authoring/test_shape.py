"""The bases of what crosses the wire: camelCase outside, strict in, open out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pydantic import Field, ValidationError

from workbench.authoring.shape import (
    InputModel,
    Instant,
    NoInput,
    OpenInputModel,
    OpenOutputModel,
    OutputModel,
    is_ours,
    optional_field,
)


class Seen(OutputModel):
    share_url: str
    lesson_count: int | None = None


class Timed(OutputModel):
    created_at: Instant
    expires_at: Instant | None = None


class Guessed(OpenOutputModel):
    name: str | None = None
    lesson_count: int | None = None
    inner: list[Seen] | None = None


class Shown(InputModel):
    lesson_id: str
    project_id: str | None
    base_revision: int | None = optional_field("Ours.")


class Open(OpenInputModel):
    organization_id: str | None = Field(default=None)


def test_an_answer_reads_camel_case_and_keeps_what_it_does_not_know() -> None:
    """A missing optional field is `None`; a further field is still there."""
    seen = Seen.model_validate({"shareUrl": "u", "colour": "red"})
    assert (seen.share_url, seen.lesson_count, seen.model_extra) == ("u", None, {"colour": "red"})


@pytest.mark.parametrize("text", ["2026-11-01T10:00:00.000Z", "2026-11-01T12:00:00+02:00", "2026-11-01T10:00:00"])
def test_an_instant_is_a_time_in_utc_and_the_same_text_in_json(text: str) -> None:
    """Whatever its zone; without one it is UTC."""
    record = Timed.model_validate({"createdAt": text})

    assert (record.created_at, record.expires_at) == (datetime(2026, 11, 1, 10, tzinfo=UTC), None)
    assert record.model_dump_json(by_alias=True) == '{"createdAt":"2026-11-01T10:00:00.000Z","expiresAt":null}'


@pytest.mark.parametrize("value", ["yesterday", "", "99999-01-01", "0001-01-01T00:00:00+14:00", True, 7, None])
def test_what_is_no_time_is_no_instant(value: object) -> None:
    """A required one; where the interface shows no field, it is missing instead."""
    with pytest.raises(ValidationError):
        Timed.model_validate({"createdAt": value})


def test_an_answer_is_a_value() -> None:
    """Nobody changes what the service said."""
    seen = Seen(share_url="u")
    with pytest.raises(ValidationError):
        seen.share_url = "v"  # type: ignore[misc]


@pytest.mark.parametrize(
    "value",
    [
        {"name": "n", "lessonCount": "many"},
        {"name": "n", "lessonCount": 1.5, "inner": 5},
        {"name": "n", "inner": [{}]},
    ],
    ids=["another type", "two", "inside"],
)
def test_a_field_that_nobody_promised_may_hold_something_else(value: dict[str, object]) -> None:
    """Where the interface shows no fields, a service may use our names otherwise; the rest is still read."""
    assert Guessed.model_validate(value) == Guessed(name="n")


def test_a_record_is_an_object_all_the_same() -> None:
    """Something else is not read as a record without fields."""
    with pytest.raises(ValidationError):
        Guessed.model_validate("n")


def test_an_input_is_written_in_camel_case() -> None:
    """A field that the interface shows is sent even when it is null; ours only when it is given."""
    assert Shown(lesson_id="l", project_id=None).to_wire() == {"lessonId": "l", "projectId": None}


def test_an_addition_of_ours_is_written_when_it_is_given() -> None:
    """Zero is a value."""
    said = Shown(lesson_id="l", project_id="p", base_revision=0).to_wire()
    assert said == {"lessonId": "l", "projectId": "p", "baseRevision": 0}


@pytest.mark.parametrize("wire", [{}, {"lessonId": 5, "projectId": None}, {"lessonId": "l", "projectId": None, "x": 1}])
def test_an_input_that_the_interface_shows_is_strict(wire: dict[str, object]) -> None:
    """Missing, wrong and further fields are refused."""
    with pytest.raises(ValidationError):
        Shown.model_validate(wire)


def test_an_open_input_without_fields_is_absent() -> None:
    """`None` stands for nothing to send."""
    assert Open().to_wire() is None and Open(organization_id="o").to_wire() == {"organizationId": "o"}


def test_an_open_input_ignores_what_it_does_not_know() -> None:
    """Its shape is not shown, so nobody can be wrong about it."""
    assert Open.model_validate({"organizationId": "o", "page": 3}) == Open(organization_id="o")


def test_no_input_is_always_absent() -> None:
    """Whatever came."""
    assert NoInput.model_validate({"x": 1}).to_wire() is None


def test_an_error_does_not_say_the_value_back() -> None:
    """Inputs may hold what is nobody else's business."""
    with pytest.raises(ValidationError) as refused:
        Shown.model_validate({"lessonId": 987654321, "projectId": None})
    assert "987654321" not in str(refused.value)


def test_ours_marks_a_field() -> None:
    """Docs tell our additions from the interface's fields."""
    fields = Shown.model_fields
    assert [name for name in fields if is_ours(fields[name])] == ["base_revision"]
