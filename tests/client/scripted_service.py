"""A real HTTP server on this computer that does what a test says, once or always. Knows the interface's forms."""

from __future__ import annotations

import gzip
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TIER = {"tier": "Pro", "status": "Active"}
STARTER = {"lessonId": "lesson-1", "title": "A title"}


@dataclass(frozen=True)
class ReceivedRequest:
    """A request as it came in; `connection` tells connections apart."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    connection: int

    @property
    def names(self) -> list[str]:
        """The procedures that the path names."""
        return self.target.partition("?")[0].rpartition("/")[2].split(",")


Act = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """One connection. Source: `http.server`."""

    protocol_version = "HTTP/1.1"
    server: ScriptedService

    def handle(self) -> None:
        try:
            super().handle()
        except OSError:
            pass  # the client has gone, which is a subject of tests

    def log_message(self, *said: Any) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.received = ReceivedRequest(
            self.command, self.path, headers, self.rfile.read(length), self.client_address[1]
        )
        self.server.take(self.received)(self)

    do_POST = do_GET  # noqa: N815  (http.server's name)


class ScriptedService(ThreadingHTTPServer):
    """Does `acts` in turn, the last one permanently; remembers what it `received`."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.received: list[ReceivedRequest] = []
        self.acts: list[Act] = [given(TIER)]
        self.over = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def base_url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def does(self, *acts: Act) -> None:
        """From now on, these in turn, and the last one permanently."""
        self.acts = list(acts)

    def take(self, request: ReceivedRequest) -> Act:
        """What to do about a request."""
        with self._lock:
            self.received.append(request)
            return self.acts.pop(0) if len(self.acts) > 1 else self.acts[0]

    def stop(self) -> None:
        """Let everyone who waits go, and listen no more."""
        self.over.set()
        self.shutdown()
        self.server_close()
        self._thread.join()


@dataclass(frozen=True)
class reply:  # noqa: N801  (reads as the verb that it is)
    """Answer with this status, body and headers."""

    http_status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def __call__(self, handler: Handler) -> None:
        handler.send_response(self.http_status)
        for name, value in {"Content-Length": str(len(self.body)), **self.headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(self.body)


PAGE = reply(200, b"<!doctype html><title>Sign in</title>", {"Content-Type": "text/html"})


def given(*data: Any, **headers: str) -> Act:
    """Answer with these results, or one for every procedure if there is just one."""

    def act(handler: Handler) -> None:
        count = len(handler.received.names)
        values = data if len(data) > 1 else data * count
        shown = {name.replace("_", "-"): value for name, value in headers.items()}
        reply(200, json.dumps([{"result": {"data": value}} for value in values]).encode(), shown)(handler)

    return act


def refused(code: str, number: int, http_status: int, message: str = "No.", **headers: str) -> Act:
    """Answer with this error for each procedure."""

    def act(handler: Handler) -> None:
        data = {"code": code, "httpStatus": http_status}
        element = {"error": {"message": message, "code": number, "data": data}}
        shown = {name.replace("_", "-"): value for name, value in headers.items()}
        reply(http_status, json.dumps([element] * len(handler.received.names)).encode(), shown)(handler)

    return act


def silent(handler: Handler) -> None:
    """Answer nothing until the test is over."""
    handler.server.over.wait(30)


def drip(handler: Handler) -> None:
    """Answer headers, then a byte of the body every now and then until the test is over."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    while not handler.server.over.wait(0.02):
        handler.wfile.write(b" ")


def drip_headers(handler: Handler) -> None:
    """Answer a status line, then a byte of a header every now and then until the test is over."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not handler.server.over.wait(0.02):
        handler.wfile.write(b"x")


def cut(handler: Handler) -> None:
    """Reset the connection instead of an answer."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()


def cut_midway(handler: Handler) -> None:
    """Promise more of a body than comes."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'[{"result":')
    handler.close_connection = True


def packed(pieces: Iterable[bytes]) -> Act:
    """Answer with these pieces, gzipped into one body."""

    def act(handler: Handler) -> None:
        reply(200, gzip.compress(b"".join(pieces)), {"Content-Encoding": "gzip"})(handler)

    return act
