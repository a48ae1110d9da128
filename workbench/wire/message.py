"""Requests and responses as plain records, and the absent input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol


class Absent(Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT
"""An input that is not there. It is not null: the interface tells the two apart (4.0)."""


class SizedPieces(Protocol):
    """A body sent in pieces that add up to its length in bytes; read again for each try."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[bytes]: ...


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request without its origin and its cookie; `target` is path and query, ready for the request line."""

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | SizedPieces | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """One HTTP response; header names are lower case."""

    http_status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
