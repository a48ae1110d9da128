"""Quantities in a text as comparable values: `100 °C` and `212 °F` are one. Pure; the units that lessons use."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from workbench.patterns import Pattern, escape

_UNITS_FILE: Final = Path(__file__).with_name("languages") / "units.toml"
_FRACTION: Final = Pattern(r"(?P<over>\d+)\s?/\s?(?P<under>\d+)")
_HALVES: Final = {
    **dict.fromkeys(("half", "one half", "a half", "die hälfte", "la mitad", "la moitié", "hälfte"), 50.0),
    **dict.fromkeys(("a quarter", "one quarter", "ein viertel", "un cuarto", "un quart", "one fourth"), 25.0),
    **dict.fromkeys(("three quarters", "drei viertel", "tres cuartos", "trois quarts"), 75.0),
}


@cache
def _units() -> dict[str, tuple[str, float]]:
    """Return the dimension of each unit, and its value in the first unit of the dimension."""
    dimensions = tomllib.loads(_UNITS_FILE.read_text(encoding="utf-8"))
    return {
        name: (dimension, float(value))
        for dimension, units in dimensions.items()
        for value, names in units.items()
        for name in names
    }


@cache
def _quantity() -> Pattern[str]:
    names = "|".join(sorted(map(escape, _units()), key=len, reverse=True))
    return Pattern(rf"(?P<number>-?\d+(?:[.,]\d+)?)\s*(?:(?P<degrees>°\s?[cf]|k\b)|(?P<unit>{names})(?!\w))")


def quantities(text: str) -> Iterator[tuple[str, float]]:
    """Yield the dimension and value of a text that is one quantity; nothing for a text that says more."""
    line = " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split()).strip(" .,;!~≈").lower()
    if line in _HALVES:
        yield "share", _HALVES[line]
        return
    if (fraction := _FRACTION.fullmatch(line)) and int(fraction["under"]):
        yield "share", round(100 * int(fraction["over"]) / int(fraction["under"]), 2)
        return
    quantity = _quantity().fullmatch(line)
    if quantity is None:
        return
    number = float(quantity["number"].replace(",", "."))
    if quantity["degrees"]:
        yield "temperature", round(_celsius(number, quantity["degrees"][-1]))
    else:
        dimension, factor = _units()[quantity["unit"]]
        yield dimension, float(f"{number * factor:.3g}")


def _celsius(number: float, scale: str) -> float:
    if scale == "f":
        return (number - 32) * 5 / 9
    return number - 273.15 if scale == "k" else number
