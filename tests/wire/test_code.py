"""The code table."""

from __future__ import annotations

import pytest

from workbench.wire.batch import CODES, code_name

# Measured on the reference's versions 9 to 11; `URI_TOO_LONG` is ours.
NUMBERS = {
    "PARSE_ERROR": (-32700, 400),
    "BAD_REQUEST": (-32600, 400),
    "UNAUTHORIZED": (-32001, 401),
    "PAYMENT_REQUIRED": (-32002, 402),
    "FORBIDDEN": (-32003, 403),
    "NOT_FOUND": (-32004, 404),
    "METHOD_NOT_SUPPORTED": (-32005, 405),
    "TIMEOUT": (-32008, 408),
    "CONFLICT": (-32009, 409),
    "PRECONDITION_FAILED": (-32012, 412),
    "PAYLOAD_TOO_LARGE": (-32013, 413),
    "UNSUPPORTED_MEDIA_TYPE": (-32015, 415),
    "UNPROCESSABLE_CONTENT": (-32022, 422),
    "PRECONDITION_REQUIRED": (-32028, 428),
    "TOO_MANY_REQUESTS": (-32029, 429),
    "CLIENT_CLOSED_REQUEST": (-32099, 499),
    "INTERNAL_SERVER_ERROR": (-32603, 500),
    "NOT_IMPLEMENTED": (-32603, 501),
    "BAD_GATEWAY": (-32603, 502),
    "SERVICE_UNAVAILABLE": (-32603, 503),
    "GATEWAY_TIMEOUT": (-32603, 504),
}


def test_numbers_and_statuses_are_the_references() -> None:
    """Source: trpc-protocol 4."""
    known = {name: (code.number, code.http_status) for name, code in CODES.items()}
    assert known == {**NUMBERS, "URI_TOO_LONG": (-32014, 414)}


@pytest.mark.parametrize("name", CODES)
def test_a_code_is_found_by_its_number_and_status(name: str) -> None:
    """The number alone does not tell the 5xx apart."""
    assert code_name(CODES[name].number, CODES[name].http_status) == name


@pytest.mark.parametrize(
    ("number", "http_status", "name"),
    [
        (-32004, None, "NOT_FOUND"),
        (-32004, 500, "NOT_FOUND"),
        (-32603, None, "INTERNAL_SERVER_ERROR"),
        (-32603, 599, "INTERNAL_SERVER_ERROR"),
        (1, 400, "BAD_REQUEST"),
        (1, 409, "CONFLICT"),
        ("x", None, "INTERNAL_SERVER_ERROR"),
        (float("nan"), None, "INTERNAL_SERVER_ERROR"),
    ],
)
def test_what_is_not_in_the_table_gets_the_nearest(number: object, http_status: int | None, name: str) -> None:
    """By number, else by status, else the most general."""
    assert code_name(number, http_status) == name


@pytest.mark.parametrize("name", CODES)
def test_a_code_has_one_sentence_or_two_that_end(name: str) -> None:
    """They are shown to people."""
    assert CODES[name].sentence.endswith(".") and len(CODES[name].sentence) < 100
