"""What has just been changed on a service, told to whoever shows it in this process. It carries topics, no content.

Every client of a service publishes the topics of its successful writes, which the procedures declare. A stream of
events from the service has its place here too: what it says of others' changes is published in the same way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from typing import Any
from weakref import WeakMethod

from workbench.errors import Unreachable, WorkbenchError
from workbench.procedures.declare import Call, Topic

Listener = Callable[[frozenset[Topic]], Callable[[], object] | None]
"""Takes note of the topics; what it returns is called after all listeners have taken note."""


class ChangeFeed:
    """The changes on one service. Listeners are methods, held weakly; they return at once and raise nothing."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: list[WeakMethod[Listener]] = []

    def subscribe(self, listener: Listener) -> None:
        """Call this method with the topics of every change from now on."""
        with self._lock:
            self._listeners.append(WeakMethod(listener))

    def unsubscribe(self, listener: Listener) -> None:
        """Do not call it any more; nothing happens where it is not called."""
        with self._lock:
            self._listeners = [known for known in self._listeners if known() not in (None, listener)]

    def publish(self, topics: Collection[Topic]) -> None:
        """Tell the listeners that these topics have changed."""
        with self._lock:
            listeners = [listener for known in self._listeners if (listener := known()) is not None]
        noted = [listener(frozenset(topics)) for listener in listeners] if topics else []
        for go_on in noted:
            if go_on is not None:
                go_on()


_feeds: dict[str, ChangeFeed] = {}
_guard = threading.Lock()


def feed_of(origin: str) -> ChangeFeed:
    """Return the feed of the service at this origin: one for all clients and panels of the process."""
    with _guard:
        return _feeds.setdefault(origin, ChangeFeed())


def changed_topics(calls: Sequence[Call[Any]], outcomes: Sequence[Any]) -> frozenset[Topic]:
    """Return what the calls changed, or may have changed: an answer that never came counts as one."""
    return frozenset(
        topic
        for call, outcome in zip(calls, outcomes, strict=False)
        if not isinstance(outcome, WorkbenchError) or (isinstance(outcome, Unreachable) and outcome.sent)
        for topic in call.procedure.changes
    )
