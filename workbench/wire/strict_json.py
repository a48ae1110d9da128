"""JSON, read once: strictly for requests, leniently for answers; and written. The one file that names the parser.

Refused in requests, on every database: duplicate keys, NaN, infinities and numbers that overflow to one, lone
surrogates, U+0000 in text, depth over 32, integers over 20 digits. Source: ours (service 1).
"""

from __future__ import annotations

import json
import math
from typing import Any

import jiter

from workbench.patterns import DOTALL, Match, Pattern

MAX_DEPTH = 32
MAX_INTEGER_DIGITS = 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ESCAPE = Pattern(rb"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", DOTALL)
_ALIKE = bytes.maketrans(b"123456789 \t\n\r\f\v,[", b"000000000" + b":" * 8)
_WRITER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_LARGE_NUMBER = Pattern(rb"[\s:,\[]-?[0-9](?:[0-9.]*[eE]|[0-9]{20})")


class JsonError(ValueError):
    """The text is not JSON that this service takes; the message says why in one plain sentence."""


def read_strict(text: bytes) -> Any:
    """Return the value of a request's JSON. Raises `JsonError`."""
    try:
        value = jiter.from_json(text, allow_inf_nan=False, catch_duplicate_keys=True)
    except ValueError as refused:
        raise JsonError(_plain(str(refused))) from None
    if _may_hold_more(text):
        _check(value, 1)
    return value


def read_lenient(text: bytes) -> Any:
    """Return the value of an answer's JSON, keeping odd numbers. Raises `JsonError` for invalid JSON.

    Half of a surrogate pair, which JavaScript leaves where it cuts a text, becomes U+FFFD.
    """
    text = text.removeprefix(_BYTE_ORDER_MARK)
    try:
        return jiter.from_json(text, allow_inf_nan=True)
    except ValueError as refused:
        mended = _ESCAPE.sub(_whole_or_replaced, text)
        if mended == text:
            raise JsonError(_plain(str(refused))) from None
    return read_lenient(mended)


def write(value: object) -> bytes:
    """Return the value as compact UTF-8 JSON. Raises `ValueError` for NaN, lone surrogates and the like."""
    text = _WRITER.encode(value)
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ValueError("the text holds half of a surrogate pair, which cannot be sent") from None


def _may_hold_more(text: bytes) -> bool:
    # Most requests can hold nothing of what the parser lets through; only those that might are walked.
    return (
        text.count(b"{") + text.count(b"[") > MAX_DEPTH
        or not text.startswith((b"{", b"["))
        or (b"\\" in text and b"\\u0000" in text)
        or (b":0" in text.translate(_ALIKE, b"-") and _LARGE_NUMBER.search(text) is not None)  # where a number begins
    )


def _check(value: Any, depth: int) -> None:
    if isinstance(value, str):
        if "\x00" in value:
            raise JsonError("text must not hold U+0000")
    elif isinstance(value, dict):
        _check_depth(depth)
        for key, part in value.items():
            _check(key, depth)
            _check(part, depth + 1)
    elif isinstance(value, list):
        _check_depth(depth)
        for part in value:
            _check(part, depth + 1)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise JsonError("a number is too large")
    elif isinstance(value, int) and abs(value) >= 10**MAX_INTEGER_DIGITS:
        raise JsonError(f"an integer has more than {MAX_INTEGER_DIGITS} digits")


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise JsonError(f"it is nested deeper than {MAX_DEPTH} levels")


def _whole_or_replaced(escape: Match[bytes]) -> bytes:
    return b"\\ufffd" if escape[1] else escape[0]


def _plain(reason: str) -> str:
    # The parser quotes the key it saw twice; what a caller sent is not said back.
    if reason.startswith("Detected duplicate key"):
        return "an object has the same key twice"
    return reason
