"""The HTTP protocol of uvicorn with a deadline for those who are to fetch an answer. Knows bytes and time; no path.

Source: ours (service 10).
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from workbench.service.running.settings import Limits

_LEAST_FETCHED_BYTES = 200_000  # of an answer that waits, each time that `sending_seconds` have gone


class SendingProtocol(HttpToolsProtocol):
    """One connection whose reader fetches what waits for it, or is cut off."""

    limits: ClassVar[Limits]

    _sending: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._sending is None:
            self._send_on(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self.sent()
        super().resume_writing()

    def shutdown(self) -> None:
        """Close when all was answered and fetched; whoever fetches nothing holds nobody up."""
        super().shutdown()
        self.look_after_the_rest()

    def _send_on(self, waiting: int) -> None:
        self._sending = self.loop.call_later(self.limits.sending_seconds, self._look_after, waiting)

    def look_after_the_rest(self) -> None:
        """What is closed waits for its last bytes to be fetched, and for no longer than others do."""
        if self.transport.is_closing() and self._sending is None:
            self._send_on(self.transport.get_write_buffer_size())

    def _look_after(self, before: int) -> None:
        """Cut off who has fetched too little of what waits for them."""
        waiting = self.transport.get_write_buffer_size()
        if waiting > before - _LEAST_FETCHED_BYTES:
            self._sending = None
            self.transport.abort()
        else:
            self._send_on(waiting)

    def sent(self) -> None:
        """Nothing waits any more."""
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
