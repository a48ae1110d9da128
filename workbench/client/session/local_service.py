"""The service of this computer, from its private file: its address, its session, and how to reach it safely.

The session goes through a Unix socket in a folder that only this person can enter. Without such sockets, the other side
first proves, on the connection that is then used, that it holds the key of the private file.
"""

from __future__ import annotations

import hmac
import os
import secrets
import socket
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from workbench.client.session.token import Token
from workbench.wire.proof import CHALLENGE_BYTES, PATH, proof

HAS_SOCKETS: Final = hasattr(socket, "AF_UNIX")
_ANSWER_BYTES = 4096


@dataclass(frozen=True, slots=True)
class LocalService:
    """The current address of this computer's service. `read` reads the private file again: `None` if none runs.

    One of `socket_path` and `proof_key` is there.
    """

    base_url: str
    token: Token = field(repr=False)
    socket_path: str | None
    proof_key: Token | None = field(repr=False)
    read: Callable[[], LocalService | None] = field(repr=False, compare=False)


class Stream(Protocol):
    """An open connection, as the HTTP library has it."""

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes: ...
    def write(self, buffer: bytes, timeout: float | None = None) -> None: ...


def is_private(socket_path: str) -> bool:
    """Return whether only the user can have put a socket there: the folder is theirs, not a link, and private."""
    try:
        folder = os.lstat(Path(socket_path).parent)
    except OSError:
        return False
    return stat.S_ISDIR(folder.st_mode) and folder.st_uid == os.geteuid() and not folder.st_mode & 0o077


def proves_itself(stream: Stream, local: LocalService, timeout: float | None = None) -> bool:
    """Return whether the peer of a new connection has the private file's key. No session is sent."""
    if local.proof_key is None:
        return False
    challenge = secrets.token_hex(CHALLENGE_BYTES)
    expected = proof(local.proof_key.reveal(), challenge, local.base_url).encode()
    host = local.base_url.partition("://")[2]
    stream.write(f"GET {PATH}{challenge} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), timeout)
    answer = b""
    while len(answer) < _ANSWER_BYTES and (piece := stream.read(_ANSWER_BYTES, timeout)):
        answer += piece
        head, _, body = answer.partition(b"\r\n\r\n")
        if len(body) >= len(expected) or (body == b"" and not head.startswith(b"HTTP/1.1 200"[: len(head)])):
            return hmac.compare_digest(body, expected)
    return False
