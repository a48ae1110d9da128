"""The actions of a browser: create, rename, move, delete, restore. Each calls the service without asking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from pydantic import BaseModel

from workbench.client.lookups.same_name import call_unless_taken
from workbench.client.sync import Client
from workbench.errors import NotConfirmed, NotSent, WorkbenchError
from workbench.procedures.course import CourseWithLessons, create_course, get_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import Lesson, create_lesson, get_lesson
from workbench.procedures.project import archive_project, create_project, rename_project, set_favorite
from workbench.text import display_text
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.queries import BrowserItem
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState, Undoable

A = TypeVar("A", bound=BaseModel)


class BrowserActions:
    """Each action calls the service, reads again what is shown, and notifies the person."""

    def __init__(self, client: Client, state: BrowserState, panel: BrowserCallbacks) -> None:
        self._client, self._state, self._panel = client, state, panel

    def create_blank(self, title: str, language: str) -> None:
        """Create a lesson without blocks and open it. Free.

        It becomes the last lesson of the open course; else it gets its own course in the project that is shown.
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
        self._panel.notify(f"Created “{display_text(lesson.title)}”.")
        self._panel.open_lesson(lesson.lesson_id)

    def create_course(self, title: str, is_confirmed: bool = False) -> None:
        """Create an empty course in the project that is shown. Raises `NotConfirmed` where another has the title."""
        state = self._state
        call = create_course(title=title, project_id=state.project_id, organization_id=state.organization_id)
        self._call_with_name(call, is_confirmed)
        self._panel.reload()
        self._panel.notify(f"Created the course “{display_text(title)}”. Move lessons into it, or create new ones.")

    def create_project(self, name: str, is_confirmed: bool = False) -> None:
        """Create a project and show it. Raises `NotConfirmed` where another has the name."""
        call = create_project(name=name, organization_id=self._state.organization_id)
        project = self._call_with_name(call, is_confirmed)
        self._panel.refresh()
        self._panel.show_project(project.project_id or "")
        self._panel.notify(f"Created the project “{display_text(name)}”.")

    def mark_favorite(self) -> None:
        """Mark the project that is shown as one of the person's favorites, or unmark it."""
        project = self._state.project
        is_favorite = not (project and project.is_favorite)
        self._client.call(set_favorite(project_id=self._project_id(), is_favorite=is_favorite))
        self._panel.refresh()
        self._panel.notify("Added to your favorites." if is_favorite else "Removed from your favorites.")

    def rename_project(self, project_id: str, name: str, is_confirmed: bool = False) -> None:
        """Rename a project. Raises `NotConfirmed` where another has the name."""
        self._call_with_name(rename_project(project_id=project_id, name=name), is_confirmed)
        self._panel.refresh()
        self._panel.notify(f"Renamed to “{display_text(name)}”.")

    def archive_project(self, project_id: str, is_archived: bool, is_confirmed: bool = False) -> None:
        """Archive a project, or take it back, of which it asks first where another has its name by then.

        What is in it stays as it is.
        """
        call = archive_project(project_id=project_id, is_archived=is_archived)
        try:
            project = self._call_with_name(call, is_archived or is_confirmed)
        except NotConfirmed as taken:
            confirmed = partial(self._panel.start, self.archive_project, project_id, is_archived, True)
            self._panel.confirm(taken.message, "Unarchive", confirmed)
            return
        self._panel.refresh()
        name = display_text(project.name or "")
        self._panel.notify(f"Archived “{name}”. Select it to unarchive it." if is_archived else f"Unarchived “{name}”.")

    def rename(self, item: BrowserItem, title: str, is_confirmed: bool = False) -> None:
        """Give a lesson or course another title. Raises `NotConfirmed` where another course has it."""
        self._call_with_name(item_actions.rename(item, title), is_confirmed or item.kind == "lesson")
        self._panel.reload()
        self._panel.notify(f"Renamed to “{display_text(title)}”.")

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

        self._call_for_each(items, item_actions.delete, "moved to the trash", remember)

    def duplicate(self, items: Sequence[BrowserItem]) -> None:
        """Copy lessons or courses; `undo` puts the copies into the trash."""
        copies = list[BrowserItem]()

        def duplicate(item: BrowserItem) -> bool:
            made: Any = self._client.call(item_actions.duplicate(item))
            copy_id = str(made.lesson_id if item.kind == "lesson" else made.course_id)
            copies.append(replace(item, id=copy_id, title=str(made.title)))
            return True

        def remember(changed: Sequence[BrowserItem]) -> None:
            self._state.undoable = Undoable("duplicate", tuple(copies))

        self._for_each(items, duplicate, "duplicated", remember)

    def undo(self) -> None:
        """Restore what was deleted last, put the copies made last into the trash, or move back what was moved last.

        What somebody has moved since stays there.
        """
        done, self._state.undoable = self._state.undoable, None
        if done is None:
            return
        if done.action == "duplicate":
            self._call_for_each(done.items, item_actions.delete, "moved to the trash")
            return
        if done.action == "delete":
            self.restore(done.items)
            return
        still_there = self._still_there(done)
        if still_there:
            self._call_for_each(still_there, partial(item_actions.move_back, done=done), "moved back")
        else:
            self._panel.reload()
        if len(still_there) < len(done.items):
            raise NotSent("Someone else moved some of these items in the meantime, so they were not moved back.")

    def restore(self, items: Sequence[BrowserItem], is_confirmed: bool = False) -> None:
        """Take lessons or courses out of the trash; ask first where another course has the title of one by then."""
        taken = list[tuple[BrowserItem, str]]()

        def restore(item: BrowserItem) -> bool:
            try:
                self._call_with_name(item_actions.restore(item), is_confirmed)
            except NotConfirmed as refused:
                taken.append((item, refused.message))
                return False
            return True

        self._for_each(items, restore, "restored")
        if taken:
            left, text = [item for item, _ in taken], " ".join(sentence for _, sentence in taken)
            self._panel.confirm(text, "Restore", lambda: self._panel.start(self.restore, left, True))

    def _call_with_name(self, call: Call[A], is_confirmed: bool) -> A:
        """Make a call that gives a name. Raises `NotConfirmed` if it is taken, unless confirmed."""
        return self._client.call(call) if is_confirmed else call_unless_taken(self._client, call)

    def _call_for_each(
        self,
        items: Sequence[BrowserItem],
        call: Callable[[BrowserItem], Call[Any]],
        done: str,
        remember: Callable[[Sequence[BrowserItem]], None] = lambda changed: None,
    ) -> None:
        def change(item: BrowserItem) -> bool:
            self._client.call(call(item))
            return True

        self._for_each(items, change, done, remember)

    def _for_each(
        self,
        items: Sequence[BrowserItem],
        change: Callable[[BrowserItem], bool],
        done: str,
        remember: Callable[[Sequence[BrowserItem]], None] = lambda changed: None,
    ) -> None:
        """Change each item; `change` tells whether it did.

        `remember` gets what was changed, also when the service refuses one of them; the others are not tried then.
        """
        changed = list[BrowserItem]()
        failed: WorkbenchError | None = None
        for item in items:
            try:
                if change(item):
                    changed.append(item)
            except WorkbenchError as error:
                failed = error
                break
        if changed:
            remember(changed)
        elif failed is not None:
            raise failed
        self._panel.reload()
        self._panel.notify(f"{item_actions.items_text(changed)} {done}." if changed else "Nothing was changed.")
        if failed is not None:
            raise failed

    def _positions(self, items: Sequence[BrowserItem]) -> dict[str, int]:
        """Return the sort positions of lessons in their courses, by id."""
        courses = sorted({item.course_id for item in items if item.kind == "lesson" and item.course_id})
        outcomes = self._client.outcomes(*(get_course(course_id=course) for course in courses)) if courses else ()
        lessons = [lesson for course in outcomes if isinstance(course, CourseWithLessons) for lesson in course.lessons]
        return {lesson.lesson_id: lesson.position for lesson in lessons if lesson.position}

    def _still_there(self, done: Undoable) -> list[BrowserItem]:
        """Return the items not moved since; the service checks a course's project itself."""
        lessons = [item.id for item in done.items if item.kind == "lesson"]
        outcomes = self._client.outcomes(*(get_lesson(lesson_id=lesson) for lesson in lessons)) if lessons else ()
        there = {lesson.lesson_id for lesson in outcomes if isinstance(lesson, Lesson) and lesson.course_id == done.to}
        return [item for item in done.items if item.kind == "course" or item.id in there]

    def _project_id(self) -> str:
        if self._state.project_id is None:
            raise NotSent("Select a project first.")
        return self._state.project_id
