"""App: all panels on one page, for a cell or a page without code. Composes panels; makes no call itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.bulk.running.run import Run
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.procedures.organization import Organization
from workbench.widgets.admin.panel import AdminPanel
from workbench.widgets.browser.panel import Browser
from workbench.widgets.bulk.panel import BulkPanel
from workbench.widgets.credits.panel import CreditsPanel
from workbench.widgets.kit.pages import Pages
from workbench.widgets.kit.panel import Panel
from workbench.widgets.org_picker.panel import OrgPicker
from workbench.widgets.sharing.panel import SharingPanel
from workbench.widgets.sharing.table import SharingTable
from workbench.widgets.starter_form.panel import StarterLessonForm

LessonPanel = Callable[[Client, str], Panel]


class App(Pages):
    """The workbench as one page: lessons, new ones, sharing, credits, administration; `value` is the tab shown."""

    label = "Workbench"

    def __init__(
        self,
        client: Client,
        *,
        known: Sequence[Organization] = (),
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        lesson_panel: LessonPanel | None = None,
    ) -> None:
        """`known` and `organization_id` were read already; `lesson_panel` makes the panel of an opened lesson."""
        self._known_workers = workers
        self.lesson_panel = lesson_panel
        self._edits = self.open_lesson if lesson_panel else None
        self.picker = OrgPicker(client, known=known, value=organization_id, workers=workers)
        pages = {"Lessons": self._browser(client, organization_id), **self._others(client, organization_id)}
        super().__init__(client, pages, workers=workers)
        self.picker.observe(lambda change: self.run_now(self.work_in, change.new), "value")

    def work_in(self, organization_id: str | None) -> None:
        """Show everything of this organization; what was open of another one is closed."""
        self.put("Lessons", self._browser(self.client, organization_id))
        for name, panel in self._others(self.client, organization_id).items():
            self.put(name, panel)
        self.take_away("Open lesson", "Link")

    def open_lesson(self, lesson_id: str) -> None:
        """Show the blocks of a lesson, to be arranged and edited."""
        if self.lesson_panel is not None:
            self.put("Open lesson", self.lesson_panel(self.client, lesson_id))
            self.value = "Open lesson"

    def share(self, course_id: str) -> None:
        """Show the link of a course and who can read it."""
        self.put("Link", SharingPanel(self.client, course_id, workers=self._known_workers))
        self.value = "Link"

    def watch(self, run: Run) -> None:
        """Show how a bulk run goes."""
        page = self.pages["Many lessons"]
        if isinstance(page, BulkPanel):
            page.watch(run)
        self.value = "Many lessons"

    def _browser(self, client: Client, organization_id: str | None) -> Browser:
        return Browser(
            client,
            organization_id=organization_id,
            workers=self._known_workers,
            on_open=self.open_lesson,
            on_share=self.share,
        )

    def _others(self, client: Client, organization_id: str | None) -> dict[str, Panel]:
        here, workers = organization_id, self._known_workers
        form = StarterLessonForm(
            client, organization_id=here, workers=workers, on_edit=self._edits, on_share=self.share, on_run=self.watch
        )
        return {
            "New lesson": form,
            "Many lessons": BulkPanel(client, organization_id=here, workers=workers, on_open=self._edits),
            "Sharing": SharingTable(client, organization_id=here, workers=workers, on_share=self.share),
            "Credits": CreditsPanel(client, organization_id=here, workers=workers),
            "Administration": AdminPanel(client, organization_id=here, workers=workers),
            "Organization": self.picker,
        }
