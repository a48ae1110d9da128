"""The HTTP protocol of uvicorn with limits on what arrives before a request is whole: head size and slow heads.

Knows bytes and time; knows no path. Source: ours (service 1).
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from workbench.service.settings import Limits


def limited_protocol(limits: Limits) -> type[HttpToolsProtocol]:
    """uvicorn's protocol with these limits: heads over the size get 414 or 431, slow ones are cut."""
    slack = limits.url_bytes + 4_000  # the dispatch itself says no, with an envelope, to what is only a little over

    class LimitedProtocol(HttpToolsProtocol):
        """One connection."""

        _head_bytes = 0
        _refused = False
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wait_for_head()

        def data_received(self, data: bytes) -> None:
            if self._refused:
                return
            super().data_received(data)

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._head_bytes = 0
            if self._deadline is None:
                self._wait_for_head()

        def on_url(self, url: bytes) -> None:
            if len(self.url) + len(url) > slack:
                self._refuse(414)
            elif not self._refused:
                super().on_url(url)

        def on_header(self, name: bytes, value: bytes) -> None:
            self._head_bytes += len(name) + len(value)
            if self._head_bytes > limits.header_bytes:
                self._refuse(431)
            elif not self._refused:
                super().on_header(name, value)

        def on_headers_complete(self) -> None:
            self._head_is_here()
            if not self._refused:
                super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            if not self._refused:
                super().on_body(body)

        def on_message_complete(self) -> None:
            if not self._refused:
                super().on_message_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self._head_is_here()
            super().connection_lost(exc)

        def _wait_for_head(self) -> None:
            self._deadline = self.loop.call_later(limits.arrival_seconds, self._too_slow)

        def _head_is_here(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _too_slow(self) -> None:
            self._deadline = None
            self._refuse(408)

        def _refuse(self, http_status: int) -> None:
            if self._refused or self.transport.is_closing():
                return
            self._refused = True
            self.transport.write(STATUS_LINE[http_status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()

    return LimitedProtocol
