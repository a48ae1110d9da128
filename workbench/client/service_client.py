"""What the blocking and the async client have in common: the service that they call, and what is known of it."""

from __future__ import annotations

from typing import Generic, NoReturn, Protocol, TypeVar

from workbench.client.change_feed import ChangeFeed, feed_of
from workbench.client.http.endpoint import Endpoint


class _HasEndpoint(Protocol):
    endpoint: Endpoint


N = TypeVar("N", bound=_HasEndpoint)


class ServiceClient(Generic[N]):
    """A service and a session on it; `connection` carries out the conversations."""

    connection: N

    @property
    def origin(self) -> str:
        """Such as `https://service.example`; the only place the session token goes to."""
        return str(self.connection.endpoint.origin)

    @property
    def changes(self) -> ChangeFeed:
        """What is changed on the service by this process; all clients of the service share it."""
        return feed_of(self.origin)

    @property
    def honours_keys(self) -> bool:
        """Whether the last answered read said that the service honours idempotency keys."""
        return self.connection.endpoint.settings.honours_keys

    @property
    def shares_keys(self) -> bool:
        """Whether that read said that the members of an organization may share them."""
        return self.connection.endpoint.settings.shares_keys

    def __repr__(self) -> str:
        # A traceback may show it while it is being made.
        return f"{type(self).__name__}({self.origin if hasattr(self, 'connection') else ''!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a client is not pickled: make one where it is used, with a session read there")
