"""HistoryPanel: who changed a lesson, when and how; how it was, what differs, and going back, which can be undone."""

from __future__ import annotations

from collections.abc import Callable

import traitlets

from workbench.authoring.block import Blocks
from workbench.authoring.rendered import blocks_html
from workbench.client.sanitize import escaped, shown
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotSent, WorkbenchError
from workbench.procedures.history import LessonRevision, Revision
from workbench.procedures.lesson import Lesson, get_history, get_lesson, get_revision, revert_to
from workbench.procedures.realtime import get_changes
from workbench.widgets.history.wording import blocks_named, comparison_html, moment, row
from workbench.widgets.kit.controls import Question, button, hint, html, line, set_html, set_visible
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.reader import Reader
from workbench.widgets.kit.rows import Rows

PAGE = 50
"""Revisions that are asked for at a time."""
MOST_BLOCKS = 200
"""Blocks of a revision that are shown at a time."""
_CHOOSE = "Choose a revision to see the lesson as it was, or two of them to see what differs."


class HistoryPanel(Panel):
    """A lesson's revisions; `value` are the chosen ones, newest first. One is shown as it was, two are compared."""

    label = "History"
    value = traitlets.List(traitlets.Int())

    def __init__(
        self,
        client: Client,
        lesson_id: str,
        *,
        workers: TaskPool | None = None,
        on_back: Callable[[], object] | None = None,
    ) -> None:
        """`on_back` is called when the lesson went back to a revision, such as to read it again."""
        super().__init__(client, workers=workers)
        self.lesson_id, self.language, self.on_back = lesson_id, "EN", on_back
        self.title = ""
        self.revision = 0
        """The lesson's revision now; 0 until it was asked."""
        self.entries: tuple[Revision, ...] = ()
        self._about: dict[int, str] = {}
        self._lesson: Lesson | None = None
        self._cursor: str | None = None
        self._undone_by = 0
        self._rest: Blocks = ()
        # Switched off with the panel, but not while it is busy: who goes from one revision to the next is not held up.
        self.list = Rows("Revisions", empty="Nothing is told of this lesson's history.", many=True)
        traitlets.dlink((self, "disabled"), (self.list, "disabled"))
        self.compare_button = self.control(
            button("Compare with now", lambda: self.start(self.compare_with_now)), when=self._is_one_before
        )
        self.back_button = self.control(button("Go back to it …", self._ask, style="primary"), when=self._is_one_before)
        self.undo_button = self.control(button("Undo going back", lambda: self.start(self.undo)))
        self.question, self.caption, self.note = Question(), html(), html()
        self.reader = Reader("The lesson as it was")
        self.list.observe(lambda change: self._picked(), "chosen")
        self.list.on_more(lambda: self.start(self.read_more))
        self.reader.on_more(self._show_more)
        self.deeds = line(self.compare_button, self.back_button, self.undo_button)
        self.follow_changes(
            lambda: [get_history(lesson_id=lesson_id, limit=1)] if self.entries else [],
            lambda told: told.revision == self.revision,
        )
        self.show(self.list, self.note, self.deeds, self.question, self.caption, self.reader)
        self.lay_out()

    def refresh(self) -> None:
        """Ask for the newest revisions, and for what the lesson is called."""
        if not self.offers(get_history, get_revision):
            set_html(self.note, hint("This service keeps no history of lessons."))
            set_visible(self.list, is_visible=False)
            set_visible(self.deeds, is_visible=False)
            return
        lesson, page = self.client.batch(
            get_lesson(lesson_id=self.lesson_id), get_history(lesson_id=self.lesson_id, limit=PAGE)
        )
        self.title, self.language = lesson.title, lesson.language
        self.revision, self.entries, self._cursor = page.revision, tuple(page.entries), page.next_cursor
        self._name_blocks(lesson)
        self.header.label = f"History of {shown(self.title)}" if self.title else self.label
        self.lay_out()

    def read_more(self) -> None:
        """Ask for older revisions."""
        page = self.client.call(get_history(lesson_id=self.lesson_id, limit=PAGE, cursor=self._cursor))
        self.entries, self._cursor = (*self.entries, *page.entries), page.next_cursor
        if self._lesson is not None:
            self._name_blocks(self._lesson)
        self.lay_out()

    def look(self) -> None:
        """Show what is chosen: one revision as it was, two compared."""
        if len(self.value) == 2:
            self.compare(self.value[1], self.value[0])
        elif len(self.value) == 1:
            self.show_revision(self.value[0])
        else:
            self._caption(_CHOOSE if not self.value else "Choose one revision, or two to see what differs.")

    def show_revision(self, revision: int) -> None:
        """Show the lesson as it was at a revision."""
        (then,) = self._lesson_at(revision)
        blocks = tuple(then.blocks)
        count = "no blocks" if not blocks else "1 block" if len(blocks) == 1 else f"{len(blocks):,} blocks"
        name = f", called “{shown(then.title)}”" if then.title not in (None, self.title) else ""
        self._caption(f"As it was at revision {revision:,}: {count}{name}.", "The lesson as it was")
        self._rest = blocks[MOST_BLOCKS:]
        self.reader.put(blocks_html(blocks[:MOST_BLOCKS], self.language), language=self.language, more=self._more())

    def compare(self, older: int, newer: int) -> None:
        """Show what differs between two revisions."""
        before, after = self._lesson_at(older, newer)
        now = ", which holds now" if newer == self.revision else ""
        self._caption(f"What differs: from revision {older:,} to revision {newer:,}{now}.", "What differs")
        self.reader.put(_comparison(before, after), language=self.language)

    def compare_with_now(self) -> None:
        """Show what differs between the chosen revision and now."""
        self.compare(self._one(), self.revision)

    def go_back(self, revision: int) -> None:
        """Give the lesson the blocks of a revision again, as a new change; asks nobody. `undo` takes it back.

        Raises `Conflict` when somebody has changed the lesson since this panel asked.
        """
        before = self.revision
        told = self.client.call(revert_to(lesson_id=self.lesson_id, revision=revision, base_revision=before))
        self._undone_by = before if told.revision != before else self._undone_by
        self.list.chosen = []
        self.refresh()
        if self.on_back is not None:
            self.on_back()
        same = "Nothing had to be changed: the lesson has these blocks and this title already."
        self.notify(
            same
            if told.revision == before
            else f"The lesson has the blocks and the title of revision {revision:,} again."
        )

    def undo(self) -> None:
        """Take the last going back back; done again, it is done again."""
        if not self._undone_by:
            raise NotSent("Nothing was gone back to here. Nothing was sent.")
        self.go_back(self._undone_by)

    def lay_out(self) -> None:
        """Show what is known."""
        more = "Show older revisions" if self._cursor else ""
        rows = [row(each, self.revision, self._about.get(each.revision, "")) for each in self.entries]
        self.list.fill(rows, more=more)
        set_visible(self.undo_button, is_visible=bool(self._undone_by))
        self._picked()

    def as_text(self) -> str:
        """How many revisions there are, and the last change."""
        if not self.entries:
            return "History: nothing is told yet."
        last = self.entries[0]
        who = shown(last.person_name or "somebody")
        return f"History: revision {self.revision:,}; the last change was by {who}, {moment(last.at)}: {last.summary}"

    def as_html(self) -> str:
        """The revisions as a table."""
        if not self.entries:
            return super().as_html()
        rows = "".join(
            f"<tr><td>{each.revision:,}</td><td>{escaped(moment(each.at))}</td>"
            f'<td><bdi dir="auto">{escaped(each.person_name or "")}</bdi></td><td>{escaped(each.summary)}</td></tr>'
            for each in self.entries
        )
        return f"<table><tr><th>revision</th><th>when</th><th>who</th><th>what changed</th></tr>{rows}</table>"

    def _name_blocks(self, lesson: Lesson) -> None:
        """Which blocks each revision was about, where the service still tells the changes one by one."""
        self._lesson = lesson
        if not self.entries or not self.offers(get_changes):
            return
        since = max(1, self.entries[-1].revision - 1)
        try:
            told = self.client.call(get_changes(lesson_id=self.lesson_id, since_revision=since))
        except WorkbenchError:
            return  # the list of revisions stands without it
        self._about |= {each.revision: blocks_named(each, tuple(lesson.blocks)) for each in told.changes}

    def _picked(self) -> None:
        self.question.close_question()
        chosen = [int(each) for each in self.list.chosen]
        if chosen != self.value or not self.caption.value:
            self.value = chosen
            if chosen:
                self.start_next(self.look)
            else:
                self.look()
        self.update_controls()

    def _lesson_at(self, *revisions: int) -> list[LessonRevision]:
        return list(self.client.batch(*(get_revision(lesson_id=self.lesson_id, revision=each) for each in revisions)))

    def _caption(self, text: str, label: str = "") -> None:
        set_html(self.caption, hint(text))
        self.reader.label = label
        self._rest = ()
        self.reader.put("", language=self.language)

    def _show_more(self) -> None:
        part, self._rest = self._rest[:MOST_BLOCKS], self._rest[MOST_BLOCKS:]
        self.reader.add(blocks_html(part, self.language), more=self._more())

    def _more(self) -> str:
        return f"Show the next blocks ({len(self._rest):,} more)" if self._rest else ""

    def _one(self) -> int:
        if len(self.value) != 1:
            raise NotSent("Choose one revision first. Nothing was sent.")
        return int(self.value[0])

    def _is_one_before(self) -> bool:
        return len(self.value) == 1 and self.value[0] < self.revision

    def _ask(self) -> None:
        self.run_now(self._ask_about_one)

    def _ask_about_one(self) -> None:
        revision = self._one()
        text = (
            f"The lesson gets the blocks and the title of revision {revision:,} again. What was done since stays in "
            "the history, and going back can be undone."
        )
        self.question.ask(text, f"Go back to {revision:,}", lambda: self.start(self.go_back, revision))


def _comparison(before: LessonRevision, after: LessonRevision) -> str:
    old, new = before.title, after.title
    titles = (old, new) if old is not None and new is not None and old != new else None
    return comparison_html(tuple(before.blocks), tuple(after.blocks), titles=titles)
