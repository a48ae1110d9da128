"""Odd JSON and odd values, each with a name; what a strict service refuses. Knows no procedure."""

from __future__ import annotations

ODD_VALUES: dict[str, bytes] = {
    "NaN": b"NaN",
    "infinity": b"Infinity",
    "minus infinity": b"-Infinity",
    "overflow": b"1e999",
    "negative overflow": b"-1E+999",
    "21 digits": b"1" * 21,
    "5,000 digits": b"9" * 5_000,
    "a lone surrogate": b'"\\ud800"',
    "a low surrogate alone": b'"x\\udc00y"',
    "U+0000": b'"a\\u0000b"',
    "U+0000 in a key": b'{"a\\u0000": 1}',
    "a raw control character": b'"a\nb"',
    "a key twice": b'{"a": 1, "a": 2}',
    "a key twice, once escaped": b'{"a": 1, "\\u0061": 2}',
    "nested deep": b"[" * 33 + b"]" * 33,
    "nested absurdly": b"[" * 9_000,
    "a trailing comma": b"[1,]",
    "single quotes": b"'a'",
    "a comment": b"1 // one",
    "not UTF-8": b'"\xff\xfe"',
    "undefined": b"undefined",
    "hexadecimal": b"0x10",
    "a leading zero": b"007",
    "two values": b"1 2",
}
"""What no JSON of ours may hold, wherever it stands."""

ODD_WHOLES: dict[str, bytes] = {
    "a list": b"[]",
    "text": b'"x"',
    "null": b"null",
    "a number": b"7",
    "an element that is null": b'{"0": null}',
    "an element that is a list": b'{"0": []}',
    "an element without json": b'{"0": {"name": "x"}}',
    "a key in Arabic digits": '{"\u0660": {"json": {"name": "x"}}}'.encode(),
    "a byte order mark": b"\xef\xbb\xbf" + b'{"0": {"json": {"name": "x"}}}',
    "UTF-16": '{"0": {"json": {"name": "x"}}}'.encode("utf-16"),
    "half of it": b'{"0": {"json": {"na',
    "the same place twice": b'{"0": {"json": {"name": "x"}}, "0": {"json": {"name": "y"}}}',
}
"""Bodies and inputs that are not of the form of interface 4.0."""

ODD_IDS: dict[str, object] = {
    "empty": "",
    "blank": " ",
    "64 characters": "x" * 64,
    "65 characters": "x" * 65,
    "10,000 characters": "x" * 10_000,
    "a path": "../../etc/passwd",
    "SQL": "' OR 1=1 --",
    "a wildcard": "%",
    "another script": "\u0665\u0665",
    "right to left": "\u202eabc",
    "a line break": "a\nb",
    "a number": 7,
    "true": True,
    "a list": ["x"],
    "an object": {"$ne": None},
}
"""What stands where an id should."""
