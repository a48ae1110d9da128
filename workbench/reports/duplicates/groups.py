"""Texts that say the same, in groups around the first that says it. Pure; knows digests and sketches, no lesson."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from workbench.authoring.measure import SKETCH_NUMBERS

if TYPE_CHECKING:
    import numpy

_SURE: Final = 0.99
"""How likely two texts that are just alike enough are compared at all."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """The place of the text that a text is like, its own for the first of its kind; and how like it is, 0 to 1."""

    first: int
    similarity: float = 1.0


def likenesses(digests: Sequence[str | None], sketches: Sequence[str | None], *, least: float) -> list[Likeness]:
    """Which earlier text each text is like: one with its digest, else the most like one of those that began a group.

    A text is never compared with all others: numbers of the sketches that both have in bands lead to what is alike
    (locality-sensitive hashing), so that ten thousand texts take seconds, also where all were made from one template.
    With `least` 1 only equal digests count.
    """
    import numpy

    numbers = [None if sketch is None or least >= 1 else _numbers(sketch) for sketch in sketches]
    width = _band_width(least)
    matrix = numpy.zeros((len(numbers), SKETCH_NUMBERS), dtype=numpy.uint32)
    of_digest: dict[str, Likeness] = {}
    of_band: dict[int, list[int]] = {}
    found: list[Likeness] = []
    for place, (digest, sketch) in enumerate(zip(digests, numbers, strict=True)):
        like = of_digest.get(digest or "")
        bands = [] if sketch is None or like is not None else _bands(sketch, width)
        if bands and sketch is not None:
            near = sorted({near_place for band in bands for near_place in of_band.get(band, ())})
            alike = (matrix[near] == sketch).mean(axis=1) if near else numpy.zeros(1)
            best = int(alike.argmax())
            if alike[best] >= least:
                like = Likeness(near[best], float(alike[best]))
            else:
                matrix[place] = sketch
                for band in bands:
                    of_band.setdefault(band, []).append(place)
        found.append(like or Likeness(place))
        if digest is not None:
            of_digest.setdefault(digest, found[-1])
    return found


def _numbers(sketch: str) -> numpy.ndarray | None:
    """The numbers of a sketch as a service writes them; `None` for what is none."""
    import numpy

    try:
        numbers = numpy.frombuffer(b64decode(sketch, validate=True), dtype="<u4")
    except (Base64Error, ValueError):
        return None
    return numbers if len(numbers) == SKETCH_NUMBERS else None


def _bands(sketch: numpy.ndarray, width: int) -> list[int]:
    written = sketch.tobytes()
    return [
        hash((start, written[4 * start : 4 * (start + width)])) for start in range(0, SKETCH_NUMBERS - width + 1, width)
    ]


def _band_width(least: float) -> int:
    """The most numbers that a band can have so that texts just alike enough share one nearly always."""
    widths = range(1, SKETCH_NUMBERS + 1)
    return max(width for width in widths if width == 1 or 1 - (1 - least**width) ** (SKETCH_NUMBERS // width) >= _SURE)
