"""An answer's body is read under a limit."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import pytest

from workbench.client.http.response_body import MAX_ANSWER_BYTES, Body, BodyError

GZIP = {"content-encoding": "gzip"}


def whole(headers: dict[str, str], *pieces: bytes, max_bytes: int = 1000) -> bytes:
    """The body made of these raw pieces."""
    body = Body(headers, max_bytes)
    [body.feed(piece) for piece in pieces]
    return body.whole()


@pytest.mark.parametrize(
    ("headers", "raw"),
    [
        ({}, b"ab" * 100),
        ({"content-encoding": "identity"}, b"ab" * 100),
        (GZIP, gzip.compress(b"ab" * 100, mtime=0)),
        ({"content-encoding": "X-GZIP"}, gzip.compress(b"ab" * 100, mtime=0)),
        ({"content-encoding": "deflate"}, zlib.compress(b"ab" * 100)),
    ],
)
def test_a_body_is_the_same_however_it_came(headers: dict[str, str], raw: bytes) -> None:
    """Plain or packed, in one piece or in many."""
    assert whole(headers, raw) == whole(headers, raw[:7], raw[7:20], raw[20:]) == b"ab" * 100


def test_a_body_up_to_the_limit_is_taken() -> None:
    """To the byte."""
    assert len(whole(GZIP, gzip.compress(b"x" * 1000, mtime=0))) == 1000


@pytest.mark.parametrize(("headers", "raw"), [({}, b"x" * 1001), (GZIP, gzip.compress(b"x" * 1001, mtime=0))])
def test_a_body_over_the_limit_is_refused(headers: dict[str, str], raw: bytes) -> None:
    """Counted on what is unpacked."""
    with pytest.raises(BodyError, match="more than"):
        whole(headers, raw)


@pytest.mark.parametrize("length", ["1001", "9" * 5000])
def test_a_length_over_the_limit_is_refused_before_the_body(length: str) -> None:
    """What says that it is too large is not read."""
    with pytest.raises(BodyError):
        Body({"content-length": length}, 1000)


@pytest.mark.parametrize(
    "raw", [b"not gzip", gzip.compress(b"x" * 100, mtime=0)[:-9], gzip.compress(b"x", mtime=0)[:12]]
)
def test_a_broken_packing_is_refused(raw: bytes) -> None:
    """Neither garbage nor the first half of an answer is taken for one."""
    with pytest.raises(BodyError):
        whole(GZIP, raw)


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "x"])
def test_an_encoding_that_was_not_asked_for_is_refused(encoding: str) -> None:
    """Nothing is unpacked twice."""
    with pytest.raises(BodyError, match="encoding"):
        Body({"content-encoding": encoding})


def test_an_empty_body_stays_empty() -> None:
    """Such as a 204, whose headers may still speak of gzip."""
    assert whole(GZIP) == whole({}) == b""


def test_a_bomb_takes_no_more_memory_than_the_limit() -> None:
    """300 MB in 300 KB: unpacked to the limit and no further."""
    packer = zlib.compressobj(wbits=31)
    bomb = b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(300)) + packer.flush()
    body = Body(GZIP)
    tracemalloc.start()
    try:
        with pytest.raises(BodyError):
            body.feed(bomb)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3 * MAX_ANSWER_BYTES
