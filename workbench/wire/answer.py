"""Answers: result and error elements to values, and back. Reads every form that services of this family write.

Knows no procedure and no HTTP library; what a failure means for the caller is decided above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.wire.code import CODES, code_name
from workbench.wire.message import Response
from workbench.wire.strict_json import JsonError, read_lenient, write


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed procedure: code name and HTTP status of the table, what the service said, and its other facts."""

    code: str
    http_status: int
    message: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """What a procedure gave back, as JSON values."""

    value: Any


class AnswerRefused(ValueError):
    """The response is none of the forms of interface 4.0; the message says in plain words what came instead."""


def decode_answers(response: Response, count: int) -> list[Result | Failure]:
    """One result or failure for each of `count` procedures, in path order.

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
        element = _decoded(value, response.http_status)
        if count > 1 and isinstance(element, Result):
            raise AnswerRefused(f"one result for {count} procedures")
        return [element] * count
    if not isinstance(value, list):
        raise AnswerRefused("JSON that is neither a list nor an object")
    if len(value) != count:
        raise AnswerRefused(f"{len(value)} results for {count} procedures")
    return [_decoded(each, response.http_status) for each in value]


def result_element(data: bytes, *, typed: bool = False) -> bytes:
    """A success element around JSON that is written already; `typed` adds the `type` that interface 4.5 shows."""
    return b'{"result":{"type":"data","data":' + data + b"}}" if typed else b'{"result":{"data":' + data + b"}}"


def failure_element(failure: Failure, path: str | None) -> bytes:
    """An error element; `path` is the procedure's name, where one is known."""
    data: dict[str, Any] = {"code": failure.code, "httpStatus": failure.http_status}
    if path is not None:
        data["path"] = path
    data.update(failure.facts)
    number = CODES[failure.code].number
    return write({"error": {"message": failure.message, "code": number, "data": data}})


def failure(code: str, message: str | None = None, **facts: Any) -> Failure:
    """A failure with the table's HTTP status and, unless another is given, the table's sentence."""
    row = CODES[code]
    return Failure(code, row.http_status, message or row.sentence, facts)


def joint_status(http_statuses: Sequence[int]) -> int:
    """The HTTP status of a batch: that of its elements if they agree, else 207."""
    return http_statuses[0] if len(set(http_statuses)) == 1 else 207


def _decoded(element: Any, http_status: int) -> Result | Failure:
    if not isinstance(element, dict):
        raise AnswerRefused("an element that is no object")
    error = element.get("error")
    if error is not None:
        return _failed(error, http_status)
    result = element.get("result")
    if not isinstance(result, dict):
        raise AnswerRefused("an element with neither a result nor an error")
    return Result(_plain(result.get("data")))


def _plain(data: Any) -> Any:
    if isinstance(data, dict) and "json" in data and data.keys() <= {"json", "meta"}:
        return data["json"]
    return data


def _failed(error: Any, http_status: int) -> Failure:
    error = _plain(error)
    if not isinstance(error, dict) or not _is_number(error.get("code")):
        raise AnswerRefused("an error that is not of the interface's family")
    data = error.get("data")
    facts = dict(data) if isinstance(data, dict) else {}
    facts.pop("stack", None)
    status = next((each for each in (facts.pop("httpStatus", None), http_status) if _is_failure_status(each)), None)
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
