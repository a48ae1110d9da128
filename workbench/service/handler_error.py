"""How a handler refuses a call: a code of the interface's table and one plain sentence."""

from __future__ import annotations

from typing import Any, TypeVar

from workbench.errors import WorkbenchError
from workbench.wire.answer import Failure, failure

Item = TypeVar("Item")


class HandlerError(WorkbenchError):
    """The service refuses the call."""

    def __init__(self, code: str, message: str | None = None, *, retry_after: int | None = None, **facts: Any) -> None:
        self.failure: Failure = failure(code, message, **facts)
        self.retry_after = retry_after
        super().__init__(self.failure.message)


def not_found() -> HandlerError:
    """The one answer for what is missing and for what is another organization's."""
    return HandlerError("NOT_FOUND")


def existing(found: Item | None) -> Item:
    """What was found. Raises `HandlerError` (NOT_FOUND) when that is nothing."""
    if found is None:
        raise not_found()
    return found
