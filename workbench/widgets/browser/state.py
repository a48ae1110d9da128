"""What the parts of a browser share: what is shown and chosen now, and what they may call of the panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from workbench.procedures.course import CourseWithLessons
from workbench.procedures.declare import Procedure
from workbench.procedures.lesson import LessonContent, search
from workbench.procedures.organization import Project
from workbench.procedures.tags import TagCount
from workbench.widgets.browser.queries import LAST_CHANGED, BrowserItem, Listing, TableView, columns_of_listing


@dataclass(frozen=True, slots=True)
class Undoable:
    """What can be undone: lessons or courses as they were before they were deleted or moved, and where they went; of
    those that were duplicated, the copies.
    """

    action: Literal["delete", "move", "duplicate"]
    items: tuple[BrowserItem, ...]
    to: str = ""
    positions: Mapping[str, int] = field(default_factory=dict)
    """What lessons sorted by in their courses, by id."""


@dataclass(frozen=True, slots=True)
class TagsChanged:
    """An item with its tags now, and those that it had before."""

    item: BrowserItem
    before: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class BrowserState:
    """What a browser shows. The panel and its fields write it; actions, dialogs and controls read it."""

    organization_id: str | None = None
    listing: Listing = "lessons"
    project_id: str | None = None
    """The project whose items are shown; `None` for all."""
    course_id: str | None = None
    """The course that is open: its lessons are shown, in its order; `None` for a listing."""
    course: CourseWithLessons | None = None
    """That course, as it was read last."""
    contents: Mapping[str, LessonContent] = field(default_factory=dict)
    """What the lessons of that course hold, by id."""
    search: str = ""
    is_unread: bool = False
    """Whether what is asked for could not be read."""
    search_problem: str = ""
    """Why what is searched for means nothing; empty when it does."""
    procedures: frozenset[str] = frozenset()
    """Names of the procedures that the service announced when it was asked last."""
    knows_status: bool = False
    """Whether the service tells the status of lessons, and sorts and filters them: then they are a table."""
    view: TableView = field(default_factory=TableView)
    """How the table is sorted and filtered."""
    tags: tuple[TagCount, ...] = ()
    """The tags in use."""
    projects: tuple[Project, ...] = ()
    default_language: str | None = None
    """The organization's language of new lessons; `None` where it has set none."""
    items: tuple[BrowserItem, ...] = ()
    total: int = 0
    cursor: str | None = None
    """Where the next page begins; `None` at the end."""
    chosen_rows: frozenset[str] = frozenset()
    undoable: Undoable | None = None
    """What was deleted or moved last, for `undo`."""
    retagged: tuple[TagsChanged, ...] = ()
    """What got other tags last, which can be put back."""
    other_courses: tuple[BrowserItem, ...] = ()
    """Beside an open course: where its lessons may go, last changed first."""
    courses_cursor: str | None = None
    """Where the next page of them begins; `None` at the end."""

    @property
    def project(self) -> Project | None:
        """Project whose items are shown; `None` for all."""
        return next((project for project in self.projects if project.project_id == self.project_id), None)

    @property
    def chosen_items(self) -> tuple[BrowserItem, ...]:
        """Chosen items, in the list's order."""
        return tuple(item for item in self.items if item.row.id in self.chosen_rows)

    @property
    def is_table(self) -> bool:
        """Whether what is shown is a table with columns: lessons and courses, and those in the trash."""
        return self.knows_status and self.course_id is None and self.listing != "recent"

    @property
    def shown_view(self) -> TableView:
        """How what is shown is sorted and filtered: courses and the trash have fewer columns and filters."""
        names = [column.name for column in columns_of_listing(self.listing)]
        sort = self.view.sort if self.view.sort.removeprefix("-") in names else LAST_CHANGED
        if self.listing == "lessons":
            return self.view._replace(sort=sort)
        return TableView(sort, tag=self.view.tag if self.listing == "courses" else None)

    @property
    def is_filtered(self) -> bool:
        """Whether filters of the table leave anything out."""
        return self.is_table and self.shown_view != TableView(self.shown_view.sort)

    @property
    def in_trash(self) -> bool:
        """Whether the trash is shown."""
        return self.listing.endswith("trash")

    @property
    def can_search_text(self) -> bool:
        """Whether the field searches titles, tags and text of lessons; elsewhere it searches titles only."""
        return self.listing == "lessons" and self.has(search)

    @property
    def searches_text(self) -> bool:
        """Whether the shown items are the result of a full-text search."""
        return bool(self.search) and self.course_id is None and self.can_search_text

    def has(self, *procedures: Procedure[..., Any, Any]) -> bool:
        """Return whether the service announced all of these procedures, without asking it."""
        return {procedure.name for procedure in procedures} <= self.procedures


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserCallbacks:
    """What actions and dialogs call of the panel."""

    start: Callable[..., object]
    """`start(method, *args)` runs the method on a worker thread; the panel shows what it raises."""
    start_next: Callable[..., object]
    """The same, but while something runs it waits its turn, and of several only the last one is run."""
    start_after: Callable[..., object]
    """The same, but all that wait are run, in order."""
    refresh: Callable[[], None]
    """Read the projects and the first page again."""
    reload: Callable[[], None]
    """Read the first page again."""
    render: Callable[[], None]
    """Show what is known."""
    show_project: Callable[[str], None]
    """Show the items of the project with this id."""
    open_lesson: Callable[[str], None]
    edit_title: Callable[[str], None]
    """Let the person type another title in this row of the list."""
    finish_title: Callable[..., None]
    """`finish_title(row, is_saved=…)` closes the field in which a title was typed, or lets the person go on in it."""
    notify: Callable[[str], None]
    """Show a sentence about what was done."""
    confirm: Callable[[str, str, Callable[[], object]], None]
    """`confirm(text, yes, action)` asks the person; the button `yes` runs the action."""
    download: Callable[[str, bytes], None]
    """Hand a file to the person's browser by name and content."""
