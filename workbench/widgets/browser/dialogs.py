"""The dialogs of a browser: ask for a name or a destination, preview what learners will see, then run the action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from workbench.client.lookups.courses import every_course
from workbench.client.lookups.names import project_names
from workbench.client.lookups.preview import preview
from workbench.client.sync import Client
from workbench.errors import NotConfirmed, NotSent
from workbench.languages.reader import default_language, language_choices
from workbench.procedures.declare import Call
from workbench.procedures.organization import Project
from workbench.procedures.project import archive_project
from workbench.text import display_text
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.actions import BrowserActions
from workbench.widgets.browser.queries import BrowserItem
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState
from workbench.widgets.kit.course_wording import course_choices, course_context
from workbench.widgets.kit.prompt import Prompt

_NameAction = Callable[[str, bool], object]


class BrowserDialogs:
    """One method for each button that asks before it acts. Every action runs on a worker thread."""

    def __init__(
        self,
        client: Client,
        state: BrowserState,
        actions: BrowserActions,
        prompt: Prompt,
        panel: BrowserCallbacks,
    ) -> None:
        self._client, self._state, self._actions, self._prompt, self._panel = client, state, actions, prompt, panel

    def new_lesson(self) -> None:
        """Ask for title and language, then create a blank lesson."""

        def create(title: str, language: str) -> None:
            self._panel.start(self._act_and_clear, self._actions.create_blank, title, language)

        language = default_language(preferred=self._state.default_language)
        self._prompt.ask(
            "Create",
            create,
            text=("Lesson title", ""),
            choices=("Language", language_choices(None, language), language),
            draft=self._draft("Lesson title"),
        )

    def new_course(self) -> None:
        """Ask for a title, then create a course."""
        self._ask_text("Create", self._actions.create_course, "Course title", again="Create anyway")

    def new_project(self) -> None:
        """Ask for a name, then create a project."""
        self._ask_text("Create", self._actions.create_project, "Project name", again="Create anyway")

    def rename_project(self) -> None:
        """Ask for another name, then rename the project that is shown."""
        if project := self._state.project:
            label, about = "New project name", project.project_id or ""
            rename = partial(self._actions.rename_project, about)
            self._ask_text("Rename", rename, label, value=project.name or "", about=about, again="Rename")

    def archive_project(self) -> None:
        """Archive the project that is shown, or take it back; ask first where learners will see a difference."""
        if project := self._state.project:
            is_archived = not project.is_archived
            call = archive_project(project_id=project.project_id or "", is_archived=is_archived)
            action = partial(self._actions.archive_project, project.project_id or "", is_archived)
            self._panel.start(self._preview_then, action, [call], "Archive")

    def rename_item(self) -> None:
        """Ask for a new title and rename the chosen lesson or course. Raises `NotSent` unless one is chosen.

        In an open course the title is edited in place.
        """
        item = item_actions.only(self._state.chosen_items)
        if self._state.course_id is not None:
            self._panel.edit_title(item.row.id)
            return

        rename = partial(self._actions.rename, item)
        self._ask_text("Rename", rename, "New title", value=item.title, about=item.id, again="Rename")

    def move_items(self, rows: Sequence[str]) -> None:
        """Ask where the items of these rows go, then move them. Blocks: asks the service for the destinations."""
        state, items = self._state, self._items(rows)
        if not items:
            return
        if items[0].kind == "course":
            label, destinations = "Move to project", project_choices(state.projects, archived=False)
        else:
            here = {item.course_id for item in items}
            courses = every_course(self._client, state.organization_id)
            label = "Move to course"
            destinations = course_choices(
                [course for course in courses if {course.course_id} != here],
                course_context(self._client, state.organization_id),
            )
        if not destinations:
            raise NotSent("There is no other course or project to move to. Create one first.")
        self._prompt.ask("Move", lambda text, to: self._move(items, to), choices=(label, destinations, None))

    def move_to(self, rows: Sequence[str], course_row: str) -> None:
        """Move the lessons of these rows to a course; ask first where learners will see a difference."""
        if items := self._items(rows):
            self._move(items, course_row.partition(":")[2])

    def undo(self) -> None:
        """Put back what was deleted or moved last; ask first where learners will see a difference."""
        done = self._state.undoable
        if done is not None:
            is_move = done.action == "move"
            calls = [item_actions.move_back(item, done) for item in done.items] if is_move else []
            self._panel.start(self._preview_then, self._actions.undo, calls, "Move back")

    def delete_items(self) -> None:
        """Say what will be deleted, then delete the chosen items."""
        items = self._state.chosen_items
        calls = [item_actions.delete(item) for item in items]
        action = partial(self._actions.delete, items)
        self._panel.start(self._preview_then, action, calls, "Delete", item_actions.warning(items))

    def restore_items(self) -> None:
        """Restore the chosen items; ask first where learners will see a difference."""
        items: Sequence[BrowserItem] = self._state.chosen_items
        calls = [item_actions.restore(item) for item in items]
        self._panel.start(self._preview_then, partial(self._actions.restore, items), calls, "Restore")

    def _items(self, rows: Sequence[str]) -> list[BrowserItem]:
        return [item for item in self._state.items if item.row.id in rows]

    def _move(self, items: Sequence[BrowserItem], to: str) -> None:
        self._panel.start_after(self._actions.move, items, to)

    def _ask_text(
        self, confirm: str, action: _NameAction, label: str, *, again: str, value: str = "", about: str = ""
    ) -> None:
        """Ask for a text, then call the action with it; what is typed stays a draft until the action succeeds.

        Where another one has the name, `again` is the answer that gives it all the same.
        """

        def on_answer(text: str, choice: str) -> None:
            self._panel.start(self._give_name, action, text, again)

        self._prompt.ask(confirm, on_answer, text=(label, value), draft=self._draft(label, about))

    def _give_name(self, action: _NameAction, name: str, again: str, is_confirmed: bool = False) -> None:
        """Give the name; if it is taken, ask for confirmation and keep the typed text in the form."""
        try:
            action(name, is_confirmed)
        except NotConfirmed as taken:
            self._prompt.reopen()
            confirmed = partial(self._panel.start, self._give_name, action, name, again, True)
            self._panel.confirm(taken.message, again, confirmed)
            return
        self._prompt.close_saved()

    def _act_and_clear(self, action: Callable[..., None], *answers: str) -> None:
        action(*answers)
        self._prompt.close_saved()

    def _draft(self, label: str, about: str = "") -> str:
        return f"{label} {about or self._state.organization_id or ''}"

    def _preview_then(
        self, action: Callable[[], None], calls: Sequence[Call[Any]], yes: str, warning: str = ""
    ) -> None:
        """Run the action; where learners will see a difference, or with a warning, say so and ask first."""
        course_of = {item.id: item.course_id for item in self._state.items if item.kind == "lesson" and item.course_id}
        sentences = preview(self._client, calls, course_of=course_of)
        if not sentences and not warning:
            action()
            return
        text = " ".join([warning, *sentences]).strip()
        self._panel.confirm(text, yes, lambda: self._panel.start(action))


def project_choices(projects: Sequence[Project], *, archived: bool = True) -> list[tuple[str, str]]:
    """Text and id of each project, favorites first; archived ones last, or left out."""
    known = [project for project in projects if project.project_id and (archived or not project.is_archived)]
    names = project_names(projects)
    ordered = sorted(
        known,
        key=lambda project: (
            bool(project.is_archived),
            not project.is_favorite,
            (project.name or "").casefold(),
        ),
    )
    return [
        (
            (
                f"{'★ ' if project.is_favorite else ''}{display_text(names[project.project_id or ''])}"
                f"{' (archived)' if project.is_archived else ''}"
            ),
            project.project_id or "",
        )
        for project in ordered
    ]
