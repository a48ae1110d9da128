"""How a bulk run goes, seen and steered."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from tests.bulk.fake_service import FakeService, MadeThen, refusal
from tests.hanging import HANG_SECONDS
from tests.hostile import HOSTILE
from tests.meta.source_tree import ROOT
from tests.widgets.looking import dangers_in, html_in
from workbench.bulk import run_thread
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.bulk.running.run import Run
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.run_monitor.panel import RunMonitor

LOST = MadeThen(TimeoutError())
QUICK = RunRetryPolicy(
    first_wait_seconds=0.001,
    longest_wait_seconds=0.002,
    breaker_seconds=(0.001,),
    look_seconds=(0.0,),
    poll_seconds=0.01,
)
Monitored = Callable[..., RunMonitor]


@pytest.fixture
def monitored(tmp_path: Path, inline: InlinePool, monkeypatch: pytest.MonkeyPatch) -> Iterator[Monitored]:
    """The monitor of a run of these topics at a service that is told what goes wrong."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    made: list[RunMonitor] = []

    def monitor(*topics: str, service: FakeService | None = None, script: tuple[Any, ...] = ()) -> RunMonitor:
        service = service or FakeService()
        service.script.extend(script)
        plan = plan_topics(list(topics), service, language="EN", name="a run")
        made.append(RunMonitor(cast(Client, service), Run(plan, service, retry_policy=QUICK), workers=inline))
        return made[-1]

    yield monitor
    [panel.run.close() for panel in made]


def ended(monitor: RunMonitor) -> RunMonitor:
    """The monitor after its run has come to rest."""
    monitor.resume()
    monitor.run.wait(20)
    return monitor


def doubtful() -> FakeService:
    """A service that shows too little to tell the outcome of a lost answer."""
    return FakeService(keys=False, shows_fields=False)


def test_showing_it_sends_nothing(monitored: Monitored) -> None:
    """It reads the journal; the service is left alone."""
    monitor = monitored("bread")
    service = cast(FakeService, monitor.client)
    before = len(service.reads)
    monitor._repr_mimebundle_()

    assert (len(service.reads), service.paid) == (before, [])


def test_a_run_that_has_not_begun_can_be_started(monitored: Monitored) -> None:
    """The one thing to do is the button."""
    monitor = monitored("bread")

    assert (monitor.value, monitor.go_on_button.description) == ("ready", "Start")
    assert (monitor.go_on_button.disabled, monitor.stop_button.disabled) == (False, True)


def test_a_finished_run_says_so(monitored: Monitored) -> None:
    """In the value, to a screen reader, and in the head; there is nothing left to click."""
    monitor = ended(monitored("bread", "tides"))

    assert monitor.value == "finished"
    assert "Finished" in monitor.notice
    assert "2<span" in monitor.head.value
    assert (monitor.go_on_button.disabled, monitor.stop_button.disabled) == (True, True)


ELSEWHERE = """
import sys, time
from tests.bulk.fake_service import FakeService
from tests.widgets.run_monitor.test_panel import QUICK, TOPICS
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.run import Run

class Slow(FakeService):
    def call_keyed(self, call):
        sys.stdout.write("sending\\n")
        sys.stdout.flush()
        sys.stdin.readline()
        return super().call_keyed(call)

service = Slow()
run = Run(plan_topics(TOPICS, service, language="EN", name="a run"), service, retry_policy=QUICK)
run.start().wait(60)
run.close()
"""
TOPICS = ["bread"]


def test_it_follows_a_run_that_another_process_resumes(monitored: Monitored, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal is the truth: running while rows are sent there, then finished, and Stop asks that process.

    Regression: the monitor in the notebook said “Not started yet” while a command carried the run out.
    """
    monkeypatch.setattr(run_thread, "FOLLOW_SECONDS", 0.05)
    monitor = monitored(*TOPICS)
    phases: list[RunPhase] = []
    monitor.run.watch(lambda progress: phases.append(progress.phase))
    assert (monitor.value, monitor.stop_button.disabled) == ("ready", True)
    command = [sys.executable, "-c", ELSEWHERE]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == "sending\n"
        wait_until(lambda: monitor.value == "running")
        assert f"process {other.pid}" in monitor.sentence.value and not monitor.stop_button.disabled
        other.stdin.write("\n")
        other.stdin.flush()
        wait_until(lambda: monitor.value == "finished")

    assert other.returncode == 0
    assert phases[0] is RunPhase.RUNNING and phases[-1] is RunPhase.FINISHED
    assert (monitor.progress.counts.done, monitor.go_on_button.disabled) == (1, True)


def wait_until(holds: Callable[[], bool]) -> None:
    """Return when it holds; fails after a while."""
    until = time.monotonic() + HANG_SECONDS
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_finished_run_lists_its_lessons_to_be_opened(monitored: Monitored) -> None:
    """On a page without cells `run.frame()` was offered, and no way to the lessons."""
    opened: list[str] = []
    monitor = monitored("bread", "tides")
    monitor.on_open = opened.append
    monitor = ended(monitor)

    ids = [row["id"] for row in monitor.lessons.list.rows]
    monitor.lessons.list._handle_custom_msg({"intent": "open", "ids": ids[:1]}, [])

    assert len(ids) == 2
    assert opened == ids[:1]
    assert "run.frame()" not in monitor.sentence.value


def test_credits_are_shown_against_what_was_approved(monitored: Monitored) -> None:
    """The person who pays looks there first."""
    assert "2 of 2 approved" in ended(monitored("bread", "tides")).figures.value


def test_where_no_price_is_announced_no_credits_are_made_up(monitored: Monitored) -> None:
    """A service with the interface alone."""
    service = FakeService(keys=False, announced=False, shows_fields=False)

    assert "Credits" not in ended(monitored("bread", service=service)).figures.value


def test_the_bar_is_told_in_words(monitored: Monitored) -> None:
    """A picture without words is nothing to those who do not see it."""
    monitor = ended(monitored("bread", "tides", script=(refusal(400),)))

    assert 'aria-label="100 percent settled: 1 done, 1 refused"' in monitor.bar.value


def test_what_went_wrong_is_said_with_its_row(monitored: Monitored) -> None:
    """In the service's words."""
    monitor = ended(monitored("bread", script=(refusal(400),)))

    assert [(row["id"], row["detail"]) for row in monitor.choices.list.rows] == [("id 1", "No.")]


def test_stopping_is_heard_at_once(monitored: Monitored) -> None:
    """And says what happens to what is in progress."""
    monitor = monitored("bread")
    monitor.stop()

    assert "Finishing requests in progress" in monitor.notice


def test_a_run_can_be_stopped_while_the_panel_is_busy(monitored: Monitored) -> None:
    """Such as while it reads the run for the first time, just after it was shown."""
    monitor = monitored("bread")
    monitor.show_progress(Progress(RunPhase.RUNNING))
    monitor.busy = True
    while_busy = monitor.stop_button.disabled
    monitor.disabled = True

    assert (while_busy, monitor.stop_button.disabled) == (False, True)


def test_a_refused_row_is_tried_again_and_goes_on(monitored: Monitored) -> None:
    """One click; nothing was made or paid before."""
    monitor = ended(monitored("bread", script=(refusal(400),)))
    monitor.choices.list.chosen = ["id 1"]
    monitor.choices.retried.click()
    monitor.run.wait(20)

    assert monitor.run.progress.counts.done == 1


def test_rows_that_need_nobody_take_no_room(monitored: Monitored) -> None:
    """Nothing to choose from is not shown."""
    assert ended(monitored("bread")).choices.layout.display == "none"


def test_a_row_in_doubt_needs_a_person(monitored: Monitored) -> None:
    """It is listed with its choices, and they are those of its state."""
    choices = ended(monitored("bread", service=doubtful(), script=(LOST,))).choices
    choices.list.chosen = ["id 1"]

    assert [tag["text"] for tag in choices.list.rows[0]["tags"]] == ["EN", "needs attention"]
    assert (choices.again.layout.display, choices.retried.layout.display) == (None, "none")


def test_lessons_to_pick_from_are_there_when_the_run_ends(monitored: Monitored) -> None:
    """Nobody has to ask for them; the end is told anyway."""
    monitor = ended(monitored("bread", service=doubtful(), script=(LOST,)))
    over = monitor.progress
    cast(FakeService, monitor.client).shows_fields = True
    monitor.show_progress(replace(over, phase=RunPhase.RUNNING))
    monitor.show_progress(over)

    assert [value for _, value in monitor.choices.recent.options] == ["", "lesson0"]
    assert "Finished" in monitor.notice


def test_a_person_says_which_lesson_it_is(monitored: Monitored) -> None:
    """The row is done; nothing is sent."""
    monitor = ended(monitored("bread", service=doubtful(), script=(LOST,)))
    sent = len(cast(FakeService, monitor.client).paid)
    monitor.choices.list.chosen = ["id 1"]
    monitor.choices.lesson.value = "lesson0"
    monitor.choices.mine.click()

    assert (monitor.run.rows()[0].lesson_id, monitor.choices.records) == ("lesson0", [])
    assert len(cast(FakeService, monitor.client).paid) == sent


def test_making_it_again_is_asked_before_it_is_paid(monitored: Monitored) -> None:
    """The question says what it may cost; nothing is sent until it is answered."""
    monitor = ended(monitored("bread", service=doubtful(), script=(LOST,)))
    monitor.choices.list.chosen = ["id 1"]
    monitor.choices.again.click()

    assert monitor.choices.question.is_open
    assert "second lesson" in monitor.choices.question.text.value
    assert len(cast(FakeService, monitor.client).paid) == 1


def test_made_again_it_is_done(monitored: Monitored) -> None:
    """With the person's word the row is sent again, immediately."""
    monitor = ended(monitored("bread", service=doubtful(), script=(LOST,)))
    monitor.choices.list.chosen = ["id 1"]
    monitor.choices.again.click()
    monitor.choices.question.yes.click()
    monitor.run.wait(20)

    assert len(cast(FakeService, monitor.client).paid) == 2
    assert monitor.run.progress.counts.done == 1


def test_a_matched_lesson_can_be_disowned(monitored: Monitored) -> None:
    """What was matched and not proven is shown apart, and the person has the last word."""
    service = FakeService(keys=False, now_iso=datetime.now(UTC).isoformat())
    monitor = ended(monitored("bread", service=service, script=(LOST,)))
    matched = [row.proof for row in monitor.choices.records]
    monitor.choices.list.chosen = ["id 1"]
    monitor.choices.not_mine.click()

    assert matched == ["matched"]
    assert monitor.run.rows()[0].needs_person


def test_how_it_ended_is_readable_without_a_kernel(monitored: Monitored) -> None:
    """Counts, credits and rows as plain tables, with no widget."""
    html = ended(monitored("bread", "tides")).as_html()

    assert "finished: 2 of 2 done" in html
    assert "<td>2 of 2 approved</td>" in html
    assert "Tides" in html


def test_a_failure_to_begin_is_shown_where_it_was_clicked(monitored: Monitored, failures: list[str]) -> None:
    """The session of another person continues with nothing."""
    monitor = monitored("bread")
    cast(FakeService, monitor.client).person = "eve"
    monitor.go_on_button.click()

    assert "another person" in monitor.error
    failures.clear()


@pytest.mark.parametrize("text", HOSTILE)
def test_no_topic_becomes_markup(monitored: Monitored, text: str) -> None:
    """Topics and the service's sentences are anybody's."""
    monitor = ended(monitored(text + " ", script=(refusal(400, text),)))

    assert "wb-bar" in html_in(monitor)
    assert dangers_in(monitor, allowed=frozenset({"<svg>"})) == []
