"""The actions of a browser: create, rename, move, delete, restore. Each calls the service without asking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from workbench.client.sanitize import shown
from workbench.client.sync import Client
from workbench.errors import NotSent, WorkbenchError
from workbench.procedures.course import CourseWithLessons, create_course, get_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import Lesson, create_lesson, get_lesson
from workbench.procedures.project import archive_project, create_project, rename_project, set_favorite
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.queries import BrowserItem
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState, Undoable


class BrowserActions:
    """Each action calls the service, reads again what is shown, and notifies the person."""

    def __init__(self, client: Client, state: BrowserState, panel: BrowserCallbacks) -> None:
        self._client, self._state, self._panel = client, state, panel

    def create_blank(self, title: str, language: str) -> None:
        """Create a lesson without blocks and open it. Free.

        It is the last one of the open course; else it stands in a course of its own in the project that is shown.
        """
        course_id = self._state.course_id
        call = create_lesson(
            title=title,
            language=language,
            course_id=course_id,
            project_id=None if course_id else self._state.project_id,
            organization_id=None if course_id else self._state.organization_id,
        )
        lesson = self._client.call(call)
        self._panel.reload()
        self._panel.notify(f"The blank lesson “{shown(lesson.title)}” is made.")
        self._panel.open_lesson(lesson.lesson_id)

    def create_course(self, title: str) -> None:
        """Create an empty course in the project that is shown."""
        state = self._state
        self._client.call(
            create_course(title=title, project_id=state.project_id, organization_id=state.organization_id)
        )
        self._panel.reload()
        self._panel.notify(f"The course “{shown(title)}” is made. Move lessons into it, or make new ones.")

    def create_project(self, name: str) -> None:
        """Create a project and show it."""
        project = self._client.call(create_project(name=name, organization_id=self._state.organization_id))
        self._panel.refresh()
        self._panel.show_project(project.project_id or "")
        self._panel.notify(f"The project “{shown(name)}” is made.")

    def mark_favorite(self) -> None:
        """Mark the project that is shown as one of the person's favorites, or unmark it."""
        project = self._state.project
        is_favorite = not (project and project.is_favorite)
        self._client.call(set_favorite(project_id=self._project_id(), is_favorite=is_favorite))
        self._panel.refresh()
        self._panel.notify("It is one of your favorites now." if is_favorite else "It is no favorite any more.")

    def rename_project(self, name: str) -> None:
        """Rename the project that is shown."""
        self._client.call(rename_project(project_id=self._project_id(), name=name))
        self._panel.refresh()
        self._panel.notify(f"The project is called “{shown(name)}” now.")

    def archive_project(self, is_archived: bool) -> None:
        """Archive the project that is shown, or take it back; what is in it stays as it is."""
        project = self._client.call(archive_project(project_id=self._project_id(), is_archived=is_archived))
        self._panel.refresh()
        name = shown(project.name or "")
        self._panel.notify(
            f"“{name}” is put away; choose it again to take it back." if is_archived else f"“{name}” is back."
        )

    def rename(self, item: BrowserItem, title: str) -> None:
        """Give a lesson or course another title."""
        self._client.call(item_actions.rename(item, title))
        self._panel.reload()
        self._panel.notify(f"It is called “{shown(title)}” now.")

    def move(self, items: Sequence[BrowserItem], to: str) -> None:
        """Move lessons to a course, courses to a project; `undo` moves them back."""
        positions = self._positions(items)

        def remember(changed: Sequence[BrowserItem]) -> None:
            self._state.undoable = Undoable("move", tuple(changed), to, positions)

        self._call_for_each(items, partial(item_actions.move, to=to), "moved", remember)

    def delete(self, items: Sequence[BrowserItem]) -> None:
        """Put lessons or courses into the trash; `undo` restores them."""

        def remember(changed: Sequence[BrowserItem]) -> None:
            self._state.undoable = Undoable("delete", tuple(changed))

        self._call_for_each(items, item_actions.delete, "in the trash now", remember)

    def undo(self) -> None:
        """Restore what was deleted last, or move back what was moved last and nobody has moved since."""
        done, self._state.undoable = self._state.undoable, None
        if done is None:
            return
        if done.action == "delete":
            self.restore(done.items)
            return
        still_there = self._still_there(done)
        if still_there:
            self._call_for_each(still_there, partial(item_actions.move_back, done=done), "back again")
        else:
            self._panel.reload()
        if len(still_there) < len(done.items):
            raise NotSent("Somebody has moved some of them again meanwhile. Those stay where they are.")

    def restore(self, items: Sequence[BrowserItem]) -> None:
        """Take lessons or courses out of the trash."""
        self._call_for_each(items, item_actions.restore, "back again")

    def _call_for_each(
        self,
        items: Sequence[BrowserItem],
        call: Callable[[BrowserItem], Call[Any]],
        done: str,
        remember: Callable[[Sequence[BrowserItem]], None] = lambda changed: None,
    ) -> None:
        """Call the service for each item.

        `remember` gets what was changed, also when the service refuses one of them; the others are not tried then.
        """
        changed = list[BrowserItem]()
        failed: WorkbenchError | None = None
        for each in items:
            try:
                self._client.call(call(each))
                changed.append(each)
            except WorkbenchError as error:
                failed = error
                break
        if changed:
            remember(changed)
        elif failed is not None:
            raise failed
        self._panel.reload()
        self._panel.notify(f"{item_actions.counted(changed)}: {done}." if changed else "Nothing was changed yet.")
        if failed is not None:
            raise failed

    def _positions(self, items: Sequence[BrowserItem]) -> dict[str, int]:
        """What lessons sort by in their courses, by id."""
        courses = sorted({each.course_id for each in items if each.kind == "lesson" and each.course_id})
        found = self._client.outcomes(*(get_course(course_id=each) for each in courses)) if courses else ()
        lessons = [each for course in found if isinstance(course, CourseWithLessons) for each in course.lessons]
        return {each.lesson_id: each.position for each in lessons if each.position}

    def _still_there(self, done: Undoable) -> list[BrowserItem]:
        """Those that nobody has moved since; the service compares the project of a course itself."""
        lessons = [each.id for each in done.items if each.kind == "lesson"]
        found = self._client.outcomes(*(get_lesson(lesson_id=each) for each in lessons)) if lessons else ()
        there = {each.lesson_id for each in found if isinstance(each, Lesson) and each.course_id == done.to}
        return [each for each in done.items if each.kind == "course" or each.id in there]

    def _project_id(self) -> str:
        if self._state.project_id is None:
            raise NotSent("Choose a project first. Nothing was sent.")
        return self._state.project_id
