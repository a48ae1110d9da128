"""Errors of handlers: a code of the interface's table and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from workbench.errors import WorkbenchError
from workbench.procedures.project import SAME_NAME
from workbench.wire.batch import Failure, failure

Item = TypeVar("Item")
_MOST_ALIKE: Final = 5


class HandlerError(WorkbenchError):
    """The service refuses the call."""

    def __init__(self, code: str, message: str | None = None, *, retry_after: int | None = None, **facts: Any) -> None:
        self.failure: Failure = failure(code, message, **facts)
        self.retry_after = retry_after
        super().__init__(self.failure.message)


def refuse_same_name(kind: str, name: str, alike: Sequence[BaseModel]) -> None:
    """Raise `HandlerError` (CONFLICT) if other projects or courses have the name; the first are its facts."""
    if alike:
        listed = [model.model_dump(mode="json", by_alias=True) for model in alike[:_MOST_ALIKE]]
        message = f"Another {kind} has this name already."
        raise HandlerError("CONFLICT", message, reason=SAME_NAME, name=name, alike=listed, alikeCount=len(alike))


def not_found() -> HandlerError:
    """Return the same error for missing things and for another organization's."""
    return HandlerError("NOT_FOUND")


def existing(item: Item | None) -> Item:
    """Return the value. Raises `HandlerError` (NOT_FOUND) for None."""
    if item is None:
        raise not_found()
    return item
