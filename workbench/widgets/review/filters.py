"""Filters of the review queue: a few are always visible, the others are behind a button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from workbench.authoring.checks import RULES
from workbench.client.lookups.names import project_names
from workbench.languages.reader import language_choices
from workbench.procedures.declare import Call
from workbench.procedures.organization import Project
from workbench.procedures.reviews import IN_REVIEW, ReviewQueue, list_review_queue
from workbench.widgets.kit.controls import button, dropdown, row_of_controls, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.review.wording import STATES

_ANY = ""


class QueueFilters(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """State, project, language, rule, writer and run. `changed` is called when one of them is another."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self._changed = changed
        self._is_offering = False
        self.state = dropdown("Lessons", STATES, value=IN_REVIEW)
        self.project = dropdown("Project", [("All projects", _ANY)])
        self.language = dropdown("Language", [("All languages", _ANY), *language_choices()])
        self.rule = dropdown("Finding", [("Any or none", _ANY), *((rule.name, rule.name) for rule in RULES)])
        self.writer = TextEntry("Writer", hint="AI model")
        self.run = TextEntry("Run", hint="Bulk run")
        self.more = button("More filters", self.toggle)
        self.others = row_of_controls(self.rule, self.writer, self.run)
        super().__init__((row_of_controls(self.state, self.project, self.language, self.more), self.others))
        self.add_class("wb-stack")
        self.add_class("wb-review-filters")
        set_visible(self.others, is_visible=False)
        for widget in (self.state, self.project, self.language, self.rule, self.writer, self.run):
            widget.observe(lambda change: self._tell(), "value")

    def offer(self, projects: tuple[Project, ...]) -> None:
        """Offer these projects; a selection that still exists stays."""
        options = [
            ("All projects", _ANY),
            *((name or "Unnamed", project_id) for project_id, name in project_names(projects).items()),
        ]
        if list(self.project.options) == options:
            return
        self._is_offering, before = True, self.project.value
        try:
            self.project.options = options
            self.project.value = before if before in [value for _, value in options] else _ANY
        finally:
            self._is_offering = False

    def toggle(self) -> None:
        """Show the other filters, or put them out of sight."""
        is_shown = self.others.layout.display != "none"
        set_visible(self.others, is_visible=not is_shown)
        self.more.description = "More filters" if is_shown else "Fewer filters"

    def page(self, organization_id: str | None, *, limit: int, cursor: str | None = None) -> Call[ReviewQueue]:
        """Return the call for a page of the queue with these filters."""
        return list_review_queue(
            organization_id=organization_id,
            state=self.state.value,
            run=self.run.value.strip() or None,
            project_id=self.project.value or None,
            language=self.language.value or None,
            writer=self.writer.value.strip() or None,
            rule=self.rule.value or None,
            limit=limit,
            cursor=cursor,
        )

    @property
    def fields(self) -> tuple[Any, ...]:
        """Controls of the filters."""
        return self.state, self.project, self.language, self.rule, self.writer, self.run

    def _tell(self) -> None:
        if not self._is_offering:
            self._changed()

    def __repr__(self) -> str:
        return "Filters of the review queue."
