"""Procedure and Call: what a procedure is, declared once. Calling a procedure builds a `Call`; nothing is sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Generic, Literal, ParamSpec, TypeVar

from pydantic import BaseModel, Field, ValidationError
from pydantic_core import ErrorDetails

from workbench.argument_check import describe_value
from workbench.authoring.shape import InputModel, NoInput, OpenInputModel
from workbench.errors import InputRejected
from workbench.wire.message import ABSENT
from workbench.wire.strict_json import write as write_json
from workbench.wording import counted_are

_MOST_FAULTS = 1_000
_LONGEST_PLACE = 120
_WITHOUT_VALUE = ("missing", "extra_forbidden")

Topic = Literal[
    "courses",
    "credits",
    "glossary",
    "language",
    "lessons",
    "members",
    "policy",
    "projects",
    "reviews",
    "sessions",
    "sources",
    "theme",
]
"""A subject that writes change and panels show: see `client.service_client`."""

P = ParamSpec("P")
I = TypeVar("I", bound=InputModel)  # noqa: E741  (input; A is the answer)
A = TypeVar("A", bound=BaseModel)


class OrganizationScope(OpenInputModel):
    """The organization of a call, for procedures whose input may leave it open; none means the last selected."""

    organization_id: str | None = Field(
        default=None, max_length=64, description="The organization; default: the last selected."
    )


@dataclass(frozen=True, slots=True)
class Call(Generic[A]):
    """A procedure with its input, not yet sent. `key` is an idempotency key of a write, or `None`; `run` is the
    name of the run that it belongs to, for the service's ledger; with `is_shared` the members of the organization share
    the key; `change_set` is the name of the change set that it belongs to, for history and audit (all ours).
    """

    procedure: Procedure[Any, Any, A]
    input: InputModel
    key: str | None = field(default=None, repr=False)
    run: str | None = None
    is_shared: bool = False
    change_set: str | None = None

    @property
    def name(self) -> str:
        """Wire name of the procedure."""
        return self.procedure.name

    def wire_input(self) -> object:
        """Return the input as JSON values, or `ABSENT`."""
        value = self.input.to_wire()
        return ABSENT if value is None else value

    def keyed(self, key: str, *, run: str | None = None, is_shared: bool = False) -> Call[A]:
        """Return the same call with an idempotency key; it is sent alone, and useful only if keys are honoured.

        `run` names the run that it belongs to, if the service announces `runName`; `is_shared` is for a service
        that announces `Idempotency-Scope: organization`.
        """
        return Call(self.procedure, self.input, key=key, run=run, is_shared=is_shared)

    def in_change_set(self, name: str) -> Call[A]:
        """Return the same call as part of a change set, if the service announces `changeSetName`."""
        return replace(self, change_set=name)


@dataclass(frozen=True)
class Procedure(Generic[P, I, A]):
    """A procedure of the service: name, read or write, input and output model, what it is for, and its source.

    `typed` adds `"type": "data"` to the envelope (interface 4.5); `paid` may cost AI credits; `keyed` is free, and
    happens once under an idempotency key anyway. `changes` are the topics that a write changes. `items` names the
    list of a read that answers page by page, with `limit` and `cursor` in its input and `next_cursor` in its output.
    """

    name: str
    input: Callable[P, I]
    output: type[A]
    about: str
    source: str
    is_write: bool = False
    paid: bool = False
    typed: bool = False
    keyed: bool = False
    changes: frozenset[Topic] = frozenset()
    items: str | None = None
    input_model: type[I] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "input_model", self.input)

    @property
    def router(self) -> str:
        """First half of the wire name."""
        return self.name.partition(".")[0]

    @property
    def takes_key(self) -> bool:
        """Whether an idempotency key has an effect on the procedure."""
        return self.paid or self.keyed

    @cached_property
    def page_size(self) -> int:
        """Maximum number of items on a page. Raises `LookupError` for a procedure without pages."""
        limit = self.input_model.model_fields["limit"]
        return next(int(bound.le) for bound in limit.metadata if hasattr(bound, "le"))

    @property
    def is_ours(self) -> bool:
        """Whether the procedure is missing from the interface."""
        return self.source == "ours"

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Call[A]:
        """Return a call of the procedure, not sent.

        Raises `InputRejected`, with one plain sentence, for a wrong input.
        """
        wrong = _find_misnamed(self.input_model, args, kwargs)
        if wrong is not None:
            raise InputRejected(f"{wrong[:1].upper()}{wrong[1:]}" if args else wrong)
        try:
            given = self.input(*args, **kwargs)
            write_json(given.to_wire())
        except ValidationError as error:
            raise InputRejected(sentence(error, shows_value=True)) from None
        except ValueError:
            raise InputRejected("The input holds something that cannot be sent as JSON.") from None
        return Call(self, given)

    def read_input(self, value: object) -> I:
        """Return the input model for a value from the wire. Raises pydantic's `ValidationError`."""
        if value is ABSENT or value is None or self.input_model is NoInput:
            return self._empty_input
        validated: I = self.input_model.__pydantic_validator__.validate_python(value)
        return validated

    @cached_property
    def _empty_input(self) -> I:
        # Inputs are frozen, so that one serves every call that sends none.
        return self.input_model.model_validate({} if issubclass(self.input_model, OpenInputModel) else None)

    def read_output(self, value: object) -> A:
        """Return the output model for the service's answer. Raises pydantic's `ValidationError`."""
        return self.output.model_validate(value)


def read(
    name: str,
    *,
    input: Callable[P, I],  # noqa: A002  (as the field is called)
    output: type[A],
    about: str,
    source: str,
    items: str | None = None,
) -> Procedure[P, I, A]:
    """Declare a procedure that changes nothing; it is called with GET. `items` names the list of one with pages."""
    return Procedure(name, input=input, output=output, about=about, source=source, items=items)


def write(
    name: str,
    *,
    input: Callable[P, I],  # noqa: A002  (as the field is called)
    output: type[A],
    about: str,
    source: str,
    paid: bool = False,
    typed: bool = False,
    keyed: bool = False,
    changes: Collection[Topic] = (),
) -> Procedure[P, I, A]:
    """Declare a procedure that changes something; it is called with POST."""
    return Procedure(
        name,
        input=input,
        output=output,
        about=about,
        source=source,
        is_write=True,
        paid=paid,
        typed=typed,
        keyed=keyed,
        changes=frozenset(changes),
    )


def sentence(error: ValidationError, *, shows_value: bool = False) -> str:
    """Return a sentence that says what is wrong with an input.

    The value itself is in it only with `shows_value`, for the caller who gave it: a service repeats none.
    """
    if error.error_count() > _MOST_FAULTS:  # pydantic tells the first only with all others, each at some cost
        return f"input: {counted_are(error.error_count(), 'field')} wrong."
    first = error.errors(include_url=False)[0]
    where = ".".join(str(step) for step in first["loc"])[:_LONGEST_PLACE]
    message = first["msg"].removeprefix("Value error, ")
    kinds = {
        "missing": "it is missing",
        "extra_forbidden": "unknown field",
        "string_type": "it must be text",
        "int_type": "it must be a whole number",
        "bool_type": "it must be true or false",
        "list_type": "it must be a list",
        "dict_type": "it must be an object",
        "model_type": "it must be an object",
        "model_attributes_type": "it must be an object",
        "union_tag_invalid": "its type is unknown",
        "union_tag_not_found": "its type is missing",
        "string_pattern_mismatch": "it has not the form that is needed",
    }
    said = kinds.get(first["type"]) or _limit(first) or message
    given = f" (given: {describe_value(first['input'])})" if shows_value and first["type"] not in _WITHOUT_VALUE else ""
    return f"{where or 'input'}: {said}{given}."


def _limit(fault: ErrorDetails) -> str:
    """Return which limit a value breaks; empty if it breaks none."""
    limits = fault.get("ctx", {})
    unit = "characters" if isinstance(fault["input"], str) else "items"
    if fault["type"] in ("too_long", "string_too_long"):
        return f"it has at most {limits['max_length']:,} {unit}"
    if fault["type"] in ("too_short", "string_too_short"):
        return f"it has at least {limits['min_length']:,} {unit}"
    if fault["type"] == "greater_than_equal":
        return f"it must be {limits['ge']:,} or more"
    return f"it must be {limits['le']:,} or less" if fault["type"] == "less_than_equal" else ""


def _find_misnamed(model: type[InputModel], args: tuple[object, ...], kwargs: Mapping[str, object]) -> str | None:
    # An open input ignores unknown fields from the wire; in a notebook an unknown keyword is a slip of the pen.
    if args:
        return "the input is given by name, as in name=value."
    known = {name for field, info in model.model_fields.items() for name in (field, info.alias)}
    for name in kwargs:
        if name not in known:
            near = get_close_matches(name, model.model_fields, n=1)
            return f"{name}: unknown field" + (f"; did you mean {near[0]}?" if near else ".")
    return None


@dataclass(frozen=True, slots=True)
class WrittenAnswer(Generic[A]):
    """An answer that is JSON already, for a long list of which a part is stored as the wire has it."""

    json: bytes


def dump_answer(answer: BaseModel | WrittenAnswer[Any]) -> bytes:
    """Return an answer as JSON, camelCase."""
    if isinstance(answer, WrittenAnswer):
        return answer.json
    return answer.__pydantic_serializer__.to_json(answer, by_alias=True)
