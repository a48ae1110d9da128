"""Whether two JSON values have one shape: the same fields, of the same types, all the way in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# What is inside these depends on who wrote it, and on the service's settings.
OPEN = {"content", "facts", "limits", "blocksByType"}
# Only a person's own doing fills these.
MAY_BE_EMPTY = {"favorites", "tags"}


def differences(shown: Any, given: Any, where: str = "") -> Iterator[str]:
    """Each place where `given` has not the shape of `shown`; null has every shape."""
    if shown is None or given is None:
        return
    if type(shown) is not type(given):
        yield f"{where}: {type(given).__name__} instead of {type(shown).__name__}"
    elif isinstance(shown, dict):
        yield from _fields(shown, given, where)
    elif isinstance(shown, list) and shown:
        if not given and where.rpartition(".")[2] not in MAY_BE_EMPTY:
            yield f"{where}: nothing in it"
        for index, item in enumerate(given):
            yield from differences(shown[min(index, len(shown) - 1)], item, f"{where}.{index}")


def _fields(shown: dict[str, Any], given: dict[str, Any], where: str) -> Iterator[str]:
    if where.rpartition(".")[2] in OPEN:
        return
    for name in sorted(shown.keys() ^ given.keys()):
        yield f"{where}.{name}: {'missing' if name in shown else 'not shown'}"
    for name in shown.keys() & given.keys():
        yield from differences(shown[name], given[name], f"{where}.{name}")
