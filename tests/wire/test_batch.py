"""Batches: requests are written as the interface shows, and read as real clients write them."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from workbench.wire.batch import (
    CODES,
    AnswerRefused,
    Failure,
    ProcedureNames,
    Result,
    WireError,
    decode_answers,
    decode_inputs,
    decode_names,
    encode_batch,
    failure,
    failure_element,
    joint_status,
    result_element,
)
from workbench.wire.message import ABSENT, Response

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


NOT_FOUND = {"message": "No.", "code": -32004, "data": {"code": "NOT_FOUND", "httpStatus": 404, "path": "a.b"}}
RESULTS = some.recursive(
    some.none()
    | some.booleans()
    | some.integers(-(2**63), 2**63)
    | some.floats(allow_nan=False, allow_infinity=False)
    | some.text(),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(), inner, max_size=4),
    max_leaves=12,
)


def read(body: Any, count: int = 1, http_status: int = 200) -> list[Result | Failure]:
    """What an answer with this JSON says."""
    return decode_answers(Response(http_status, {}, json.dumps(body).encode()), count)


@pytest.mark.parametrize(
    "element",
    [
        {"result": {"data": 7}},
        {"result": {"type": "data", "data": 7}},
        {"id": None, "result": {"type": "data", "data": 7}},
        {"result": {"data": {"json": 7}}},
        {"result": {"data": {"json": 7, "meta": {"values": ["Date"]}}}},
        {"result": {"data": 7}, "error": None},
    ],
)
@pytest.mark.parametrize("is_list", [True, False])
def test_every_form_of_a_result_is_read(element: dict[str, Any], is_list: bool) -> None:
    """Versions 9 to 11, with and without a transformer, alone or in a list of one (4.0, 4.3, 4.5)."""
    assert read([element] if is_list else element) == [Result(7)]


@pytest.mark.parametrize("result", [{}, {"type": "data"}, {"data": None}, {"data": {"json": None}}])
def test_a_procedure_that_gives_nothing_gives_none(result: dict[str, Any]) -> None:
    """`undefined` has no `data` key at all; null has one."""
    assert read([{"result": result}]) == [Result(None)]


@pytest.mark.parametrize("data", [{"json": 1, "title": "t"}, {"meta": 1}, {"title": "json"}])
def test_an_answer_that_merely_has_such_a_field_is_left_alone(data: dict[str, Any]) -> None:
    """Only a wrapper is unwrapped."""
    assert read([{"result": {"data": data}}]) == [Result(data)]


@pytest.mark.parametrize("error", [NOT_FOUND, {"json": NOT_FOUND}, {**NOT_FOUND, "code": -32004.0}])
def test_every_form_of_an_error_is_read(error: dict[str, Any]) -> None:
    """Plain or wrapped by a transformer."""
    assert read([{"error": error}], http_status=404) == [Failure("NOT_FOUND", 404, "No.", {"path": "a.b"})]


def test_a_stack_is_dropped() -> None:
    """It is on unless production is set; it is for nobody's eyes here."""
    element = {"error": {**NOT_FOUND, "data": {**NOT_FOUND["data"], "stack": "at …", "zodError": None}}}  # type: ignore[dict-item]
    assert read([element])[0] == Failure("NOT_FOUND", 404, "No.", {"path": "a.b", "zodError": None})


@pytest.mark.parametrize(
    ("error", "http_status", "code", "error_status"),
    [
        ({"code": -32004}, 200, "NOT_FOUND", 404),
        ({"code": -32603, "data": {"httpStatus": 503}}, 207, "SERVICE_UNAVAILABLE", 503),
        ({"code": -32603, "data": {"code": "BAD_GATEWAY"}}, 200, "BAD_GATEWAY", 502),
        ({"code": -32603}, 504, "GATEWAY_TIMEOUT", 504),
        ({"code": -32603}, 207, "INTERNAL_SERVER_ERROR", 500),
        ({"code": 1, "data": {"code": "NO_SUCH", "httpStatus": 409}}, 200, "CONFLICT", 409),
        ({"code": 1, "data": {"code": ["x"], "httpStatus": "409"}}, 418, "INTERNAL_SERVER_ERROR", 418),
        ({"code": -32004, "data": {"httpStatus": 200}}, 200, "NOT_FOUND", 404),
        ({"code": -32004, "data": {"httpStatus": True}}, 200, "NOT_FOUND", 404),
        ({"code": -32004, "data": "text"}, 404, "NOT_FOUND", 404),
    ],
)
def test_code_and_status_are_found_where_they_are(
    error: dict[str, Any], http_status: int, code: str, error_status: int
) -> None:
    """In the data, else by the number, else by the status; the number does not tell the 5xx apart."""
    found = read([{"error": error}], http_status=http_status)[0]
    assert isinstance(found, Failure) and (found.code, found.http_status) == (code, error_status)


@pytest.mark.parametrize("message", [None, "", 7])
def test_an_error_without_a_message_has_the_tables(message: object) -> None:
    """A person is told something."""
    found = read([{"error": {**NOT_FOUND, "message": message}}])[0]
    assert isinstance(found, Failure) and found.message == CODES["NOT_FOUND"].sentence


def test_one_error_object_fails_all() -> None:
    """What comes when the whole request fails (createContext, 413, 415, over the batch limit)."""
    assert read({"error": NOT_FOUND}, count=3) == [Failure("NOT_FOUND", 404, "No.", {"path": "a.b"})] * 3


def test_one_result_object_is_not_two_answers() -> None:
    """The reference client hands it to both calls, silently wrong."""
    with pytest.raises(AnswerRefused, match="one result for 2"):
        read({"result": {"data": 7}}, count=2)


@pytest.mark.parametrize(("has", "count"), [(0, 1), (1, 2), (2, 1), (3, 2)])
def test_the_list_has_exactly_one_element_for_each(has: int, count: int) -> None:
    """Too few leave a call without an answer, too many say that something else is being answered."""
    with pytest.raises(AnswerRefused, match=f"{has} results for {count}"):
        read([{"result": {"data": 7}}] * has, count)


@pytest.mark.parametrize(
    "element",
    [
        None,
        7,
        "text",
        [],
        {},
        {"result": 7},
        {"result": None},
        {"error": "text"},
        {"error": {"message": "No."}},
        {"error": {"code": "NOT_FOUND"}},
        {"error": {"code": True}},
        {"detail": "Not Found"},
        {"msg": "unauthorized"},
    ],
)
def test_what_is_neither_result_nor_error_is_refused(element: object) -> None:
    """Such as what proxies, sign-in layers and other frameworks answer."""
    with pytest.raises(AnswerRefused):
        read([element])


@pytest.mark.parametrize("body", [None, 7, "text", True])
def test_an_answer_is_a_list_or_an_object(body: object) -> None:
    """Nothing else."""
    with pytest.raises(AnswerRefused, match="neither a list nor an object"):
        read(body)


@pytest.mark.parametrize(
    ("http_status", "body", "words"),
    [
        (204, b"", "an empty answer"),
        (200, b" \n", "an empty answer"),
        (431, b"", "an empty answer"),
        (302, b"", "a redirect"),
        (307, b'[{"result":{"data":7}}]', "a redirect"),
        (502, b"<html><body>Bad Gateway", "a web page"),
        (200, b"\n\n<!DOCTYPE HTML>", "a web page"),
        (200, b"Bad Gateway", "not JSON"),
        (200, b'[{"result":{"data":', "not JSON"),
        (200, b"\x1f\x8b", "not JSON"),
        (200, b"[" * 100_000, "not JSON"),
        (200, b"9" * 5000, "not JSON"),
    ],
)
def test_what_is_no_answer_is_said_in_plain_words(http_status: int, body: bytes, words: str) -> None:
    """Never the body itself."""
    with pytest.raises(AnswerRefused, match=words):
        decode_answers(Response(http_status, {"content-type": "application/json"}, body), 1)


@pytest.mark.parametrize("content_type", ["text/plain;charset=UTF-8", "text/html", ""])
def test_the_content_type_decides_nothing(content_type: str) -> None:
    """Version 11 sends whole-request errors as text/plain with a JSON body."""
    response = Response(500, {"content-type": content_type}, b'\xef\xbb\xbf[{"result":{"data":7}}]')
    assert decode_answers(response, 1) == [Result(7)]


def test_the_bodies_of_the_fact_sheet_are_read() -> None:
    """As measured on @trpc/server 11.25.2 and 10."""
    eleven = (
        b'[{"error":{"message":"No procedure found on path \\"q.nope\\"","code":-32004,'
        b'"data":{"code":"NOT_FOUND","httpStatus":404,"path":"q.nope"}}}]'
    )
    bare = (
        b'{"error":{"message":"Missing content-type header","code":-32015,'
        b'"data":{"code":"UNSUPPORTED_MEDIA_TYPE","httpStatus":415}}}'
    )
    nine = (
        b'[{"id":null,"result":{"type":"data","data":{"a":1}}},'
        b'{"id":null,"error":{"message":"UNAUTHORIZED","code":-32001,'
        b'"data":{"code":"UNAUTHORIZED","httpStatus":401,"path":"a.b"}}}]'
    )
    assert decode_answers(Response(404, {}, eleven), 1)[0].code == "NOT_FOUND"  # type: ignore[union-attr]
    assert [answer.http_status for answer in decode_answers(Response(415, {}, bare), 2)] == [415, 415]  # type: ignore[union-attr]
    assert decode_answers(Response(207, {}, nine), 2) == [
        Result({"a": 1}),
        Failure("UNAUTHORIZED", 401, "UNAUTHORIZED", {"path": "a.b"}),
    ]


@given(some.lists(RESULTS, min_size=1, max_size=5), some.booleans())
def test_an_answer_that_is_written_is_read_back(values: list[Any], typed: bool) -> None:
    """Results, in order, whatever they hold; a wrapper-like value aside, which stands for what is in it."""
    body = b",".join(result_element(json.dumps(value).encode(), typed=typed) for value in values)
    expected = [
        value["json"] if isinstance(value, dict) and "json" in value and value.keys() <= {"json", "meta"} else value
        for value in values
    ]
    assert decode_answers(Response(200, {}, b"[" + body + b"]"), len(values)) == [Result(answer) for answer in expected]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("path", ["a.b", None])
def test_every_failure_is_read_back(code: str, path: str | None) -> None:
    """With its facts; a whole request's has no path."""
    written = failure(code, "Say it.", errorId="e")
    facts = {"errorId": "e"} if path is None else {"errorId": "e", "path": path}
    found = decode_answers(Response(written.http_status, {}, failure_element(written, path)), 1)
    assert found == [Failure(code, CODES[code].http_status, "Say it.", facts)]


def test_an_error_element_is_what_the_reference_writes() -> None:
    """Message, number, and data with name, status and path. Source: trpc-protocol 5."""
    assert json.loads(failure_element(failure("NOT_FOUND", "No."), "a.b")) == {"error": NOT_FOUND}


def test_a_result_element_is_what_the_interface_shows() -> None:
    """4.0, and 4.5 with its `type`."""
    assert result_element(b"7") == b'{"result":{"data":7}}'
    assert result_element(b"7", typed=True) == b'{"result":{"type":"data","data":7}}'


@pytest.mark.parametrize(
    ("statuses", "joint"), [([200], 200), ([200, 200], 200), ([404, 404], 404), ([403, 409], 207), ([200, 500], 207)]
)
def test_a_batch_has_the_status_of_its_elements_if_they_agree(statuses: list[int], joint: int) -> None:
    """Else 207."""
    assert joint_status(statuses) == joint
