"""A small line of a balance."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from workbench.widgets.kit.sparkline import HEIGHT, WIDTH, in_words, sparkline

POINTS = [
    (datetime(2026, 11, 1, tzinfo=UTC), 100),
    (datetime(2026, 11, 2, tzinfo=UTC), 40),
    (datetime(2026, 11, 5, tzinfo=UTC), 60),
]


@pytest.mark.parametrize("points", [[], POINTS[:1]])
def test_there_is_no_line_of_one_point(points: list[tuple[datetime, int]]) -> None:
    """It would say nothing."""
    assert sparkline(points) == ""


def test_the_line_has_words() -> None:
    """For those who do not see it."""
    assert in_words(POINTS) == "Balance from 100 on 01 November 2026 to 60 on 05 November 2026; lowest 40."
    assert f'aria-label="{in_words(POINTS)}"' in sparkline(POINTS)


def test_the_line_stays_in_its_picture() -> None:
    """Highest at the top, lowest at the bottom, oldest first."""
    drawn = sparkline(POINTS).partition('points="')[2].rpartition('points="')[2].partition('"')[0]
    places = [tuple(map(float, word.split(","))) for word in drawn.split()]

    assert min(x for x, _ in places) >= 0
    assert max(x for x, _ in places) <= WIDTH
    assert {y for _, y in places} <= {float(index) for index in range(HEIGHT + 1)} | {
        y for _, y in places if 0 <= y <= HEIGHT
    }
    assert places[0][1] < places[2][1]


def test_a_flat_balance_at_one_moment_is_drawn() -> None:
    """Nothing is divided by zero."""
    assert "polyline" in sparkline([POINTS[0], POINTS[0]])
