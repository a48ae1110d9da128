"""A relay between a client and a service that cuts connections: within a request, or when its answer comes."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

PIECE = 65_536
LARGE_BYTES = 50_000
"""A connection on which so much was sent carries a file."""
_RESET = struct.pack("ii", 1, 0)


@dataclass
class Relay:
    """`cuts` says where the next connections that carry a file are cut, one by one."""

    service: tuple[str, int]
    listener: socket.socket
    cuts: list[Literal["request", "answer"]] = field(default_factory=list)

    @property
    def base_url(self) -> str:
        """The service's address as its clients have it."""
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def serve(self) -> None:
        """Take connections until the listener is closed."""
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        carried, is_cut = 0, threading.Event()
        with client, socket.create_connection(self.service) as service, suppress(OSError):
            threading.Thread(target=_carry_back, args=(service, client, is_cut), daemon=True).start()
            while piece := client.recv(PIECE):
                if carried < LARGE_BYTES <= carried + len(piece) and self.cuts:
                    is_cut.set()
                    if self.cuts.pop(0) == "request":
                        _reset(client)
                        return
                carried += len(piece)
                service.sendall(piece)


def _carry_back(service: socket.socket, client: socket.socket, is_cut: threading.Event) -> None:
    with suppress(OSError):
        while piece := service.recv(PIECE):
            if is_cut.is_set():
                _reset(client)
                return
            client.sendall(piece)
        client.shutdown(socket.SHUT_RDWR)


def _reset(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    client.shutdown(socket.SHUT_RDWR)


@contextmanager
def cutting_relay(base_url: str) -> Iterator[Relay]:
    """A relay to the service at this address."""
    found = urlsplit(base_url)
    assert found.hostname and found.port
    with socket.create_server(("127.0.0.1", 0)) as listener:
        relay = Relay((found.hostname, found.port), listener)
        threading.Thread(target=relay.serve, daemon=True).start()
        yield relay
