"""The HTTP protocol of uvicorn, with a deadline for clients to receive an answer.

Source: ours (service 1).
"""

from __future__ import annotations

import asyncio
import logging
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from workbench.service.kernel.settings import Limits

_MIN_FETCHED_BYTES = 200_000  # of a waiting answer, in every `sending_seconds`


class SendingProtocol(HttpToolsProtocol):
    """A connection that is cut off if the client receives too little of a waiting answer."""

    limits: ClassVar[Limits]

    _deadline_to_fetch: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_fetching_deadline()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._deadline_to_fetch is None:
            self._arm_fetching_deadline(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self._cancel_fetching_deadline()
        super().resume_writing()

    def shutdown(self) -> None:
        """Close when everything was answered and received; a client that receives nothing delays nobody."""
        super().shutdown()
        self.watch_closing()

    def watch_closing(self) -> None:
        """Limit how long a closing connection waits for its last bytes to be fetched, as for other connections."""
        if self.transport.is_closing() and self._deadline_to_fetch is None:
            self._arm_fetching_deadline(self.transport.get_write_buffer_size())

    def _arm_fetching_deadline(self, waiting: int) -> None:
        self._deadline_to_fetch = self.loop.call_later(self.limits.sending_seconds, self._check_fetched, waiting)

    def _cancel_fetching_deadline(self) -> None:
        if self._deadline_to_fetch is not None:
            self._deadline_to_fetch.cancel()
            self._deadline_to_fetch = None

    def _check_fetched(self, before: int) -> None:
        """Cut off a client that has received too little of the waiting answer."""
        waiting = self.transport.get_write_buffer_size()
        if waiting > before - _MIN_FETCHED_BYTES:
            self._deadline_to_fetch = None
            self.transport.abort()
        else:
            self._arm_fetching_deadline(waiting)


def _is_no_upgrade_warning(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith(("Unsupported upgrade request.", "No supported WebSocket library"))


# A request to upgrade is answered as if it had not asked; uvicorn would log two warnings for each.
logging.getLogger("uvicorn.error").addFilter(_is_no_upgrade_warning)
