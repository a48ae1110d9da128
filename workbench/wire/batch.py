"""Batches: names and inputs as one request, results and errors as its answer, and both back. Source: interface 4.0.

An absent input is `ABSENT`, never `None`: the interface tells null and absent apart. Answers are read in every form
that services of this family write. No procedure is known here, and no HTTP library; what a failure means for the caller
is decided above. `CODES` has the error codes: name, number, HTTP status and the one sentence of each.
"""

from __future__ import annotations

from binascii import a2b_qp
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote_to_bytes

from workbench.patterns import DOTALL, Pattern
from workbench.wire.message import ABSENT, Request, Response
from workbench.wire.strict_json import JsonError, read_lenient, read_strict, write

DEFAULT_RPC_PATH = "/api/rpc"
_ABSENT_ELEMENT: Final = {"json": None, "meta": {"values": ["undefined"]}}
_JSON_SAFE = "-_.~!*'()"
_INDEX = Pattern(r"[0-9]{1,9}")
_PLACES: Final = tuple(str(place) for place in range(100))
_KNOWN_PLACES: Final = frozenset(_PLACES)
_PATH_PIECE = Pattern(r"\\.|[^.\\]+|\.|\\", DOTALL)


class WireError(ValueError):
    """A request of the wrong form: `code` is a name of the code table, the message one plain sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ProcedureNames(NamedTuple):
    """The procedure names of a request, and whether it is a batch (`batch=1`) or one bare call."""

    names: list[str]
    batched: bool
    input_text: bytes | None


def encode_batch(rpc_path: str, names: Sequence[str], inputs: Sequence[object], *, is_write: bool) -> Request:
    """Return one request for the procedures, in order; `ABSENT` marks an absent input. Source: interface 4.0.

    Reads carry a content type too, as interface 4.6 shows. Raises `ValueError` for a value that JSON cannot hold.
    """
    headers = {"Content-Type": "application/json"}
    body = write(
        {str(index): _ABSENT_ELEMENT if value is ABSENT else {"json": value} for index, value in enumerate(inputs)}
    )
    target = f"{rpc_path}/{','.join(names)}?batch=1"
    if is_write:
        return Request("POST", target, headers, body)
    return Request("GET", f"{target}&input={quote(body, safe=_JSON_SAFE)}", headers)


def decode_names(path: str, query: bytes) -> ProcedureNames:
    """Return the names in a path below the procedure path, and the decoded query; ignore a trailing slash."""
    batched, text = decode_query(query)
    return ProcedureNames(names_in(path, batched=batched), batched, text)


def names_in(path: str, *, batched: bool) -> list[str]:
    """Return the names in a path below the procedure path."""
    path = path.removesuffix("/")
    return path.split(",") if batched else [path]


def decode_query(query: bytes) -> tuple[bool, bytes | None]:
    """Return whether a query has `batch=1`, and the text of its `input`, if any; of duplicates, the first."""
    if query == b"batch=1":
        return True, None
    if query.startswith(b"batch=1&input=") and b"&" not in query[14:]:  # as every client known to us writes it
        return True, _unquote(query[14:])
    batch: bytes | None = None
    text: bytes | None = None
    for pair in query.split(b"&"):
        key, _, value = pair.partition(b"=")
        if key == b"batch" and batch is None:
            batch = value
        elif key == b"input" and text is None:
            text = value
    return batch == b"1", None if text is None else _unquote(text)


def decode_inputs(text: bytes | None, count: int, *, batched: bool) -> list[Any]:
    """Return the inputs of `count` procedures from the `input` parameter or body, `ABSENT` if nothing was sent.

    Raises `WireError` when the JSON, or an element of it, does not have the form of interface 4.0.
    """
    if not text:
        return [ABSENT] * count
    try:
        value = read_strict(text)
    except JsonError as refused:
        raise WireError("PARSE_ERROR", f"The input is not JSON that this service takes: {refused}.") from None
    if not batched:
        return [_decode_element(value)]
    if not isinstance(value, dict):
        raise WireError("BAD_REQUEST", 'The input of a batch is an object with the keys "0", "1" and so on.')
    if not value.keys() <= _KNOWN_PLACES and any(not key.isascii() and key.isdigit() for key in value):
        raise WireError("BAD_REQUEST", 'The keys of the input are written in ASCII digits: "0", "1" and so on.')
    places = _PLACES[:count] if count <= len(_PLACES) else map(str, range(count))
    return [_decode_element(value[index]) if index in value else ABSENT for index in places]


def _unquote(text: bytes) -> bytes:
    # MIME's quoted-printable is the same code with another sign, and the standard library reads it in one pass. What is
    # no escape it reads otherwise: each escape that is one makes the text two bytes shorter, so that shows.
    text = text.replace(b"+", b" ")
    if b"%" not in text:
        return text
    signed = text.replace(b"=", b"%3D").replace(b"%", b"=")
    plain = a2b_qp(signed)
    if len(signed) - len(plain) == 2 * signed.count(b"=") and b"\n" not in text and b"\r" not in text:
        return plain
    return unquote_to_bytes(text)


def _decode_element(element: object) -> Any:
    if type(element) is dict and len(element) == 1 and "json" in element:
        return element["json"]
    if not isinstance(element, dict):
        raise WireError("BAD_REQUEST", 'Each input is an object with the key "json".')
    if "json" not in element:
        if not element or element.keys() == {"meta"}:
            return ABSENT
        raise WireError("BAD_REQUEST", 'Each input is wrapped as {"json": ...}.')
    meta = element.get("meta")
    values = meta.get("values") if isinstance(meta, dict) else None
    if values == ["undefined"]:
        return ABSENT
    value = element["json"]
    if isinstance(values, dict):
        for path, annotation in values.items():
            if annotation == ["undefined"]:
                _drop(value, _steps(path))
    return value


def _steps(path: str) -> list[str]:
    # One pass over the path, whatever is in it: it comes from outside and may be as long as the request.
    steps: list[list[str]] = [[]]
    for piece in _PATH_PIECE.findall(path):
        if piece == ".":
            steps.append([])
        else:
            steps[-1].append(piece[1] if piece in ("\\.", "\\\\") else piece)
    return ["".join(step) for step in steps]


def _drop(value: Any, steps: list[str]) -> None:
    for step in steps[:-1]:
        value = _inside(value, step)
    if isinstance(value, dict):
        value.pop(steps[-1], None)


def _inside(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and _INDEX.fullmatch(step) and int(step) < len(value):
        return value[int(step)]
    return None


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed procedure: code name and HTTP status of the table, the service's message, and its other facts."""

    code: str
    http_status: int
    message: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a procedure, as JSON values."""

    value: Any


class AnswerRefused(ValueError):
    """The response has none of the forms of interface 4.0; the message says what came instead."""


def decode_answers(response: Response, count: int) -> list[Result | Failure]:
    """Return one result or failure for each of `count` procedures, in path order.

    A list or, for one procedure, a single object; a single error object fails all. Raises `AnswerRefused` for
    anything else: another number of elements, HTML, nothing, a redirect.
    """
    if 300 <= response.http_status < 400:
        raise AnswerRefused("a redirect, which is often to the sign-in page of a proxy")
    if not response.body.strip():
        raise AnswerRefused("an empty answer")
    try:
        value = read_lenient(response.body)
    except JsonError:
        raise AnswerRefused(_looks_like(response.body)) from None
    if isinstance(value, dict):
        element = _decoded_element(value, response.http_status)
        if count > 1 and isinstance(element, Result):
            raise AnswerRefused(f"one result for {count} procedures")
        return [element] * count
    if not isinstance(value, list):
        raise AnswerRefused("JSON that is neither a list nor an object")
    if len(value) != count:
        raise AnswerRefused(f"{len(value)} results for {count} procedures")
    return [_decoded_element(answer_element, response.http_status) for answer_element in value]


def result_element(data: bytes, *, typed: bool = False) -> bytes:
    """Return a success element around encoded JSON; `typed` adds the `type` that interface 4.5 shows."""
    return b'{"result":{"type":"data","data":' + data + b"}}" if typed else b'{"result":{"data":' + data + b"}}"


def failure_element(failure: Failure, path: str | None) -> bytes:
    """Return an error element; `path` is the procedure's name, if known."""
    data: dict[str, Any] = {"code": failure.code, "httpStatus": failure.http_status}
    if path is not None:
        data["path"] = path
    data.update(failure.facts)
    number = CODES[failure.code].number
    return write({"error": {"message": failure.message, "code": number, "data": data}})


def failure(code: str, message: str | None = None, **facts: Any) -> Failure:
    """Return a failure with the table's HTTP status and, unless another is given, the table's sentence."""
    row = CODES[code]
    return Failure(code, row.http_status, message or row.sentence, facts)


def joint_status(http_statuses: Sequence[int]) -> int:
    """Return the HTTP status of a batch: that of its elements if they agree, else 207."""
    return http_statuses[0] if len(set(http_statuses)) == 1 else 207


def _decoded_element(element: Any, http_status: int) -> Result | Failure:
    if not isinstance(element, dict):
        raise AnswerRefused("an element that is not an object")
    error = element.get("error")
    if error is not None:
        return _to_failure(error, http_status)
    result = element.get("result")
    if not isinstance(result, dict):
        raise AnswerRefused("an element with neither a result nor an error")
    return Result(_plain(result.get("data")))


def _plain(data: Any) -> Any:
    if isinstance(data, dict) and "json" in data and data.keys() <= {"json", "meta"}:
        return data["json"]
    return data


def _to_failure(error: Any, http_status: int) -> Failure:
    error = _plain(error)
    if not isinstance(error, dict) or not _is_number(error.get("code")):
        raise AnswerRefused("an error that is not of the interface's family")
    data = error.get("data")
    facts = dict(data) if isinstance(data, dict) else {}
    facts.pop("stack", None)
    status = next(
        (candidate for candidate in (facts.pop("httpStatus", None), http_status) if _is_failure_status(candidate)), None
    )
    name = facts.pop("code", None)
    if not isinstance(name, str) or name not in CODES:
        name = code_name(error["code"], status)
    message = error.get("message")
    text = message if isinstance(message, str) and message else CODES[name].sentence
    return Failure(name, status or CODES[name].http_status, text, facts)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_failure_status(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 400 <= value <= 599


def _looks_like(body: bytes) -> str:
    start = body[:200].lstrip().lower()
    if start.startswith((b"<!doctype", b"<html", b"<?xml", b"<head", b"<body")):
        return "a web page instead of an answer"
    return "something that is not JSON"


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
    "CONFLICT": Code(-32009, 409, "It has changed in the meantime. Read it again."),
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
