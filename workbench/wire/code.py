"""Error codes: name, number, HTTP status and the one sentence each. Source: ours; interface 4.7 shows none."""

from __future__ import annotations

from typing import Final, NamedTuple


class Code(NamedTuple):
    """A row of the table: `number` is JSON-RPC like, `sentence` is what the service says by default."""

    number: int
    http_status: int
    sentence: str


CODES: Final[dict[str, Code]] = {
    "PARSE_ERROR": Code(-32700, 400, "The request is not JSON that can be read."),
    "BAD_REQUEST": Code(-32600, 400, "The request is not of the form that this procedure takes."),
    "UNAUTHORIZED": Code(-32001, 401, "There is no valid session. Sign in and try again."),
    "PAYMENT_REQUIRED": Code(-32002, 402, "The organization has too few AI credits. Nothing was generated."),
    "FORBIDDEN": Code(-32003, 403, "Your role does not allow this."),
    "NOT_FOUND": Code(-32004, 404, "Not found, or you don’t have access."),
    "METHOD_NOT_SUPPORTED": Code(-32005, 405, "Reads are called with GET, writes with POST, never in one request."),
    "TIMEOUT": Code(-32008, 408, "The request took too long to arrive."),
    "CONFLICT": Code(-32009, 409, "The thing has changed meanwhile. Read it again."),
    "PRECONDITION_FAILED": Code(-32012, 412, "A condition of the request does not hold."),
    "PAYLOAD_TOO_LARGE": Code(-32013, 413, "The request is larger than this service takes."),
    "URI_TOO_LONG": Code(-32014, 414, "The address is longer than this service takes. Split the batch."),
    "UNSUPPORTED_MEDIA_TYPE": Code(-32015, 415, "A write is sent as application/json, not encoded."),
    "UNPROCESSABLE_CONTENT": Code(-32022, 422, "The request cannot be carried out as it is."),
    "PRECONDITION_REQUIRED": Code(-32028, 428, "A condition is missing from the request."),
    "TOO_MANY_REQUESTS": Code(-32029, 429, "Too many requests. Wait a moment and try again."),
    "CLIENT_CLOSED_REQUEST": Code(-32099, 499, "The request was given up."),
    "INTERNAL_SERVER_ERROR": Code(-32603, 500, "The service failed. Nothing is known to have changed."),
    "NOT_IMPLEMENTED": Code(-32603, 501, "This service cannot do that."),
    "BAD_GATEWAY": Code(-32603, 502, "Something that the service depends on failed."),
    "SERVICE_UNAVAILABLE": Code(-32603, 503, "The service is busy. Wait a moment and try again."),
    "GATEWAY_TIMEOUT": Code(-32603, 504, "Something that the service depends on was too slow."),
}

_BY_NUMBER: dict[float, str] = {code.number: name for name, code in CODES.items() if code.number != -32603}
_BY_STATUS = {code.http_status: name for name, code in CODES.items() if name != "PARSE_ERROR"}


def code_name(number: object, http_status: int | None) -> str:
    """Return the name for a number (the 5xx share one), else for a status, else INTERNAL_SERVER_ERROR."""
    if isinstance(number, int | float) and number in _BY_NUMBER:
        return _BY_NUMBER[number]
    return _BY_STATUS.get(http_status or 500, "INTERNAL_SERVER_ERROR")
