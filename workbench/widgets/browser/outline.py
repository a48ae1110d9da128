"""The open course of a browser: its lessons in order, what is unfinished in each, and reordering them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.client.lookups.paging import every_item
from workbench.client.sync import Client
from workbench.errors import Conflict, WorkbenchError
from workbench.procedures.course import CourseWithLessons, list_courses, order_lessons
from workbench.procedures.lesson import LessonContent, list_contents
from workbench.text import display_text
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.queries import BrowserItem, course_item, outline_row
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState
from workbench.widgets.kit.rows import Row, moved_before

COURSES_PER_PAGE = 30
"""How many other courses are read at a time."""
MAX_LESSONS = 1_000
"""The most lessons of a course that are shown, the same as in `courseRouter.getCourse`."""


@dataclass(frozen=True, slots=True)
class _Order:
    """An order to be saved: the course as it was seen, its lessons in the new order, and those that were moved."""

    course: CourseWithLessons
    items: tuple[BrowserItem, ...]
    moved: tuple[BrowserItem, ...]


class CourseOutline:
    """Reads the contents of the open course's lessons, and saves their order. `is_saving`: an order is being saved."""

    def __init__(self, client: Client, state: BrowserState, panel: BrowserCallbacks) -> None:
        self._client, self._state, self._panel = client, state, panel
        self.is_saving = False
        self._unsaved: _Order | None = None
        self._saved_versions: dict[str, int] = {}

    def add_course(self, course: CourseWithLessons) -> None:
        """Keep a course that was read, and read what its lessons hold if the service supports that. Blocking call."""
        self._state.course = course
        self._state.contents = self._contents(course.course_id) if self._state.has(list_contents) else {}
        self._state.other_courses, self._state.courses_cursor = (), None
        self.read_courses()

    def read_courses(self) -> None:
        """Read the next page of other courses, to which lessons can be moved. Blocking call."""
        state = self._state
        if state.has(list_courses):
            page = self._client.call(
                list_courses(organization_id=state.organization_id, limit=COURSES_PER_PAGE, cursor=state.courses_cursor)
            )
            others = [course_item(course) for course in page.courses if course.course_id != state.course_id]
            state.other_courses, state.courses_cursor = (*state.other_courses, *others), page.next_cursor

    def show_more_courses(self) -> None:
        """Read the next page of other courses, and show it. Blocks."""
        self.read_courses()
        self._panel.render()

    def rows(self) -> list[Row]:
        """Return a numbered row for each lesson."""
        contents = self._state.contents
        return [outline_row(number, item, contents.get(item.id)) for number, item in enumerate(self._state.items, 1)]

    def reorder(self, rows: Sequence[str], moved: Sequence[str]) -> None:
        """Show the lessons in this order of rows immediately and save it; `moved` are the rows a person moved.

        Moves made while an order is being saved are saved after it, even if the course is left before then.
        """
        state, is_waiting = self._state, self._unsaved is not None
        if state.course is None:
            return
        items = {item.row.id: item for item in state.items}
        state.items = tuple(items[row] for row in rows)
        self._unsaved = _Order(state.course, state.items, tuple(item for item in state.items if item.row.id in moved))
        self.is_saving = True
        self._panel.render()
        if not is_waiting:
            self._panel.start_after(self._save)

    def _save(self) -> None:
        """Save the order; if someone else changed it, show theirs; if it is refused, show the previous one."""
        wanted, self._unsaved = self._unsaved, None
        if wanted is None:
            return
        course_id, order = wanted.course.course_id, [item.id for item in wanted.items]
        seen = max(wanted.course.order_version or 0, self._saved_versions.get(course_id, 0)) or None
        is_shown = self._state.course_id == course_id
        try:
            done = self._client.call(order_lessons(course_id=course_id, lesson_ids=order, base_version=seen))
        except Conflict:
            if is_shown:
                self._panel.reload()
                self._offer_again(wanted)
            raise
        except WorkbenchError:
            if is_shown:
                before = [lesson.lesson_id for lesson in wanted.course.lessons]
                self._state.items = tuple(sorted(wanted.items, key=lambda item: before.index(item.id)))
                self._panel.render()
            raise
        finally:
            self.is_saving = self._unsaved is not None
        self._saved_versions[course_id] = done.order_version
        if is_shown and self._state.course is not None:
            lessons = sorted(wanted.course.lessons, key=lambda lesson: order.index(lesson.lesson_id))
            update = {"order_version": done.order_version, "lessons": lessons}
            self._state.course = self._state.course.model_copy(update=update)
        if wanted.moved:
            position = order.index(wanted.moved[0].id) + 1
            self._panel.notify(
                f"{item_actions.items_text(wanted.moved)} moved to position {position:,} of {len(order):,}."
            )

    def _offer_again(self, wanted: _Order) -> None:
        """Ask whether to repeat the move in the order that somebody else saved."""
        rows, moved = [item.row.id for item in self._state.items], [moved_item.row.id for moved_item in wanted.moved]
        index = max((wanted.items.index(item) for item in wanted.moved), default=-1) + 1
        next_item = wanted.items[index] if index < len(wanted.items) else None
        if not moved or not set(moved) <= set(rows):
            return
        where = f"before “{display_text(next_item.title)}”" if next_item else "to the end"
        text = f"Someone else changed the order; you now see theirs. Move {item_actions.items_text(wanted.moved)}"
        order = moved_before(rows, moved, next_item.row.id if next_item else None)
        self._panel.confirm(f"{text} {where}?", "Move", lambda: self.reorder(order, moved))

    def _contents(self, course_id: str) -> dict[str, LessonContent]:
        call = list_contents(organization_id=self._state.organization_id, course_id=course_id)
        contents = every_item(self._client, call, limit=MAX_LESSONS)
        return {lesson_contents.lesson_id: lesson_contents for lesson_contents in contents}
