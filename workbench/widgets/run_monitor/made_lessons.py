"""The lessons that a run made, listed to be opened. Part of the run monitor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ipywidgets

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State
from workbench.languages.reader import language_name
from workbench.widgets.kit.controls import button, row_of_controls
from workbench.widgets.kit.rows import Row, Rows
from workbench.widgets.run_monitor.figures import MADE

MOST_LISTED = 200


class MadeLessons(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """`open_lesson` gets the id of the lesson that a person opens."""

    def __init__(self, open_lesson: Callable[[str], object], label: str = MADE.lessons) -> None:
        self.label, self.most = label, MOST_LISTED
        self._rows: Sequence[RowRecord] = ()
        self._done = 0
        self.list = Rows(label)
        self.list.on_more(self._show_more)
        self.list.on_open(open_lesson)
        self.open_button = button("Open", lambda: open_lesson(self.list.chosen[0]))
        super().__init__((self.list, row_of_controls(self.open_button)))
        self.add_class("wb-stack")

    def fill(self, rows: Sequence[RowRecord], done: int) -> None:
        """List the lessons of these rows; `done` is how many the run has."""
        self._rows, self._done = rows, done
        made = [row for row in rows if row.lesson_id and row.state is State.DONE]
        more = done - min(len(made), self.most)
        self.list.label = self.label + (f", and {more:,} more" if more > 0 else "")
        self.list.fill(
            [
                Row(
                    row.lesson_id or "",
                    row.title or row.topic,
                    row.label,
                    ((language_name(row.language), "plain"),),
                )
                for row in made[: self.most]
            ],
            more="Show more" if len(made) > self.most else "",
        )

    def _show_more(self) -> None:
        self.most += MOST_LISTED
        self.fill(self._rows, self._done)
