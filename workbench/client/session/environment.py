"""The variables of this process, which do not show themselves: one of them may be the session. Source: interface 5."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Final


class Environment(Mapping[str, str]):
    """`os.environ`, read only; its `repr` holds no variable, for tracebacks that show theirs."""

    __slots__ = ()

    def __getitem__(self, name: str) -> str:
        return os.environ[name]

    def __iter__(self) -> Iterator[str]:
        return iter(os.environ)

    def __len__(self) -> int:
        return len(os.environ)

    def __repr__(self) -> str:
        return "Environment(***)"


ENVIRONMENT: Final = Environment()
