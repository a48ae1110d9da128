"""Common base of the blocking and the async client: the service that they call, and its known facts.

Every client of a service publishes the topics of its successful writes, which the procedures declare, to the
listeners in this process, without any content. (A future event stream from the service would publish others'
changes here too.)
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, NoReturn, Protocol, TypeVar
from weakref import WeakMethod

from workbench.client.http.endpoint import Endpoint
from workbench.errors import Unreachable, WorkbenchError
from workbench.procedures.declare import Call, Topic

Listener = Callable[[frozenset[Topic]], Callable[[], object] | None]
"""Receives the topics; the function it returns is called after all listeners have received them."""


class ChangeFeed:
    """Changes on one service. Listeners are methods, held weakly; they return immediately and raise nothing."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # a panel garbage-collected while it is held unsubscribes in this thread
        self._listeners: list[WeakMethod[Listener]] = []

    def subscribe(self, listener: Listener) -> None:
        """Call this method with the topics of every change from now on."""
        with self._lock:
            self._listeners.append(WeakMethod(listener))

    def unsubscribe(self, listener: Listener) -> None:
        """Stop calling this method; does nothing if it is not subscribed."""
        with self._lock:
            self._listeners = [known for known in self._listeners if known() not in (None, listener)]

    def publish(self, topics: Collection[Topic]) -> None:
        """Tell the listeners that these topics have changed."""
        with self._lock:
            listeners = [listener for known in self._listeners if (listener := known()) is not None]
        follow_ups = [listener(frozenset(topics)) for listener in listeners] if topics else []
        for follow_up in follow_ups:
            if follow_up is not None:
                follow_up()


_feeds: dict[str, ChangeFeed] = {}
_guard = threading.Lock()


def shared_feed(origin: str) -> ChangeFeed:
    """Return the feed of the service at this origin: one for all clients and panels of the process."""
    with _guard:
        return _feeds.setdefault(origin, ChangeFeed())


def changed_topics(calls: Sequence[Call[Any]], outcomes: Sequence[Any]) -> frozenset[Topic]:
    """Return what the calls changed, or may have changed: a call whose answer never arrived counts too."""
    return frozenset(
        topic
        for call, outcome in zip(calls, outcomes, strict=False)
        if not isinstance(outcome, WorkbenchError) or (isinstance(outcome, Unreachable) and outcome.sent)
        for topic in call.procedure.changes
    )


class _HasEndpoint(Protocol):
    endpoint: Endpoint


N = TypeVar("N", bound=_HasEndpoint)


class ServiceClient(Generic[N]):
    """A service and a session on it; `connection` makes the requests."""

    connection: N

    @property
    def origin(self) -> str:
        """Such as `https://service.example`; the only place the session token goes to."""
        return str(self.connection.endpoint.origin)

    @property
    def changes(self) -> ChangeFeed:
        """Changes that this process makes on the service, shared by all its clients of the service."""
        return shared_feed(self.origin)

    @property
    def honours_keys(self) -> bool:
        """Whether the service honours idempotency keys, according to the last answered read."""
        return self.connection.endpoint.settings.honours_keys

    @property
    def shares_keys(self) -> bool:
        """Whether the members of an organization may share keys, according to that read."""
        return self.connection.endpoint.settings.shares_keys

    def __repr__(self) -> str:
        # A traceback may call this before `__init__` has finished.
        return f"{type(self).__name__}({self.origin if hasattr(self, 'connection') else ''!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a client cannot be pickled; create one in the process that uses it")
