"""Approval and progress on the command line."""

from __future__ import annotations

import pytest

from tests.bulk.records_by_hand import record
from workbench.bulk.journal.queries import RowCounts
from workbench.bulk.journal.row import State
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.cli.run_output import LINE_SECONDS, Lines, bar_words, next_steps


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
    return Progress(RunPhase.RUNNING, counts=RowCounts(planned=100 - done, done=done), price_credits=1)


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


def test_what_is_open_is_told_with_the_commands_that_settle_it() -> None:
    """What is known in full, not cut to a column; refused rows have their own way."""
    known = "No new lesson yet; " * 4
    rows = [
        record(1),
        record(2, state=State.UNSURE, lesson_id=None, message=known),
        record(3, state=State.REFUSED, lesson_id=None, message="Too odd."),
        record(4, also_made=("lesson9",)),
    ]

    told = "\n".join(next_steps("spring", rows))

    assert f"Line 2: {known.strip()}" in told
    assert "workbench runs resolve assign 'spring' --row LINE --lesson ID" in told
    assert "Line 4: It also created lesson9." in told
    assert "workbench runs resolve dismiss 'spring' --row LINE" in told
    assert "workbench runs retry 'spring'" in told


def test_a_finished_run_has_no_next_step() -> None:
    """Every row is a lesson."""
    assert next_steps("spring", [record(1), record(2)]) == []


def test_the_bar_says_why_nothing_moves() -> None:
    """A run that waits looks like one that hangs."""
    waiting = Progress(RunPhase.WAITING, "The service asked for patience.", RowCounts(planned=3), price_credits=1)

    assert bar_words(waiting) == "0 credits, The service asked for patience"


def test_rows_that_are_planned_go_on_by_a_command() -> None:
    """After Ctrl-C, or where what was approved is used up."""
    told = next_steps("spring", [record(1), record(2, state=State.PLANNED, lesson_id=None)])

    assert told == ["Run the planned rows: workbench runs resume 'spring'"]
