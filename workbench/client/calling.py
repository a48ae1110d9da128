"""The interface of a client that the rest of the package needs."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from workbench.client.conversation import KeyedAnswer
from workbench.procedures.declare import Call
from workbench.procedures.service import Capabilities

A = TypeVar("A", bound=BaseModel)


class CallingClient(Protocol):
    """A client that calls procedures; `workbench.client.sync.Client` is one, and says what its methods do."""

    @property
    def origin(self) -> str: ...
    @property
    def honours_keys(self) -> bool: ...
    @property
    def shares_keys(self) -> bool: ...
    def call(self, call: Call[A], /) -> A: ...
    def call_keyed(self, call: Call[A], /) -> KeyedAnswer[A]: ...
    def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]: ...
    def capabilities(self) -> Capabilities | None: ...
