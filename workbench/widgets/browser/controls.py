"""The controls of a browser: its fields, list and buttons, and which of them are visible and enabled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from workbench.authoring.tags import NONE
from workbench.languages.reader import language_choices
from workbench.procedures.course import CourseWithLessons, create_course, get_course, order_lessons
from workbench.procedures.lesson import create_lesson, get_lesson, update_lesson
from workbench.procedures.organization import Project
from workbench.procedures.project import archive_project, create_project, rename_project, set_favorite
from workbench.procedures.tags import TagCount
from workbench.text import display_text
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.dialogs import project_choices
from workbench.widgets.browser.export_form import ExportForm
from workbench.widgets.browser.queries import LISTINGS, Listing, columns_of_listing, course_item, outline_tags
from workbench.widgets.browser.state import BrowserState
from workbench.widgets.browser.tag_editor import TagEditor
from workbench.widgets.kit.controls import (
    button,
    copy_button,
    dropdown,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
    stack,
)
from workbench.widgets.kit.editable_title import EditableTitle
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.lesson_status import STATUS_NAMES
from workbench.widgets.kit.rows import Rows

ALL_PROJECTS = ""
ANY = ""
WHY_IT_STAYS = "The default project can't be archived: new lessons go there unless you choose another."


class BrowserControls:
    """The widgets of one browser. Reads the state; what a click does is wired by the panel."""

    def __init__(self, state: BrowserState, *, can_share: bool) -> None:
        self._state, self._can_share = state, can_share
        self.search = TextEntry("Search", hint="Search titles", kind="search")
        self.listing = dropdown("Show", LISTINGS, value="lessons")
        self.project = dropdown("Project", [("All projects", ALL_PROJECTS)])
        self.status = dropdown("Status", [("Any status", ANY), *((name, key) for key, name in STATUS_NAMES.items())])
        self.language = dropdown("Language", [("Any language", ANY)])
        self.tag = dropdown("Tag", [("Any tag", ANY)])
        self.clear_filters = button("Clear filters")
        self.search_help = html()
        self.list = Rows("Lessons and courses", many=True)
        self.courses = Rows("Other courses")
        self.courses.receives = True
        about = hint(
            "Drag lessons onto a course, or press Alt+M to move them. Double-click or press Enter to open a course."
        )
        self.courses_side = stack(html(about), self.courses)
        self.lists = ipywidgets.HBox((self.list, self.courses_side))
        self.lists.add_class("wb-lists")
        self.note = html()
        self.course_title = EditableTitle("Rename the course")
        self.close_course = button("← All courses")
        self.new_lesson = button("New blank lesson…")
        self.new_course = button("New course…")
        self.new_project = button("New project…")
        self.import_file = button("Import…", tooltip="Import Word, PowerPoint, GIFT or Moodle XML files as drafts")
        self.favorite = button("☆ Add to favorites")
        self.rename_project = button("Rename project…")
        self.archive_project = button("Archive project")
        self.selected = html()
        self.open = button("Open", style="primary")
        self.up = button("↑ Move up", tooltip="In the list: Alt+↑")
        self.down = button("↓ Move down", tooltip="In the list: Alt+↓")
        self.share = button("Share…")
        self.rename = button("Rename…")
        self.tags = button("Tags…", tooltip="Add or remove tags")
        self.move = button("Move…")
        self.duplicate = button("Duplicate")
        self.delete = button("Delete…")
        self.restore = button("Restore", style="primary")
        self.export = button("Export…", tooltip="SCORM packages, web pages, Markdown, quiz questions or XLIFF")
        self.export_form = ExportForm()
        self.copy_link = html()
        self.link_to: Callable[[str, str], str] = lambda kind, thing_id: ""
        """Gives the link to a lesson or course, to be passed on; empty where there is none."""
        self.undo = button("")
        self.undo_tags = button("Undo tag changes")
        self.tag_editor = TagEditor()
        self._arrange()

    def _arrange(self) -> None:
        """Put the controls into lines, those above the lists and those below."""
        filters = row_of_controls(
            self.listing, self.project, self.status, self.language, self.tag, self.search, self.clear_filters
        )
        filters.add_class("wb-filters")
        self.filter_line = stack(filters, self.search_help)
        self.project_line = row_of_controls(self.favorite, self.rename_project, self.archive_project)
        self.create_line = row_of_controls(self.new_lesson, self.new_course, self.new_project, self.import_file)
        self.course_line = row_of_controls(self.close_course, self.course_title)
        self.item_line = row_of_controls(
            *(self.selected, self.open, self.up, self.down, self.move, self.tags, self.duplicate, self.export),
            *(self.share, self.rename, self.delete, self.restore, self.copy_link),
        )
        self.item_line.add_class("wb-selection")
        self.undo_line = row_of_controls(self.undo, self.undo_tags)
        for line in (self.create_line, self.item_line):
            line.add_class("wb-one-line")
        self.above = (self.filter_line, self.course_line, self.project_line, self.create_line, self.item_line)
        self.forms = (self.undo_line, self.tag_editor, self.export_form)

    def is_enabled(self, control: Any) -> bool:
        """Return whether a control applies to the current selection, unless the panel is busy."""
        chosen = self._state.chosen_items
        if control is self.archive_project:
            return not self._is_default_project()
        if control is self.open:
            return len(chosen) == 1 and (chosen[0].kind == "lesson" or self._state.has(get_course))
        if control in (self.up, self.down, self.tags):
            return bool(chosen)
        if control in (self.share, self.rename):
            return len(chosen) == 1
        if control in (self.move, self.duplicate, self.delete, self.restore, self.export):
            return len({item.kind for item in chosen}) == 1
        return True

    def show_selection(self) -> None:
        """Show how many rows are chosen and what can be done with them, and the button that copies a link.

        In a table this takes the place of what creates others, so that the rows stay where they are.
        """
        chosen, course_id = self._state.chosen_items, self._state.course_id
        set_visible(self.create_line, is_visible=bool(not chosen or course_id))
        set_visible(self.item_line, is_visible=bool(chosen or course_id))
        set_html(self.selected, f'<span role="status">{len(chosen):,} selected</span>' if chosen else "")
        link = self.link_to("course", course_id) if course_id and not chosen else ""
        if len(chosen) == 1 and not self._state.in_trash:
            link = self.link_to(chosen[0].kind, chosen[0].id)
        set_html(self.copy_link, copy_button(link, "Copy link") if link else "")

    def offer(
        self,
        projects: Sequence[Project],
        listings: Sequence[tuple[str, Listing]],
        used_tags: Sequence[TagCount] = (),
    ) -> None:
        """Offer these projects, favorites first, listings and tags; what is chosen and still there stays."""
        _set_options(self.project, [("All projects", ALL_PROJECTS), *project_choices(projects)])
        _set_options(self.listing, listings)
        tags = [
            (f"{display_text(used.tag)} ({used.lesson_count + used.course_count:,})", used.tag) for used in used_tags
        ]
        _set_options(self.tag, [("Any tag", ANY), ("No tags", NONE), *tags])
        _set_options(self.language, [("Any language", ANY), *language_choices(None, self._state.default_language)])
        few = "" if len(listings) > 1 else "This service can only show recent items."
        set_html(self.note, hint(few))

    def show_course(self, course: CourseWithLessons | None) -> None:
        """Show the title of the open course, whether it is public, and how its lessons are moved."""
        if course is None:
            self.course_title.fill("", "")
            self.list.label = "Lessons and courses"
            return
        more = "Show more" if self._state.courses_cursor else ""
        self.courses.fill([course.row for course in self._state.other_courses], more=more)
        item = course_item(course)
        tags = outline_tags(course, self._state.contents.values())
        self.course_title.fill(item.row.id, item.title, tags)
        self.list.label = f"Lessons in {display_text(course.title)}"
        cut = len(course.lessons) < course.lesson_count
        first = f"Showing the first {len(course.lessons):,} of {course.lesson_count:,} lessons. " if cut else ""
        moves = "To reorder, drag a lesson or press Alt+↑ or Alt+↓. " if self.list.movable else ""
        titles = "To rename, double-click a title or press F2." if self.list.editable else ""
        set_html(self.note, hint((first + moves + titles).strip()))

    def drafts(self) -> dict[str, Any]:
        """Return the title entry widgets, by the name under which a browser keeps unsaved text."""
        return {"titles": self.list, "course title": self.course_title}

    def finish_title(self, row_id: str, *, is_saved: bool) -> None:
        """Close the field in which a title was typed, or let the person go on in it."""
        titles = self.course_title if row_id == self.course_title.thing else self.list
        titles.finish_title(row_id, is_saved=is_saved)

    def update(self) -> None:
        """Show the controls that can do something here."""
        state = self._state
        kinds = {item.kind for item in state.items}
        project = None if state.listing == "recent" else state.project
        is_archived = project is not None and bool(project.is_archived)
        on_items = bool(kinds) and not state.in_trash
        is_listing = state.course_id is None
        is_movable = not is_listing and state.has(order_lessons)
        self.list.movable = is_movable
        self.list.editable = not is_listing and state.has(*item_actions.RENAME)
        self.course_title.editable = self.list.editable
        is_undoable = state.undoable is not None and state.has(*item_actions.RESTORE, *item_actions.MOVE)
        visible: list[tuple[Any, bool]] = [
            (self.filter_line, is_listing),
            (self.course_line, not is_listing),
            (self.courses_side, not is_listing and bool(state.other_courses) and state.has(*item_actions.MOVE)),
            *((move_button, is_movable and on_items) for move_button in (self.up, self.down)),
            (self.new_lesson, state.has(create_lesson) and not state.in_trash and not is_archived),
            (self.import_file, state.has(create_lesson, update_lesson) and not state.in_trash and not is_archived),
            (
                self.new_course,
                state.has(create_course) and is_listing and state.listing == "courses" and not is_archived,
            ),
            (self.new_project, state.has(create_project) and is_listing and not state.in_trash),
            (self.favorite, state.has(set_favorite) and project is not None and not is_archived),
            (self.rename_project, state.has(rename_project) and project is not None and not is_archived),
            (self.archive_project, state.has(archive_project) and project is not None),
            (
                self.project_line,
                state.has(set_favorite, rename_project, archive_project) and project is not None and is_listing,
            ),
            (self.open, on_items and ("lesson" in kinds or state.has(get_course))),
            (self.share, self._can_share and on_items),
            (self.rename, state.has(*item_actions.RENAME) and on_items),
            (self.tags, state.has(*item_actions.TAG) and on_items and state.listing != "recent"),
            (self.undo_tags, bool(state.retagged)),
            (self.move, state.has(*item_actions.MOVE) and on_items),
            (self.duplicate, state.has(*item_actions.DUPLICATE) and on_items and state.listing != "recent"),
            (self.delete, state.has(*item_actions.DELETE) and on_items),
            (self.restore, state.has(*item_actions.RESTORE) and state.in_trash and bool(kinds)),
            (self.export, state.has(get_lesson) and on_items),
            (self.undo, is_undoable),
            (self.undo_line, is_undoable or bool(state.retagged)),
            (self.status, state.is_table and state.listing == "lessons"),
            (self.language, state.is_table and state.listing == "lessons"),
            (self.tag, state.is_table and not state.in_trash),
            (self.clear_filters, state.is_filtered),
            (self.search, state.listing != "recent"),
            (self.project, state.listing != "recent"),
        ]
        for widget, is_visible in visible:
            set_visible(widget, is_visible=is_visible)
        for chip in (self.project, self.status, self.language, self.tag):
            (chip.add_class if chip.value else chip.remove_class)("wb-set")
        columns = columns_of_listing(state.listing, sorts=not state.searches_text) if state.is_table else ()
        self.list.show_columns(columns, "" if state.searches_text else state.shown_view.sort)
        self._update_texts(project, is_archived=is_archived)

    def _update_texts(self, project: Project | None, *, is_archived: bool) -> None:
        undoable = self._state.undoable
        self.undo.description = f"Undo {undoable.action}" if undoable else ""
        self.new_lesson.description = "New blank lesson…" if self._state.course_id is None else "Add a lesson…"
        is_marked = project is not None and project.is_favorite
        self.favorite.description = "★ Remove from favorites" if is_marked else "☆ Add to favorites"
        self.archive_project.description = "Unarchive project" if is_archived else "Archive project"
        self.archive_project.tooltip = WHY_IT_STAYS if self._is_default_project() else None

    def _is_default_project(self) -> bool:
        project = self._state.project
        return project is not None and bool(project.is_default)


def _set_options(widget: Any, options: Sequence[tuple[str, str]]) -> None:
    before = widget.value
    if tuple(widget.options) != tuple(options):
        widget.options = tuple(options)
        widget.value = before if before in [value for _, value in options] else options[0][1]
