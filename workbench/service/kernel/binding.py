"""Binding handlers to declarations: one handler a procedure, with the power it needs and its types checked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from pydantic import BaseModel

from workbench.authoring.shape import InputModel
from workbench.procedures.declare import Procedure, WrittenAnswer
from workbench.service.kernel.context import Caller, Context, Service
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.roles import Power

NO_MODEL = "This needs an AI model, and this service has none. Ask its operator to set WORKBENCH_AI_MODEL."
I = TypeVar("I", bound=InputModel)  # noqa: E741  (input, as in procedures.declare)
A = TypeVar("A", bound=BaseModel)
Run: TypeAlias = Callable[[Context, I], Awaitable[A | WrittenAnswer[A]]]
"""A bound handler: from a context and an input to the answer, already written or not."""


@dataclass(frozen=True, slots=True)
class Handler:
    """A bound handler.

    `requires` is the power that the caller's role must have in the organization, or None where any signed-in person may
    call. `alone` takes no unit and opens its own; `long` reads are kept out of the event loop; `needs_model` is offered
    only by a service that has one.
    """

    procedure: Procedure[Any, Any, Any]
    run: Callable[[Any, Any], Awaitable[BaseModel | WrittenAnswer[Any]]]
    requires: Power | None
    alone: bool = False
    long: bool = False
    needs_model: bool = False


HANDLERS: dict[str, Handler] = {}
"""Every handler by wire name; filled when the routers are imported."""


def serves(
    procedure: Procedure[Any, I, A], *, requires: Power | None, long: bool = False
) -> Callable[[Run[I, A]], Run[I, A]]:
    """Bind a handler that runs inside one unit: a snapshot for a read, a transaction for a write.

    `requires` is the power that the caller's role needs; the handler's first call of `membership` checks it.
    """

    def bind(run: Run[I, A]) -> Run[I, A]:
        HANDLERS[procedure.name] = Handler(procedure, run, requires, long=long)
        return run

    return bind


def serves_alone(
    procedure: Procedure[Any, I, A], *, requires: Power | None, needs_model: bool = False
) -> Callable[[Callable[[Caller, I], Awaitable[A]]], Callable[[Caller, I], Awaitable[A]]]:
    """Bind a handler that opens its own units, because it waits for something else in between.

    With `needs_model` it is called only where a model writes; elsewhere the call fails before anything is held.
    """

    def bind(run: Callable[[Caller, I], Awaitable[A]]) -> Callable[[Caller, I], Awaitable[A]]:
        @wraps(run)
        async def run_with_model(asker: Caller, request: I) -> A:
            if not asker.service.writer.is_ai:
                raise HandlerError("PRECONDITION_FAILED", NO_MODEL)
            return await run(asker, request)

        checked = run_with_model if needs_model else run
        HANDLERS[procedure.name] = Handler(procedure, checked, requires, alone=True, needs_model=needs_model)
        return run

    return bind


def offered_procedures(here: Service) -> list[str]:
    """Return the names of the procedures that this service offers: those for a model only if it has one."""
    return sorted(name for name, handler in HANDLERS.items() if here.writer.is_ai or not handler.needs_model)
