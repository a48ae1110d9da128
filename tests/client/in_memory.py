"""A transport that stays in memory, for a client that is brought along."""

from __future__ import annotations

from collections.abc import Callable

import httpx


class Answering(httpx.BaseTransport):
    """A transport in memory that counts what reaches it and does what it is reported."""

    def __init__(self, act: Callable[[httpx.Request], httpx.Response]) -> None:
        self.act = act
        self.received: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.received.append(request)
        return self.act(request)
