"""Quantities that are one, in whatever unit."""

from __future__ import annotations

import pytest

from workbench.authoring.checks.quantities import quantities


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("100 °C", "212 °F"),
        ("1 km", "1 000 m".replace(" ", "", 1)),
        ("90 min", "1.5 hours"),
        ("50 %", "1/2"),
        ("half", "50 percent"),
    ],
)
def test_they_are_compared_in_one_unit(one: str, other: str) -> None:
    """Temperature, length, time, share."""
    assert list(quantities(one)) == list(quantities(other)) != []


@pytest.mark.parametrize("text", ["", "about a mile or so", "1/0", "100", "5 apples"])
def test_other_texts_are_none(text: str) -> None:
    """Words, bare numbers and a division by nothing."""
    assert list(quantities(text)) == []
