"""HistoryPanel: a lesson's changes by person and time, former content, differences, and restoring with undo."""

from __future__ import annotations

from collections.abc import Callable

import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotSent, WorkbenchError
from workbench.procedures.history import LessonRevision, Revision
from workbench.procedures.lesson import Lesson, get_history, get_lesson, get_revision, revert_to
from workbench.procedures.realtime import get_changes
from workbench.text import display_text, escape_html
from workbench.widgets.history.revision_blocks import RevisionBlocks
from workbench.widgets.history.wording import changed_blocks, comparison_html, listed_revisions, revision_row
from workbench.widgets.kit.controls import Question, button, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.moments import moment
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.reader import show_previews
from workbench.widgets.kit.rows import Rows
from workbench.wording import count_text

PAGE = 50
"""Revisions that are read at a time."""
_CHOOSE = "Select a revision to see the lesson as it was, or two to compare them."


class HistoryPanel(Panel):
    """A lesson's revisions; `value` are the chosen ones, newest first. One is shown as it was, two are compared."""

    label = "History"
    shows = frozenset({"lessons"})
    value = traitlets.List(traitlets.Int())

    def __init__(
        self,
        client: Client,
        lesson_id: str,
        *,
        workers: TaskPool | None = None,
        on_back: Callable[[], object] | None = None,
    ) -> None:
        """`on_back` is called after a revision was restored, for example to load the lesson again."""
        super().__init__(client, workers=workers)
        self.lesson_id, self.language, self.on_back = lesson_id, "EN", on_back
        self.title = ""
        self.revision = 0
        """The lesson's revision now; 0 until it was read."""
        self.entries: tuple[Revision, ...] = ()
        self._about: dict[int, str] = {}
        self._lesson: Lesson | None = None
        self._cursor: str | None = None
        self._undone_by = 0
        # Disabled with the panel, but not while it is busy, so that people can move on to the next revision.
        self.list = Rows("Revisions", empty="No history yet.", many=True)
        traitlets.dlink((self, "disabled"), (self.list, "disabled"))
        self.compare_button = self.control(
            button("Compare with current", lambda: self.start(self.compare_with_now)), when=self._is_one_before
        )
        self.back_button = self.control(
            button("Restore…", lambda: self.run_now(self.ask_to_go_back), style="primary"),
            when=self._is_one_before,
        )
        self.undo_button = self.control(button("Undo restore", lambda: self.start(self.undo)))
        self.question, self.note, self.blocks = Question(), html(), RevisionBlocks()
        show_previews(self.blocks.reader, client, self.workers)
        self.list.observe(lambda change: self._show_revision(), "chosen")
        self.list.on_more(lambda: self.start(self.read_more))
        self.actions = row_of_controls(self.compare_button, self.back_button, self.undo_button)
        self.follow_changes(
            lambda: [get_history(lesson_id=lesson_id, limit=1)] if self.entries else [],
            lambda answer: answer.revision == self.revision,
        )
        self.show(self.list, self.note, self.actions, self.question, self.blocks.caption, self.blocks.reader)
        self.render()

    def refresh(self) -> None:
        """Read the newest revisions and the lesson's title."""
        if not self.offers(get_history, get_revision):
            set_html(self.note, hint("This service has no lesson history."))
            set_visible(self.list, is_visible=False)
            set_visible(self.actions, is_visible=False)
            return
        lesson, page = self.client.batch(
            get_lesson(lesson_id=self.lesson_id), get_history(lesson_id=self.lesson_id, limit=PAGE)
        )
        self.title, self.language = lesson.title, lesson.language
        self.revision, self.entries, self._cursor = page.revision, tuple(page.entries), page.next_cursor
        self._name_blocks(lesson)
        self.header.label = f"History of {display_text(self.title)}" if self.title else self.label
        self.render()

    def read_more(self) -> None:
        """Read older revisions."""
        page = self.client.call(get_history(lesson_id=self.lesson_id, limit=PAGE, cursor=self._cursor))
        self.entries, self._cursor = (*self.entries, *page.entries), page.next_cursor
        if self._lesson is not None:
            self._name_blocks(self._lesson)
        self.render()

    def show_chosen(self) -> None:
        """Show the selection: one revision as it was, two compared."""
        if len(self.value) == 2:
            self.compare(self.value[1], self.value[0])
        elif len(self.value) == 1:
            self.show_revision(self.value[0])
        else:
            self.blocks.clear(_CHOOSE if not self.value else "Select one revision, or two to compare them.")

    def show_revision(self, revision: int) -> None:
        """Show the lesson as it was at a revision."""
        (then,) = self._lesson_at(revision)
        blocks = tuple(then.blocks)
        count = "no blocks" if not blocks else count_text(len(blocks), "block")
        name = f", titled “{display_text(then.title)}”" if then.title not in (None, self.title) else ""
        self.blocks.put(f"Revision {revision:,}: {count}{name}.", blocks, self.language)

    def compare(self, older: int, newer: int) -> None:
        """Show what differs between two revisions."""
        before, after = self._lesson_at(older, newer)
        now = " (current)" if newer == self.revision else ""
        caption = f"Differences: from revision {older:,} to revision {newer:,}{now}."
        old, new = before.title, after.title
        titles = (old, new) if old is not None and new is not None and old != new else None
        fragment = comparison_html(tuple(before.blocks), tuple(after.blocks), titles=titles)
        self.blocks.put_html(caption, fragment, self.language, label="Differences")

    def compare_with_now(self) -> None:
        """Show what differs between the chosen revision and now."""
        self.compare(self._one(), self.revision)

    def ask_to_go_back(self) -> None:
        """Ask for confirmation to restore the selected revision."""
        revision = self._one()
        text = (
            f"The lesson will get the blocks and title of revision {revision:,} again. Later "
            "changes stay in the history, and you can undo this."
        )
        self.question.ask(text, f"Restore revision {revision:,}", lambda: self.start(self.go_back, revision))

    def go_back(self, revision: int) -> None:
        """Restore a revision as a new change, without confirmation; `undo` reverses it.

        Raises `Conflict` if somebody has changed the lesson since it was read.
        """
        before = self.revision
        answer = self.client.call(revert_to(lesson_id=self.lesson_id, revision=revision, base_revision=before))
        self._undone_by = before if answer.revision != before else self._undone_by
        self.list.chosen = []
        self.refresh()
        if self.on_back is not None:
            self.on_back()
        same = "Nothing to restore: the lesson already has these blocks and this title."
        self.notify(same if answer.revision == before else f"Revision {revision:,} was restored.")

    def undo(self) -> None:
        """Undo the last restore; undoing again restores it again."""
        if not self._undone_by:
            raise NotSent("Nothing to undo: no revision was restored here.")
        self.go_back(self._undone_by)

    def render(self) -> None:
        """Update the display."""
        more = "Show older revisions" if self._cursor else ""
        rows = [
            revision_row(entry, self.revision, self._about.get(entry.revision, ""))
            for entry in listed_revisions(self.entries)
        ]
        self.list.fill(rows, more=more)
        set_visible(self.undo_button, is_visible=bool(self._undone_by))
        self._show_revision()

    def as_text(self) -> str:
        """Return the number of revisions, and the last change."""
        if not self.entries:
            return "History: loading."
        last = self.entries[0]
        who = display_text(last.person_name or "somebody")
        return f"History: revision {self.revision:,}; the last change was by {who}, {moment(last.at)}: {last.summary}"

    def as_html(self) -> str:
        """Return the revisions as a table."""
        if not self.entries:
            return super().as_html()
        rows = "".join(
            f"<tr><td>{entry.revision:,}</td><td>{escape_html(moment(entry.at))}</td>"
            f'<td><bdi dir="auto">{escape_html(entry.person_name or "")}</bdi>'
            f"</td><td>{escape_html(entry.summary)}</td></tr>"
            for entry in listed_revisions(self.entries)
        )
        return f"<table><tr><th>revision</th><th>when</th><th>who</th><th>what changed</th></tr>{rows}</table>"

    def _name_blocks(self, lesson: Lesson) -> None:
        """Note the blocks that each revision changed, if the service still has the single changes."""
        self._lesson = lesson
        if not self.entries or not self.offers(get_changes):
            return
        since = max(1, self.entries[-1].revision - 1)
        try:
            answer = self.client.call(get_changes(lesson_id=self.lesson_id, since_revision=since))
        except WorkbenchError:
            return  # the list of revisions is complete without it
        self._about |= {change.revision: changed_blocks(change, tuple(lesson.blocks)) for change in answer.changes}

    def _show_revision(self) -> None:
        self.question.close_question()
        chosen = [int(revision) for revision in self.list.chosen]
        if chosen != self.value or not self.blocks.caption.value:
            self.value = chosen
            if chosen:
                self.start_next(self.show_chosen)
            else:
                self.show_chosen()
        self.update_controls()

    def _lesson_at(self, *revisions: int) -> list[LessonRevision]:
        return list(
            self.client.batch(*(get_revision(lesson_id=self.lesson_id, revision=revision) for revision in revisions))
        )

    def _one(self) -> int:
        if len(self.value) != 1:
            raise NotSent("Select one revision first.")
        return int(self.value[0])

    def _is_one_before(self) -> bool:
        return len(self.value) == 1 and self.value[0] < self.revision
