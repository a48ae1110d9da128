"""`docs/procedures.md`, printed from the declarations: `python -m workbench.procedures.printed [FILE]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.authoring.shape import NoInput, OpenAsked, is_ours
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Procedure

_HEAD = """# Procedures

Printed from the declarations by `make docs`; never edited. Every name, field and source below is what client, service
and command line use. Fields marked *ours* are optional additions to an input that the interface shows.
"""


def page() -> str:
    """The whole page: the interface's procedures, then ours, then each one's fields."""
    shown = [each for each in CATALOGUE.values() if not each.is_ours]
    added = [each for each in CATALOGUE.values() if each.is_ours]
    parts = [_HEAD, "## The interface's\n", *_table(shown), "\n## Ours\n", *_table(added), "\n## Fields\n"]
    for each in CATALOGUE.values():
        parts += _fields(each)
    return "\n".join(parts).rstrip() + "\n"


def _table(procedures: list[Procedure[Any, Any, Any]]) -> Iterator[str]:
    yield "| procedure | called with | what it is for | source |"
    yield "| --- | --- | --- | --- |"
    for each in procedures:
        method = "POST" if each.is_write else "GET"
        yield f"| `{each.name}` | {method} | {each.about} | {each.source} |"


def _fields(procedure: Procedure[Any, Any, Any]) -> Iterator[str]:
    yield f"### `{procedure.name}`\n"
    model = procedure.input_model
    if issubclass(model, NoInput):
        yield "Takes nothing.\n"
    else:
        note = " (absent, null and unknown fields are accepted)" if issubclass(model, OpenAsked) else ""
        yield f"Takes{note}:\n"
        yield from _lines(model)
    yield "Gives:\n"
    yield from _lines(procedure.gives)


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
