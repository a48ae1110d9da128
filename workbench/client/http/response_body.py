"""An answer's body, read piece by piece under a limit.

Some 200 KB of gzip can unpack to 200 MB; the limit applies to the unpacked bytes, while they are unpacked.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

MAX_ANSWER_BYTES = 32 * 1024 * 1024
ACCEPTED_ENCODINGS = "gzip, deflate"
_WINDOW_BITS = {"gzip": 31, "x-gzip": 31, "deflate": 15}


class BodyError(ValueError):
    """The body cannot be used; the message says in plain language what came instead of an answer."""


class Body:
    """A body in the making: `feed` it the raw pieces, then ask for the `whole`."""

    def __init__(self, headers: Mapping[str, str], max_bytes: int = MAX_ANSWER_BYTES) -> None:
        """Prepare to read a body. Raises `BodyError` if the headers alone show that it cannot be used."""
        encoding = headers.get("content-encoding", "").strip().lower()
        self._unpacker = None
        if encoding in _WINDOW_BITS:
            self._unpacker = zlib.decompressobj(_WINDOW_BITS[encoding])
        elif encoding not in ("", "identity"):
            raise BodyError("an answer in an encoding that was not requested")
        self._left = max_bytes
        self._max_bytes = max_bytes
        self._pieces: list[bytes] = []
        length = headers.get("content-length", "")
        if length.isascii() and length.isdigit() and (len(length) > 18 or int(length) > max_bytes):
            raise self._too_large()

    def feed(self, piece: bytes) -> None:
        """Take a raw piece. Raises `BodyError` when the whole grows over the limit or cannot be unpacked."""
        if self._unpacker is not None:
            try:
                piece = self._unpacker.decompress(piece, self._left + 1)
            except zlib.error:
                raise BodyError("an answer that cannot be unpacked") from None
        self._left -= len(piece)
        if self._left < 0:
            self._pieces.clear()
            raise self._too_large()
        self._pieces.append(piece)

    def whole(self) -> bytes:
        """Return the decompressed body. Raises `BodyError` if its end is missing."""
        if self._unpacker is not None and self._pieces and not self._unpacker.eof:
            raise BodyError("an answer that is cut off")
        return self._pieces[0] if len(self._pieces) == 1 else b"".join(self._pieces)

    def _too_large(self) -> BodyError:
        return BodyError(f"an answer of more than {self._max_bytes // (1024 * 1024)} MiB")
