"""Which forms of a test `make test` runs, and which only `make test-slow`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_in_gate(values: Iterable[Any], count: int = 1) -> list[Any]:
    """Parameters of a test: the first `count` run with `make test`, the others with `make test-slow`."""
    chosen = list(values)
    return [*chosen[:count], *(_slow(value) for value in chosen[count:])]


def _slow(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)
