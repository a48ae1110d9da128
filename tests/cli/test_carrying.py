"""Approval and progress on the command line."""

from __future__ import annotations

import pytest

from workbench.bulk.progress import Phase, Progress
from workbench.bulk.records import Counts
from workbench.cli.carrying import LINE_SECONDS, Lines


class Clock:
    """Seconds that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


def moment(done: int) -> Progress:
    """A run of a hundred rows, so many done."""
    return Progress(Phase.RUNNING, counts=Counts(planned=100 - done, done=done), price_credits=1)


def test_without_a_terminal_a_line_comes_now_and_then(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """Not one for every lesson."""
    lines = Lines(clock)
    lines.tell(moment(1))
    clock.now += LINE_SECONDS
    lines.tell(moment(2))
    lines.tell(moment(3))

    assert capsys.readouterr().err.count("\n") == 1


def test_the_end_is_always_told(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """However quick it was."""
    lines = Lines(clock)
    lines.tell(moment(100))
    lines.end()

    assert "100 of 100 done" in capsys.readouterr().err
