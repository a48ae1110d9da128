"""`docs/procedures.md`, printed from the declarations: `python -m workbench.procedures.printed [FILE]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.authoring.shape import NoInput, OpenInputModel, is_ours
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Procedure

_HEAD = """# Procedures

Printed from the declarations by `make docs`; never edited. Every name, field and source below is what client, service
and command line use. Fields marked *ours* are optional additions to an input that the interface shows.

## Idempotency keys (ours)

A paid write may carry the header `Idempotency-Key`: 1 to 200 visible ASCII characters, one procedure a request. For 30
days the same person, key and input get the stored answer, with `Idempotent-Replayed: true` and no charge; another input
under the key is 422, one that is still being worked on 409 with `Retry-After`. `Idempotency-Support` on every answer
says that keys are honoured. A draft that is refused (422, its data `"reason": "draftRefused"`) costs nothing and stays
refused under its key; try again with another one. A free procedure keeps none, and says so:
`Idempotency-Key-Ignored: true`.

With `Idempotency-Scope: organization` beside it, which every answer offers in the header of the same name, the key of
`lesson.createStarterLesson` is shared by the members of the organization who may spend. It stands for organization,
key, topic (without regard to case and spaces), language, project and all other options, `maxCredits` excepted: another
input is another key, never 422. Whoever sends it second joins: the stored answer, with `Idempotent-Joined: true` where
somebody else paid for it. Role and membership are checked first. If the lesson is in the trash the answer is 409
without `Retry-After`, its data `"reason": "lessonInTrash"` and the `lessonId`: a person decides.
"""


def page() -> str:
    """Return the whole page: the interface's procedures, then ours, then the fields of each."""
    shown = [value for value in CATALOGUE.values() if not value.is_ours]
    added = [value for value in CATALOGUE.values() if value.is_ours]
    parts = [_HEAD, "## The interface's\n", *_table(shown), "\n## Ours\n", *_table(added), "\n## Fields\n"]
    for value in CATALOGUE.values():
        parts += _fields(value)
    return "\n".join(parts).rstrip() + "\n"


def _table(procedures: list[Procedure[Any, Any, Any]]) -> Iterator[str]:
    yield "| procedure | called with | what it is for | source |"
    yield "| --- | --- | --- | --- |"
    for procedure in procedures:
        method = "POST" if procedure.is_write else "GET"
        yield f"| `{procedure.name}` | {method} | {procedure.about} | {procedure.source} |"


def _fields(procedure: Procedure[Any, Any, Any]) -> Iterator[str]:
    yield f"### `{procedure.name}`\n"
    model = procedure.input_model
    if issubclass(model, NoInput):
        yield "Takes nothing.\n"
    else:
        note = " (absent, null and unknown fields are accepted)" if issubclass(model, OpenInputModel) else ""
        yield f"Takes{note}:\n"
        yield from _lines(model)
    yield "Gives:\n"
    yield from _lines(procedure.output)


def _lines(model: Any) -> Iterator[str]:
    for name, field in model.model_fields.items():
        mark = " *(ours)*" if is_ours(field) else ""
        yield f"- `{field.alias or name}`{mark}: {field.description}"
    yield ""


if __name__ == "__main__":
    printed = page()
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(printed, encoding="utf-8")
    else:
        sys.stdout.write(printed)
