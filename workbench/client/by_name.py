"""A call of a procedure by its wire name, its input as plain values: for procedures that are not declared here too."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import RootModel

from workbench.argument_check import checks_function
from workbench.authoring.shape import OpenInputModel
from workbench.errors import InputRejected
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Call, Procedure


class _AnyInput(OpenInputModel, extra="allow"):
    """Whatever is given."""


class PlainAnswer(RootModel[Any]):
    """An answer of a procedure that is not declared: its JSON value is `root`."""


@checks_function
def call_by_name(name: str, input: Mapping[str, Any] | None = None, *, is_write: bool | None = None) -> Call[Any]:  # noqa: A002
    """Return the call without sending it.

    Fields are named as on the wire (`lessonId`) or in Python (`lesson_id`). A procedure that is not declared
    here needs `is_write`: reads are sent with GET, writes with POST. Raises `InputRejected` for a wrong input,
    and for an unknown name without `is_write`, with the nearest name.
    """
    procedure = CATALOGUE.get(name)
    if procedure is not None:
        if is_write not in (None, procedure.is_write):
            raise InputRejected(f"{name} is a {'write' if procedure.is_write else 'read'}: leave out is_write.")
        try:
            return procedure(**(input or {}))
        except InputRejected as refused:
            raise InputRejected(f"{refused.message} It takes {input_fields(procedure)}.") from None
    if is_write is None:
        near = nearest_procedure(name)
        hint = f"Did you mean {near!r}? " if near else ""
        raise InputRejected(
            f"Unknown procedure: {name!r}. {hint}"
            "To call a procedure that only the service knows, pass is_write=False or is_write=True."
        )
    undeclared = Procedure(name, input=_AnyInput, output=PlainAnswer, about="", source="ours", is_write=is_write)
    return Call(undeclared, _AnyInput(**(input or {})))


def input_fields(procedure: Procedure[Any, Any, Any]) -> str:
    """Return the names of the procedure's fields; optional ones have a question mark."""
    fields = procedure.input_model.model_fields
    shown = [f"{field.alias or name}{'' if field.is_required() else '?'}" for name, field in fields.items()]
    return ", ".join(shown) or "no input"


def nearest_procedure(name: str) -> str | None:
    """Return the declared procedure with the most similar name, by the whole name or by its second half."""
    by_end = {full.partition(".")[2]: full for full in CATALOGUE}
    near = get_close_matches(name, CATALOGUE, n=1) or [
        by_end[end] for end in get_close_matches(name.rpartition(".")[2], by_end, n=1)
    ]
    return near[0] if near else None
