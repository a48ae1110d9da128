"""The argument that names a run or a change set, and finding the one that it names."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Protocol, TypeVar

from workbench.cli.output import UsageError


class HasName(Protocol):
    """A run or a change set."""

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=HasName)


def add_name_argument(parser: argparse.ArgumentParser, metavar: str, noun: str) -> None:
    """Add the name of a `noun` to an action; it may be left out."""
    meaning = f"the {noun}'s name or its beginning (default: the newest {noun})"
    parser.add_argument("name", nargs="?", metavar=metavar, help=meaning)


def find_by_name(
    name: str | None, items: Sequence[N], noun: str, *, label: Callable[[N], str], hint: Callable[[], str]
) -> N:
    """Return the item with that name, or the only one whose name begins so.

    Without a name the first, the newest. `items` has at least one. Raises `UsageError` if no name matches,
    with the nearest name or else `hint`, or if several match, each by its `label`.
    """
    if name is None:
        return items[0]
    matches = [candidate for candidate in items if candidate.name == name] or [
        candidate for candidate in items if candidate.name.startswith(name)
    ]
    if len(matches) > 1:
        raise UsageError(f"Several {noun}s match: {', '.join(map(label, matches))}")
    if not matches:
        near = get_close_matches(name, [n.name for n in items], n=1)
        raise UsageError(f"No {noun} is named {name!r}. {f'Did you mean {near[0]!r}?' if near else hint()}")
    return matches[0]
