"""Work on a thread of its own begins once, is waited for, and is never left running unseen."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.hanging import HANG_SECONDS
from workbench.bulk.run_thread import RunThread, running_threads
from workbench.bulk.running.progress import Progress, RunPhase


@pytest.fixture
def thread() -> RunThread:
    """A thread without work."""
    return RunThread("lessons", "test", None, Progress(RunPhase.READY))


@pytest.fixture
def gate() -> threading.Event:
    """Work may end when it is set."""
    return threading.Event()


def test_it_runs_until_its_work_is_done(thread: RunThread, gate: threading.Event) -> None:
    """A wait that is over before tells nothing of the work, which continues."""
    thread._begin(lambda: bool(gate.wait(HANG_SECONDS)))
    thread.wait(0.0)
    before = thread.is_running
    gate.set()
    thread.wait(HANG_SECONDS)

    assert (before, thread.is_running, thread.is_stopped) == (True, False, False)


def test_a_start_that_is_interrupted_stops_work_that_has_begun(
    thread: RunThread, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts as running until it has heard that, so nobody begins a second one next to it."""
    begin = threading.Thread.start

    def interrupted(begun: threading.Thread) -> None:
        begin(begun)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            thread._begin(lambda: bool(gate.wait(HANG_SECONDS)))
    seen = thread.is_running, thread.is_stopped
    gate.set()
    thread.wait(HANG_SECONDS)

    assert (seen, thread.is_running) == ((True, True), False)


def test_every_object_of_a_run_tells_how_it_is(tmp_path: Path) -> None:
    """A cell that is run again has another object; the monitor of the first shows the same, and its Stop stops.

    Regression: the monitor in the first cell said "stopped" while the run continued.
    """
    first, again, other = (
        RunThread("lessons", name, tmp_path / "journal", Progress(RunPhase.READY)) for name in ("a", "a", "b")
    )
    seen: dict[str, list[RunPhase]] = {"first": [], "other": []}
    leave = first.watch(lambda progress: seen["first"].append(progress.phase))
    other.watch(lambda progress: seen["other"].append(progress.phase))
    again._publish(Progress(RunPhase.RUNNING))
    first.stop()
    again._publish(Progress(RunPhase.STOPPED))
    leave()

    assert (seen, first.phase, other.phase) == (
        {"first": [RunPhase.RUNNING, RunPhase.STOPPED], "other": []},
        RunPhase.STOPPED,
        RunPhase.READY,
    )
    assert (again.is_stopped, other.is_stopped) == (True, False)


def test_an_interrupted_wait_rests_and_then_raises(
    thread: RunThread, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that cells that are queued do not run. What is in progress is finished first."""
    rest = thread._rest_within
    waits = iter([KeyboardInterrupt])

    def interrupted_once(timeout_seconds: float | None) -> None:
        for error in waits:
            gate.set()
            raise error
        rest(timeout_seconds)

    monkeypatch.setattr(thread, "_rest_within", interrupted_once)
    thread._begin(lambda: bool(gate.wait(HANG_SECONDS)))
    with pytest.raises(KeyboardInterrupt):
        thread.wait(HANG_SECONDS)

    assert (thread.is_running, thread.is_stopped) == (False, True)


def test_a_start_for_which_there_is_no_room_rests(thread: RunThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no thread can be begun, none is waited for."""

    def refused(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refused)
        with pytest.raises(RuntimeError):
            thread._begin(lambda: None)

    assert not thread.is_running


def test_a_watcher_that_fails_is_called_no_more(thread: RunThread) -> None:
    """The run continues, and others are notified; so does anyone who asks for the phase."""
    told: list[RunPhase] = []

    def fail(progress: Progress) -> None:
        told.append(progress.phase)
        raise RuntimeError

    thread.watch(fail)
    leave = thread.watch(lambda progress: told.append(progress.phase))
    thread._publish(Progress(RunPhase.RUNNING))
    thread._publish(Progress(RunPhase.WAITING))
    leave()
    thread._publish(Progress(RunPhase.FINISHED))

    assert told == [RunPhase.RUNNING, RunPhase.RUNNING, RunPhase.WAITING]
    assert thread.phase is RunPhase.FINISHED


def test_work_on_the_callers_thread_is_running_until_it_ends(thread: RunThread) -> None:
    """Also where it raises, which its caller hears."""
    seen: list[bool] = []

    def work() -> None:
        seen.append(thread.is_running and thread in running_threads())
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        thread._work(work)
    thread.close()

    assert seen == [True] and not thread.is_running and thread not in running_threads()
