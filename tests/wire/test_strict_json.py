"""JSON is read strictly for requests and leniently for answers."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from workbench.wire.strict_json import MAX_DEPTH, JsonError, read_lenient, read_strict, write

TEXT = some.text(some.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
VALUES = some.recursive(
    some.none()
    | some.booleans()
    | some.integers(-(10**19), 10**19)
    | some.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: some.lists(inner, max_size=5) | some.dictionaries(TEXT, inner, max_size=5),
    max_leaves=20,
)


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    """By both readers, and by the standard library."""
    text = write(value)
    assert read_strict(text) == read_lenient(text) == json.loads(text) == value


@pytest.mark.parametrize(
    "text",
    [
        b'{"a":1,"a":2}',
        b'[{"a":{"b":1,"b":2}}]',
        b'{"a\\u0061":1,"aa":2}',
        b"NaN",
        b"[Infinity]",
        b"-Infinity",
        b"1e999",
        b"-1E999",
        b"[1" + b"0" * 400 + b".0]",
        b'"\\ud800"',
        b'"\\udc00\\ud800"',
        b'{"\\ud800":1}',
        b'"\\u0000"',
        b'{"\\u0000":1}',
        b'["x\\u0000y"]',
        b'"\x00"',
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b'\xef\xbb\xbf"a"',
        '"a"'.encode("utf-16"),
        b"1" * 21,
        b"-" + b"1" * 21,
        b'{"a":-1e999}',
        b"[0,-" + b"1" * 21 + b"]",
        b'{"a":"x-5","b":\n\t' + b"1" * 21 + b"}",
        b'{"a":[' + b"9" * 5000 + b"]}",
        b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
        b'{"a":' * (MAX_DEPTH + 1) + b"1" + b"}" * (MAX_DEPTH + 1),
        b"[" * 1_000_000,
        b"",
        b" ",
        b"1 2",
        b"[1,]",
        b"{'a':1}",
        b"01",
        b"+1",
        b"1.",
        b'"\t"',
        b"// c\n1",
    ],
)
def test_what_databases_and_readers_disagree_on_is_refused(text: bytes) -> None:
    """Once, alike everywhere, and as one error."""
    with pytest.raises(JsonError):
        read_strict(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'"\\ud83d\\ude00"', "😀"),
        (b'"\\\\u0000"', "\\u0000"),
        (b"1" * 20, int("1" * 20)),
        (b"-" + b"1" * 20, -int("1" * 20)),
        (b"1e308", 1e308),
        (b'"' + b"1" * 50 + b'"', "1" * 50),
        (b'"' + b"[" * 50 + b'"', "[" * 50),
        (b" [1 ,\r\n2] ", [1, 2]),
        (b"[{}]" + b" " * 50, [{}]),
    ],
)
def test_what_only_looks_like_it_is_taken(text: bytes, value: object) -> None:
    """Suspicion is not refusal."""
    assert read_strict(text) == value


def test_the_greatest_depth_is_taken() -> None:
    """Thirty-two levels."""
    assert read_strict(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH) != []


def test_a_refusal_does_not_repeat_the_text() -> None:
    """What was sent is not said back."""
    with pytest.raises(JsonError) as refused:
        read_strict(b'{"canary":1,"canary":2}')
    assert "canary" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"a":1,"a":2}', {"a": 2}),
        (b"[Infinity]", [math.inf]),
        (b'\xef\xbb\xbf{"a":1}', {"a": 1}),
        (b"1" * 30, int("1" * 30)),
        (b'"\\u0000"', "\x00"),
        (b'"cut \\ud83d"', "cut \ufffd"),
        (b'"\\ud83d\\ud83d\\ude00\\uDE00"', "\ufffd😀\ufffd"),
        (b'"\\\\ud83d \\ud83d"', "\\ud83d \ufffd"),
    ],
)
def test_an_answer_is_read_leniently(text: bytes, value: object) -> None:
    """Half an emoji where a service cut a title does not cost the whole answer."""
    assert read_lenient(text) == value


@pytest.mark.parametrize("text", [b"", b"<html>", b"[" * 1_000_000, b'"\\ud83d', b"9" * 5000, b"\x1f\x8b\x08"])
def test_what_is_no_json_is_refused_for_answers_too(text: bytes) -> None:
    """As the same error."""
    with pytest.raises(JsonError):
        read_lenient(text)


@pytest.mark.parametrize("value", [math.nan, math.inf, "\ud800", ["\udfff"], {"\ud800": 1}])
def test_what_json_cannot_hold_is_not_written(value: object) -> None:
    """Not even as `NaN`, which JavaScript does not read."""
    with pytest.raises(ValueError, match="JSON|surrogate"):
        write(value)


def test_text_is_written_as_utf_8() -> None:
    """Compactly: an address has a length."""
    assert write({"a": ["ü", 1]}) == '{"a":["ü",1]}'.encode()
