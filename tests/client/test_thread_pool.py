"""Threads for what nobody should wait for."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest

from workbench.client.thread_pool import InlinePool, TaskPool, ThreadPool


@pytest.fixture
def workers() -> Iterator[ThreadPool]:
    """Two threads."""
    made = ThreadPool(2)
    yield made
    made.close()


@pytest.fixture(params=[ThreadPool, InlinePool])
def either(request: pytest.FixtureRequest) -> Iterator[TaskPool]:
    """The pool, and its double."""
    made = request.param()
    yield made
    made.close()


def test_a_job_gives_its_result(either: TaskPool) -> None:
    """With what it was given."""
    assert either.submit(divmod, 7, 2).result(60) == (3, 1)


def test_a_job_gives_its_error(either: TaskPool) -> None:
    """To anyone who asks for the result, and to nobody else."""
    with pytest.raises(ZeroDivisionError):
        either.submit(divmod, 7, 0).result(60)


def test_a_failed_job_ends_no_thread(workers: ThreadPool) -> None:
    """Others are done after it."""
    failed = [workers.submit(divmod, 1, 0) for _ in range(10)]
    assert workers.submit(divmod, 7, 2).result(60) == (3, 1)
    assert all(isinstance(future.exception(5), ZeroDivisionError) for future in failed)


def test_jobs_run_beside_each_other(workers: ThreadPool) -> None:
    """Two that wait for each other both end."""
    meeting = threading.Barrier(2)
    first, second = workers.submit(meeting.wait, 5), workers.submit(meeting.wait, 5)
    assert {first.result(60), second.result(60)} == {0, 1}


def test_no_more_threads_than_told(workers: ThreadPool) -> None:
    """However many jobs there are."""
    names = {workers.submit(lambda: threading.current_thread().name).result(60) for _ in range(50)}
    assert len(names) <= 2


def test_threads_do_not_keep_the_process(workers: ThreadPool) -> None:
    """A kernel that is told to end ends."""
    assert workers.submit(lambda: threading.current_thread().daemon).result(60)


def test_a_job_can_be_given_up_before_it_starts(workers: ThreadPool) -> None:
    """Then it is not done."""
    done, gate = [], threading.Event()
    busy = [workers.submit(gate.wait, 5) for _ in range(2)]
    waiting = workers.submit(done.append, 1)
    assert waiting.cancel()
    gate.set()
    assert [future.result(60) for future in busy] == [True, True] and workers.submit(list, done).result(60) == []


def test_what_was_taken_is_done_after_closing() -> None:
    """And nothing more is taken."""
    workers = ThreadPool(1)
    gate = threading.Event()
    first, second = workers.submit(gate.wait, 5), workers.submit(divmod, 7, 2)
    workers.close()
    gate.set()
    assert first.result(60) and second.result(60) == (3, 1)
    with pytest.raises(RuntimeError, match="closed"):
        workers.submit(divmod, 7, 2)


def test_threads_end_with_the_pool() -> None:
    """A pool that nobody holds any more leaves no thread behind."""
    workers = ThreadPool(1)
    thread = workers.submit(threading.current_thread).result(60)
    gone = weakref.ref(workers)
    del workers
    gc.collect()
    thread.join(60)
    assert gone() is None and not thread.is_alive()
