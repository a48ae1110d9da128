"""The picture of the lesson that ships with the package, drawn by code: `python -m tests.drawings.sky` writes it.

Sunlight on its way to somebody on the ground: at noon a short way through the air, in the evening a long one. No word
is in it, so that it needs no translation.
"""

from __future__ import annotations

import math
import random
from typing import Final

from PIL import Image, ImageDraw

from workbench.api.content.example_lesson import EXAMPLE_PICTURE

SIZE: Final = (1200, 675)
"""Width and height in pixels."""
_FINER: Final = 2
"""It is drawn so many times as large and then made smaller, which smooths its edges."""
_EARTH_RADIUS, _EARTH_TOP, _AIR = 1500.0, 520.0, 170.0
_NOON, _EVENING = (600.0, 80.0), (76.0, 474.0)
_SPACE, _LOW_AIR = (11, 19, 43), (88, 158, 222)
_WHITE, _RED, _BLUE = (255, 250, 236), (235, 84, 44), (126, 196, 255)

Colour = tuple[int, int, int]
Point = tuple[float, float]


def drawn() -> Image.Image:
    """The picture, always the same."""
    width, height = (side * _FINER for side in SIZE)
    picture = Image.new("RGB", (width, height), _SPACE)
    draw = ImageDraw.Draw(picture)
    _air_and_ground(draw)
    person = (_NOON[0], _EARTH_TOP - 22)
    chance = random.Random(1871)  # the year in which Rayleigh explained it
    _scattered(draw, _NOON, person, 22, chance)
    _scattered(draw, _EVENING, person, 90, chance)
    _beam(draw, _NOON, person, _WHITE, (255, 226, 140))
    _beam(draw, _EVENING, person, _WHITE, _RED)
    _disc(draw, _NOON, 46, _WHITE)
    _disc(draw, _EVENING, 46, _WHITE)
    _person(draw, person)
    return picture.resize(SIZE, Image.Resampling.BOX)


def _air_and_ground(draw: ImageDraw.ImageDraw) -> None:
    centre = (_NOON[0], _EARTH_TOP + _EARTH_RADIUS)
    steps = 48
    for step in range(steps):
        share = step / (steps - 1)
        _disc(draw, centre, _EARTH_RADIUS + _AIR * (1 - share), _mixed(_SPACE, _LOW_AIR, share**1.6))
    _disc(draw, centre, _EARTH_RADIUS, (46, 92, 74))
    _disc(draw, centre, _EARTH_RADIUS - 26, (34, 71, 58))


def _beam(draw: ImageDraw.ImageDraw, sun: Point, person: Point, first: Colour, last: Colour) -> None:
    """Light that has lost more and more of its blue on its way through the air."""
    steps = 160
    for step in range(steps):
        here, there = _between(sun, person, step / steps), _between(sun, person, (step + 1.5) / steps)
        share = min(1.0, _way_in_air(sun, here) / _way_in_air(sun, person))
        half = 12 - 6 * step / steps
        draw.line(_scaled(here, there), fill=_mixed(first, last, share), width=round(2 * half * _FINER))


def _scattered(draw: ImageDraw.ImageDraw, sun: Point, person: Point, count: int, chance: random.Random) -> None:
    """Blue light that leaves the beam in all directions, where there is air."""
    left = count
    while left:
        start = _between(sun, person, chance.random())
        density = _density(start)
        if chance.random() > density:
            continue
        left -= 1
        angle, length = chance.uniform(0, 2 * math.pi), chance.uniform(26, 58)
        end = start[0] + math.cos(angle) * length, start[1] + math.sin(angle) * length
        if _density(end) > 0:
            draw.line(_scaled(start, end), fill=_BLUE, width=2 * _FINER)
            _disc(draw, end, 3.4, _BLUE)


def _person(draw: ImageDraw.ImageDraw, feet: Point) -> None:
    x, y = feet
    dark = (16, 28, 26)
    draw.line(_scaled((x, y - 2), (x, y + 26)), fill=dark, width=12 * _FINER)
    _disc(draw, (x, y - 12), 10, dark)


def _density(point: Point) -> float:
    """How thick the air is at a point: 1 at the ground, 0 above it and below it."""
    above = math.dist(point, (_NOON[0], _EARTH_TOP + _EARTH_RADIUS)) - _EARTH_RADIUS
    return 1 - above / _AIR if 0 <= above <= _AIR else 0.0


def _way_in_air(sun: Point, point: Point) -> float:
    steps = 60
    return sum(_density(_between(sun, point, step / steps)) for step in range(steps)) * math.dist(sun, point) / steps


def _between(first: Point, last: Point, share: float) -> Point:
    return first[0] + (last[0] - first[0]) * share, first[1] + (last[1] - first[1]) * share


def _mixed(first: Colour, last: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, last, strict=True))
    return red, green, blue


def _disc(draw: ImageDraw.ImageDraw, centre: Point, radius: float, colour: Colour) -> None:
    (x, y), r = (coordinate * _FINER for coordinate in centre), radius * _FINER
    draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)


def _scaled(*points: Point) -> list[tuple[float, float]]:
    return [(x * _FINER, y * _FINER) for x, y in points]


if __name__ == "__main__":
    drawn().save(EXAMPLE_PICTURE, optimize=True)
