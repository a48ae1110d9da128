"""Requests that are meant to cost: refused early, with memory flat, while others are answered."""

from __future__ import annotations

import gzip
import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.faults.fuzzing import resident_mebibytes
from tests.faults.hosts import Host, host
from tests.people import cookie_of, owner_of
from tests.slow import first_in_gate

MEGABYTE = 1_000_000
SENDERS, TIMES = 8, 2
ROOM_MEBIBYTES = 25.0 * SENDERS  # a megabyte of many small things, taken apart, for each sender
COST_SECONDS = 0.4  # of a processor, for the dearest megabyte; most cost a few milliseconds
WRITE = "POST /api/rpc/project.createProject?batch=1 HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"

BOMBS: dict[str, Callable[[], tuple[str, bytes]]] = {
    "nested deep": lambda: ("", b'{"0":{"json":' + b"[" * 900_000),
    "nested deep and closed": lambda: ("", b'{"0":{"json":' + b"[" * 490_000 + b"]" * 490_000 + b"}}"),
    "a long number": lambda: ("", b'{"0":{"json":{"name":' + b"9" * 900_000 + b"}}}"),
    "many keys": lambda: ("", b'{"0":{"json":{' + b",".join(b'"%d":0' % n for n in range(80_000)) + b"}}}"),
    "the same key": lambda: ("", b'{"0":{"json":{' + b",".join([b'"a":0'] * 150_000) + b"}}}"),
    "many escapes": lambda: ("", b'{"0":{"json":{"name":"' + b"\\u0061" * 150_000 + b'"}}}'),
    "many positions": lambda: ("", b"{" + b",".join(b'"%d":{"json":{}}' % n for n in range(50_000)) + b"}"),
    "spaces": lambda: ("", b" " * MEGABYTE),
    "compressed": lambda: ("content-encoding: gzip\r\n", gzip.compress(b" " * 100 * MEGABYTE)),
    "undefined everywhere": lambda: (
        "",
        b'{"0":{"json":{},"meta":{"values":{' + b",".join(b'"a.%d":["undefined"]' % n for n in range(40_000)) + b"}}}}",
    ),
}


@pytest.fixture(scope="module")
def bombed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Host, str]]:
    """A service, and a cookie."""
    database_url = f"sqlite:///{tmp_path_factory.mktemp('bombs') / 'service.sqlite'}"
    added = owner_of(database_url, credits_at_start=10)
    with host(database_url) as serving:
        yield serving, cookie_of(added)


def sent(serving: Host, request: bytes) -> int:
    """The HTTP status of the answer."""
    with socket.create_connection(serving.address, timeout=60) as connection:
        connection.sendall(request)
        return int(connection.recv(65_536).split(b" ", 2)[1])


def worked_seconds(pid: int) -> float:
    """What a process has used of processors."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def many(serving: Host, request: bytes) -> tuple[set[int], float, float]:
    """The statuses of several at the same time, again and again; what one costs in processor time; by how much memory
    grew.
    """
    pid = serving.process.pid
    sent(serving, request)
    before, since = resident_mebibytes(pid), worked_seconds(pid)
    with ThreadPoolExecutor(SENDERS) as pool:
        statuses = set(pool.map(lambda _: sent(serving, request), range(SENDERS * TIMES)))
    return statuses, (worked_seconds(pid) - since) / (SENDERS * TIMES), resident_mebibytes(pid) - before


@pytest.mark.parametrize("name", first_in_gate(BOMBS, 2))
def test_a_bomb_is_refused_for_little_work(bombed: tuple[Host, str], name: str) -> None:
    """A 4xx for little work, and memory grows by no more than what is in progress."""
    serving, cookie = bombed
    more, body = BOMBS[name]()
    head = f"{WRITE}{more}cookie: {cookie}\r\ncontent-length: {len(body)}\r\n\r\n"
    statuses, seconds, grown = many(serving, head.encode() + body)
    print(f"{name}: {1000 * seconds:.0f} ms of a processor, {grown:.0f} MiB")

    assert statuses <= {400, 413, 415}
    assert seconds < COST_SECONDS
    assert grown < ROOM_MEBIBYTES


def test_ten_thousand_names_cost_nothing(bombed: tuple[Host, str]) -> None:
    """Too many for a batch, though the address is short enough."""
    serving, cookie = bombed
    names = ",".join(["a"] * 10_000)
    request = f"GET /api/rpc/{names}?batch=1 HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\n\r\n"
    statuses, seconds, grown = many(serving, request.encode())

    assert statuses == {400}
    assert seconds < COST_SECONDS / 10
    assert grown < ROOM_MEBIBYTES


def test_a_body_without_an_end_is_cut(bombed: tuple[Host, str]) -> None:
    """Chunk after chunk: no more than the limit is read."""
    serving, cookie = bombed
    before = resident_mebibytes(serving.process.pid)
    with socket.create_connection(serving.address, timeout=30) as connection:
        connection.sendall(f"{WRITE}cookie: {cookie}\r\ntransfer-encoding: chunked\r\n\r\n".encode())
        taken = endless(connection)

    assert taken < 20 * MEGABYTE
    assert resident_mebibytes(serving.process.pid) - before < ROOM_MEBIBYTES


def test_others_are_answered_while_senders_dawdle(bombed: tuple[Host, str]) -> None:
    """A hundred connections with half a request each take nobody's place."""
    serving, cookie = bombed
    half = f"{WRITE}cookie: {cookie}\r\ncontent-length: 1000\r\n\r\n".encode() + b'{"0":'
    waiting = [socket.create_connection(serving.address, timeout=30) for _ in range(100)]
    for connection in waiting:
        connection.sendall(half)
    answered = httpx.get(f"{serving.base_url}/api/rpc/service.whoAmI?batch=1", headers={"cookie": cookie}, timeout=20)
    for connection in waiting:
        connection.close()

    assert answered.status_code == 200


def endless(connection: socket.socket) -> int:
    """How many bytes were taken before the other side had enough; 50 MB at most."""
    chunk, taken = b"10000\r\n" + b" " * 0x10000 + b"\r\n", 0
    try:
        while taken < 50 * MEGABYTE:
            connection.sendall(chunk)
            taken += len(chunk)
    except OSError:
        pass
    return taken
