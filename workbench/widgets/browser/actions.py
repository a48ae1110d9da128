"""What is done with what a browser shows: made, named, moved, deleted, given back, exported. Asks nobody first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from workbench.client.sanitize import shown
from workbench.errors import NotSent, OpenPlaces
from workbench.exports.archive import handed_over
from workbench.exports.files import Form, export_courses, export_lessons
from workbench.procedures.course import create_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import create_lesson
from workbench.procedures.project import archive_project, create_project, rename_project, set_favorite
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.queries import BrowserItem
from workbench.widgets.sharing.panel import unfinished

if TYPE_CHECKING:
    from workbench.widgets.browser.panel import Browser


class BrowserActions:
    """A browser's deeds. Each calls the service, shows what holds then and says what was done."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.deleted: tuple[BrowserItem, ...] = ()

    def create_blank(self, title: str, language: str) -> None:
        """Make a lesson without blocks, in a course of its own in the project that is shown, and open it. Free."""
        here = self._browser
        call = create_lesson(
            title=title, language=language, project_id=here.project_id, organization_id=here.organization_id
        )
        made = here.client.call(call)
        here.turn()
        here.say(f"The blank lesson “{shown(made.title)}” is made.")
        here.open_lesson(made.lesson_id)

    def create_course(self, title: str) -> None:
        """Make an empty course in the project that is shown."""
        here = self._browser
        here.client.call(create_course(title=title, project_id=here.project_id, organization_id=here.organization_id))
        here.turn()
        here.say(f"The course “{shown(title)}” is made. Move lessons into it, or make new ones.")

    def create_project(self, name: str) -> None:
        """Make a project and show it."""
        here = self._browser
        made = here.client.call(create_project(name=name, organization_id=here.organization_id))
        here.refresh()
        here.parts.project.value = made.project_id or ""
        here.say(f"The project “{shown(name)}” is made.")

    def mark_favorite(self) -> None:
        """Mark the project that is shown as one of the person's favorites, or unmark it."""
        here = self._browser
        marked = not (here.project and here.project.is_favorite)
        here.client.call(set_favorite(project_id=self._project(), is_favorite=marked))
        here.refresh()
        here.say("It is one of your favorites now." if marked else "It is no favorite any more.")

    def rename_project(self, name: str) -> None:
        """Give the project that is shown another name."""
        here = self._browser
        here.client.call(rename_project(project_id=self._project(), name=name))
        here.refresh()
        here.say(f"The project is called “{shown(name)}” now.")

    def archive_project(self, is_archived: bool) -> None:
        """Put the project that is shown away, or take it back; what is in it stays as it is."""
        here = self._browser
        made = here.client.call(archive_project(project_id=self._project(), is_archived=is_archived))
        here.refresh()
        name = shown(made.name or "")
        here.say(f"“{name}” is put away; choose it again to take it back." if is_archived else f"“{name}” is back.")

    def rename(self, item: BrowserItem, title: str) -> None:
        """Give it another title."""
        self._browser.client.call(item_actions.rename(item, title))
        self._browser.turn()
        self._browser.say(f"It is called “{shown(title)}” now.")

    def move(self, items: Sequence[BrowserItem], to: str, *, confirm_open_places: bool = False) -> None:
        """Move lessons to a course, courses to a project; asks where learners would read unfinished ones."""
        call = partial(item_actions.move, to=to, confirm_open_places=confirm_open_places)
        self._each(items, call, "moved", lambda left: self.move(left, to, confirm_open_places=True))

    def delete(self, items: Sequence[BrowserItem]) -> None:
        """Put them into the trash; `undo` takes them back."""
        for each in items:
            self._browser.client.call(item_actions.delete(each))
            self.deleted = tuple(items)
        self._browser.turn()
        self._browser.say(f"{item_actions.counted(items)}: in the trash now.")

    def undo(self) -> None:
        """Take what was deleted last out of the trash."""
        items, self.deleted = self.deleted, ()
        self.restore(items)

    def restore(self, items: Sequence[BrowserItem], *, confirm_open_places: bool = False) -> None:
        """Take them out of the trash; asks where learners would read unfinished ones."""
        call = partial(item_actions.restore, confirm_open_places=confirm_open_places)
        self._each(items, call, "back again", lambda left: self.restore(left, confirm_open_places=True))

    def _each(
        self,
        items: Sequence[BrowserItem],
        call: Callable[[BrowserItem], Call[Any]],
        done: str,
        confirmed: Callable[[Sequence[BrowserItem]], None],
    ) -> None:
        here, left = self._browser, dict[BrowserItem, OpenPlaces]()
        for each in items:
            try:
                here.client.call(call(each))
            except OpenPlaces as found:
                left[each] = found
        here.turn()
        gone = [each for each in items if each not in left]
        here.say(f"{item_actions.counted(gone)}: {done}." if gone else "Nothing was changed yet.")
        if left:
            text = unfinished([*left.values()])
            here.parts.question.ask(text, "Go on", lambda: here.start(confirmed, [*left]), is_dangerous=True)

    def export(self, items: Sequence[BrowserItem], form: Form) -> None:
        """Hand them over to the person's browser, as one file or, several, as one archive."""
        here = self._browser
        lessons = [each.id for each in items if each.kind == "lesson"]
        courses = [each.id for each in items if each.kind == "course"]
        files = export_lessons(here.client, lessons, form) if lessons else []
        files += export_courses(here.client, courses, form) if courses else []
        name, content = handed_over(files)
        here.masthead.hand_over(name, content)
        here.say(f"{name} was handed to your browser; look among its downloads.")

    def _project(self) -> str:
        if self._browser.project_id is None:
            raise NotSent("Choose a project first. Nothing was sent.")
        return self._browser.project_id
