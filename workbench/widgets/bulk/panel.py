"""BulkPanel: many lessons, on pages: a list being made ready, a course from a brief, the run, and all runs."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import Any

from workbench.bulk.running.run import Run
from workbench.bulk.translations import TranslationRun
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.widgets.bulk.list_panel import TopicListPanel
from workbench.widgets.bulk.runs_panel import RunsPanel
from workbench.widgets.kit.pages import Pages
from workbench.widgets.outline.panel import OutlinePanel
from workbench.widgets.run_monitor.panel import RunMonitor

_RUN = "Run"


class BulkPanel(Pages):
    """Drop a list, correct it, approve it, watch it; `value` is the page that is shown."""

    label = "Bulk create"

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_open: Callable[[str], object] | None = None,
        detail_pane: Any = None,
        topics: str | PathLike[str] | None = None,
    ) -> None:
        """`on_open` gets the id of a lesson; `detail_pane` is a widget that is shown below, for example to open it in.

        `topics` is a list to begin with: a file, or pasted text.
        """
        self._known_workers, self.on_open, self.detail_pane = workers, on_open, detail_pane
        self.list = TopicListPanel(
            client, organization_id=organization_id, workers=workers, on_run=self.watch, topics=topics
        )
        self.runs = RunsPanel(
            client, organization_id=organization_id, workers=workers, on_run=self.watch, on_open=on_open
        )
        self.outline = OutlinePanel(client, organization_id=organization_id, workers=workers, on_run=self.watch)
        pages = {"New list": self.list, "Outline from a brief": self.outline, "Runs": self.runs}
        super().__init__(client, pages, workers=workers)

    def watch(self, run: Run | TranslationRun) -> None:
        """Show how a run goes; the list of runs knows of it when it is looked at."""
        self.put(_RUN, RunMonitor(self.client, run, workers=self._known_workers, on_open=self.on_open))
        self.value = _RUN

    def _turn(self) -> None:
        super()._turn()
        self.show(*self.children[1:], self.detail_pane)
