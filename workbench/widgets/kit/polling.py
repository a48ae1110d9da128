"""Polling for changes made elsewhere: one request a client every few seconds, for all its panels on the screen.

A view polls while it can be seen; a view that is hidden, or whose kernel is gone, does not, so nothing is asked.
Knows no panel: a panel says by a `Poll` what to ask, and whether it shows the answer already.
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
AFTER_FAILURE_SECONDS: Final = 20.0
_MOST_CALLS: Final = 8


@dataclass(frozen=True, slots=True, eq=False)
class Poll:
    """`calls()` are what to ask, `is_current(*answers)` whether the panel shows that already; `refresh()` shows it."""

    calls: Callable[[], Sequence[Call[Any]]]
    is_current: Callable[..., bool]
    refresh: Callable[[], object]


@dataclass(slots=True)
class _Poller:
    lock: threading.Lock = field(default_factory=threading.Lock)
    waiting: list[Poll] = field(default_factory=list)
    not_before: float = 0.0
    is_asking: bool = False


_pollers: WeakKeyDictionary[Client, _Poller] = WeakKeyDictionary()
_guard = threading.Lock()


def poll(client: Client, workers: TaskPool, wanted: Poll) -> None:
    """Ask for a panel that is on the screen when it is time, together with what other panels want by then."""
    with _guard:
        poller = _pollers.setdefault(client, _Poller())
    with poller.lock:
        if wanted not in poller.waiting:
            poller.waiting.append(wanted)
        if poller.is_asking or time.monotonic() < poller.not_before:
            return
        poller.is_asking = True
    workers.submit(_ask, client, poller)


def _ask(client: Client, poller: _Poller) -> None:
    with poller.lock:
        polls, poller.waiting = poller.waiting, []
        poller.not_before = time.monotonic() + POLL_SECONDS
    try:
        calls_of = [(each, list(each.calls())) for each in polls]
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
    for each, some in calls_of:
        indexes = [calls.index(call) for call in some]
        found = [answers[index] for index in indexes if index < len(answers)]
        is_whole = len(found) == len(some) and not any(isinstance(answer, WorkbenchError) for answer in found)
        if some and is_whole and not each.is_current(*found):
            each.refresh()
