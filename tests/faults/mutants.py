"""Mutated requests by seed: valid calls of every procedure, bent in value, JSON, batch, header, path, or as raw bytes.

The same seed is always the same mutant; ids in it are names of things (`<lesson_id>`), so that a service's own can be
put in. Knows what a request looks like on the wire; knows no service and judges no answer.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from tests.faults.malformed import MALFORMED
from tests.faults.oddities import HEADERS, KEYS, METHODS, NAMES, NUMBERS, PATHS, TEXTS, VALUES
from tests.service.odd import ODD_VALUES, ODD_WHOLES
from tests.service.places import INPUTS, MISSING, Place
from workbench.procedures.catalogue import CATALOGUE

NAMED = Place(*(f"<{name}>" for name in Place.__dataclass_fields__))
"""A place whose ids say which they are."""
_RAW = "@raw{}@"  # is in a JSON value for bytes that no JSON writer would write
_LIMIT = 1_000_000


@dataclass
class Mutant:
    """One request, its ids named. `raw` is sent as it is; `breaks` are other bytes in its head, `cut` is where
    the sender leaves, both as a share of it.
    """

    seed: int
    names: list[str]
    elements: list[Any]
    method: str = "GET"
    query: list[tuple[str, str]] = field(default_factory=lambda: [("batch", "1")])
    headers: list[tuple[str, str]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    path: str | None = None
    text: bytes | None = None
    raw: bytes | None = None
    breaks: list[tuple[float, int]] = field(default_factory=list)
    cut: float | None = None
    who: str = "owner"
    bent: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.seed} ({', '.join(self.bent) or 'valid'})"


def mutant(seed: int) -> Mutant:
    """The mutant of a seed. One in twelve is a valid call, of each procedure in turn: things continue happening."""
    chance = random.Random(seed)
    made = _valid(chance, seed)
    if seed % 12:
        for bend in chance.choices(BENDS, WEIGHTS, k=chance.choice((1, 1, 1, 2, 3))):
            bend(made, chance)
            made.bent.append(bend.__name__.strip("_"))
    return made


def written(made: Mutant, ids: Mapping[str, str]) -> bytes:
    """The bytes to send, with `ids` for the named things, `<cookie>` and `<other>` (somebody else's lesson)."""
    whole = bytearray(_filled(made.raw, ids) if made.raw is not None else _whole_request(made, ids))
    head = max(1, whole.find(b"\r\n\r\n"))
    for share, byte in made.breaks:
        whole[int(share * head)] = byte
    return bytes(whole[: int(made.cut * len(whole))] if made.cut is not None else whole)


def _whole_request(made: Mutant, ids: Mapping[str, str]) -> bytes:
    text, has_body = _text(made), made.method not in ("GET", "HEAD")
    path = made.path if made.path is not None else f"/api/rpc/{','.join(made.names)}"
    query = [f"{name}={value}" for name, value in made.query]
    if not has_body and text:
        query.append(f"input={quote(text[:200_000], safe='-_.~!*()<>')}")
    target = path + ("&" if "?" in path else "?") + "&".join(query)
    given = {name for name, _ in made.headers}
    usual = [
        ("host", "localhost"),
        ("content-type", "application/json"),
        *([("cookie", "<cookie>")] if made.who else []),
    ]
    headers = [header for header in usual if header[0] not in given] + made.headers
    body = _filled(text, ids) if has_body else b""
    if has_body:
        headers.append(("content-length", str(len(body))))
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers).encode("latin-1", "replace")
    line = f"{made.method} {target.replace(' ', '%20')} HTTP/1.1\r\n".encode("utf-8", "surrogatepass")
    return _filled(line + lines, ids) + b"\r\n" + body


def _valid(chance: random.Random, seed: int) -> Mutant:
    name = chance.choice(list(INPUTS)) if seed % 12 else list(INPUTS)[seed // 12 % len(INPUTS)]
    is_write = CATALOGUE[name].is_write
    names = [name]
    if chance.random() < 0.2:
        alike = [input_ for input_ in INPUTS if CATALOGUE[input_].is_write is is_write]
        names += chance.choices(alike, k=chance.choice((1, 2, 7)))
    elements = [_element(INPUTS[name](NAMED)) for name in names]
    keys = [str(index) for index in range(len(names))]
    made = Mutant(seed, names, elements, "POST" if is_write else "GET", keys=keys)
    made.who = chance.choices(["owner", "viewer", "stranger", ""], [12, 2, 2, 1])[0]
    if is_write and len(names) == 1 and chance.random() < 0.1:
        made.headers.append(("idempotency-key", f"key-{chance.randrange(50)}"))
    return made


def _element(value: Any) -> Any:
    whole = value if isinstance(value, dict) and value.keys() == {"json", "meta"} else {"json": value}
    return json.loads(json.dumps(whole))


# ------------------------------------------------------------------------------------------ bends of what is said


def _value(made: Mutant, chance: random.Random) -> None:
    """Something in an input is something else."""
    at, key = _somewhere(made, chance)
    at[key] = _odd(chance)


def _text_bent(made: Mutant, chance: random.Random) -> None:
    """A text in an input, often an id, is cut, doubled, or has another character."""
    at, key = _somewhere(made, chance, str)
    said = at[key] if isinstance(at[key], str) else "x"
    more = chance.choice(["", "\u0301", " ", "\n", "%", "'", '"', "\ud7ff", "\U0010ffff", said, said.upper()])
    place = chance.choice((0, len(said))) if said.startswith("<") else chance.randrange(len(said) + 1)
    at[key] = said[:place] + more + said[place + chance.randrange(3) :]


def _raw_value(made: Mutant, chance: random.Random) -> None:
    """Something in an input is no JSON that may be."""
    at, key = _somewhere(made, chance)
    at[key] = _RAW.format(chance.choice(list(ODD_VALUES)))


def _other_id(made: Mutant, chance: random.Random) -> None:
    """An id is of another kind, nobody's, or somebody else's."""
    at, key = _somewhere(made, chance, str)
    at[key] = chance.choice([*vars(NAMED).values(), *vars(MISSING).values(), "<other>"])


def _field(made: Mutant, chance: random.Random) -> None:
    """A field is missing, has another name, or is new."""
    objects = [node for node in _nodes(made.elements) if isinstance(node, dict)] or [{}]
    at = chance.choice(objects)
    name = chance.choice(list(at) or ["x"])
    what = chance.randrange(3)
    value = at.pop(name, None) if what < 2 else None
    if what:
        at[chance.choice([name + "x", name.upper(), *KEYS, "organizationId", "projectId", "maxCredits", "limit"])] = (
            value
        )


def _large(made: Mutant, chance: random.Random) -> None:
    """A list or an object is long, or deep."""
    at, key = _somewhere(made, chance)
    what = chance.randrange(4)
    if what == 0:
        at[key] = [at[key]] * chance.choice((60, 300, 2_100))
    elif what == 1:
        at[key] = {f"k{n}": n for n in range(chance.choice((100, 5_000)))}
    elif what == 2:
        for _ in range(chance.choice((20, 31, 33, 200))):
            at[key] = [at[key]]
    else:
        at[key] = "z" * chance.choice((66_000, 300_000, _LIMIT))


def _meta(made: Mutant, chance: random.Random) -> None:
    """The annotations next to an input are odd."""
    said: list[Any] = [
        None, [], "undefined", ["undefined"], {"values": ["undefined"]}, {"values": {"": ["undefined"]}}, {"values": 7},
        {"values": {"json.x": ["undefined"]}}, {"values": {"organizationId": ["undefined"]}},
        {"values": {"a.b.0.c": ["Date"]}},
        {"values": {"transactions.0.mutations.0": ["undefined"]}}, {"values": {"." * 500: ["undefined"]}},
        {"values": [["x"]]},
        {"values": {"\\" * 9: ["undefined"]}}, {"values": {"lessonId": ["bigint"]}, "v": 1}, {"values": {"x": None}},
    ]  # fmt: skip
    element = chance.choice(made.elements or [None])
    if isinstance(element, dict):
        element["meta"] = chance.choice(said)


def _batch(made: Mutant, chance: random.Random) -> None:
    """Names and inputs do not agree, names are odd, or many."""
    what = chance.randrange(6)
    if what == 0:
        made.names.insert(chance.randrange(len(made.names) + 1), chance.choice(NAMES))
    elif what == 1:
        made.names = chance.choices(list(INPUTS), k=chance.choice((2, 5, 30)))
    elif what == 2:
        made.keys = [chance.choice([*KEYS, *made.keys]) for _ in made.keys]
    elif what == 3:
        made.names = made.names * chance.choice((20, 101, 101, 2_000))
    elif what == 4:
        made.names = ["a"] * chance.choice((5_000, 10_000))
    else:
        made.elements = chance.sample(made.elements, chance.randrange(len(made.elements) + 1))


def _odd(chance: random.Random) -> Any:
    return deepcopy(chance.choice(chance.choice((TEXTS, NUMBERS, VALUES))))


# --------------------------------------------------------------------------------------- bends of how it is reported


def _whole(made: Mutant, chance: random.Random) -> None:
    """The whole input is odd."""
    made.text = chance.choice([*ODD_WHOLES.values(), *ODD_VALUES.values(), b"", b" ", b"{}", b"null"])


def _bytes(made: Mutant, chance: random.Random) -> None:
    """The text of the inputs is cut, changed, encoded otherwise, or continues."""
    text = _text(made)
    place = chance.randrange(len(text) + 1)
    made.text = chance.choice(
        [
            lambda: text[:place],
            lambda: text[:place] + bytes([chance.randrange(256)]) + text[place + 1 :],
            lambda: text[:place] + text[place:].replace(b'"', b"", 1),
            lambda: text + text,
            lambda: text + b"\x00",
            lambda: b"\xef\xbb\xbf" + text,
            lambda: text.decode("utf-8", "replace").encode("utf-16"),
            lambda: text.decode("utf-8", "replace").encode("utf-32"),
            lambda: gzip.compress(text, mtime=0),
            lambda: text.replace(b"{", b"[", 1),
            lambda: text.replace(b":", b":\n\t ", 5),
            lambda: text + b" " * chance.choice((1, 60_000, _LIMIT)),
            lambda: quote(text).encode(),
        ]
    )()


def _header(made: Mutant, chance: random.Random) -> None:
    """A header more, or another."""
    made.headers += chance.choices(HEADERS, k=chance.choice((1, 1, 2, 90)))


def _method(made: Mutant, chance: random.Random) -> None:
    """Another method."""
    made.method = chance.choice(METHODS)


def _query(made: Mutant, chance: random.Random) -> None:
    """Another query."""
    odd = [("batch", text) for text in ("0", "1", "true", "")] + [("", ""), ("x", "y" * 3_000), ("batch[]", "1")]
    odd += [("input", text) for text in ("", "%", "%ff", "%00", "%7B%7D", "null")]
    made.query = chance.choices([*odd, *made.query], k=chance.choice((0, 1, 2, 3)))


def _path(made: Mutant, chance: random.Random) -> None:
    """Another path, or the same with something behind it."""
    whole = f"/api/rpc/{','.join(made.names)}"
    made.path = chance.choice(
        [*PATHS, whole + "/", whole + ",", whole + "/x", whole + "%2C", whole + "%", whole + "#x"]
    )


def _malformed(made: Mutant, chance: random.Random) -> None:
    """Bytes that are no HTTP, or hardly."""
    made.raw = chance.choice(MALFORMED)


def _broken(made: Mutant, chance: random.Random) -> None:
    """A few bytes of the head are others, or the sender is gone before the end."""
    if chance.random() < 0.3:
        made.cut = chance.random()
    else:
        odd = b"\x00\r\n :/?#%\xff\x80aZ09\t"
        made.breaks = [(chance.random(), chance.choice(odd)) for _ in range(chance.choice((1, 1, 3)))]


_SAID: list[tuple[Callable[[Mutant, random.Random], None], int]] = [
    (_value, 22), (_text_bent, 12), (_raw_value, 6), (_other_id, 10), (_field, 10), (_large, 3), (_meta, 5),
    (_batch, 8),
    (_whole, 4), (_bytes, 7), (_header, 8), (_method, 3), (_query, 4), (_path, 5), (_malformed, 2), (_broken, 2),
]  # fmt: skip
BENDS = [bend for bend, _ in _SAID]
WEIGHTS = [weight for _, weight in _SAID]


# ------------------------------------------------------------------------------------------------------- helpers


def _nodes(value: Any) -> list[Any]:
    """The value and everything in it that holds something."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [
        *([value] if isinstance(value, dict | list) else []),
        *(found for child in inner for found in _nodes(child)),
    ]


def _somewhere(made: Mutant, chance: random.Random, kind: type = object) -> tuple[Any, Any]:
    """A holder and a key or place in it, inside the inputs."""
    spots = [
        (at, key)
        for at in _nodes(made.elements)[1:]
        for key in (list(at) if isinstance(at, dict) else range(len(at)))
        if isinstance(at[key], kind) and key != "meta"
    ]
    return chance.choice(spots) if spots else ({"x": "x"}, "x")


def _text(made: Mutant) -> bytes:
    if made.text is not None:
        return made.text
    pairs = [
        f"{json.dumps(key)}:{json.dumps(element, ensure_ascii=made.seed % 2 == 0)}"
        for key, element in zip(made.keys, made.elements, strict=False)
    ]
    text = ("{" + ",".join(pairs) + "}").encode("utf-8", "surrogatepass")
    for name, raw in ODD_VALUES.items():
        text = text.replace(f'"{_RAW.format(name)}"'.encode(), raw)
    return text


def _filled(text: bytes, ids: Mapping[str, str]) -> bytes:
    for name, value in ids.items():
        text = text.replace(name.encode(), value.encode())
    return text
