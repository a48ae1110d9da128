"""A record becomes a model of the wire by the names of its fields."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from pydantic import BaseModel

from workbench.authoring.shape import Instant
from workbench.service.kernel.wire_form import wire_form


class Row(NamedTuple):
    """A record as a query gives it; times in milliseconds."""

    title: str
    at: int
    resolved_at: int | None = None


class Shown(BaseModel):
    """The same for a caller."""

    title: str
    at: Instant
    resolved_at: Instant | None = None
    note: str = "none"


def test_times_are_told_and_what_the_record_has_not_is_the_models() -> None:
    """Milliseconds become ISO 8601; a time that never was stays None."""
    found = wire_form(Shown, Row("Tides", 0))

    assert found.model_dump(mode="json") == {
        "title": "Tides",
        "at": "1970-01-01T00:00:00.000Z",
        "resolved_at": None,
        "note": "none",
    }


def test_a_given_field_is_not_the_records() -> None:
    """As it is given, times too."""
    found = wire_form(Shown, Row("Tides", 0, 5), title="Waves", resolved_at=None)

    assert (found.title, found.resolved_at) == ("Waves", None)


def test_a_field_that_neither_has_is_an_error() -> None:
    """A model that asks for more than the record has does not answer with less."""
    with pytest.raises(AttributeError, match="title"):
        wire_form(Shown, object())
