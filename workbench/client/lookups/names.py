"""Things found by their id or by their name, and names that distinguish things. Knows no connection. Source: ours."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from difflib import get_close_matches
from typing import Final, Generic, Protocol, TypeVar

from workbench.authoring.topic import fold_topic
from workbench.procedures.organization import Project

MAX_HINTS: Final = 100
"""Unknown names for which the nearest one is searched, which takes time."""


DEFAULT_PROJECT: Final = "Starter lessons"
_ID_END: Final = 6
"""Characters of an id that distinguish two things for a reader; all of it if these are equal too."""


class Thing(Protocol):
    """Something that may be meant."""

    @property
    def id(self) -> str:
        """Unique id."""

    @property
    def name(self) -> str:
        """Name, which others may share."""

    @property
    def is_archived(self) -> bool:
        """Whether it is archived."""


ThingT = TypeVar("ThingT", bound=Thing)


class NameLookup(Generic[ThingT]):
    """Things by id and by name, ignoring case, width and white space. Archived ones count if no other has the name."""

    def __init__(self, things: Iterable[ThingT]) -> None:
        self._by_id: dict[str, ThingT] = {}
        self._by_name: dict[str, list[ThingT]] = {}
        for thing in things:
            self._by_id.setdefault(thing.id, thing)
            self._by_name.setdefault(folded_name(thing.name), []).append(thing)
        self._hints_left = MAX_HINTS

    def matches(self, wanted: str) -> list[ThingT]:
        """Return the item with this id, else those with this name; of several, those with the same spelling."""
        if wanted in self._by_id:
            return [self._by_id[wanted]]
        alike = self._by_name.get(folded_name(wanted), [])
        living = [t for t in alike if not t.is_archived] or alike
        return [t for t in living if t.name == wanted] or living

    def nearest(self, wanted: str, *, most: int = 1) -> list[str]:
        """Return the most similar names in use, best first; empty after a hundred calls."""
        self._hints_left -= 1
        if self._hints_left < 0:
            return []
        names = {folded: group[0].name for folded, group in self._by_name.items() if not group[0].is_archived}
        return [names[near] for near in get_close_matches(folded_name(wanted), list(names), n=most)]


def distinct_names(things: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """Give each id a name that no other id has, from triples of id, name and detail.

    If two names differ at most in case, width and blanks, the detail follows in brackets, `ada (ada@x.org)`; if
    there is no detail, or it does not distinguish them either, the end of the id follows.
    """
    named = {id_: (name, detail) for id_, name, detail in things}
    names = {id_: name for id_, (name, _) in named.items()}
    names = _distinguish(names, lambda id_: named[id_][1] or f"…{id_[-_ID_END:]}")
    names = _distinguish(names, lambda id_: f"…{id_[-_ID_END:]}")
    return _distinguish(names, lambda id_: id_)


def _distinguish(names: dict[str, str], detail: Callable[[str], str]) -> dict[str, str]:
    counts = Counter(folded_name(name) for name in names.values())
    return {id_: f"{name} ({detail(id_)})" if counts[folded_name(name)] > 1 else name for id_, name in names.items()}


def project_names(projects: Iterable[Project]) -> dict[str, str]:
    """Return the names of projects by id; identical names get the day on which the project was created."""
    return distinct_names(
        (project.project_id, project.name or "", created_detail(project.created_at))
        for project in projects
        if project.project_id
    )


def is_default_project(project: Project) -> bool:
    """Return whether starter lessons go there, decided by its name if the service does not say."""
    return project.name == DEFAULT_PROJECT if project.is_default is None else project.is_default


def created_detail(created_at: datetime | None) -> str:
    """Such as `created 2026-03-01`; empty where the day is not known."""
    return f"created {created_at:%Y-%m-%d}" if created_at else ""


def folded_name(name: str) -> str:
    """Give the name as it is compared: without case, width and outer blanks, every run of white space one space."""
    return fold_topic(unicodedata.normalize("NFKC", name))
