"""Attacks over HTTP on its own service, and how it was for everybody else in the meantime: seconds and memory.

Somebody of one organization, or nobody in particular, asks for what costs most; a process next to them asks `/health`
and, for another organization, `listLessons`, again and again. Knows no limit of the service
but those that it is given. Linux only.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.faults.hosts import Host, host
from tests.people import cookie_of
from tests.service.db.cast import published
from tests.service.heavy import stored_lesson, text_blocks
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.db.opening import open_store

MEGABYTE = 1_000_000
_BETWEEN_PROBES = 0.02
PATIENCE = 60
"""Seconds after which there is no answer any more."""


@dataclass(frozen=True, slots=True)
class Place:
    """The organization that attacks, with what it has to attack with, and another that only wants to work."""

    attacker: AddedPerson
    other: AddedPerson
    heavy_lesson: str
    heavy_megabytes: int
    slow_pages: tuple[str, ...]

    @property
    def cookie(self) -> str:
        """The attacker's cookie."""
        return cookie_of(self.attacker)


@dataclass(frozen=True, slots=True)
class Suffered:
    """The longest anybody else waited, in seconds, the peak and the growth of memory, in MB, and the service's end."""

    health: float
    other_list: float
    probes: int
    peak_megabytes: float
    growth_megabytes: float
    stop_seconds: float

    def __str__(self) -> str:
        return (
            f"/health {self.health:.2f} s, listLessons of others {self.other_list:.2f} s ({self.probes} probes), "
            f"memory peak {self.peak_megabytes:.0f} MB, growth {self.growth_megabytes:.0f} MB, "
            f"stop {self.stop_seconds:.1f} s"
        )


async def place(database_url: str, *, heavy_megabytes: int = 6, slow_lessons: int = 10) -> Place:
    """Two organizations on the database; the lessons are stored as they were before there was a limit of weight."""
    store = await open_store(database_url)
    try:
        attacker = await add_person(store, "eve@example.org", "Attackers", credits_at_start=10)
        other = await add_person(store, "ana@example.org", "Others", credits_at_start=10)
        heavy = text_blocks(*["words of a lesson " * 3_300] * (heavy_megabytes * 17))
        heavy_lesson, _ = await stored_lesson(store, attacker, heavy)
        course_id, slow_ids = None, []
        for number in range(slow_lessons):
            slow = text_blocks(*["![" * 31_000, "[" * 19_000, "*a " * 6_600, "$a$" * 6_666] * 2)
            lesson_id, course_id = await stored_lesson(
                store, attacker, slow, title=f"Slow {number}", course_id=course_id
            )
            slow_ids.append(lesson_id)
        assert course_id is not None
        await store.write(lambda db: published(db, course_id, organization_id=attacker.organization_id))
        await stored_lesson(store, other, text_blocks("A few words."), title="Ours")
        return Place(
            attacker, other, heavy_lesson, heavy_megabytes, tuple(f"/s/{course_id}/{slow_id}" for slow_id in slow_ids)
        )
    finally:
        await store.close()


def attacked(
    database_url: str, what: Callable[[Host, Place], None], where: Place, *, log: Path, **limits: float
) -> Suffered:
    """What others suffered while this attack ran on its own service, with these limits where they are given."""
    with host(database_url, log=log, limits=limits) as serving:
        with _probing(serving, where) as probed:
            before = _memory(serving, "VmRSS")
            with suppress(OSError):  # an attacker without an answer is one who was stopped
                what(serving, where)
        waits, peak = probed(), _memory(serving, "VmHWM")
        since = time.monotonic()
        serving.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            serving.process.wait(timeout=200)
        stop = time.monotonic() - since
    return Suffered(max(waits[0]), max(waits[1]), len(waits[1]), peak, peak - before, stop)


def one_batch(name: str, given: Callable[[Place], dict[str, Any]], times: int) -> Callable[[Host, Place], None]:
    """One GET that asks for the same so many times."""

    def attack(serving: Host, where: Place) -> None:
        with socket.create_connection(serving.address, timeout=PATIENCE) as wire:
            wire.sendall(_get(where.cookie, name, given(where), times))
            _read_all(wire)

    return attack


def page_loads(seconds: float, connections: int = 12) -> Callable[[Host, Place], None]:
    """Anonymous loads of the pages of slow lessons, all given up after a second and begun again."""

    def attack(serving: Host, where: Place) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with ExitStack() as stack:
                for page in islice(cycle(where.slow_pages), connections):
                    wire = stack.enter_context(socket.create_connection(serving.address, timeout=PATIENCE))
                    wire.sendall(f"GET {page} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                time.sleep(1.0)

    return attack


def slow_readers(seconds: float, connections: int = 60) -> Callable[[Host, Place], None]:
    """So many ask for the heavy lesson twice, and read nothing; they are still there when the service is to stop."""

    def attack(serving: Host, where: Place) -> None:
        for _ in range(connections):
            wire = socket.create_connection(serving.address, timeout=PATIENCE)
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            wire.sendall(_get(where.cookie, "lesson.getLesson", {"lessonId": where.heavy_lesson}, 2))
            _LEFT_OPEN.append(wire)
        time.sleep(seconds)

    return attack


_LEFT_OPEN: list[socket.socket] = []


def _get(cookie: str, name: str, given: dict[str, Any], times: int) -> bytes:
    said = quote(json.dumps({str(number): {"json": given} for number in range(times)}, separators=(",", ":")))
    names = ",".join([name] * times)
    return f"GET /api/rpc/{names}?batch=1&input={said} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()


def _read_all(wire: socket.socket) -> int:
    """The bytes of one answer."""
    head = b""
    while b"\r\n\r\n" not in head:
        some = wire.recv(65_536)
        if not some:
            raise ConnectionError
        head += some
    start = head.index(b"\r\n\r\n") + 4
    found = re.search(rb"content-length: (\d+)", head.lower())
    assert found is not None
    left = size = int(found[1])
    left -= len(head) - start
    while left > 0:
        some = wire.recv(1_000_000)
        if not some:
            raise ConnectionError
        left -= len(some)
    return size


@contextmanager
def _probing(serving: Host, where: Place) -> Iterator[Callable[[], tuple[list[float], list[float]]]]:
    """A process that asks on while this lasts; what is given tells then how long each answer took."""
    here, there = multiprocessing.get_context("spawn").Pipe()
    asked = _get(cookie_of(where.other), "lesson.listLessons", {"organizationId": where.other.organization_id}, 1)
    process = multiprocessing.get_context("spawn").Process(target=_probe, args=(serving.address, asked, there))
    process.start()
    here.recv()
    found: list[tuple[list[float], list[float]]] = []
    try:
        yield lambda: found[0]
    finally:
        here.send("enough")
        found.append(here.recv())
        process.join()


def _probe(address: tuple[str, int], asked: bytes, told: Connection) -> None:
    health = socket.create_connection(address, timeout=PATIENCE)
    others = socket.create_connection(address, timeout=PATIENCE)
    alive = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    waits: tuple[list[float], list[float]] = ([], [])
    _took(health, alive)
    _took(others, asked)
    told.send("ready")
    while not told.poll(_BETWEEN_PROBES):
        waits[0].append(_took(health, alive))
        waits[1].append(_took(others, asked))
    told.recv()
    told.send(waits)


def _took(wire: socket.socket, asked: bytes) -> float:
    since = time.monotonic()
    try:
        wire.sendall(asked)
        _read_all(wire)
    except OSError:  # no answer in all that time; none will come here
        return float(PATIENCE)
    return time.monotonic() - since


def _memory(serving: Host, what: str) -> float:
    status = Path(f"/proc/{serving.process.pid}/status").read_text(encoding="ascii")
    found = re.search(rf"{what}:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) * 1024 / MEGABYTE


def prepared(database_url: str, **said: int) -> Place:
    """`place`, for who has no loop."""
    return asyncio.run(place(database_url, **said))
