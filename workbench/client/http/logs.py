"""Redact the logs of HTTP libraries: no input, no cookie.

httpx logs whole URLs at INFO; httpcore logs response headers, `Set-Cookie` among them, at DEBUG.
"""

from __future__ import annotations

import logging

from workbench.patterns import DOTALL, IGNORECASE, Pattern

_LOGGERS = ("httpx", *(f"httpcore.{part}" for part in ("connection", "http11", "http2", "proxy", "socks")))
_SECRETS = (
    (Pattern(r"(https?://[^\s?\"']{0,2000})\?[^\s\"']*"), r"\1?***"),
    (Pattern(r"(return_value=\((?:b'HTTP/[\d.]+', )?\d+,).*", DOTALL), r"\1 ***)"),
    (Pattern(r"(exception=\w+)\(.*", DOTALL), r"\1(***)"),
    (Pattern(r"((?:set-)?cookie['\"]?\s*[:,=]\s*).*", DOTALL | IGNORECASE), r"\1***"),
)


class Redacted(logging.Filter):
    """Passes every record, without query strings, response headers and cookies."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        for pattern, replacement in _SECRETS:
            message = pattern.sub(replacement, message)
        record.msg, record.args = message, ()
        return True


def redact_http_logs() -> None:
    """Put the filter on the HTTP libraries' loggers, once."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(filter_, Redacted) for filter_ in logger.filters):
            logger.addFilter(Redacted())
