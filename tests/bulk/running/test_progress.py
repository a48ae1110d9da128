"""How a run stands, in one line."""

from __future__ import annotations

import pytest

from workbench.bulk.journal.queries import RowCounts
from workbench.bulk.running.progress import Progress, RunPhase, seconds_left


def test_the_line_says_what_a_person_wants_to_know() -> None:
    """Done, running, refused, needs you; credits; time left."""
    counts = RowCounts(planned=5, sending=2, done=10, refused=1, unsure=3, matched=2, spent_credits=20)
    line = str(Progress(RunPhase.RUNNING, "", counts, 2, 2, 21, 65.0))

    for part in ("10 of 21 done", "2 of them matched, not proven", "2 running", "1 refused", "3 need attention"):
        assert part in line
    for part in ("5 to do", "20 credits spent", "about 65 s left"):
        assert part in line


def test_no_credits_are_named_where_no_price_is_announced() -> None:
    """Nothing is made up."""
    assert "credit" not in str(Progress(RunPhase.RUNNING, counts=RowCounts(done=1)))


@pytest.mark.parametrize(
    ("phase", "over"),
    [(RunPhase.RUNNING, False), (RunPhase.WAITING, False), (RunPhase.PAUSED, True), (RunPhase.FINISHED, True)],
)
def test_what_goes_on_by_itself_is_not_over(phase: RunPhase, over: bool) -> None:
    """Waiting is not over; paused is, until somebody starts it again."""
    assert Progress(phase).is_over is over


@pytest.mark.parametrize(("done", "left", "seconds"), [(0, 10, None), (2, 10, None), (5, 10, 20.0), (5, 0, None)])
def test_the_time_left_is_a_guess_from_the_speed_so_far(done: int, left: int, seconds: float | None) -> None:
    """10 seconds for 5 rows; none before there is a speed."""
    assert seconds_left(done, left, 10_000) == seconds


def test_the_share_of_no_rows_is_all() -> None:
    """There is nothing left to do."""
    assert Progress(RunPhase.FINISHED).share_done == 1.0
    assert Progress(RunPhase.RUNNING, counts=RowCounts(planned=1, done=3)).share_done == 0.75


def test_a_moment_reads_the_same_as_the_last_line_of_a_cell() -> None:
    """A sentence, not its fields."""
    moment = Progress(RunPhase.STOPPED, "Start it again to resume.", RowCounts(planned=1, done=2))

    assert repr(moment) == f"Progress({moment})"
