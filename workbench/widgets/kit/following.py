"""Following what happens elsewhere: one question a client every few seconds, for all its panels that can be seen.

A view says that it is looked at; a view that is hidden, or whose kernel is gone, says nothing, so nothing is asked.
Knows no panel: a panel says by a `Glance` what to ask, and whether it shows the answer already.
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

EVERY_SECONDS: Final = 3.0
"""The least time between two questions of one client."""
AFTER_FAILURE_SECONDS: Final = 20.0
_MOST_CALLS: Final = 8


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """`calls()` are what to ask, `is_shown(*answers)` is whether the panel shows that already, `refresh()` shows it."""

    calls: Callable[[], Sequence[Call[Any]]]
    is_shown: Callable[..., bool]
    refresh: Callable[[], object]


@dataclass(slots=True)
class _Follower:
    lock: threading.Lock = field(default_factory=threading.Lock)
    wanted: list[Glance] = field(default_factory=list)
    not_before: float = 0.0
    is_asking: bool = False


_followers: WeakKeyDictionary[Client, _Follower] = WeakKeyDictionary()
_guard = threading.Lock()


def glance(client: Client, workers: TaskPool, wanted: Glance) -> None:
    """A view of the panel is looked at: ask when it is time, together with what others want by then."""
    with _guard:
        follower = _followers.setdefault(client, _Follower())
    with follower.lock:
        if wanted not in follower.wanted:
            follower.wanted.append(wanted)
        if follower.is_asking or time.monotonic() < follower.not_before:
            return
        follower.is_asking = True
    workers.submit(_ask, client, follower)


def _ask(client: Client, follower: _Follower) -> None:
    with follower.lock:
        wanted, follower.wanted = follower.wanted, []
        follower.not_before = time.monotonic() + EVERY_SECONDS
    try:
        asked = [(each, list(each.calls())) for each in wanted]
        calls: list[Call[Any]] = []
        for _, some in asked:
            calls += [call for call in some if call not in calls]
        answers = client.outcomes(*calls[:_MOST_CALLS]) if calls else ()
    except WorkbenchError:
        with follower.lock:
            follower.not_before = time.monotonic() + AFTER_FAILURE_SECONDS
        return
    finally:
        with follower.lock:
            follower.is_asking = False
    for each, some in asked:
        places = [calls.index(call) for call in some]
        told = [answers[place] for place in places if place < len(answers)]
        is_whole = len(told) == len(some) and not any(isinstance(answer, WorkbenchError) for answer in told)
        if some and is_whole and not each.is_shown(*told):
            each.refresh()
