"""The browser panel: finds, opens and organizes the projects, courses and lessons of an organization."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import traitlets

from workbench.client.lookups.filter_values import knows_status
from workbench.client.lookups.names import project_names
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import WorkbenchError
from workbench.procedures.course import CourseWithLessons, get_course
from workbench.procedures.declare import Call
from workbench.procedures.organization import ListProjectsOutput, get_organization_projects, get_user_data, list_tags
from workbench.text import display_text, escape_html
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.actions import BrowserActions
from workbench.widgets.browser.controls import ANY, BrowserControls
from workbench.widgets.browser.dialogs import BrowserDialogs
from workbench.widgets.browser.exporting import Exporting
from workbench.widgets.browser.importing import BrowserImport
from workbench.widgets.browser.outline import CourseOutline
from workbench.widgets.browser.queries import LISTINGS, NAMES, BrowserPage, Listing, ask, columns_of_listing, read
from workbench.widgets.browser.retitling import Retitling
from workbench.widgets.browser.search import BrowserSearch
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState
from workbench.widgets.browser.tagging import BrowserTagging
from workbench.widgets.kit.controls import Question
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.prompt import Prompt
from workbench.widgets.kit.rows import table_html
from workbench.wording import count_text


class Browser(Panel):
    """Lessons and courses. `value` is the ids of the chosen ones, `opened` the id of the lesson that was opened last.

    A course that is opened shows its lessons in order, to be moved; `course` is its id.

    `state` is what is shown, `controls` are the widgets, `actions` is what can be done without being asked,
    `outline` the course that is open.
    """

    label = "Lessons and courses"
    shows = frozenset({"courses", "lessons", "projects"})
    value = traitlets.List(traitlets.Unicode())
    opened = traitlets.Unicode(None, allow_none=True)
    course = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_open: Callable[[str], object] | None = None,
        on_share: Callable[[str], object] | None = None,
        detail_pane: Any = None,
        listing: Listing = "lessons",
    ) -> None:
        """`on_open` gets the id of a lesson, `on_share` that of a course; without it there is no such button.

        `detail_pane` is a widget that is shown below, such as where they open it. `listing` is what is shown first.
        """
        super().__init__(client, workers=workers)
        self.add_class("wb-wide")
        self.on_open, self.on_share = on_open, on_share
        self.state = BrowserState(organization_id=organization_id)
        self.question, self.prompt = Question(), Prompt()
        self.controls = BrowserControls(self.state, can_share=on_share is not None)
        callbacks = BrowserCallbacks(
            start=self.start,
            start_next=self.start_next,
            start_after=self.start_after,
            refresh=self.refresh,
            reload=self.reload,
            render=self.render,
            show_project=partial(setattr, self.controls.project, "value"),
            open_lesson=self.open_lesson,
            edit_title=self.controls.list.edit_title,
            finish_title=self.controls.finish_title,
            notify=self.notify,
            confirm=partial(self.question.ask, is_dangerous=True),
            download=lambda name, content: self.header.download(name, content),
        )
        self.actions = BrowserActions(client, self.state, callbacks)
        self.dialogs = BrowserDialogs(client, self.state, self.actions, self.prompt, callbacks)
        self.outline = CourseOutline(client, self.state, callbacks)
        self.retitling = Retitling(client, self.state, callbacks)
        self.search = BrowserSearch(client, self.state, self.controls, partial(self.open_course, None))
        self.exporting = Exporting(client, self.controls.export_form, callbacks)
        self.tagging = BrowserTagging(client, self.state, self.controls.tag_editor, callbacks)
        self.importing = BrowserImport(client, self.state, callbacks)
        self.controls.listing.value = self.state.listing = listing
        self.drafts |= {"prompt": self.prompt.entry, **self.controls.drafts()}
        self._is_offering = False
        self._connect_fields()
        self._connect_buttons()
        self.follow_changes(lambda: [self._page(None), self._projects()], self._is_shown)
        asked = (self.prompt, self.importing, *self.controls.forms, self.question)
        self.show(*self.controls.above, *asked, self.controls.lists, self.controls.note, detail_pane)
        self.render()

    def refresh(self) -> None:
        """Read the projects and the first page of what is shown."""
        state, capabilities = self.state, self.client.capabilities()
        state.procedures = frozenset(capabilities.procedures if capabilities else ())
        state.knows_status = knows_status(self.client)
        listed, person = self.client.batch(self._projects(), get_user_data(organization_id=state.organization_id))
        state.projects, state.default_language = tuple(listed.projects), person.default_language
        if state.knows_status and state.has(list_tags):
            state.tags = tuple(self.client.call(list_tags(organization_id=state.organization_id)).tags)
        self._is_offering = True
        try:
            self.controls.offer(
                state.projects,
                LISTINGS if capabilities else [listing for listing in LISTINGS if listing[1] == "recent"],
                state.tags,
            )
        finally:
            self._is_offering = False
        shown_before = len(state.items)
        self.reload()
        while len(state.items) < shown_before and state.cursor:
            self.read_more()

    def reload(self) -> None:
        """Read the first page of what is shown."""
        self.state.items, self.state.total, self.state.cursor = (), 0, None
        self.state.is_unread = True
        try:
            self.read_more()
        except WorkbenchError:
            self.render()  # what was listed before is not what is asked for now
            raise

    def read_more(self) -> None:
        """Read the next page of what is shown."""
        state = self.state
        answer = self.search.answer(lambda: self._page(state.cursor))
        if answer is None:  # what is wanted instead is read next
            return
        if isinstance(answer, CourseWithLessons):
            self.outline.add_course(answer)
        page = self._read(answer)
        state.is_unread = False
        state.items += page.items
        state.total, state.cursor = page.total, page.cursor
        self.render()

    def open_lesson(self, lesson_id: str) -> None:
        """Open a lesson: `opened` is its id, and `on_open` is called."""
        self.opened = lesson_id
        if self.on_open is not None:
            self.on_open(lesson_id)

    def open_course(self, course_id: str | None) -> None:
        """Show the lessons of a course in its order, and `course` is its id; with `None`, the listing again."""
        self.course = self.state.course_id = course_id
        self.state.course, self.state.contents = None, {}
        self.state.items, self.state.total, self.state.cursor = (), 0, None
        self.render()
        self.start_next(self.refresh)

    def clear_filters(self) -> None:
        """Show all statuses, languages and tags again; project and search stay."""
        for chip in (self.controls.status, self.controls.language, self.controls.tag):
            chip.value = ANY

    def update_controls(self) -> None:
        """Update the controls as every panel does, but keep the list orderable while an order is being saved.

        Titles can be typed while the panel is busy, since they are saved behind that, but not while it is disabled.
        """
        super().update_controls()
        self.controls.list.editable = self.controls.course_title.editable and not self.disabled
        if self.outline.is_saving:
            self.controls.list.disabled = self.disabled

    def render(self) -> None:
        """Show what is known."""
        state = self.state
        more = f"Show more ({state.total - len(state.items):,} left)" if state.cursor else ""
        empty = self.search.empty()
        rows = [item.row for item in state.items]
        if state.course_id is not None:
            empty = "No lessons in this course yet."
            rows = self.outline.rows()
        self.controls.list.fill(rows, more=more, empty=empty)
        self.controls.update()
        self.controls.show_course(state.course)
        self.search.show()
        self._on_choice()

    def as_text(self) -> str:
        """Return how many items of which listing are shown."""
        if self.state.course is not None:
            lessons = count_text(len(self.state.items), "lesson")
            return f"The course “{display_text(self.state.course.title)}”: {lessons}, in order."
        return f"{NAMES[self.state.listing]}: {len(self.state.items):,} of {self.state.total:,} shown."

    def as_html(self) -> str:
        """Return the shown titles as a list."""
        items = self.state.items
        if not items:
            return super().as_html()
        text = f"<p>{escape_html(self.as_text())}</p>"
        if self.state.is_table:
            return text + table_html(columns_of_listing(self.state.listing), [item.row for item in items])
        titles = "".join(f'<li><bdi dir="auto">{escape_html(item.title)}</bdi></li>' for item in items)
        return f"{text}<ul>{titles}</ul>"

    def _connect_fields(self) -> None:
        controls = self.controls
        chips = (controls.status, controls.language, controls.tag)
        for field in (
            controls.listing,
            controls.project,
            *chips,
            controls.list,
            controls.courses,
            controls.course_title,
        ):
            self.control(field)
        controls.search.observe(lambda change: self._on_filter(), "value")
        controls.listing.observe(lambda change: self._on_filter(), "value")
        for chip in (controls.project, controls.status, controls.language, controls.tag):
            chip.observe(lambda change: self._on_filter(), "value")
        controls.list.on_sort(self._on_sort)
        controls.list.observe(lambda change: self._on_choice(), "chosen")
        controls.list.on_open(lambda row_id: self.run_now(self._open_row, row_id))
        controls.list.on_reorder(self.outline.reorder)
        controls.list.on_transfer(lambda rows: self.start(self.dialogs.move_items, rows))
        controls.courses.on_receive(self.dialogs.move_to)
        controls.courses.on_open(lambda row_id: self.run_now(self._open_row, row_id))
        controls.courses.on_more(lambda: self.start(self.outline.show_more_courses))
        for titles in (controls.list, controls.course_title):
            titles.on_retitle(self.retitling.queue_title)
        controls.list.on_more(lambda: self.start(self.read_more))
        controls.list.on_chip(self.search.find_tag)
        self.control(controls.tag_editor)
        controls.tag_editor.on_save(lambda tags: self.start(self.tagging.save, tags))
        controls.tag_editor.on_search(self.search.find_tag)

    def _connect_buttons(self) -> None:
        controls, dialogs, actions = self.controls, self.dialogs, self.actions
        handlers: tuple[tuple[Any, Callable[[], object]], ...] = (
            (controls.new_lesson, dialogs.new_lesson),
            (controls.new_course, dialogs.new_course),
            (controls.new_project, dialogs.new_project),
            (controls.import_file, self.importing.open_import),
            (controls.favorite, lambda: self.start(actions.mark_favorite)),
            (controls.rename_project, lambda: self.run_now(dialogs.rename_project)),
            (controls.archive_project, dialogs.archive_project),
            (controls.close_course, lambda: self.open_course(None)),
            (controls.clear_filters, self.clear_filters),
            (controls.up, lambda: controls.list.move(controls.list.chosen, -1)),
            (controls.down, lambda: controls.list.move(controls.list.chosen, 1)),
            (controls.open, lambda: self.run_now(self._open_chosen)),
            (controls.share, lambda: self.run_now(self._share_chosen)),
            (controls.rename, lambda: self.run_now(dialogs.rename_item)),
            (controls.tags, lambda: self.start(self.tagging.edit, self.state.chosen_items)),
            (controls.undo_tags, lambda: self.start(self.tagging.undo)),
            (controls.move, lambda: self.start(dialogs.move_items, controls.list.chosen)),
            (controls.duplicate, lambda: self.start(actions.duplicate, self.state.chosen_items)),
            (controls.delete, dialogs.delete_items),
            (controls.restore, dialogs.restore_items),
            (controls.export, lambda: self.exporting.open(self.state.chosen_items)),
            (controls.undo, dialogs.undo),
        )
        for field in self.importing.fields:
            self.control(field)
        for button, handler in handlers:
            self.control(button, when=partial(controls.is_enabled, button))
            button.on_click(lambda clicked, handler=handler: handler())
        form = controls.export_form
        for form_field in form.fields:
            self.control(form_field)
        form.start_button.on_click(lambda clicked: self.start(self.exporting.run))
        form.close_button.on_click(lambda clicked: form.close_form())
        self.control(form.stop_button, when=lambda: self.exporting.is_running, while_busy=True)
        form.stop_button.on_click(lambda clicked: self.exporting.stop())

    def _on_filter(self) -> None:
        self.state.search = self.controls.search.value.strip()
        self.state.listing = self.controls.listing.value
        self.state.project_id = self.controls.project.value or None
        self.state.view = self.state.view._replace(
            status=self.controls.status.value or None,
            language=self.controls.language.value or None,
            tag=self.controls.tag.value or None,
        )
        if not self._is_offering:
            self.start_next(self.reload)

    def _on_sort(self, column: str) -> None:
        self.state.view = self.state.shown_view.sorted_by(column)._replace(
            status=self.state.view.status, language=self.state.view.language, tag=self.state.view.tag
        )
        self.start_next(self.reload)

    def _on_choice(self) -> None:
        self.state.chosen_rows = frozenset(self.controls.list.chosen)
        self.value = [item.id for item in self.state.chosen_items]
        self.question.close_question()
        self.controls.show_selection()
        self.update_controls()

    def _open_chosen(self) -> None:
        item = item_actions.only(self.state.chosen_items)
        (self.open_course if item.kind == "course" else self.open_lesson)(item.id)

    def _open_row(self, row_id: str) -> None:
        kind, _, item_id = row_id.partition(":")
        if self.state.in_trash:
            return
        if kind == "lesson":
            self.open_lesson(item_id)
        elif self.state.has(get_course):
            self.open_course(item_id)

    def _share_chosen(self) -> None:
        course_id = item_actions.only(self.state.chosen_items).course_id
        if self.on_share is not None and course_id:
            self.on_share(course_id)

    def _page(self, cursor: str | None) -> Call[Any]:
        return ask(
            self.state.listing,
            organization_id=self.state.organization_id,
            project_id=self.state.project_id,
            search=self.state.search or None,
            cursor=cursor,
            course_id=self.state.course_id,
            in_text=self.state.can_search_text,
            view=self.state.shown_view if self.state.is_table else None,
        )

    def _projects(self) -> Call[ListProjectsOutput]:
        has_archive = True if self.state.procedures else None
        return get_organization_projects(organization_id=self.state.organization_id, include_archived=has_archive)

    def _read(self, answer: Any) -> BrowserPage:
        return read(answer, project_names(self.state.projects), in_table=self.state.is_table)

    def _is_shown(self, answer: Any, listed: ListProjectsOutput) -> bool:
        page = self._read(answer)
        if tuple(listed.projects) != self.state.projects:
            return False
        return page.total == self.state.total and page.items == self.state.items[: len(page.items)]
