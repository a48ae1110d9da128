"""Polling for changes made elsewhere: one request a client every few seconds, for all its panels on the screen.

A view polls while it is visible; a hidden view, or one whose kernel is gone, does not. It knows no panel: a panel
provides a `Poll` with its calls, and whether it already shows the answer.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakKeyDictionary

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import WorkbenchError
from workbench.procedures.declare import Call

POLL_SECONDS: Final = 3.0
"""The least time between two requests of one client."""
CATCH_UP_SECONDS: Final = 1.0
"""The least time between two requests because of changes made here."""
REST_PER_SECOND: Final = 4.0
"""Seconds of rest for each second that the last poll took."""
AFTER_FAILURE_SECONDS: Final = 20.0
_MOST_CALLS: Final = 24


@dataclass(frozen=True, slots=True, eq=False)
class Poll:
    """A panel's polling: `calls()`, and `is_current(*answers)` to compare; `refresh()` shows changes.

    Without calls, a change made here refreshes immediately, and one made elsewhere is not noticed.
    """

    calls: Callable[[], Sequence[Call[Any]]]
    is_current: Callable[..., bool]
    refresh: Callable[[], object]


@dataclass(slots=True)
class _Poller:
    lock: threading.Lock = field(default_factory=threading.Lock)
    waiting: list[Poll] = field(default_factory=list)
    changed: list[Poll] = field(default_factory=list)
    not_before: float = 0.0
    not_again_before: float = 0.0
    is_asking: bool = False
    is_timed: bool = False


_pollers: WeakKeyDictionary[Client, _Poller] = WeakKeyDictionary()
_guard = threading.Lock()


def poll(client: Client, workers: TaskPool, wanted: Poll) -> None:
    """Poll for a visible panel when it is due, together with other panels that are due then."""
    poller = _poller_of(client)
    with poller.lock:
        if wanted not in poller.waiting:
            poller.waiting.append(wanted)
        if poller.is_asking or time.monotonic() < poller.not_before:
            return
        poller.is_asking = True
    workers.submit(_ask, client, poller, workers)


def note_change(client: Client, wanted: Poll) -> None:
    """Note that something was changed just now that a panel may show; `catch_up` asks."""
    poller = _poller_of(client)
    with poller.lock:
        if wanted not in poller.waiting:
            poller.waiting.append(wanted)
        if wanted not in poller.changed:
            poller.changed.append(wanted)


def catch_up(client: Client, workers: TaskPool) -> None:
    """Poll immediately for panels with noted changes; for many changes in a row, once a second."""
    poller = _poller_of(client)
    with poller.lock:
        if not poller.changed or poller.is_asking or poller.is_timed:
            return
        wait_seconds = poller.not_again_before - time.monotonic()
        poller.is_timed = wait_seconds > 0
        poller.is_asking = not poller.is_timed
    if poller.is_timed:
        timer = threading.Timer(wait_seconds, _when_due, (client, poller, workers))
        timer.daemon = True
        timer.start()
    else:
        workers.submit(_ask, client, poller, workers)


def forget(client: Client, unwanted: Poll) -> None:
    """Ask no more for a panel that is closed."""
    poller = _poller_of(client)
    with poller.lock:
        for polls in (poller.waiting, poller.changed):
            if unwanted in polls:
                polls.remove(unwanted)


def _poller_of(client: Client) -> _Poller:
    with _guard:
        return _pollers.setdefault(client, _Poller())


def _when_due(client: Client, poller: _Poller, workers: TaskPool) -> None:
    with poller.lock:
        poller.is_timed = False
        if poller.is_asking or not poller.waiting:
            return
        poller.is_asking = True
    workers.submit(_ask, client, poller, workers)


def _ask(client: Client, poller: _Poller, workers: TaskPool) -> None:
    with poller.lock:
        polls, poller.waiting = poller.waiting, []
        changed, poller.changed = poller.changed, []
        poller.not_before = time.monotonic() + POLL_SECONDS
        started = time.monotonic()
        if changed:
            poller.not_again_before = started + CATCH_UP_SECONDS
    try:
        calls_of = [(poll, list(poll.calls())) for poll in polls]
        calls: list[Call[Any]] = []
        for _, some in calls_of:
            calls += [call for call in some if call not in calls]
        answers = client.outcomes(*calls[:_MOST_CALLS]) if calls else ()
    except WorkbenchError:
        with poller.lock:
            poller.not_before = time.monotonic() + AFTER_FAILURE_SECONDS
        return
    finally:
        with poller.lock:
            poller.is_asking = False
        catch_up(client, workers)  # changes made while this request was in progress
    for poll, some in calls_of:
        indexes = [calls.index(call) for call in some]
        given = [answers[index] for index in indexes if index < len(answers)]
        is_whole = len(given) == len(some) and not any(isinstance(answer, WorkbenchError) for answer in given)
        if (some and is_whole and not poll.is_current(*given)) or (not some and poll in changed):
            poll.refresh()
    if changed:
        now = time.monotonic()
        with poller.lock:
            poller.not_again_before = max(poller.not_again_before, now + REST_PER_SECOND * (now - started))
