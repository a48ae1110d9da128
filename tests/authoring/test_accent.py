"""One colour, and the shades of it that can be read on light and dark pages."""

from __future__ import annotations

from itertools import product

import pytest

from workbench.authoring.accent import DARK, LEAST_CONTRAST, LIGHT, accent_shades, clean_accent, contrast
from workbench.learner_pages.document import STYLE

GRID = [f"#{red}{green}{blue}" for red, green, blue in product(("00", "40", "80", "c0", "ff"), repeat=3)]


@pytest.mark.parametrize("accent", GRID)
def test_every_colour_can_be_read(accent: str) -> None:
    """On page, card and tinted ground; light and dark."""
    shades = accent_shades(accent)
    light = [contrast(shades.light, ground) for ground in (*LIGHT, shades.light_tint)]
    dark = [contrast(shades.dark, ground) for ground in (*DARK, shades.dark_tint)]

    assert min(*light, *dark) >= LEAST_CONTRAST


def test_a_colour_with_enough_contrast_stays_as_it_is() -> None:
    """In light, in dark, seldom in both."""
    assert accent_shades("#1a5a94").light == "#1a5a94"
    assert accent_shades("#8fc3f2").dark == "#8fc3f2"


def test_the_grounds_are_those_of_the_pages() -> None:
    """`--paper` and `--card` in the style: light, dark, and then what is printed, which has no accent."""
    papers = [part.partition(";")[0] for part in STYLE.split("--paper:")[1:]]
    cards = [part.partition(";")[0] for part in STYLE.split("--card:")[1:]]
    full = {"#fff": "#ffffff"}

    assert [(paper, full.get(card, card)) for paper, card in zip(papers[:2], cards[:2], strict=True)] == [LIGHT, DARK]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "red",
        "#fff",
        "1a5a94",
        "#1a5a94;",
        "#1a5a9g",
        "#1a5a94 ",
        "url(//x)",
        "#1a5a94}body{display:none",
        "#１ａ5a94",
    ],
)
def test_anything_else_is_no_colour(text: str) -> None:
    """Nothing else comes into a style."""
    with pytest.raises(ValueError, match="six hexadecimal digits"):
        clean_accent(text)


def test_capitals_are_the_same_colour() -> None:
    """Kept in small letters."""
    assert clean_accent("#1A5A94") == "#1a5a94"
