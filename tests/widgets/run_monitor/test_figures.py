"""What a run monitor draws."""

from __future__ import annotations

from tests.markup import seen
from workbench.bulk.journal.queries import RowCounts
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.widgets.run_monitor.figures import bar, failures_html, figures, headline

HALF = Progress(
    RunPhase.RUNNING, counts=RowCounts(planned=40, sending=8, done=50, refused=2), price_credits=2, approved_lessons=100
)


def test_the_parts_of_the_bar_fill_it() -> None:
    """However many there are of each."""
    widths = [float(value) for tag, name, value in seen(bar(HALF)).attributes if (tag, name) == ("rect", "width")]

    assert sum(widths) == 1000


def test_a_part_that_is_not_there_is_not_named() -> None:
    """No zero to read over."""
    assert "need attention" not in bar(HALF)


def test_an_empty_run_is_drawn_too() -> None:
    """A plan without ready rows."""
    assert "100 percent" in bar(Progress(RunPhase.READY))


def test_the_headline_counts_lessons() -> None:
    """Not percent: people ordered lessons."""
    assert seen(headline("fish", HALF)).text == "50 of 100 lessons Running fish"


def test_a_finished_run_that_needs_a_person_says_so_first() -> None:
    """Green would be read as: all is well."""
    open_end = Progress(RunPhase.FINISHED, counts=RowCounts(done=3, unsure=1))

    assert "Finished, needs attention" in seen(headline("fish", open_end)).text
    assert "1 needs attention" in seen(bar(open_end)).text


def test_speed_and_time_are_told_while_it_runs() -> None:
    """Slow runs by the hour."""
    slow = Progress(RunPhase.RUNNING, counts=RowCounts(planned=10, done=5), seconds_left=3600)

    assert figures(slow) == [("Speed", "10 an hour"), ("Time left", "about 60 min")]


def test_at_rest_only_money_is_told() -> None:
    """A speed of nothing is not news."""
    rest = Progress(RunPhase.STOPPED, counts=RowCounts(planned=1, done=1), price_credits=2, seconds_left=5)

    assert [name for name, _ in figures(rest)] == ["Credits spent"]


def test_no_trouble_takes_no_room() -> None:
    """Silence is good news."""
    assert failures_html([]) == ""
