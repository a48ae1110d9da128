"""App: all panels on one page, for a cell or a page without code. It composes panels and makes no call itself.

What is opened from a panel is shown next to it if there is room, else in its place (`app.css`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import ipywidgets

from workbench.bulk.running.run import Run
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotFound, WorkbenchError
from workbench.procedures.course import get_course
from workbench.procedures.lesson import get_lesson
from workbench.procedures.organization import Organization
from workbench.widgets.admin.panel import AdminPanel
from workbench.widgets.app.address import LinkTarget, PageAddress, read_anchor
from workbench.widgets.browser.panel import Browser
from workbench.widgets.bulk.panel import BulkPanel
from workbench.widgets.changes import ChangesPanel
from workbench.widgets.coverage.panel import CoveragePanel
from workbench.widgets.credits import CreditsPanel
from workbench.widgets.kit.controls import copy_button, html
from workbench.widgets.kit.detail_pane import DetailPane
from workbench.widgets.kit.pages import Page, Pages
from workbench.widgets.kit.panel import Panel
from workbench.widgets.org_picker import OrgPicker
from workbench.widgets.review.panel import ReviewPanel
from workbench.widgets.sharing.panel import SharingPanel
from workbench.widgets.sharing.table import SharingTable
from workbench.widgets.sources.panel import SourcesPanel
from workbench.widgets.starter_form.panel import StarterLessonForm

LessonPanel = Callable[[Client, str], Panel]


class App(Pages):
    """The workbench as one page: lessons, new ones, sharing, credits, administration; `value` is the tab shown.

    `detail` has what was opened last: a lesson, or the link of a course.
    """

    label = "Workbench"

    def __init__(
        self,
        client: Client,
        *,
        known: Sequence[Organization] = (),
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        lesson_panel: LessonPanel | None = None,
        on_choose: Callable[[str], object] | None = None,
        stores_organization: bool = False,
    ) -> None:
        """`known` and `organization_id` were read already; `lesson_panel` makes the panel of an opened lesson.

        `client` is limited to no organization; everything but the choice of one is limited to the chosen one.
        `on_choose` is called with the id of an organization that is chosen, which `stores_organization` has the service
        store.
        """
        self._known_workers = workers
        self.here = client.within(organization_id)
        self.lesson_panel = lesson_panel
        self._edits = self.open_lesson if lesson_panel else None
        self.detail = DetailPane()
        self.detail.close_button.on_click(lambda clicked: self.close_detail())
        self.address = PageAddress()
        self.address.on_visit(lambda anchor: self.run_now(self.visit, anchor))
        self._lesson_id: str | None = None
        self._is_visiting = False
        self.split = ipywidgets.HBox()
        self.split.add_class("wb-split")
        self.picker = OrgPicker(
            client,
            known=known,
            value=organization_id,
            on_choose=on_choose,
            is_stored=stores_organization,
            workers=workers,
        )
        super().__init__(client, self._all_pages(), workers=workers)
        self.add_class("wb-app")
        self.picker.observe(lambda change: self.run_now(self.work_in, change.new), "value")

    def work_in(self, organization_id: str | None) -> None:
        """Show everything of this organization; what was open of another one is closed."""
        self.here = self.client.within(organization_id)
        for name, page in self._all_pages().items():
            self.put(name, page)
        self.close_detail()

    def open_lesson(self, lesson_id: str) -> None:
        """Show the blocks of a lesson, to be arranged and edited."""
        if self.lesson_panel is not None:
            self._show_in_pane(self.lesson_panel(self.here, lesson_id), self.address.link_to("lesson", lesson_id))
            self._lesson_id = lesson_id
            self._update_address()

    def share(self, course_id: str) -> None:
        """Show the link of a course and who can read it."""
        self._show_in_pane(SharingPanel(self.here, course_id, workers=self._known_workers))
        self._lesson_id = None
        self._update_address()

    def visit(self, anchor: str) -> None:
        """Open the lesson or course that an anchor of the page's address names; without one, the list of lessons.

        Raises `WorkbenchError` where it names neither, or one that is not there or not this person's to see.
        """
        target = read_anchor(anchor)
        if target is not None:
            self.start_after(self._open_target, target)
        elif anchor:
            raise WorkbenchError(
                "This link doesn't name a lesson or course. It should end with #lesson/ID or #course/ID."
            )
        elif self.address.anchor:
            self._show_target(None)

    def close_detail(self) -> None:
        """Close the detail opened next to the page."""
        self.detail.clear()
        self._lesson_id = None
        self._update_address()
        self.split.remove_class("wb-has-detail")
        self.split.remove_class("wb-detail-first")

    def turn_to(self, page: str) -> None:
        """Show this page, where there is no room for both instead of what was opened. Raises `KeyError`."""
        super().turn_to(page)
        self.split.remove_class("wb-detail-first")

    def watch(self, run: Run) -> None:
        """Show how a bulk run goes."""
        page = self.pages["Bulk create"]
        if isinstance(page, BulkPanel):
            page.watch(run)
        self.value = "Bulk create"

    def close(self) -> None:
        """Close every page and the detail opened next to one."""
        self.detail.close()
        super().close()

    def _open_target(self, target: LinkTarget) -> None:
        if self.offers(get_lesson, get_course):
            is_lesson = target.kind == "lesson"
            try:
                self.here.call(get_lesson(lesson_id=target.id) if is_lesson else get_course(course_id=target.id))
            except NotFound:
                raise WorkbenchError(
                    f"This link names a {target.kind} that doesn’t exist or that you can’t access: {target.id}. "
                    "Ask the sender, or look for it in the list."
                ) from None
        self._show_target(target)

    def _show_target(self, target: LinkTarget | None) -> None:
        """Show a lesson, a course or the list, without another step in the browser's history."""
        self._is_visiting = True
        try:
            browser = self.pages["Lessons"]
            if target is not None and target.kind == "lesson":
                self.open_lesson(target.id)
                return
            self.close_detail()
            self.turn_to("Lessons")
            if isinstance(browser, Browser) and browser.course != (target and target.id):
                browser.open_course(target and target.id)
        finally:
            self._is_visiting = False
            self.address.anchor = target.anchor if target else ""

    def _update_address(self) -> None:
        """Let the page's address name what is open now: a lesson, else a course, else nothing."""
        browser = self.pages.loaded_pages().get("Lessons")
        course_id = browser.course if isinstance(browser, Browser) else None
        if not self._is_visiting:
            course = LinkTarget("course", course_id).anchor if course_id else ""
            self.address.anchor = LinkTarget("lesson", self._lesson_id).anchor if self._lesson_id else course

    def _show_in_pane(self, panel: Panel, link: str = "") -> None:
        copy_link = [html(copy_button(link, "Copy link"))] if link else []
        self.detail.put(panel, *copy_link)
        self.split.add_class("wb-has-detail")
        self.split.add_class("wb-detail-first")

    def _turn(self) -> None:
        self.tabs.chosen = self.value
        self.split.children = (self.pages[self.value], self.detail)
        self.show(self.tabs, self.split, self.address)

    def _browser(self) -> Browser:
        made = Browser(
            self.here,
            organization_id=self.here.organization_id,
            workers=self._known_workers,
            on_open=self.open_lesson,
            on_share=self.share,
        )
        made.controls.link_to = self.address.link_to
        made.observe(lambda change: self._update_address(), "course")
        return made

    def _all_pages(self) -> dict[str, Page]:
        here, workers = self.here, self._known_workers

        def of(panel: Callable[..., Panel], **more: object) -> Page:
            return partial(panel, here, organization_id=here.organization_id, workers=workers, **more)

        return {
            "Lessons": self._browser,
            "New lesson": of(StarterLessonForm, on_edit=self._edits, on_share=self.share, on_run=self.watch),
            "Bulk create": of(BulkPanel, on_open=self._edits),
            "Translations": of(CoveragePanel, on_open=self._edits),
            "Sources": of(SourcesPanel),
            "Changes": of(ChangesPanel),
            "Review": of(ReviewPanel, on_edit=self._edits),
            "Sharing": of(SharingTable, on_share=self.share),
            "Credits": of(CreditsPanel),
            "Administration": of(AdminPanel),
            "Organization": self.picker,
        }
