"""Accent colour for light and dark pages: if its contrast is too low, the nearest shade with enough.

Contrast is that of WCAG 2.2 (1.4.3, relative luminance of sRGB): 4.5 to 1 with every background of text in the
colour, and with all text on the colour. Source: ours (publishing 5).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, NamedTuple

from pydantic import AfterValidator

from workbench.patterns import ASCII, Pattern

LEAST_CONTRAST: Final = 4.5
LIGHT: Final = ("#fbfaf7", "#ffffff")
"""Page and card of the learner's pages in light; `tests/learner_pages` compares them with the style."""
DARK: Final = ("#15171a", "#1c1f23")
TINT: Final = 0.08
"""Share of the colour in the background of objectives and summaries."""
_COLOR: Final = Pattern(r"#[0-9a-f]{6}", ASCII)
_STEPS: Final = 50


class AccentShades(NamedTuple):
    """The colour as light and dark pages show it, and the ground that is tinted with it; each `#rrggbb`."""

    light: str
    dark: str
    light_tint: str
    dark_tint: str


def clean_accent(text: str) -> str:
    """Return the colour in lower case. Raises `ValueError` with a sentence for anything but `#rrggbb`.

    >>> clean_accent("#1A5A94")
    '#1a5a94'
    """
    color = text.lower()
    if _COLOR.fullmatch(color) is None:
        raise ValueError("a colour is # and six hexadecimal digits, such as #1a5a94")
    return color


Accent = Annotated[str, AfterValidator(clean_accent)]


@lru_cache(256)
def accent_shades(accent: str) -> AccentShades:
    """Return the colour, mixed with black (light pages) or white (dark) until its contrast is enough."""
    light, dark = _shade(accent, "#000000", LIGHT), _shade(accent, "#ffffff", DARK)
    return AccentShades(light, dark, _mix_colors(LIGHT[0], light, TINT), _mix_colors(DARK[0], dark, TINT))


def contrast(color: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    first, second = _luminance(color), _luminance(other)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def _shade(accent: str, towards: str, grounds: tuple[str, ...]) -> str:
    for step in range(_STEPS):
        color = _mix_colors(accent, towards, step / _STEPS)
        tint = _mix_colors(grounds[0], color, TINT)
        if all(contrast(color, ground) >= LEAST_CONTRAST for ground in (*grounds, tint)):
            return color
    return towards


def _mix_colors(color: str, other: str, share: float) -> str:
    return "#" + "".join(
        f"{round(one * (1 - share) + two * share):02x}" for one, two in zip(_parts(color), _parts(other), strict=True)
    )


def _luminance(color: str) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in _parts(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
