"""A small line of a balance over time, as inline SVG with words for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from workbench.text import escape_html

WIDTH = 280
HEIGHT = 56
_EDGE = 4

Point = tuple[datetime, int]


def sparkline(points: Sequence[Point]) -> str:
    """Return a stepped line, oldest point first, in the theme's colours; empty with fewer than two points."""
    if len(points) < 2:
        return ""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in _step_points(_places(points)))
    bottom = HEIGHT - _EDGE
    area = f"{_EDGE},{bottom} {path} {WIDTH - _EDGE},{bottom}"
    return (
        f'<svg class="wb-spark" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{escape_html(in_words(points))}"><polygon class="wb-spark-area" points="{area}"/>'
        f'<polyline class="wb-spark-line" points="{path}"/></svg>'
    )


def in_words(points: Sequence[Point]) -> str:
    """Return what the line shows, in one sentence."""
    (since, first), (until, last) = points[0], points[-1]
    low = min(value for _, value in points)
    return f"Balance from {first:,} on {since:%d %B %Y} to {last:,} on {until:%d %B %Y}; lowest {low:,}."


def _places(points: Sequence[Point]) -> list[tuple[float, float]]:
    start, end = points[0][0].timestamp(), points[-1][0].timestamp()
    values = [value for _, value in points]
    low, high = min(0, *values), max(values)  # the ground is zero: a balance that is nearly full looks nearly full
    wide, tall = WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE
    return [
        (
            _EDGE + wide * (at.timestamp() - start) / (end - start or 1),
            _EDGE + tall * (1 - (value - low) / (high - low or 1)),
        )
        for at, value in points
    ]


def _step_points(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    steps = [places[0]]
    for x, y in places[1:]:
        steps += [(x, steps[-1][1]), (x, y)]
    return [*steps, (WIDTH - _EDGE, steps[-1][1])]
