"""Short reads, answered where they arrive: no task, no ASGI messages, and nothing is taken apart twice.

Who sends is judged once for each set of headers, what a path names once for each path; session, rights, rates, inputs
and answers anew for each request. What is refused before anything runs goes the usual way.
Source: ours (service 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from workbench.service.db.seam import at_once
from workbench.service.http.dispatch import Dispatch
from workbench.service.http.response import Headers, written_response
from workbench.service.http.rpc_request import RpcRequest, Sender, read_route, sender_of
from workbench.service.kernel.answer_budget import TooMuchAtOnce
from workbench.service.kernel.binding import Handler
from workbench.wire.batch import ProcedureNames, WireError, decode_inputs, decode_query

MOST_ROUTES = 1_000
_LONGEST_PATH = 500

Route = tuple[ProcedureNames, list[Handler | None]]


class FastReads:
    """The quick way of one process's dispatch; where the store's reads wait for a server, there is none."""

    def __init__(self, dispatch: Dispatch) -> None:
        self._dispatch = dispatch
        self._settings = dispatch.service.settings
        self._store = dispatch.service.store
        self._below = self._settings.rpc_path.encode() + b"/"
        self._url_bytes = self._settings.limits.url_bytes
        self._routes: dict[bool, dict[bytes, Route]] = {True: {}, False: {}}

    def sender(self, headers: Sequence[tuple[bytes, bytes]], client: tuple[str, int] | None) -> Sender | None:
        """Who sends what has these headers; None where something is to be said about them."""
        if not self._store.reads_at_once:
            return None
        return sender_of(headers, client, self._settings)

    def answer(self, sender: Sender, path: bytes, query: bytes) -> tuple[int, bytes, bytes] | None:
        """HTTP status, header lines and body for a read that waits for nothing; None for any other request."""
        since = perf_counter()
        batched, text = decode_query(query)
        route = self._routes[batched].get(path) or self._route(path, batched=batched)
        if route is None or len(path) + len(query) > self._url_bytes:
            return None
        procedures, handlers = route
        try:
            inputs = decode_inputs(text, len(handlers), batched=batched)
        except WireError:  # it is said in the usual way
            return None
        headers: Headers = []
        request = RpcRequest(procedures, handlers, inputs, sender)
        try:
            elements = at_once(self._dispatch.read(request, headers))
        except TooMuchAtOnce:
            return None
        self._dispatch.count(request, elements, since)
        return written_response(elements, headers, bare=not batched)

    def _route(self, path: bytes, *, batched: bool) -> Route | None:
        """What the path names, if all of it is short reads."""
        if not path.startswith(self._below):
            return None
        route = read_route(path, self._settings, batched=batched)
        if route is None or any(handler is None or handler.long for handler in route[1]):
            return None
        routes = self._routes[batched]
        if len(path) <= _LONGEST_PATH:
            if len(routes) >= MOST_ROUTES:
                routes.clear()
            routes[path] = route
        return route
