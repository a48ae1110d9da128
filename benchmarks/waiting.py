"""A service that only waits: it answers each paid call after so long, and does nothing else.

A real HTTP server on a real socket, made as cheap as can be, so that it is not what is measured: its answers are
ready-made, its loop is uvloop. Knows the wire forms that a bulk run needs.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import uvloop

from benchmarks.child import ROOT
from benchmarks.serving import Serving

PARALLEL: Final = 64
PAID: Final = "lesson.createStarterLesson"
_LENGTH: Final = re.compile(rb"(?i)content-length: *(\d+)")
_END: Final = "2099-01-01T00:00:00.000Z"
_READS: Final[dict[str, object]] = {
    "service.getCapabilities": {
        "serviceId": "s",
        "name": "waiting",
        "version": "1",
        "procedures": [PAID, "service.getCapabilities", "service.whoAmI"],
        "additions": ["idempotencyKey", "maxCredits", "organizationId"],
        "limits": {"generationsAtOnce": PARALLEL},
        "prices": [{"procedure": PAID, "credits": 1, "validFrom": "2020-01-01T00:00:00.000Z"}],
        "writer": {"name": "planning-sheet", "isAi": False, "languages": None},
    },
    "service.whoAmI": {
        "personId": "p",
        "name": "Ada",
        "email": "ada@example.org",
        "session": {"sessionId": "s", "idleEndsAt": _END, "endsAt": _END},
    },
    "organization.getLastSelectedOrganizationId": {"organizationId": "o"},
    "organization.getUserData": {"personId": "p", "name": "Ada", "aiCreditBalance": 10**9},
}


@contextmanager
def waiting(latency_seconds: float) -> Iterator[Serving]:
    """The service as a process, as long as the block runs."""
    code = "import sys; from benchmarks import waiting; waiting.serve(float(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(latency_seconds)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield Serving(process.stdout.readline().strip(), process.pid)
    finally:
        process.kill()
        process.wait()


def serve(latency_seconds: float) -> None:
    """Answer until killed."""

    async def forever() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Answering(latency_seconds), "127.0.0.1", 0, backlog=512)
        print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()

    uvloop.run(forever())


class _Answering(asyncio.Protocol):
    """One connection: whole requests in, answers out, the paid ones after the latency."""

    made = 0

    def __init__(self, latency_seconds: float) -> None:
        self._latency_seconds = latency_seconds
        self._later = asyncio.get_running_loop().call_later
        self._heard = b""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        heard = self._heard + data
        end = heard.find(b"\r\n\r\n") + 4
        sized = _LENGTH.search(heard, 0, end) if end > 3 else None
        whole = end + int(sized[1]) if sized else end
        if end <= 3 or len(heard) < whole:
            self._heard = heard
            return
        self._heard = heard[whole:]
        target = heard[: heard.index(b"\r\n")].split(b" ")[1]
        if PAID.encode() in target:
            _Answering.made += 1
            self._later(self._latency_seconds, self._transport.write, _lesson(b"batch=1" in target) % _Answering.made)
        else:
            self._transport.write(_read(target.decode()))


@cache
def _lesson(is_batch: bool) -> bytes:
    made = {"result": {"data": {"lessonId": f"{'a' * 15}NUMBER", "title": "A lesson"}}}
    return _answer([made] if is_batch else made).replace(b"NUMBER", b"%06d")


def _read(target: str) -> bytes:
    names = urlsplit(target).path.rpartition("/")[2].split(",")
    return _answer([{"result": {"data": _READS[name]}} for name in names])


def _answer(value: object) -> bytes:
    body = json.dumps(value).encode()
    head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nIdempotency-Support: 30d\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
