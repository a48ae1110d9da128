"""Two things measured in turn, round after round: a ratio for each round, and the median of the ratios.

Rounds are short and many, because other work on the machine comes and goes: it then hits both sides of a round alike.
Knows nothing of what is measured.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar

from benchmarks.options import load_meanwhile

T = TypeVar("T")
FLAT = 1.2
"""A row of a large run may cost this much of what a row of a small one costs."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of the rounds: `left` and `right` in the same unit, and the ratio that is aimed at."""

    what: str
    unit: str
    left: Sequence[float]
    right: Sequence[float]
    target: float
    at_least: bool = True

    @property
    def ratios(self) -> list[float]:
        """The left by the right, for each round."""
        return [a / b for a, b in zip(self.left, self.right, strict=True)]

    @property
    def ratio(self) -> float:
        """The median of the rounds' ratios."""
        return median(self.ratios)

    @property
    def met(self) -> bool:
        """Whether the median is where it should be."""
        return self.ratio >= self.target if self.at_least else self.ratio <= self.target

    def as_json(self) -> dict[str, object]:
        """Every figure, for whoever keeps them."""
        return {
            "what": self.what,
            "unit": self.unit,
            "left": list(self.left),
            "right": list(self.right),
            "ratios": self.ratios,
            "ratio": self.ratio,
            "target": self.target,
            "atLeast": self.at_least,
            "met": self.met,
        }


def growth(what: str, unit: str, large: Sequence[float], small: Sequence[float], limit: float = FLAT) -> Compared:
    """What something costs where there is much by what it costs where there is little: `limit` at most."""
    return Compared(what, unit, large, small, limit, at_least=False)


def in_turn(rounds: int, *sides: Callable[[], T], warm: bool = False) -> Iterator[list[T]]:
    """What the sides gave, round by round; who goes first changes with each round. `warm` runs each once before."""
    for side in sides if warm else ():
        side()
    for index in range(rounds):
        places = range(len(sides)) if index % 2 == 0 else reversed(range(len(sides)))
        given = {place: sides[place]() for place in places}
        yield [given[place] for place in range(len(sides))]


def large_and_small(rows: int, rounds: int, measure: Callable[[int], T]) -> tuple[list[T], list[T]]:
    """What measuring so many rows gave, and a tenth of them, round by round."""
    pairs = list(in_turn(rounds, partial(measure, rows), partial(measure, rows // 10)))
    return [large for large, _ in pairs], [small for _, small in pairs]


def table(rows: Sequence[Compared], left: str, right: str) -> str:
    """The rows as a table of Markdown: medians of both sides, the median ratio, its quartiles, the target."""
    lines = [f"| what | {left} | {right} | ratio | quartiles | target | |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        low, _, high = quantiles(row.ratios, n=4) if len(row.ratios) > 1 else [row.ratio] * 3
        cells = [
            f"{row.what} ({row.unit})",
            _shown(median(row.left)),
            _shown(median(row.right)),
            f"**{row.ratio:.2f}**",
            f"{low:.2f} to {high:.2f}",
            f"{'>=' if row.at_least else '<='} {row.target:.2g}",
            "met" if row.met else "missed",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def report(name: str, rows: Sequence[Compared], left: str, right: str, path: Path | None) -> None:
    """Print the table and how busy the machine was, and keep the figures under `name`."""
    print(f"\n{table(rows, left, right)}\n{load_meanwhile()}")
    keep(path, name, [row.as_json() for row in rows])


def keep(path: Path | None, name: str, figures: object) -> None:
    """Write the figures under `name` into the JSON file, beside what other measurements left there."""
    if path is None:
        return
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    kept[name] = figures
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
