"""`workbench call`: one procedure by its wire name, its input and its answer as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from workbench.cli.output import UsageError, note, say, say_csv, say_json

if TYPE_CHECKING:
    from workbench.procedures.declare import Call, Procedure


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "procedure", metavar="PROCEDURE", help="a procedure, such as lesson.getLesson; `list` shows all"
    )
    parser.add_argument("input", metavar="JSON", nargs="?", help="its input as JSON; `-` reads standard input")


def run(chosen: argparse.Namespace) -> int:
    """Check the input against the declaration, call, and print the answer."""
    if chosen.procedure == "list":
        return _list(output=chosen.output)
    procedure = _procedure(chosen.procedure)
    call = _call(procedure, sys.stdin.read() if chosen.input == "-" else chosen.input)
    from workbench.api.connect import connect
    from workbench.client.lookups.preview import preview

    with connect() as workbench:
        if call.procedure.is_write:
            for sentence in preview(workbench.client, [call]):
                note(sentence)
        answer = workbench.client.call(call)
    say_json(json.loads(answer.model_dump_json(by_alias=True)))
    return 0


def _list(*, output: str) -> int:
    from workbench.procedures.catalogue import CATALOGUE

    rows = [
        {"procedure": name, "isWrite": procedure.is_write, "about": procedure.about, "source": procedure.source}
        for name, procedure in CATALOGUE.items()
    ]
    if output == "json":
        say_json(rows)
    elif output == "csv":
        say_csv(rows, ["procedure", "isWrite", "about", "source"])
    else:
        for name, procedure in CATALOGUE.items():
            say(f"{name:<45} {'write' if procedure.is_write else 'read '}  {procedure.about}")
    return 0


def _procedure(name: str) -> Procedure[Any, Any, Any]:
    from workbench.client.by_name import nearest_procedure
    from workbench.procedures.catalogue import CATALOGUE

    procedure = CATALOGUE.get(name)
    if procedure is not None:
        return procedure
    near = nearest_procedure(name)
    hint = f"Did you mean {near}?" if near else "`workbench call list` shows all."
    raise UsageError(f"Unknown procedure: {name!r}. {hint}")


def _call(procedure: Procedure[Any, Any, Any], text: str | None) -> Call[Any]:
    from pydantic import ValidationError

    from workbench.client.by_name import input_fields
    from workbench.procedures.declare import Call, sentence
    from workbench.wire.message import ABSENT
    from workbench.wire.strict_json import read_strict

    try:
        value = ABSENT if text is None else read_strict(text.encode())
        return Call(procedure, procedure.read_input(value))
    except ValidationError as refused:
        raise UsageError(f"{procedure.name}: {sentence(refused)} It takes {input_fields(procedure)}.") from None
    except ValueError as refused:
        raise UsageError(f"The input is not valid JSON: {refused}") from None
