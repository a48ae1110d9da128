"""Errors of the HTTP library as plain clauses."""

from __future__ import annotations

import httpx
import pytest

from workbench.client.exchange import no_answer


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (httpx.ConnectError("[Errno 111] Connection refused"), "nothing answers at this address"),
        (httpx.ConnectError("[Errno -2] Name or service not known"), "unknown host"),
        (httpx.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED]"), "its certificate could not be verified"),
        (httpx.ConnectError("[SSL: WRONG_VERSION_NUMBER]"), "no secure connection could be made"),
        (httpx.ConnectError("?"), "no connection could be made"),
        (httpx.ConnectTimeout("?"), "the connection timed out"),
        (httpx.ReadTimeout("?"), "no answer came in time"),
        (httpx.ReadError("?"), "the connection broke off"),
        (TimeoutError(), "no complete answer came in time"),
    ],
)
def test_the_cause_is_named_in_plain_words(error: Exception, reason: str) -> None:
    """A person sees no error number."""
    assert no_answer(error).reason == reason


def test_the_librarys_text_is_not_repeated() -> None:
    """It may hold what was sent."""
    assert "canary" not in no_answer(httpx.LocalProtocolError("Illegal header value b'canary'")).reason
