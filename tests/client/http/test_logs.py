"""The HTTP libraries log no input and no cookie."""

from __future__ import annotations

import logging

import pytest

from workbench.client.http.logs import Redacted, redact_http_logs

CANARY = "canary-4f1d9c"


@pytest.mark.parametrize(
    ("logger", "message"),
    [
        ("httpx", f'HTTP Request: GET https://a.example/api/rpc/a.b?batch=1&input={CANARY} "HTTP/1.1 200 OK"'),
        (
            "httpcore.http11",
            f"receive_response_headers.complete return_value=(b'HTTP/1.1', 200, b'OK', [(b'Set-Cookie', b'{CANARY}')])",
        ),
        ("httpcore.http2", f"receive_response_headers.complete return_value=(200, [(b'set-cookie', b'{CANARY}')])"),
        ("httpcore.http11", f"send_request_headers.failed exception=LocalProtocolError(\"Illegal value b'{CANARY}'\")"),
        ("httpcore.proxy", f"x headers=[(b'Cookie', b'n={CANARY}')]"),
        ("httpcore.connection", f"x Set-Cookie: n={CANARY}"),
    ],
)
def test_a_secret_is_not_logged(logger: str, message: str, caplog: pytest.LogCaptureFixture) -> None:
    """Anyone who logs everything at DEBUG, in a notebook or a file, keeps no input and no cookie."""
    redact_http_logs()
    with caplog.at_level(logging.DEBUG, logger):
        logging.getLogger(logger).debug(message)
    assert caplog.messages and CANARY not in caplog.text


def test_what_helps_is_still_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Method, address without its query, and status."""
    redact_http_logs()
    with caplog.at_level(logging.INFO, "httpx"):
        logging.getLogger("httpx").info(
            'HTTP Request: %s %s "%s"', "GET", "https://a.example/api/rpc/a.b?batch=1", "HTTP/1.1 200 OK"
        )
    assert caplog.messages == ['HTTP Request: GET https://a.example/api/rpc/a.b?*** "HTTP/1.1 200 OK"']


def test_the_filter_is_put_on_once() -> None:
    """However many clients there are."""
    redact_http_logs()
    redact_http_logs()
    assert sum(isinstance(filter_, Redacted) for filter_ in logging.getLogger("httpx").filters) == 1
