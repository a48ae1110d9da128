"""The open course of a browser: its lessons in order, what is unfinished in each, and the order that a person gives."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.client.lookups.paging import every_item
from workbench.client.sync import Client
from workbench.errors import Conflict, WorkbenchError
from workbench.procedures.course import CourseWithLessons, order_lessons
from workbench.procedures.lesson import MAX_CONTENT_PAGE, LessonContent, list_contents
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.queries import outline_row
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState
from workbench.widgets.kit.rows import Row

MAX_LESSONS = 1_000
"""Lessons that a course is shown with, as `courseRouter.getCourse` gives them."""


class CourseOutline:
    """Reads what the lessons of the open course hold, and saves their order. `is_saving`: an order is on its way."""

    def __init__(self, client: Client, state: BrowserState, panel: BrowserCallbacks) -> None:
        self._client, self._state, self._panel = client, state, panel
        self.is_saving = False

    def take(self, course: CourseWithLessons) -> None:
        """Keep a course that was read, and read what its lessons hold where the service tells that. Blocks."""
        self._state.course = course
        self._state.contents = self._contents(course.course_id) if self._state.has(list_contents) else {}

    def rows(self) -> list[Row]:
        """A row for each lesson, with its number."""
        contents = self._state.contents
        return [outline_row(place, each, contents.get(each.id)) for place, each in enumerate(self._state.items, 1)]

    def reorder(self, rows: Sequence[str], moved: Sequence[str]) -> None:
        """Show the lessons in this order of rows at once, and save it; `moved` are the rows that a person moved."""
        items = {each.row.id: each for each in self._state.items}
        self._state.items = tuple(items[row] for row in rows)
        self.is_saving = True
        self._panel.lay_out()
        self._panel.start_next(self._save, [items[row].id for row in moved])

    def _save(self, moved: Sequence[str]) -> None:
        """Where somebody else changed the order meanwhile, theirs is shown; where it is refused, what was before."""
        state, course = self._state, self._state.course
        self.is_saving = False
        if course is None:
            return
        order = [each.id for each in state.items]
        call = order_lessons(course_id=course.course_id, lesson_ids=order, base_version=course.order_version)
        try:
            done = self._client.call(call)
        except Conflict:
            self._panel.reload()
            raise
        except WorkbenchError:
            before = [each.lesson_id for each in course.lessons]
            state.items = tuple(sorted(state.items, key=lambda each: before.index(each.id)))
            self._panel.lay_out()
            raise
        lessons = sorted(course.lessons, key=lambda each: order.index(each.lesson_id))
        state.course = course.model_copy(update={"order_version": done.order_version, "lessons": lessons})
        items = [each for each in state.items if each.id in moved]
        if items:
            place = order.index(items[0].id) + 1
            self._panel.notify(f"{item_actions.counted(items)}: number {place:,} of {len(order):,} now.")

    def _contents(self, course_id: str) -> dict[str, LessonContent]:
        def read(count: int, cursor: str | None) -> tuple[list[LessonContent], str | None]:
            call = list_contents(
                organization_id=self._state.organization_id, course_id=course_id, limit=count, cursor=cursor
            )
            page = self._client.call(call)
            return page.contents, page.next_cursor

        found = every_item(list_contents.name, read, page_size=MAX_CONTENT_PAGE, limit=MAX_LESSONS)
        return {each.lesson_id: each for each in found}
