"""How a run stands, in one line."""

from __future__ import annotations

import pytest

from workbench.bulk.journal.queries import Counts
from workbench.bulk.running.progress import Phase, Progress, seconds_left


def test_the_line_says_what_a_person_wants_to_know() -> None:
    """Done, running, refused, needs you; credits; time left."""
    counts = Counts(planned=5, sending=2, done=10, refused=1, unsure=3, matched=2, spent_credits=20)
    line = str(Progress(Phase.RUNNING, "", counts, 2, 2, 21, 65.0))

    for part in ("10 of 21 done", "2 of them matched, not proven", "2 running", "1 refused", "3 need you"):
        assert part in line
    for part in ("5 to do", "20 credits spent", "about 65 s left"):
        assert part in line


def test_no_credits_are_named_where_no_price_is_announced() -> None:
    """Nothing is made up."""
    assert "credit" not in str(Progress(Phase.RUNNING, counts=Counts(done=1)))


@pytest.mark.parametrize(
    ("phase", "over"), [(Phase.RUNNING, False), (Phase.WAITING, False), (Phase.PAUSED, True), (Phase.FINISHED, True)]
)
def test_what_goes_on_by_itself_is_not_over(phase: Phase, over: bool) -> None:
    """Waiting is not over; paused is, until somebody starts it again."""
    assert Progress(phase).is_over is over


@pytest.mark.parametrize(("done", "left", "seconds"), [(0, 10, None), (2, 10, None), (5, 10, 20.0), (5, 0, None)])
def test_the_time_left_is_a_guess_from_the_speed_so_far(done: int, left: int, seconds: float | None) -> None:
    """10 seconds for 5 rows; none before there is a speed."""
    assert seconds_left(done, left, 10_000) == seconds


def test_the_share_of_no_rows_is_all() -> None:
    """There is nothing left to do."""
    assert Progress(Phase.FINISHED).share_done == 1.0
    assert Progress(Phase.RUNNING, counts=Counts(planned=1, done=3)).share_done == 0.75


def test_a_moment_reads_the_same_as_the_last_line_of_a_cell() -> None:
    """A sentence, not its fields."""
    moment = Progress(Phase.STOPPED, "Start it again to go on.", Counts(planned=1, done=2))

    assert repr(moment) == f"Progress({moment})"
