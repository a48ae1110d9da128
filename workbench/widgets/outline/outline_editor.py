"""The outline as an editable list: order, titles, topics, exclusions. Part of the panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from workbench.errors import NotSent, PlanRejected
from workbench.procedures.outlines import MAX_ABOUT_CHARACTERS
from workbench.widgets.kit.controls import button, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.editable_title import EditableTitle
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.rows import Rows
from workbench.widgets.outline.edited_outline import EditedOutline, OutlineEntry
from workbench.widgets.outline.wording import outline_rows, split_objectives


class LessonFields(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """`on_change(id, changes)` is called as somebody types; out of sight while no one lesson is chosen."""

    def __init__(self, on_change: Callable[[str, dict[str, object]], object]) -> None:
        self.about = html()
        self.topic = TextEntry("Topic", lines=3, counts=MAX_ABOUT_CHARACTERS)
        self.objectives = TextEntry("Objectives, one per line", hint="What will learners be able to do?", lines=4)
        self._row_id = ""
        self._is_filling = False
        self._on_change = on_change
        super().__init__((self.about, self.topic, self.objectives))
        self.add_class("wb-stack")
        self.topic.observe(lambda change: self._apply_title({"topic": change.new}), "value")
        self.objectives.observe(lambda change: self._apply_title({"objectives": split_objectives(change.new)}), "value")
        set_html(self.about, hint("Select a lesson to see and edit its topic and objectives."))
        self.fill(None)

    def fill(self, row: OutlineEntry | None) -> None:
        """Show the fields of this lesson, keeping input if it is the same one."""
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
        """Make the next `fill` replace the fields' contents, whichever lesson it is."""
        self._row_id = ""

    def _apply_title(self, changes: dict[str, object]) -> None:
        if self._row_id and not self._is_filling:
            self._on_change(self._row_id, changes)


_COURSE = "course"


class OutlineEditor(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Editor of `outline`; `run(method, ...)` executes a person's actions and shows refusals.

    `on_change()` is called after each change.
    """

    def __init__(self, run: Callable[..., object], on_change: Callable[[], object]) -> None:
        self.outline: EditedOutline | None = None
        self._on_change = on_change
        self.title = EditableTitle("Rename the course")
        self.rows = Rows("Lessons of the outline", empty="No lessons.", many=True)
        self.rows.movable = self.rows.editable = self.title.editable = True
        self.fields = LessonFields(lambda row_id, changes: run(self.change_lesson, row_id, changes))
        self.exclude_button = button("Exclude", lambda: run(self.exclude_chosen))
        self.add_button = button("Add a lesson", lambda: run(self.add_lesson))
        super().__init__(
            (row_of_controls(self.title), self.rows, row_of_controls(self.exclude_button, self.add_button), self.fields)
        )
        self.add_class("wb-stack")
        self.rows.on_reorder(lambda ids, moved: run(self.reorder, ids))
        self.rows.on_retitle(lambda row_id, text, seen: run(self.retitle, row_id, text))
        self.rows.on_open(self.rows.edit_title)
        self.title.on_retitle(lambda thing, text, seen: run(self.rename, text))
        self.rows.observe(lambda change: self._show_chosen(), "chosen")

    def fill(self, outline: EditedOutline | None) -> None:
        """Show an outline without calling `on_change`."""
        self.outline = outline
        if outline is not None:
            self.title.fill(_COURSE, outline.title)
            self.rows.fill(outline_rows(outline))
        self.fields.forget()
        self._show_chosen()

    def reorder(self, ids: list[str]) -> None:
        """Put the lessons in this order."""
        self._change(self._require_outline().reorder(ids))

    def retitle(self, row_id: str, title: str) -> None:
        """Change a lesson's title; an invalid one stays in its field. Raises `PlanRejected`."""
        self._change(self._apply_title(self.rows, row_id, lambda known: known.change(row_id, title=title)))

    def rename(self, title: str) -> None:
        """Change the course's title; an invalid one stays in its field. Raises `PlanRejected`."""
        self._change(self._apply_title(self.title, _COURSE, lambda known: known.rename(title)))

    def change_lesson(self, row_id: str, changes: dict[str, Any]) -> None:
        """Give a lesson another topic or other objectives while they are typed. Raises `PlanRejected`."""
        self.outline = self._require_outline().change(row_id, **changes)
        self.rows.fill(outline_rows(self.outline))  # the field that somebody types in is left as it is
        self._on_change()

    def exclude_chosen(self) -> None:
        """Exclude the selected lessons, or include them where all of them are excluded."""
        self._change(self._require_outline().exclude(self.rows.chosen, is_excluded=not self._all_excluded()))

    def add_lesson(self) -> None:
        """Add a lesson after the last selected one, and start editing its title."""
        known = self._require_outline()
        ids = {row.id for row in known.rows}
        self._change(known.add("New lesson", behind=self.rows.chosen[-1] if self.rows.chosen else None))
        new = next(row.id for row in self._require_outline().rows if row.id not in ids)
        self.rows.chosen = [new]
        self.rows.edit_title(new)

    @property
    def has_chosen(self) -> bool:
        """Whether a lesson is selected."""
        return bool(self.rows.chosen)

    @property
    def can_add(self) -> bool:
        """Whether another lesson may be added."""
        return self.outline is not None and self.outline.can_add

    def _apply_title(
        self, field: Rows | EditableTitle, thing: str, change: Callable[[EditedOutline], EditedOutline]
    ) -> EditedOutline:
        try:
            changed = change(self._require_outline())
        except PlanRejected:
            field.finish_title(thing, is_saved=False)
            raise
        field.finish_title(thing, is_saved=True)
        return changed

    def _change(self, outline: EditedOutline) -> None:
        self.fill(outline)
        self._on_change()

    def _require_outline(self) -> EditedOutline:
        if self.outline is None:
            raise NotSent("There is no outline. Propose one first.")
        return self.outline

    def _all_excluded(self) -> bool:
        rows = self.outline.rows if self.outline is not None else ()
        excluded = [row.is_excluded for row in rows if row.id in self.rows.chosen]
        return bool(excluded) and all(excluded)

    def _show_chosen(self) -> None:
        chosen = self.rows.chosen
        self.fields.fill(self.outline.row(chosen[0]) if self.outline is not None and len(chosen) == 1 else None)
        self.exclude_button.description = "Include" if self._all_excluded() else "Exclude"
        self.exclude_button.disabled = not chosen
