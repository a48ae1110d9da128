"""ImportPanel: documents and question files as draft lessons, on a page of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.widgets.browser.importing import BrowserImport
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState
from workbench.widgets.kit.controls import button, set_visible
from workbench.widgets.kit.panel import Panel


class ImportPanel(Panel):
    """Make lessons of a file; `value` is the name of the change set that was made last."""

    label = "From files"
    value = traitlets.Unicode("")

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_go: Callable[[str], object] | None = None,
    ) -> None:
        """`on_go` shows what an anchor names, such as `library`; without it there is no such button."""
        super().__init__(client, workers=workers)
        callbacks = BrowserCallbacks(
            start=self.start,
            start_next=self.start_next,
            start_after=self.start_after,
            refresh=self.refresh,
            reload=self.render,
            render=self.render,
            show_project=_nothing,
            open_lesson=_nothing,
            edit_title=_nothing,
            finish_title=_nothing,
            notify=self.notify,
            confirm=_nothing,
            download=_nothing,
        )
        self.importing = BrowserImport(client, BrowserState(organization_id=organization_id), callbacks)
        self.header.can_refresh = False
        for field in self.importing.fields:
            self.control(field)
        self.library_button = button("Show in the library", lambda: on_go and on_go("library"))
        self._has_library = on_go is not None
        self.importing.open_import()
        self.show(self.importing, self.library_button)
        self.render()

    def render(self) -> None:
        """Show where the lessons of the last import are."""
        self.value = self.importing.made
        set_visible(self.importing.leave_button, is_visible=False)
        set_visible(self.library_button, is_visible=bool(self.value) and self._has_library)

    def as_text(self) -> str:
        """Return what is planned or was made."""
        plan = self.importing.plan
        if plan is not None:
            return f"Import: {len(plan.changes):,} changes planned."
        return f"Import {self.value}: its lessons are drafts." if self.value else "Import: no file yet."


def _nothing(*given: Any) -> None:
    """Do nothing: there is no list here in which it could be shown."""
