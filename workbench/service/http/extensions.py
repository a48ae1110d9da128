"""Extensions of the ASGI scope: a body that arrived completely, and a client that disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]

WHOLE_BODY = "workbench.whole_body"
"""The scope's extension that holds a body which came with its headers; it need not be received."""
HANG_UP = "workbench.hang_up"
"""The scope's extension that holds the connection's `HangUp`."""


class HangUp:
    """The state of a connection's client: whether it has disconnected, and the read to cancel then."""

    __slots__ = ("_has_happened", "_reading")

    def __init__(self) -> None:
        self._has_happened = False
        self._reading: asyncio.Task[Any] | None = None

    def happen(self) -> None:
        """Cancel the read being answered, because the client has disconnected."""
        self._has_happened = True
        if self._reading is not None:
            self._reading.cancel()

    async def guard(self, answering: Awaitable[None]) -> None:
        """Wait for a read's answer; it is cancelled, and this ends quietly, when the client hangs up."""
        self._reading = asyncio.current_task()
        try:
            await answering
        except asyncio.CancelledError:
            if not self._has_happened:
                raise
        finally:
            self._reading = None


async def until_hang_up(scope: Message, answering: Awaitable[None]) -> None:
    """Wait for an answer. A read is cancelled if its client disconnects; a write continues."""
    hang_up = scope.get("extensions", {}).get(HANG_UP) if scope.get("method") == "GET" else None
    await (answering if hang_up is None else hang_up.guard(answering))
