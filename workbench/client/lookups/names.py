"""Things found by their id or by their name. Knows no connection. Source: ours."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, Generic, Protocol, TypeVar

MAX_HINTS: Final = 100
"""For so many unknown names the nearest one is looked for, which takes a while each."""


class Thing(Protocol):
    """Something that may be meant."""

    @property
    def id(self) -> str:
        """What it is alone with."""

    @property
    def name(self) -> str:
        """What others may be called as well."""

    @property
    def is_archived(self) -> bool:
        """Whether it is out of use."""


ThingT = TypeVar("ThingT", bound=Thing)


class NameLookup(Generic[ThingT]):
    """Things by id and by name, without case and outer blanks. One that is archived counts where no other has it."""

    def __init__(self, things: Iterable[ThingT]) -> None:
        self._by_id: dict[str, ThingT] = {}
        self._by_name: dict[str, list[ThingT]] = {}
        for each in things:
            self._by_id.setdefault(each.id, each)
            self._by_name.setdefault(_folded(each.name), []).append(each)
        self._hints_left = MAX_HINTS

    def matches(self, wanted: str) -> list[ThingT]:
        """The thing of this id, else those of this name; of several, those that are spelled the same way."""
        if wanted in self._by_id:
            return [self._by_id[wanted]]
        alike = self._by_name.get(_folded(wanted), [])
        living = [each for each in alike if not each.is_archived] or alike
        return [each for each in living if each.name == wanted] or living

    def nearest(self, wanted: str, *, most: int = 1) -> list[str]:
        """The names in use that are most like it, best first; none after a hundred times."""
        self._hints_left -= 1
        if self._hints_left < 0:
            return []
        names = {folded: each[0].name for folded, each in self._by_name.items() if not each[0].is_archived}
        return [names[near] for near in get_close_matches(_folded(wanted), list(names), n=most)]


def _folded(name: str) -> str:
    return name.strip().casefold()
