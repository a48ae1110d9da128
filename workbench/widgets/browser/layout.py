"""What a browser is composed of: fields, list, buttons and questions, and which of them are in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from workbench.client.lookups.courses import every_course
from workbench.client.lookups.preview import preview
from workbench.client.sanitize import shown
from workbench.exports.files import Form
from workbench.procedures.course import create_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import create_lesson, get_lesson
from workbench.procedures.organization import Project
from workbench.procedures.project import archive_project, create_project, rename_project, set_favorite
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.queries import SHELVES, BrowserItem, Shelf
from workbench.widgets.kit.controls import Question, button, dropdown, fill, hint, html, line, seen
from workbench.widgets.kit.course_wording import choices_of, surroundings
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.languages import choices
from workbench.widgets.kit.prompt import Prompt
from workbench.widgets.kit.rows import Rows

if TYPE_CHECKING:
    from workbench.widgets.browser.panel import Browser

ALL_PROJECTS = ""
WHY_IT_STAYS = "This project stays: starter lessons go there."


class BrowserParts:
    """The widgets of one browser, wired to its methods and deeds. Every callback is one line."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._is_offering = False
        self.search = TextEntry("Search", hint="Part of a title", kind="search")
        self.shelf = browser.control(dropdown("Show", SHELVES, value="lessons"))
        self.project = browser.control(dropdown("Project", [("All projects", ALL_PROJECTS)]))
        self.list = browser.control(Rows("Lessons and courses", many=True))
        self.note = html()
        self.question, self.prompt = Question(), Prompt()
        browser.drafts["prompt"] = self.prompt.entry
        self._make_buttons(browser)
        self._wire(browser)
        self.makers = line(self.new_lesson, self.new_course, self.new_project)
        self.of_project = line(self.favorite, self.name_project, self.put_away)
        self.doers = line(self.open, self.share, self.rename, self.move, self.delete, self.restore)
        self.exports = line(self.as_markdown, self.as_page, self.undo)
        top = line(self.shelf, self.project, self.search)
        top.add_class("wb-filters")
        self.all = (
            top,
            self.of_project,
            self.makers,
            self.prompt,
            self.list,
            self.note,
            self.doers,
            self.exports,
            self.question,
        )

    def offer(self, projects: Sequence[Project], shelves: Sequence[tuple[str, Shelf]]) -> None:
        """Offer these projects, favorites first, and these shelves; what is chosen and still there stays."""
        self._is_offering = True
        try:
            _offer(self.project, [("All projects", ALL_PROJECTS), *project_choices(projects)])
            _offer(self.shelf, shelves)
        finally:
            self._is_offering = False
        few = "" if len(shelves) > 1 else "This service cannot list lessons and courses; it tells recent items only."
        fill(self.note, hint(few))

    def lay_out(self) -> None:
        """Show the buttons that can do something here."""
        here, shelf = self._browser, self.shelf.value
        in_trash = shelf.endswith("trash")
        kinds = {each.kind for each in here.items}
        project = None if shelf == "recent" else here.project
        is_archived = project is not None and bool(project.is_archived)
        in_sight: list[tuple[Any, bool]] = [
            (self.new_lesson, here.has(create_lesson) and not in_trash and not is_archived),
            (self.new_course, here.has(create_course) and shelf == "courses" and not is_archived),
            (self.new_project, here.has(create_project) and not in_trash),
            (self.favorite, here.has(set_favorite) and project is not None and not is_archived),
            (self.name_project, here.has(rename_project) and project is not None and not is_archived),
            (self.put_away, here.has(archive_project) and project is not None),
            (self.of_project, here.has(set_favorite, rename_project, archive_project) and project is not None),
            (self.open, not in_trash and "lesson" in kinds),
            (self.share, here.on_share is not None and not in_trash and bool(kinds)),
            (self.rename, here.has(*item_actions.RENAME) and not in_trash and bool(kinds)),
            (self.move, here.has(*item_actions.MOVE) and not in_trash and bool(kinds)),
            (self.delete, here.has(*item_actions.DELETE) and not in_trash and bool(kinds)),
            (self.restore, here.has(*item_actions.RESTORE) and in_trash and bool(kinds)),
            (self.as_markdown, here.has(get_lesson) and not in_trash and bool(kinds)),
            (self.as_page, here.has(get_lesson) and not in_trash and bool(kinds)),
            (self.undo, bool(here.deeds.deleted) and here.has(*item_actions.RESTORE)),
            (self.search, shelf != "recent"),
            (self.project, shelf != "recent"),
        ]
        for widget, is_seen in in_sight:
            seen(widget, is_seen=is_seen)
        is_marked = project is not None and project.is_favorite
        self.favorite.description = "★ Unmark favorite" if is_marked else "☆ Mark as favorite"
        self.put_away.description = "Take project back" if is_archived else "Archive project"
        self.put_away.tooltip = WHY_IT_STAYS if self._is_default() else None
        self._picked()

    def _make_buttons(self, browser: Browser) -> None:
        deeds, made = browser.deeds, browser.control
        one, any_ = self._is_one, self._is_any
        self.new_lesson = made(button("New blank lesson …", self._ask_lesson))
        self.new_course = made(button("New course …", self._ask_course))
        self.new_project = made(button("New project …", self._ask_project))
        self.favorite = made(button("☆ Mark as favorite", lambda: browser.start(deeds.mark_favorite)))
        self.name_project = made(button("Rename project …", lambda: browser.at_once(self._ask_project_name)))
        self.put_away = made(button("Archive project", self._put_away), when=lambda: not self._is_default())
        self.open = made(button("Open", self._open, style="primary"), when=lambda: self._is_one("lesson"))
        self.share = made(button("Share …", self._share), when=one)
        self.rename = made(button("Rename …", lambda: browser.at_once(self._ask_name)), when=one)
        self.move = made(button("Move …", lambda: browser.start(self._ask_place)), when=any_)
        self.delete = made(button("Delete …", self._ask_deletion), when=any_)
        self.restore = made(
            button("Restore", lambda: browser.start(self._restore, browser.chosen), style="primary"), when=any_
        )
        self.as_markdown = made(button("Export as Markdown", lambda: self._export("markdown")), when=any_)
        self.as_page = made(button("Export as HTML", lambda: self._export("html")), when=any_)
        self.undo = made(button("Undo delete", lambda: browser.start(deeds.undo)))

    def _wire(self, browser: Browser) -> None:
        self.search.observe(lambda change: browser.start_next(browser.turn), "value")
        self.shelf.observe(lambda change: self._turn(), "value")
        self.project.observe(lambda change: self._turn(), "value")
        self.list.observe(lambda change: self._picked(), "chosen")
        self.list.on_open(lambda row: browser.at_once(self._open_row, row))
        self.list.on_more(lambda: browser.start(browser.more))

    def _turn(self) -> None:
        if not self._is_offering:
            self._browser.start_next(self._browser.turn)

    def _picked(self) -> None:
        self._browser.value = [each.id for each in self._browser.chosen]
        self.question.close_question()
        self._browser.settle()

    def _is_any(self) -> bool:
        kinds = {each.kind for each in self._browser.chosen}
        return len(kinds) == 1

    def _is_one(self, kind: str | None = None) -> bool:
        chosen = self._browser.chosen
        return len(chosen) == 1 and kind in (None, chosen[0].kind)

    def _open(self) -> None:
        self._browser.at_once(self._browser.open_lesson, item_actions.only(self._browser.chosen).id)

    def _open_row(self, row: str) -> None:
        kind, _, item_id = row.partition(":")
        if kind == "lesson" and not self.shelf.value.endswith("trash"):
            self._browser.open_lesson(item_id)

    def _share(self) -> None:
        course_id = item_actions.only(self._browser.chosen).course_id
        if self._browser.on_share is not None and course_id:
            self._browser.at_once(self._browser.on_share, course_id)

    def _export(self, form: Form) -> None:
        self._browser.start(self._browser.deeds.export, self._browser.chosen, form)

    def _ask_lesson(self) -> None:
        self._prompted("Make it", self._browser.deeds.create_blank, ("Title of the lesson", ""), language=True)

    def _ask_course(self) -> None:
        self._prompted("Make it", self._browser.deeds.create_course, ("Title of the course", ""))

    def _ask_project(self) -> None:
        self._prompted("Make it", self._browser.deeds.create_project, ("Name of the project", ""))

    def _ask_project_name(self) -> None:
        project = self._browser.project
        if project is not None:
            text = ("New name of the project", project.name or "")
            self._prompted("Rename", self._browser.deeds.rename_project, text, about=project.project_id or "")

    def _is_default(self) -> bool:
        project = self._browser.project
        return project is not None and bool(project.is_default)

    def _put_away(self) -> None:
        project = self._browser.project
        if project is not None:
            away = not project.is_archived
            call = archive_project(project_id=project.project_id or "", is_archived=away)
            self._browser.start(self._foretold, "Archive it", [call], self._browser.deeds.archive_project, away)

    def _ask_name(self) -> None:
        item = item_actions.only(self._browser.chosen)
        self._prompted("Rename", lambda title: self._rename(item, title), ("New title", item.title), about=item.id)

    def _prompted(
        self,
        go_on: str,
        deed: Callable[..., None],
        text: tuple[str, str],
        *,
        language: bool = False,
        about: str = "",
    ) -> None:
        offered = ("Language", choices(None), "EN") if language else None
        self.prompt.ask(
            go_on,
            lambda said, code: self._browser.start(self._do, deed, *((said, code) if language else (said,))),
            text=text,
            choices=offered,
            draft=f"{text[0]} {about or self._browser.organization_id or ''}",
        )

    def _do(self, deed: Callable[..., None], *typed: str) -> None:
        deed(*typed)
        self.prompt.saved()

    def _ask_place(self) -> None:
        here, items = self._browser, self._browser.chosen
        if items[0].kind == "course":
            label, places = "Project to move to", project_choices(here.projects, archived=False)
        else:
            found = every_course(here.client, here.organization_id)
            label, places = "Course to move to", choices_of(found, surroundings(here.client, here.organization_id))
        self.prompt.ask("Move", lambda said, to: here.start(self._move, items, to), choices=(label, places, None))

    def _ask_deletion(self) -> None:
        items, deeds = self._browser.chosen, self._browser.deeds
        calls = [item_actions.delete(each) for each in items]
        self._browser.start(self._foretold, "Delete", calls, deeds.delete, items, item_actions.warning(items))

    def _move(self, items: Sequence[BrowserItem], to: str) -> None:
        calls = [item_actions.move(each, to) for each in items]
        self._foretold("Move", calls, lambda moved: self._browser.deeds.move(moved, to), items)

    def _rename(self, item: BrowserItem, title: str) -> None:
        call = item_actions.rename(item, title)
        self._foretold("Rename", [call], lambda one: self._browser.deeds.rename(one, title), item)

    def _restore(self, items: Sequence[BrowserItem]) -> None:
        self._foretold("Restore", list(map(item_actions.restore, items)), self._browser.deeds.restore, items)

    def _foretold(
        self, yes: str, calls: Sequence[Call[Any]], deed: Callable[[Any], None], of: Any, warning: str = ""
    ) -> None:
        """Do it; where learners will see a difference, or with a warning, say so and ask first."""
        here = self._browser
        course_of = {each.id: each.course_id for each in here.items if each.kind == "lesson" and each.course_id}
        said = preview(here.client, calls, course_of=course_of)
        if not said and not warning:
            deed(of)
            return
        text = " ".join([warning, *said]).strip()
        self.question.ask(text, yes, lambda: here.start(deed, of), is_dangerous=True)


def project_choices(projects: Sequence[Project], *, archived: bool = True) -> list[tuple[str, str]]:
    """Text and id of each project, favorites first and those put away last, or left out."""
    known = [each for each in projects if each.project_id and (archived or not each.is_archived)]
    ordered = sorted(
        known, key=lambda each: (bool(each.is_archived), not each.is_favorite, (each.name or "").casefold())
    )
    return [(_project_text(each), each.project_id or "") for each in ordered]


def _project_text(each: Project) -> str:
    star, away = "★ " if each.is_favorite else "", " (archived)" if each.is_archived else ""
    return f"{star}{shown(each.name or '')}{away}"


def _offer(widget: Any, options: Sequence[tuple[str, str]]) -> None:
    before = widget.value
    if tuple(widget.options) != tuple(options):
        widget.options = tuple(options)
        widget.value = before if before in [value for _, value in options] else options[0][1]
