"""The fields of the lesson that is chosen in an outline: what it is about, and its objectives. Part of the panel."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets

from workbench.procedures.outlines import MAX_ABOUT_CHARACTERS
from workbench.widgets.kit.controls import hint, html, set_html, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.outline.edited_outline import OutlineEntry
from workbench.widgets.outline.wording import objectives_of


class LessonFields(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """`on_change(id, changes)` is called as somebody types; out of sight while no one lesson is chosen."""

    def __init__(self, on_change: Callable[[str, dict[str, object]], object]) -> None:
        self.about = html()
        self.topic = TextEntry("What the lesson is about", lines=3, counts=MAX_ABOUT_CHARACTERS)
        self.objectives = TextEntry("Objectives, one on each line", hint="What can learners do after it?", lines=4)
        self._row_id = ""
        self._is_filling = False
        self._on_change = on_change
        super().__init__((self.about, self.topic, self.objectives))
        self.add_class("wb-stack")
        self.topic.observe(lambda change: self._typed({"topic": change.new}), "value")
        self.objectives.observe(lambda change: self._typed({"objectives": objectives_of(change.new)}), "value")
        set_html(self.about, hint("Choose a lesson to see and change what it is about and its objectives."))
        self.fill(None)

    def fill(self, row: OutlineEntry | None) -> None:
        """Show the fields of this lesson; what is typed in those of the same one stays."""
        set_visible(self.topic, is_visible=row is not None)
        set_visible(self.objectives, is_visible=row is not None)
        set_visible(self.about, is_visible=row is None)
        if row is None:
            self._row_id = ""
        elif row.id != self._row_id:
            self._row_id, self._is_filling = row.id, True
            self.topic.value, self.objectives.value = row.lesson.topic, "\n".join(row.lesson.objectives)
            self._is_filling = False

    def forget(self) -> None:
        """Fill the fields anew the next time, whichever lesson it is."""
        self._row_id = ""

    def _typed(self, changes: dict[str, object]) -> None:
        if self._row_id and not self._is_filling:
            self._on_change(self._row_id, changes)
