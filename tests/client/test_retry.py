"""What is sent again: every way to fail, for every kind of call, with and without a key."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.client.spoken import FREE_WRITE, PAID_WRITE, READ, page, spoken
from tests.client.spoken import refused as spoken_refusal
from workbench.client.exchange import Exchange, no_answer
from workbench.client.retry import RetryPolicy
from workbench.wire.batch import CODES

NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
    httpx.InvalidURL,
)
UNSURE = (
    httpx.ReadError,
    httpx.ReadTimeout,
    httpx.WriteError,
    httpx.WriteTimeout,
    httpx.CloseError,
    httpx.LocalProtocolError,
    httpx.RemoteProtocolError,
    httpx.DecodingError,
    httpx.NetworkError,
    TimeoutError,
)
PASSING = {408, 425, 429, 500, 502, 503, 504}
STATUSES = [200, 204, 301, 302, 307, 400, 401, 403, 404, 405, 408, 409, 413, 415, 418, 422, 425, 429]
STATUSES += [500, 501, 502, 503, 504, 505]

with_and_without_key = pytest.mark.parametrize("key", [None, "k"])


def sends(call: Any, key: str | None, heard: Exchange) -> int:
    """How often a call goes out when this is all that is ever heard."""
    return len(spoken([call if key is None else call.keyed(key)], heard).sends)


@with_and_without_key
@pytest.mark.parametrize(("call", "expected"), [(READ, 4), (FREE_WRITE, 4), (PAID_WRITE, 1)])
@pytest.mark.parametrize("error", NOT_SENT)
def test_what_was_not_sent(call: Any, expected: int, key: str | None, error: Any) -> None:
    """Reads and free writes are tried again; a paid write is its caller's."""
    assert sends(call, key, Exchange(no_answer(error("x")))) == expected


@with_and_without_key
@pytest.mark.parametrize(("call", "expected"), [(READ, 4), (FREE_WRITE, 1), (PAID_WRITE, 1)])
@pytest.mark.parametrize("error", UNSURE)
def test_what_may_have_arrived(call: Any, expected: int, key: str | None, error: Any) -> None:
    """Only a read is tried again: it changes nothing."""
    assert sends(call, key, Exchange(no_answer(error("x")))) == expected


@with_and_without_key
@pytest.mark.parametrize("http_status", STATUSES)
def test_a_status_without_the_interfaces_envelope(http_status: int, key: str | None) -> None:
    """A read is tried again where the status says that it may pass; a write never, since nobody says what happened."""
    heard = page(http_status)
    expected = 4 if http_status in PASSING else 1
    assert [sends(call, key, heard) for call in (READ, FREE_WRITE, PAID_WRITE)] == [expected, 1, 1]


@with_and_without_key
@pytest.mark.parametrize("code", CODES)
def test_a_refusal_in_the_envelope(code: str, key: str | None) -> None:
    """As the status says; of the writes, only a free one that came too soon is tried again."""
    heard = spoken_refusal(code)
    read = 4 if CODES[code].http_status in PASSING else 1
    free = 4 if code == "TOO_MANY_REQUESTS" else 1
    assert [sends(call, key, heard) for call in (READ, FREE_WRITE, PAID_WRITE)] == [read, free, 1]


@pytest.mark.parametrize(
    ("tried", "spent", "asked", "wait"),
    [
        (1, 0.0, None, 0.5),
        (2, 0.0, None, 1.0),
        (3, 0.0, None, 2.0),
        (4, 0.0, None, None),
        (1, 29.4, None, 0.5),
        (1, 29.5, None, None),
        (1, 0.0, 5.0, 5.5),
        (1, 0.0, 30.0, None),
    ],
)
def test_a_wait_grows_and_ends(tried: int, spent: float, asked: float | None, wait: float | None) -> None:
    """Twice as long each time, at least what was requested, never past the time allowed."""
    assert RetryPolicy(chance=lambda: 1.0).wait_seconds(tried, spent, asked) == pytest.approx(wait)


def test_a_wait_is_never_longer_than_the_longest() -> None:
    """Without a wish of the service."""
    patient = RetryPolicy(tries=20, within_seconds=600, chance=lambda: 1.0)
    assert patient.wait_seconds(15, 0, None) == 8


def test_chance_spreads_waits_from_nothing_up() -> None:
    """Full jitter: clients that failed together do not come back together."""
    assert RetryPolicy(chance=lambda: 0.0).wait_seconds(3, 0, None) == 0
