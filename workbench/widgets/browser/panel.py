"""Browser: projects, courses and lessons of an organization; finds and opens them. What is done with them: `deeds`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from workbench.client.sanitize import escaped
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.procedures.declare import Call, Procedure
from workbench.procedures.organization import Project, get_organization_projects
from workbench.widgets.browser.actions import BrowserActions
from workbench.widgets.browser.layout import BrowserParts
from workbench.widgets.browser.queries import EMPTY, NAMES, SHELVES, BrowserItem, BrowserPage, Shelf, ask, read
from workbench.widgets.kit.panel import Panel

Opens = Callable[[str], object]


class Browser(Panel):
    """Lessons and courses; `value` are the ids of the chosen ones, `opened` is the id of the lesson opened last."""

    label = "Lessons and courses"
    value = traitlets.List(traitlets.Unicode())
    opened = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_open: Opens | None = None,
        on_share: Opens | None = None,
        aside: Any = None,
    ) -> None:
        """`on_open` gets the id of a lesson, `on_share` that of a course; without it there is no such button.

        `aside` is a widget that is shown below, such as where they open it.
        """
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.projects: tuple[Project, ...] = ()
        self.items: tuple[BrowserItem, ...] = ()
        self.announced: frozenset[str] = frozenset()
        self.on_open, self.on_share = on_open, on_share
        self._found = BrowserPage((), 0, None)
        self.deeds = BrowserActions(self)
        self.parts = BrowserParts(self)
        self._follow(lambda: [self._page(None)] if self._found.total else [], self._is_shown)
        self.show(*self.parts.all, *((aside,) if aside is not None else ()))
        self.lay_out()

    @property
    def shelf(self) -> Shelf:
        """What is shown: `lessons`, `courses`, `recent`, `lesson trash` or `course trash`; the part can be set."""
        chosen: Shelf = self.parts.shelf.value
        return chosen

    @property
    def project_id(self) -> str | None:
        """The project that is shown; `None` for all."""
        return self.parts.project.value or None

    @property
    def project(self) -> Project | None:
        """The project that is shown, as it was told; `None` for all."""
        return next((each for each in self.projects if each.project_id == self.project_id), None)

    @property
    def chosen(self) -> tuple[BrowserItem, ...]:
        """The chosen items, in the list's order."""
        ids = set(self.parts.list.chosen)
        return tuple(each for each in self.items if each.row.id in ids)

    def refresh(self) -> None:
        """Ask for the projects and for the first page of what is shown."""
        told = self.client.capabilities()
        self.announced = frozenset(told.procedures if told else ())
        archived = True if told else None
        listed = self.client.call(
            get_organization_projects(organization_id=self.organization_id, include_archived=archived)
        )
        self.projects = tuple(listed.projects)
        self.parts.offer(self.projects, SHELVES if told else [each for each in SHELVES if each[1] == "recent"])
        wanted = len(self.items)
        self.turn()
        while len(self.items) < wanted and self._found.cursor:  # as many as were shown before
            self.more()

    def turn(self) -> None:
        """Ask for the first page of what is shown."""
        self.items, self._found = (), BrowserPage((), 0, None)
        self.more()

    def more(self) -> None:
        """Ask for the next page of what is shown."""
        self._found = self._read(self.client.call(self._page(self._found.cursor)))
        self.items += self._found.items
        self.lay_out()

    def open_lesson(self, lesson_id: str) -> None:
        """Open a lesson: `opened` is its id, and `on_open` is called."""
        self.opened = lesson_id
        if self.on_open is not None:
            self.on_open(lesson_id)

    def has(self, *procedures: Procedure[..., Any, Any]) -> bool:
        """Whether all of these were announced when the service was asked last; asks nothing."""
        return {each.name for each in procedures} <= self.announced

    def lay_out(self) -> None:
        """Show what is known."""
        found = self._found
        more = f"Show more ({found.total - len(self.items):,} left)" if found.cursor else ""
        empty = "Nothing has this in its title." if self.parts.search.value.strip() else EMPTY[self.shelf]
        self.parts.list.fill([each.row for each in self.items], more=more, empty=empty)
        self.parts.lay_out()

    def _page(self, cursor: str | None) -> Call[Any]:
        return ask(
            self.shelf,
            organization_id=self.organization_id,
            project_id=self.project_id,
            search=self.parts.search.value.strip() or None,
            cursor=cursor,
        )

    def _read(self, told: Any) -> BrowserPage:
        return read(told, {each.project_id: each.name or "" for each in self.projects if each.project_id})

    def _is_shown(self, told: Any) -> bool:
        found = self._read(told)
        return found.total == self._found.total and found.items == self.items[: len(found.items)]

    def as_text(self) -> str:
        """How much is shown of what."""
        return f"{NAMES[self.shelf]}: {len(self.items):,} of {self._found.total:,} shown."

    def as_html(self) -> str:
        """The titles that are shown."""
        items = "".join(f'<li><bdi dir="auto">{escaped(each.title)}</bdi></li>' for each in self.items)
        return f"<p>{escaped(self.as_text())}</p><ul>{items}</ul>" if items else super().as_html()
