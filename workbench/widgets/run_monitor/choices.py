"""The rows of a run for a person, and the actions on the selected one. Part of the run monitor.

It knows no client: selections are passed on; the run's rules say what is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ipywidgets

from workbench.bulk.journal.missing_lessons import MISSING
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State
from workbench.bulk.journal.row_name import exact_name
from workbench.bulk.run_frame import error_message
from workbench.bulk.running.resolve import Assign, Dismiss, Resend, RowDecision, Unassign
from workbench.procedures.organization import RecentItem
from workbench.widgets.kit.controls import (
    Question,
    button,
    dropdown,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
)
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.rows import Row, Rows
from workbench.widgets.run_monitor.figures import BEING_CHECKED, state_word

SHOWN = 200
_TONES = {"needs attention": "warn", "refused": "bad"}


class RunChoices(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Out of sight while nothing is open. `decide(row, decision)` gets what the person decided."""

    def __init__(self, decide: Callable[[str, RowDecision], object], retry: Callable[[str], object]) -> None:
        self._decide, self._retry = decide, retry
        self.records: list[RowRecord] = []
        self.heading = html()
        self.list = Rows("Rows to check", empty="Nothing needs your attention.")
        self.known = html()
        self.lesson = TextEntry("Lesson ID", hint="the lesson that belongs to this row")
        self.recent = dropdown("Recent lessons without a row", [("", "")])
        self.question = Question()
        self.mine = button(
            "Use this lesson", self.assign_lesson, tooltip="Marks the row as done with this lesson; sends nothing"
        )
        self.not_mine = button("Not this lesson", self.unassign, tooltip="The matched lesson belongs to something else")
        self.again = button("Create again…", self.ask_again, tooltip="Sends this row again and pays for it")
        self.retried = button("Try again", self.retry, tooltip="The service refused it; nothing was created or charged")
        self.dismissed = button("Dismiss", self.dismiss, tooltip="You have seen the lessons it created")
        self.finding = row_of_controls(self.lesson, self.recent, self.mine)
        self.buttons = row_of_controls(self.not_mine, self.again, self.retried, self.dismissed)
        super().__init__((self.heading, self.list, self.known, self.finding, self.buttons, self.question))
        self.add_class("wb-stack")
        self.list.observe(lambda change: self.update_controls(), "chosen")
        self.recent.observe(lambda change: self._use_recent(), "value")
        self.fill([])

    @property
    def chosen_row(self) -> RowRecord | None:
        """Row that is chosen."""
        ids = self.list.chosen
        return next((row for row in self.records if ids and exact_name(row.row_id) == ids[0]), None)

    def fill(self, records: Sequence[RowRecord]) -> None:
        """Show these rows; the chosen one stays chosen while it is there."""
        records = sorted(records, key=lambda row: not row.needs_person)
        if records == self.records and self.list.rows:
            return
        self.records = records
        self.list.fill([_row(record) for record in records[:SHOWN]])
        set_html(self.heading, hint(_heading([state_word(record) for record in records])))
        set_visible(self, is_visible=bool(records))
        self.update_controls()

    def offer(self, items: Sequence[RecentItem]) -> None:
        """Offer lessons that may belong to an unsure row."""
        options = [("Choose…", "")]
        options += [(f"{item.title or 'no title'} · {item.lesson_id}"[:90], item.lesson_id or "") for item in items]
        self.recent.options = options
        self.update_controls()

    def update_controls(self) -> None:
        """Show what can be done about the chosen row."""
        row = self.chosen_row
        unsure = row is not None and row.state is State.UNSURE
        set_html(self.known, "" if row is None else hint(f"{row.label}: {error_message(row) or row.topic}"))
        set_visible(self.finding, is_visible=unsure)
        set_visible(self.recent, is_visible=len(self.recent.options) > 1)
        set_visible(self.again, is_visible=unsure)
        set_visible(self.not_mine, is_visible=row is not None and row.proof in ("matched", "decided by a person"))
        set_visible(self.retried, is_visible=row is not None and row.state is State.REFUSED)
        set_visible(
            self.dismissed, is_visible=row is not None and row.needs_person and (not unsure or row.code == MISSING)
        )

    def assign_lesson(self) -> None:
        """Assign the typed or picked lesson to the row."""
        row, lesson_id = self.chosen_row, self.lesson.value.strip()
        if row is not None and lesson_id:
            self.lesson.value = ""
            self._decide(exact_name(row.row_id), Assign(lesson_id))

    def unassign(self) -> None:
        """Unassign the matched lesson from the row."""
        self._of_chosen(Unassign())

    def dismiss(self) -> None:
        """Dismiss the row as known."""
        self._of_chosen(Dismiss())

    def retry(self) -> None:
        """Plan a refused row again."""
        if self.chosen_row is not None:
            self._retry(exact_name(self.chosen_row.row_id))

    def ask_again(self) -> None:
        """Ask before a row is paid for perhaps twice."""
        row = self.chosen_row
        if row is None:
            return
        cost = "" if not row.credits else f" and cost {row.credits:,} more"
        text = (
            f"{row.label} may exist already: its answer was lost, and its request may still be running. "
            f"Creating it again may give you a second lesson{cost}. Have you checked the lessons?"
        )
        self.question.ask(text, "Create again", lambda: self._decide(exact_name(row.row_id), Resend(force=True)))

    def _of_chosen(self, decision: RowDecision) -> None:
        if self.chosen_row is not None:
            self._decide(exact_name(self.chosen_row.row_id), decision)

    def _use_recent(self) -> None:
        if self.recent.value:
            self.lesson.value = self.recent.value

    def __repr__(self) -> str:
        return f"{len(self.records)} rows to look at."


def _row(row: RowRecord) -> Row:
    word = state_word(row)
    detail = row.message or (f"Created: {row.title}" if row.title else "")
    return Row(exact_name(row.row_id), row.topic, detail, ((row.language, "plain"), (word, _TONES.get(word, "plain"))))


def _heading(words: Sequence[str]) -> str:
    needing, checked = words.count("needs attention"), words.count(BEING_CHECKED)
    others = len(words) - needing - checked
    parts = [f"{needing:,} {'row needs' if needing == 1 else 'rows need'} attention"] if needing else []
    parts += [f"{checked:,} {'row is' if checked == 1 else 'rows are'} {BEING_CHECKED}"] if checked else []
    parts += [f"{others:,} optional (refused, or matched but not proven)"] if others else []
    return f"{'; '.join(parts)}. Select one to see your options." if parts else ""
