"""Batches: requests are written as the interface shows, and read as real clients write them."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from workbench.wire.batch import ProcedureNames, WireError, decode_inputs, decode_names, encode_batch
from workbench.wire.message import ABSENT

SAFE_INTEGERS = some.integers(-(10**19), 10**19)
TEXT = some.text(some.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
VALUES = some.recursive(
    some.none() | some.booleans() | SAFE_INTEGERS | some.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
NAMES = some.from_regex(r"[A-Za-z]{1,8}\.[A-Za-z]{1,8}", fullmatch=True)


def inputs(value: Any, count: int = 1) -> list[Any]:
    """The inputs of a batch with this JSON."""
    return decode_inputs(json.dumps(value).encode(), count, batched=True)


def test_a_read_is_written_as_the_interface_shows() -> None:
    """4.0 and 4.4: names joined by bare commas, `batch=1` first, absent marked, all of the input encoded."""
    request = encode_batch("/api/rpc", ["a.b", "c.d"], [{"courseId": "x y"}, ABSENT], is_write=False)
    assert (request.method, request.body) == ("GET", None)
    assert request.target == "/api/rpc/a.b,c.d?batch=1&input=" + quote(
        '{"0":{"json":{"courseId":"x y"}},"1":{"json":null,"meta":{"values":["undefined"]}}}', safe="-_.!~*'()"
    )


def test_a_write_is_written_as_the_interface_shows() -> None:
    """4.3 and 4.5: the inputs in the body, as JSON, none in the address."""
    request = encode_batch("/api/rpc", ["a.b"], [{"topic": "Bienen für alle"}], is_write=True)
    assert (request.method, request.target) == ("POST", "/api/rpc/a.b?batch=1")
    assert request.headers["Content-Type"] == "application/json"
    assert request.body == '{"0":{"json":{"topic":"Bienen für alle"}}}'.encode()


def test_null_is_not_absent() -> None:
    """The interface tells them apart, and so do the services."""
    said = encode_batch("/r", ["a.b"], [None], is_write=True).body or b""
    assert json.loads(said) == {"0": {"json": None}}
    assert inputs({"0": {"json": None}}) == [None] != [ABSENT]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {"\udfff": 1}])
def test_what_json_cannot_hold_is_not_written(value: object) -> None:
    """Rather than sent in a form that nobody reads alike."""
    with pytest.raises(ValueError, match="JSON|surrogate"):
        encode_batch("/r", ["a.b"], [value], is_write=False)


@given(some.lists(some.tuples(NAMES, VALUES | some.just(ABSENT)), min_size=1, max_size=6), some.booleans())
def test_what_is_written_is_read_back(calls: list[tuple[str, Any]], is_write: bool) -> None:
    """Names and inputs, by position, absent ones as absent."""
    request = encode_batch("/api/rpc", [name for name, _ in calls], [value for _, value in calls], is_write=is_write)
    path, _, query = request.target.removeprefix("/api/rpc/").partition("?")
    named = decode_names(path, query.encode())
    assert named.batched and named.names == [name for name, _ in calls]
    assert decode_inputs(request.body if is_write else named.input_text, len(calls), batched=True) == [
        v for _, v in calls
    ]


@pytest.mark.parametrize(
    ("path", "query", "named"),
    [
        ("a.b", b"batch=1", ProcedureNames(["a.b"], True, None)),
        ("a.b/", b"batch=1", ProcedureNames(["a.b"], True, None)),
        ("a.b,c.d,a.b", b"batch=1", ProcedureNames(["a.b", "c.d", "a.b"], True, None)),
        ("a.b,", b"batch=1", ProcedureNames(["a.b", ""], True, None)),
        ("", b"batch=1", ProcedureNames([""], True, None)),
        ("a.b", b"", ProcedureNames(["a.b"], False, None)),
        ("a.b,c.d", b"batch=true", ProcedureNames(["a.b,c.d"], False, None)),
        ("a.b", b"input=%7B%7D", ProcedureNames(["a.b"], False, b"{}")),
        ("a.b", b"input=1&batch=1&input=2&batch=0", ProcedureNames(["a.b"], True, b"1")),
        ("a.b", b"batch=1&input=", ProcedureNames(["a.b"], True, b"")),
        ("a.b", b"batch=1&input=%7b%22a%22%3a+%22b%20c%2Bd%22%7d", ProcedureNames(["a.b"], True, b'{"a": "b c+d"}')),
        ("a.b", b"batch=1&input=%2522", ProcedureNames(["a.b"], True, b"%22")),
        ("a.b", b"batch=1&input=%zz%2", ProcedureNames(["a.b"], True, b"%zz%2")),
    ],
)
def test_names_are_read_as_the_reference_reads_them(path: str, query: bytes, named: ProcedureNames) -> None:
    """Exactly `batch=1` makes a batch, the first of a repeated parameter counts, `+` is a space."""
    assert decode_names(path, query) == named


@given(some.binary(max_size=60))
@example(b"%25%32%32")
@example(b"%%32%3522")
@example(b"%7B%22a%22%3A%221%3D2%22%7D=")
@example(b"a=%zz=%3\n%\r\n%")
def test_an_encoded_input_is_decoded_once(text: bytes) -> None:
    """As the standard library decodes it, whatever the escapes."""
    query = text.replace(b"&", b"")
    assert decode_names("a.b", b"input=" + query).input_text == unquote_to_bytes(query.replace(b"+", b" "))


@pytest.mark.parametrize("text", [None, b""])
def test_nothing_sent_is_absent_for_all(text: bytes | None) -> None:
    """A missing or empty `input`, an empty body."""
    assert decode_inputs(text, 3, batched=True) == [ABSENT] * 3


@pytest.mark.parametrize(
    "element",
    [
        {"json": None, "meta": {"values": ["undefined"]}},
        {"json": None, "meta": {"values": ["undefined"], "v": 1}},
        {"json": 5, "meta": {"values": ["undefined"], "referentialEqualities": {}}},
        {"meta": {"values": ["undefined"]}},
        {},
    ],
)
def test_every_form_of_an_absent_input_is_read(element: dict[str, Any]) -> None:
    """Older and newer clients, with more keys beside `values`, whatever `json` holds."""
    assert inputs({"0": element}) == [ABSENT]


def test_a_missing_position_is_absent_and_more_are_ignored() -> None:
    """By the number in the key, in whatever order."""
    assert inputs({"2": {"json": "c"}, "0": {"json": "a"}, "7": {"json": "x"}, "00": {"json": "y"}}, 3) == [
        "a",
        ABSENT,
        "c",
    ]


@pytest.mark.parametrize(
    ("meta", "value"),
    [
        ({"values": {"a": ["undefined"]}}, {"b": {"c": [1, {"d": 2, "e": 3}]}, "x.y": 4, "x\\z": 5}),
        ({"values": {"b.c.1.d": ["undefined"]}}, {"a": 0, "b": {"c": [1, {"e": 3}]}, "x.y": 4, "x\\z": 5}),
        ({"values": {"x\\.y": ["undefined"]}}, {"a": 0, "b": {"c": [1, {"d": 2, "e": 3}]}, "x\\z": 5}),
        ({"values": {"x\\\\z": ["undefined"]}}, {"a": 0, "b": {"c": [1, {"d": 2, "e": 3}]}, "x.y": 4}),
    ],
)
def test_a_field_that_is_undefined_is_dropped(meta: dict[str, Any], value: dict[str, Any]) -> None:
    """At any depth, also where its name holds a dot or a backslash. Source: superjson 2.2.3."""
    whole = {"a": 0, "b": {"c": [1, {"d": 2, "e": 3}]}, "x.y": 4, "x\\z": 5}
    assert inputs({"0": {"json": whole, "meta": meta}}) == [value]


@pytest.mark.parametrize(
    "meta",
    [
        None,
        5,
        {},
        {"values": None},
        {"values": "Date"},
        {"values": ["Date"]},
        {"values": {"a": ["Date"]}},
        {"values": {"nope.deeper": ["undefined"]}},
        {"values": {"a.b.c": ["undefined"]}},
        {"values": {"": ["undefined"]}},
        {"values": {"a.": ["undefined"]}},
        {"values": {"list.0": ["undefined"]}},
        {"values": {"list.9.x": ["undefined"]}},
        {"values": {"list." + "9" * 6000 + ".x": ["undefined"]}},
        {"values": {"list.-1.x": ["undefined"]}},
        {"values": {"list.٠.x": ["undefined"]}},
        {"values": {"__proto__.x": ["undefined"]}},
        {"values": {"\\": ["undefined"]}},
        {"referentialEqualities": {"a": ["list"]}},
    ],
)
def test_every_other_annotation_is_ignored(meta: object) -> None:
    """The plain JSON stands, and nothing breaks."""
    value = {"a": 0, "list": [{"x": 1}]}
    assert inputs({"0": {"json": value, "meta": meta}}) == [value]


@pytest.mark.parametrize("path", ["a" * 200_000 + "\\", "\\a" * 100_000, "a." * 100_000, "\\." * 100_000])
def test_a_long_path_takes_no_longer_than_its_length(path: str) -> None:
    """A path of 8,000 characters once took four seconds."""
    taken = []
    for _ in range(3):  # a collection of all that earlier tests left may fall into one of them
        started = time.process_time()
        inputs({"0": {"json": {"a": 0}, "meta": {"values": {path: ["undefined"]}}}})
        taken.append(time.process_time() - started)
    assert min(taken) < 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"{", "PARSE_ERROR"),
        (b"nonsense", "PARSE_ERROR"),
        (b'{"0":{"json":NaN}}', "PARSE_ERROR"),
        (b'{"0":{"json":1},"0":{"json":2}}', "PARSE_ERROR"),
        (b"[]", "BAD_REQUEST"),
        (b"null", "BAD_REQUEST"),
        (b"5", "BAD_REQUEST"),
        (b'"text"', "BAD_REQUEST"),
        (b'[{"json":1}]', "BAD_REQUEST"),
        (b'{"0":1}', "BAD_REQUEST"),
        (b'{"0":null}', "BAD_REQUEST"),
        (b'{"0":[]}', "BAD_REQUEST"),
        (b'{"0":{"language":"EN"}}', "BAD_REQUEST"),
        ('{"٠":{"json":1}}'.encode(), "BAD_REQUEST"),
    ],
)
def test_what_is_not_the_interfaces_form_is_refused(text: bytes, code: str) -> None:
    """With a code of the table, and a sentence that repeats nothing of it."""
    with pytest.raises(WireError) as refused:
        decode_inputs(text, 1, batched=True)
    assert refused.value.code == code and str(refused.value).endswith(".") and "language" not in str(refused.value)


@pytest.mark.parametrize(("text", "value"), [(b'{"json":{"a":1}}', {"a": 1}), (b"{}", ABSENT), (None, ABSENT)])
def test_an_unbatched_call_has_one_bare_input(text: bytes | None, value: object) -> None:
    """As the reference's `httpLink` writes it."""
    assert decode_inputs(text, 1, batched=False) == [value]
