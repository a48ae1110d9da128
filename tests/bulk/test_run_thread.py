"""Work on a thread of its own begins once, is waited for, and is never left running unseen."""

from __future__ import annotations

import threading

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
    """A wait that is over before tells nothing of the work, which goes on."""
    thread._begin(lambda: bool(gate.wait(HANG_SECONDS)))
    thread.wait(0.0)
    before = thread.is_running
    gate.set()
    thread.wait(HANG_SECONDS)

    assert (before, thread.is_running, thread.is_stopped) == (True, False, False)


def test_a_start_that_is_interrupted_stops_work_that_has_begun(
    thread: RunThread, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts as running until it has heard that, so nobody begins a second one beside it."""
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
    """The run goes on, and others hear of it; so does whoever asks for the phase."""
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
