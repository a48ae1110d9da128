"""The examples: one request and one response for each procedure, as on the wire, and the interface's three batches.

`path` and `query` stand unencoded, so that a person can read them; `target` encodes them as interface 4.0 says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Call, Procedure
from workbench.wire.batch import decode_inputs
from workbench.wire.message import ABSENT, Response

FOLDER = Path(__file__).parent
AS_ENCODE_URI_COMPONENT = "-_.!~*'()"


@dataclass(frozen=True, slots=True)
class Example:
    """One file: what is asked, and what is answered."""

    name: str
    source: str
    procedures: tuple[Procedure[Any, Any, Any], ...]
    request: Mapping[str, Any]
    response: Mapping[str, Any]

    @property
    def inputs(self) -> Mapping[str, Any]:
        """The inputs by position, each still in its envelope."""
        found: Mapping[str, Any] = self.request["body"] if "body" in self.request else self.request["query"]["input"]
        return found

    @property
    def target(self) -> str:
        """Path and query as they go out: `batch=1` first, then the input, percent-encoded."""
        said = dict(self.request["query"])
        text = f"&input={quote(compact(said['input']), safe=AS_ENCODE_URI_COMPONENT)}" if "input" in said else ""
        return f"{self.request['path']}?batch={said['batch']}{text}"

    @property
    def body(self) -> bytes | None:
        """The body as it goes out; a read has none."""
        return compact(self.request["body"]).encode() if "body" in self.request else None

    @property
    def calls(self) -> list[Call[Any]]:
        """The calls that the request stands for."""
        inputs = decode_inputs(compact(self.inputs).encode(), len(self.procedures), batched=True)
        return [
            procedure() if said is ABSENT else procedure(**said)
            for procedure, said in zip(self.procedures, inputs, strict=True)
        ]

    @property
    def answered(self) -> Response:
        """The response as it comes in."""
        return Response(self.response["http_status"], {}, compact(self.response["body"]).encode())

    @property
    def answers(self) -> list[Any]:
        """What each procedure gave, without its envelope."""
        body = self.response["body"]
        return [answer["result"]["data"] for answer in (body if isinstance(body, list) else [body])]


def compact(value: object) -> str:
    """JSON without spaces, as it goes over the wire."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read(path: Path) -> Example:
    said = json.loads(path.read_text(encoding="utf-8"))
    names = said["procedures"] if "procedures" in said else [said["procedure"]]
    procedures = tuple(CATALOGUE[name] for name in names)
    return Example(path.stem, said["source"], procedures, said["request"], said["response"])


SINGLE = [_read(path) for path in sorted(FOLDER.glob("*.json"))]
BATCHES = [_read(path) for path in sorted((FOLDER / "batches").glob("*.json"))]
EVERY = SINGLE + BATCHES
