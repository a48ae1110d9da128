"""Panels of the connected workbench, made from what it already knows: no request is needed to show it.

A method imports its panel when it is called: a notebook without panels loads no widget library.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING

from workbench.api.api_object import ApiObject
from workbench.api.connection import ConnectionFacts
from workbench.client.data_folder import data_folder
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName
from workbench.client.sync import Client

if TYPE_CHECKING:
    from workbench.bulk import Run
    from workbench.bulk.translations import TranslationRun
    from workbench.widgets.admin.audit import AuditPanel
    from workbench.widgets.admin.panel import AdminPanel
    from workbench.widgets.app.panel import App
    from workbench.widgets.browser.panel import Browser
    from workbench.widgets.bulk.panel import BulkPanel
    from workbench.widgets.coverage.panel import CoveragePanel
    from workbench.widgets.credits import CreditsPanel
    from workbench.widgets.document.panel import LessonDocument
    from workbench.widgets.history.panel import HistoryPanel
    from workbench.widgets.home.panel import HomePanel
    from workbench.widgets.kit.detail_pane import DetailPane
    from workbench.widgets.kit.panel import Panel
    from workbench.widgets.org_picker import OrgPicker
    from workbench.widgets.outline.panel import OutlinePanel
    from workbench.widgets.reports.panel import ReportsPanel
    from workbench.widgets.review.panel import ReviewPanel
    from workbench.widgets.run_monitor.panel import RunMonitor
    from workbench.widgets.sharing.panel import SharingPanel
    from workbench.widgets.sharing.table import SharingTable
    from workbench.widgets.sources.panel import SourcesPanel
    from workbench.widgets.starter_form.panel import StarterLessonForm


@dataclass(frozen=True, repr=False)
class Panels(ApiObject):
    """Panels for the organization in use.

    Each can be shown in a cell of its own; `app()` contains all of them.
    """

    _client: Client
    _facts: ConnectionFacts
    _work_in: Callable[[str], object] | None = None

    def home(self) -> HomePanel:
        """Return a panel of what needs your attention and where to continue; in an empty organization, how to begin.

        What a step leads to opens below. `value` is the number of kinds that need attention.
        """
        from workbench.widgets.home.panel import HomePanel

        below = self._below()
        return HomePanel(
            self._client,
            organization_id=self._facts.organization_id,
            on_go=below.go,
            on_example=self._example_opener(),
            detail_pane=below.detail_pane,
        )

    def org_picker(self) -> OrgPicker:
        """Choose the organization that this workbench works in; `value` is its id."""
        from workbench.widgets.org_picker import OrgPicker

        return OrgPicker(
            self._client.within(None),
            known=self._facts.organizations,
            value=self._facts.organization_id,
            on_choose=self._work_in,
        )

    def starter_form(self, *, language: str | None = None) -> StarterLessonForm:
        """Make a lesson from a topic; `value` is the id of the last one made here."""
        from workbench.widgets.starter_form.panel import StarterLessonForm

        below = self._below()
        return StarterLessonForm(
            self._client,
            organization_id=self._facts.organization_id,
            language=language,
            on_edit=below.lesson,
            on_share=below.link,
            on_run=below.run,
            detail_pane=below.detail_pane,
        )

    def block_list(
        self,
        lesson: IdOrName,
        *,
        on_go: Callable[[str], object] | None = None,
        link_to: Callable[[str, str], str] | None = None,
    ) -> LessonDocument:
        """Return the document of a lesson: its blocks to arrange and edit, its status and its next step.

        `lesson` is an id, a title or a record. Checks, comments, reviews, sources, history and outline open beside it.
        `on_go` gets the anchor of a course or lesson that a person wants to see, such as `course/ID`; `link_to`
        returns the address of a lesson for colleagues. Without them there are no such buttons.
        """
        from workbench.widgets.document.panel import LessonDocument

        lesson_id = self._lesson_id(lesson)
        return LessonDocument(
            self._client,
            lesson_id,
            organization_id=self._client.organization_id,
            on_go=on_go,
            link_to=link_to,
        )

    def history(self, lesson: IdOrName) -> HistoryPanel:
        """Return a panel with a lesson's changes and their authors, to view, compare and restore versions."""
        from workbench.widgets.history.panel import HistoryPanel

        return HistoryPanel(self._client, self._lesson_id(lesson))

    def sharing(self, course: IdOrName | None = None) -> SharingPanel:
        """Return the panel of a course's link, QR code and sharing; without a course, its id is typed there."""
        from workbench.widgets.sharing.panel import SharingPanel

        course_id = None
        if course is not None:
            course_id = identify.course_id(self._client, self._facts.organization_id, course)
        return SharingPanel(self._client, course_id)

    def sharing_table(self) -> SharingTable:
        """Return a panel for the sharing of many courses; `value` contains the ids of the selected ones."""
        from workbench.widgets.sharing.table import SharingTable

        below = self._below()
        return SharingTable(
            self._client,
            organization_id=self._facts.organization_id,
            on_share=below.link,
            detail_pane=below.detail_pane,
        )

    def browser(self) -> Browser:
        """Return a panel of projects, courses and lessons.

        `value` contains the selected ids, `opened` is the lesson opened last.
        """
        from workbench.widgets.browser.panel import Browser

        below = self._below()
        return Browser(
            self._client,
            organization_id=self._facts.organization_id,
            on_open=below.lesson,
            on_share=below.link,
            detail_pane=below.detail_pane,
        )

    def bulk(self, topics: str | PathLike[str] | None = None) -> BulkPanel:
        """Many lessons from a list: drop a file, correct its rows, approve it, watch the run; `list` has the plan.

        `topics` is a list to begin with: a file, or text with a topic on each line.
        """
        from workbench.widgets.bulk.panel import BulkPanel

        below = self._below()
        return BulkPanel(
            self._client,
            organization_id=self._facts.organization_id,
            on_open=below.lesson,
            detail_pane=below.detail_pane,
            topics=topics,
        )

    def outline(self) -> OutlinePanel:
        """Return a panel that makes a course from one brief.

        The service's model proposes the outline; you edit and approve it, and the course is made.
        """
        from workbench.widgets.outline.panel import OutlinePanel

        below = self._below()
        return OutlinePanel(
            self._client,
            organization_id=self._facts.organization_id,
            on_run=below.run,
            detail_pane=below.detail_pane,
        )

    def run_monitor(self, run: Run | TranslationRun) -> RunMonitor:
        """Return a monitor of a bulk run with its questions, where it can be stopped and started."""
        from workbench.widgets.run_monitor.panel import RunMonitor

        below = self._below()
        return RunMonitor(self._client, run, on_open=below.lesson, detail_pane=below.detail_pane)

    def coverage(self) -> CoveragePanel:
        """Return a panel of courses by language.

        Missing translations can be selected, priced and made; stale ones can be opened.
        """
        from workbench.widgets.coverage.panel import CoveragePanel

        below = self._below()
        return CoveragePanel(
            self._client,
            organization_id=self._facts.organization_id,
            on_open=below.lesson,
            detail_pane=below.detail_pane,
        )

    def reports(self, report: str | None = None) -> ReportsPanel:
        """Return a panel of all reports, with their filters, tables, charts and files.

        `report` is the name of the one shown first; lessons and courses in its rows open below.
        """
        from workbench.widgets.reports.panel import ReportsPanel

        below = self._below()
        return ReportsPanel(
            self._client,
            organization_id=self._facts.organization_id,
            on_go=below.go,
            report=report,
            detail_pane=below.detail_pane,
        )

    def review(self) -> ReviewPanel:
        """Return a panel of lessons waiting for a review, worst findings first.

        They can be read, approved or sent back with single keys.
        """
        from workbench.widgets.review.panel import ReviewPanel

        below = self._below()
        return ReviewPanel(
            self._client,
            organization_id=self._facts.organization_id,
            on_edit=below.lesson,
            detail_pane=below.detail_pane,
        )

    def sources(self) -> SourcesPanel:
        """Return a panel of source documents, to drop files and read their passages.

        Lessons are drafted from these documents.

        `value` is the id of the selected document.
        """
        from workbench.widgets.sources.panel import SourcesPanel

        return SourcesPanel(self._client, organization_id=self._facts.organization_id)

    def credits(self) -> CreditsPanel:
        """Return a panel of the AI credits left and how they were spent."""
        from workbench.widgets.credits import CreditsPanel

        return CreditsPanel(self._client, organization_id=self._facts.organization_id)

    def admin(self) -> AdminPanel:
        """Return the panel of people and roles, credits and sessions, for those who may see it."""
        from workbench.widgets.admin.panel import AdminPanel

        return AdminPanel(self._client, organization_id=self._facts.organization_id)

    def audit(self) -> AuditPanel:
        """Return a panel of the audit log: who did what, and when. It needs permission to read the log."""
        from workbench.widgets.admin.audit import AuditPanel

        return AuditPanel(self._client, organization_id=self._facts.organization_id)

    def app(self, *, stores_organization: bool = False) -> App:
        """Return all panels on one page; the organization selected there becomes this workbench's.

        With `stores_organization`, as on a page without code, it is also the organization in which the next
        session begins.
        """
        from workbench.widgets.app.panel import App

        return App(
            self._client.within(None),
            known=self._facts.organizations,
            organization_id=self._facts.organization_id,
            lesson_panel=lambda client, lesson_id, **page: replace(self, _client=client).block_list(lesson_id, **page),
            on_choose=self._work_in,
            on_example=self._example_opener(),
            stores_organization=stores_organization,
        )

    def _example_opener(self) -> Callable[[], str] | None:
        """Return a function that makes the example if it is not there, works in it and returns its id.

        `None` unless this workbench is connected to the service of this computer.
        """
        from workbench.embedded.record import load

        running, connected, work_in = load(data_folder()), self._facts.service, self._work_in
        if running is None or connected is None or work_in is None or running.service_id != connected.service_id:
            return None

        def open_example() -> str:
            from workbench.embedded.example_process import make_example_in_process

            organization_id = make_example_in_process()
            work_in(organization_id)
            return organization_id

        return open_example

    def _lesson_id(self, lesson: IdOrName) -> str:
        return identify.lesson_id(self._client, self._facts.organization_id, lesson)

    def _below(self) -> _Below:
        from workbench.widgets.kit.detail_pane import DetailPane

        return _Below(self, DetailPane())


@dataclass(frozen=True, slots=True)
class _Below:
    """A panel that another panel opens, shown below it."""

    panels: Panels
    detail_pane: DetailPane

    def lesson(self, lesson_id: str) -> None:
        self.detail_pane.put(self.panels.block_list(lesson_id))

    def link(self, course_id: str) -> None:
        self.detail_pane.put(self.panels.sharing(course_id))

    def run(self, run: Run | TranslationRun) -> None:
        self.detail_pane.put(self.panels.run_monitor(run))

    def go(self, anchor: str) -> None:
        """Open what a place on the page shows, by its anchor there; other places are not opened."""
        kind, _, item_id = anchor.partition("/")
        if kind == "lesson":
            self.lesson(item_id)
        elif kind == "course":
            self.link(item_id)
        elif (panel := self._section(anchor)) is not None:
            self.detail_pane.put(panel)

    def _section(self, anchor: str) -> Panel | None:
        panels = self.panels
        match anchor:
            case "review":
                return panels.review()
            case "publish":
                return panels.sharing_table()
            case "create/topics":
                return panels.bulk()
            case "create/runs":
                from workbench.widgets.bulk.runs_panel import RunsPanel

                return RunsPanel(
                    panels._client,
                    organization_id=panels._facts.organization_id,
                    on_run=self.run,
                    on_open=self.lesson,
                )
            case "create/translations":
                return panels.coverage()
            case "settings/credits":
                return panels.credits()
            case "changes":
                from workbench.widgets.changes import ChangesPanel

                return ChangesPanel(panels._client, organization_id=panels._facts.organization_id)
            case "library" | "create/files":  # files are imported there
                return panels.browser()
            case _:
                return None
