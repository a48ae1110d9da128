"""ReviewPanel: lessons that wait for a review, worst findings first: read, approved or sent back by single keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import ipywidgets
import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotFound, NotSent
from workbench.procedures.declare import Call
from workbench.procedures.organization import get_organization_projects
from workbench.procedures.reviews import APPROVED, IN_REVIEW, ReviewQueue, list_review_queue
from workbench.procedures.service import who_am_i
from workbench.text import display_text, escape_html
from workbench.widgets.kit.controls import Question, hint, html, set_html, set_visible, stack
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.prompt import Prompt
from workbench.widgets.kit.rows import Rows
from workbench.widgets.review.actions import ReviewActions, Verdict
from workbench.widgets.review.dialogs import ReviewDialogs
from workbench.widgets.review.filters import QueueFilters
from workbench.widgets.review.keys import ReviewButtons, ReviewKeys
from workbench.widgets.review.opened_lesson import OpenedLesson
from workbench.widgets.review.queue import LoadedQueue
from workbench.widgets.review.review_page import ReviewPages
from workbench.widgets.review.wording import bar, decided_since, progress, row, severity_count_text

PAGE: Final = 60
"""Lessons of the queue that are read at a time."""
AHEAD: Final = 2
"""Lessons that are read before they are opened."""
_MOST_SAVED: Final = 60
_NONE: Final = "Nothing is awaiting review. Change the filters, or request a review in a lesson."


class ReviewPanel(Panel):
    """The review queue; `value` is the id of the lesson that is open.

    `queue` is the part of it that is loaded, `actions` are the actions that need no confirmation.
    """

    label = "Review"
    shows = frozenset({"lessons", "reviews"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_edit: Callable[[str], object] | None = None,
        detail_pane: Any = None,
    ) -> None:
        """`on_edit` gets the id of a lesson to edit; without it there is no such button.

        `detail_pane` is a widget that is shown below, for example for editing.
        """
        super().__init__(client, workers=workers)
        self.organization_id, self.on_edit, self.detail_pane = organization_id, on_edit, detail_pane
        self.queue = LoadedQueue()
        self.pages = ReviewPages(client, self.workers)
        self.actions = ReviewActions(client, self.queue, self.pages)
        self.filters = QueueFilters(lambda: self.start_next(self.reload))
        self.list = Rows("Lessons to review", empty=_NONE)
        self.list.observe(lambda change: self._on_pick(), "chosen")
        self.list.on_more(lambda: self.start(self.read_more))
        self.question, self.prompt = Question(), Prompt()
        self.bar, self.note = html(), html()
        self.shortcuts = ReviewKeys(self._command)
        self.buttons = ReviewButtons(self._command)
        self.lesson = OpenedLesson(
            client, self.workers, lambda comment_id: self.start(self._resolve, comment_id), *self.buttons.of_lesson
        )
        self.dialogs = ReviewDialogs(self)
        self.drafts["note"] = self.prompt.entry
        self._last = ""
        self._is_filling = False
        self._connect()
        left = stack(self.list, self.buttons.of_filter)
        right = stack(self.prompt, self.question, self.lesson)
        columns = ipywidgets.HBox((left, right))
        for widget, name in ((left, "wb-review-list"), (right, "wb-review-lesson"), (columns, "wb-review")):
            widget.add_class(name)
        self.add_class("wb-review-panel")
        self.show(self.filters, self.note, self.bar, columns, self.shortcuts, detail_pane)
        self.render()

    def refresh(self) -> None:
        """Read the projects and the current queue; the open lesson stays open."""
        if not self.offers(list_review_queue):
            set_html(self.note, hint("This service doesn't support reviews."))
            return
        if self.offers(who_am_i) and not self.actions.my_person_id:
            self.actions.my_person_id = self.client.call(who_am_i()).person_id
        listed = self.client.call(get_organization_projects(organization_id=self.organization_id))
        self.filters.offer(tuple(listed.projects))
        if not self.queue.entries:
            self.reload()
            return
        gone = self.queue.update(self.client.call(self._page()))
        if gone:
            titles = ", ".join(f"“{display_text(entry.lesson.title)}”" for entry in gone[:3])
            self._last = f"No longer in this queue: {titles}."
        if not self.prompt.is_open and any(entry.id == self.queue.current for entry in gone):
            self.queue.current = next(iter(self.queue.after(self.queue.current)), None)
        self.open_lesson(self.queue.current, anew=True)

    def reload(self) -> None:
        """Read the first page of the queue with the filters as they are; its first lesson is opened."""
        self.pages.forget()
        self.queue.load(self.client.call(self._page()))
        self._last = ""
        self._show_current()

    def read_more(self) -> None:
        """Read the next page of the queue."""
        self.queue.extend(self.client.call(self._page(self.queue.cursor)))
        self.render()

    def go(self, step: int) -> None:
        """Open the lesson this many places further down, or up, without a decision."""
        wanted = self.queue.neighbour(step)
        if wanted is None:
            self._last = "This is the last lesson in the list." if step > 0 else "This is the first lesson."
            self.render()
            return
        self.open_lesson(wanted)

    def open_lesson(self, lesson_id: str | None, *, anew: bool = False) -> None:
        """Open a lesson of the list, immediately if it is loaded, else once it is; `anew` loads it again."""
        if lesson_id != self.queue.current:
            self.dialogs.close()
        self.queue.current = lesson_id
        if lesson_id is not None and anew:
            self.pages.forget(lesson_id)
        if lesson_id is None or self.pages.get(lesson_id) is not None:
            self._show_current()
        else:
            self.render()
            self.start_next(self._show_current)

    def decide(self, verdict: Verdict, note: str = "", *, lesson_id: str | None = None) -> bool:
        """Approve the open lesson as read, or send it back with a note; return whether that was stored.

        The next lesson is opened. Nothing is stored if somebody else decided first or the lesson has changed
        since; nor, without a message, if the open lesson is not `lesson_id`. Raises `NotSent` while no lesson
        is read, and for sending back without a note; also what the service refuses (`NotAllowed`,
        `ServiceUnwell` …).
        """
        page = self.lesson.page
        if lesson_id is not None and lesson_id != self.queue.current:
            return False
        if page is None or page.lesson.lesson_id != self.queue.current:
            raise NotSent("Open a lesson first, or wait until it has loaded.")
        self._last, is_stored = self.actions.decide(page, verdict, note)
        if self.queue.needs_more(AHEAD + 1):
            self.queue.extend(self.client.call(self._page(self.queue.cursor)))
        self._show_current()
        return is_stored

    def undo(self) -> None:
        """Take back the last decision that was made here: the lesson waits for a review again, and is opened."""
        self._last = self.actions.undo()
        self._show_current()

    def comment(self, text: str, block_id: str | None = None, *, lesson_id: str | None = None) -> None:
        """Comment on the open lesson, or another, or on one of its blocks. Raises `NotSent` without a text."""
        about = lesson_id or self.queue.current
        if about is None:
            raise NotSent("Open a lesson first.")
        self._last = self.actions.comment(about, text, block_id)
        self._show_current()

    def render(self) -> None:
        """Show the known queue."""
        queue = self.queue
        left = max(queue.waiting - len(queue.unread()), 0)
        self._is_filling = True
        try:
            self.list.fill(
                [row(entry) for entry in queue.entries], more=f"Show more ({left:,} more)" if queue.cursor else ""
            )
            self.list.chosen = [queue.current] if queue.current else []
            self.list.status = f"{self._last} {progress(queue)}".strip()
        finally:
            self._is_filling = False
        set_html(self.bar, bar(queue))
        self.value = queue.current
        self.update_controls()

    def as_text(self) -> str:
        """Return how many lessons are waiting."""
        wait = "awaiting review" if self.filters.state.value == IN_REVIEW else "matching this filter"
        return f"Review: {severity_count_text(self.queue.waiting, 'lesson')} {wait}. {progress(self.queue)}".strip()

    def as_html(self) -> str:
        """Return the listed lessons, each with its decision or findings."""
        rows = ""
        for entry in self.queue.entries[:_MOST_SAVED]:
            tags = "".join(f" · {escape_html(text)}" for text, _ in row(entry).tags)
            rows += f'<li><bdi dir="auto">{escape_html(entry.lesson.title)}</bdi>{tags}</li>'
        return f"<p>{escape_html(self.as_text())}</p><ol>{rows}</ol>" if rows else super().as_html()

    def _connect(self) -> None:
        buttons = self.buttons
        traitlets.dlink((self, "disabled"), (self.list, "disabled"))  # people can move on while it is busy
        for field in self.filters.fields:
            self.control(field, while_busy=True)
        for action_button in (buttons.approve, buttons.send_back, buttons.comment):
            self.control(action_button, when=lambda: self.lesson.page is not None, while_busy=True)
        self.control(buttons.edit, when=lambda: self.queue.current is not None, while_busy=True)
        self.control(buttons.undo, when=lambda: self.actions.last is not None, while_busy=True)
        self.control(buttons.next, when=lambda: self.queue.neighbour(1) is not None, while_busy=True)
        self.control(buttons.previous, when=lambda: self.queue.neighbour(-1) is not None, while_busy=True)
        for action_button in (buttons.approve_all, buttons.send_all_back):
            self.control(action_button, when=lambda: self.queue.waiting > 0 and self.filters.state.value != APPROVED)
        set_visible(buttons.edit, is_visible=self.on_edit is not None)
        self.follow_changes(lambda: [self._page()], self.queue.shows)

    def _command(self, name: str, subject: str) -> None:
        """Run the command of a key or button; `subject` is the lesson shown when it was pressed, if any."""
        about, dialogs = subject or self.queue.current, self.dialogs
        commands: dict[str, Callable[[], object]] = {
            "next": lambda: self.run_now(self.go, 1),
            "previous": lambda: self.run_now(self.go, -1),
            "approve": lambda: self.start_after(partial(self.decide, "approved", lesson_id=about)),
            "sendBack": lambda: self.run_now(dialogs.ask_for_note, self.lesson.page),
            "comment": lambda: self.run_now(dialogs.ask_for_comment, self.lesson.page),
            "edit": lambda: self.run_now(self._edit),
            "undo": lambda: self.start_after(self.undo),
            "leave": dialogs.leave,
            "approveAll": lambda: dialogs.ask_about_all("approved"),
            "sendAllBack": lambda: dialogs.ask_about_all("changesRequested"),
            "stop": dialogs.whole.stop,
        }
        if not self.disabled and name in commands:
            commands[name]()

    def _edit(self) -> None:
        opened = getattr(self.detail_pane, "panel", None)
        if opened is not None:
            self.detail_pane.clear()
            self.open_lesson(self.queue.current, anew=True)
        elif self.on_edit is not None and self.queue.current is not None:
            self.on_edit(self.queue.current)

    def _on_pick(self) -> None:
        if not self._is_filling and self.list.chosen and self.list.chosen[0] != self.queue.current:
            self.run_now(self.open_lesson, self.list.chosen[0])

    def _show_current(self) -> None:
        """Show the open lesson; if others removed it from the queue, say so and show the next one."""
        queue = self.queue
        while (current := queue.current) is not None:
            entry = queue.entry(current)
            try:
                page = self.pages.read(current)
            except NotFound:
                queue.decide(current, "elsewhere")
                self._last = "A lesson was deleted, or you don't have access to it."
                continue
            happened = decided_since(page, entry, self.actions.my_person_id)
            if happened and queue.current == current:
                queue.decide(current, "elsewhere")
                self._last = happened
                continue
            with self.lock:
                if queue.current == current:  # else another one was opened in the meantime
                    self.lesson.show(page, entry.lesson if entry else None)
            break
        else:
            self.lesson.clear(_NONE)
        self.render()
        self.pages.read_ahead(queue.after(queue.current, AHEAD))

    def _resolve(self, comment_id: str) -> None:
        self._last = self.actions.resolve(self.queue.current or "", comment_id)
        self._show_current()

    def _page(self, cursor: str | None = None) -> Call[ReviewQueue]:
        return self.filters.page(self.organization_id, limit=PAGE, cursor=cursor)
