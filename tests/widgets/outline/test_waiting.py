"""Something long is waited for, with how long it takes, and can be left."""

from __future__ import annotations

import threading

import pytest

from workbench.widgets.outline.waiting import Waiting


def test_it_gives_what_the_work_gives_and_says_how_long() -> None:
    """From 0 on."""
    done, passed = threading.Event(), list[int]()

    def tick(seconds: int) -> None:
        passed.append(seconds)
        if seconds == 3:
            done.set()

    waiting = Waiting(lambda: done.wait(10))

    assert waiting.wait(tick, seconds=0.01) is True
    assert passed[:4] == [0, 1, 2, 3]


def test_what_the_work_raises_is_raised() -> None:
    """Where it is waited for."""

    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Waiting(fail).wait(lambda seconds: None)


def test_it_can_be_left() -> None:
    """The work goes on, and nobody hears of it."""
    end = threading.Event()
    waiting = Waiting(lambda: end.wait(10))

    assert waiting.wait(lambda seconds: waiting.leave(), seconds=0.01) is None
    end.set()
