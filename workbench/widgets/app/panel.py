"""App: the whole workbench on one page, for a cell or a page without code, in sections with an address each.

It composes panels; itself it only reads what its top bar shows and what its palette finds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import ipywidgets

from workbench.attention import AttentionNeed, need_of_group, needs_of_runs, unfinished_runs
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.credit_text import credit_noun, credits_text
from workbench.errors import NotFound, WorkbenchError
from workbench.procedures.attention import Attention, get_attention
from workbench.procedures.course import get_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import get_lesson
from workbench.procedures.organization import (
    ListOrganizationsOutput,
    Organization,
    UserData,
    get_user_data,
    list_organizations,
)
from workbench.procedures.service import WhoAmI, who_am_i
from workbench.text import display_text
from workbench.widgets.app.address import LinkTarget, PageAddress, read_anchor
from workbench.widgets.app.palette import Palette, find_entries
from workbench.widgets.app.sections import (
    SECTIONS,
    PanelHost,
    Section,
    SubPage,
    commands,
    import_panels,
    makers,
    page_at,
    section_named,
)
from workbench.widgets.app.sidebar import Sidebar
from workbench.widgets.app.top_bar import TopBar
from workbench.widgets.kit.controls import copy_button, html, set_visible
from workbench.widgets.kit.detail_pane import DetailPane
from workbench.widgets.kit.pages import Pages
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.task_runner import TaskRunner
from workbench.widgets.org_picker import OrgPicker

LessonPanel = Callable[..., Panel]
"""Makes the panel of a lesson: `lesson_panel(client, lesson_id, on_go=…, link_to=…)`.

`on_go(anchor)` shows another place of the page; `link_to(kind, id)` is the shareable address of a lesson or course.
"""


class App(Pages):
    """The workbench as one page; `value` is the name of the section shown, such as `Library`.

    `detail` has what is open in its place: a lesson, the link of a course, or a run.
    """

    label = "Workbench"
    shows = frozenset({"courses", "credits", "lessons", "members", "policy", "reviews"})

    def __init__(
        self,
        client: Client,
        *,
        known: Sequence[Organization] = (),
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        lesson_panel: LessonPanel | None = None,
        on_choose: Callable[[str], object] | None = None,
        on_example: Callable[[], str] | None = None,
        stores_organization: bool = False,
    ) -> None:
        """`known` and `organization_id` were read already; `lesson_panel` makes the panel of an opened lesson.

        `client` is limited to no organization; everything but the choice of one is limited to the chosen one.
        `on_choose` is called with the id of an organization that is chosen, which `stores_organization` has the service
        store. `on_example` makes the example organization and returns its id.
        """
        self._known_workers = workers
        self.here = client.within(organization_id)
        self.lesson_panel = lesson_panel
        self._known = tuple(known)
        self._picker: OrgPicker | None = None
        self._picked = {"on_choose": on_choose, "is_stored": stores_organization}
        self._on_example = on_example
        self._target: LinkTarget | None = None
        self._is_visiting = False
        self.detail = DetailPane(goes_back=True)
        self.detail.close_button.on_click(lambda clicked: self.run_now(self.close_detail))
        self.address = PageAddress()
        self.address.on_visit(lambda anchor: self.run_now(self.visit, anchor))
        self.top = TopBar(self.go, lambda chosen: self.start(self._switch, chosen))
        self.finder = TaskRunner(workers=workers)
        self.palette = Palette(commands(), lambda query: self.finder.start_next(self._find, query), self.go)
        self.place = ipywidgets.VBox()
        self.place.add_class("wb-place")
        self.main = ipywidgets.VBox((self.place, self.detail))
        self.main.add_class("wb-page-main")
        self.frame = ipywidgets.HBox()
        self.frame.add_class("wb-frame")
        pages = {section.name: partial(self._make_section, section) for section in SECTIONS}
        super().__init__(client, pages, workers=workers)
        self.add_class("wb-app")
        self._attention: Attention | None = None
        self._run_needs: list[AttentionNeed] = []
        self._run_target: RunTarget | None = None
        self.follow_changes(self._followed_calls, self._is_current)
        self._has_imported = False
        self.header.on_msg(lambda widget, message, buffers: self._import_once())
        self._show_organizations()

    @property
    def picker(self) -> OrgPicker:
        """The panel in which an organization is chosen."""
        if self._picker is None:
            self._picker = OrgPicker(
                self.client,
                known=self._known,
                value=self.here.organization_id,
                workers=self._known_workers,
                **self._picked,  # type: ignore[arg-type]
            )
            self._picker.observe(lambda change: self.run_now(self.work_in, change.new), "value")
        return self._picker

    def refresh(self) -> None:
        """Read who is signed in, the organizations, the balance, and what needs attention."""
        wanted = [call for call in (who_am_i(), list_organizations()) if self.offers(call.procedure)]
        calls: list[Call[Any]] = [
            *wanted,
            get_user_data(organization_id=self.here.organization_id),
            *self._followed_calls(),
        ]
        self._attention = None
        for answer in self.client.outcomes(*calls):
            if isinstance(answer, WhoAmI):
                self.top.person = display_text(answer.name, longest=80)
            elif isinstance(answer, ListOrganizationsOutput):
                self._known = tuple(answer.organizations)
            elif isinstance(answer, UserData):
                balance, noun = answer.ai_credit_balance, credit_noun(self.client.capabilities())
                self.top.credits = "" if balance is None else credits_text(balance, noun)
            elif isinstance(answer, Attention):
                self._attention = answer
        self._show_organizations()
        self._run_target = self._find_target()
        self._show_needs()

    def work_in(self, organization_id: str | None) -> None:
        """Show everything of this organization; what was open of another one is closed."""
        self.here = self.client.within(organization_id)
        self.close_detail()
        for name, page in self.pages.loaded_pages().items():
            section = section_named(name)
            if len(section.pages) == 1:
                self.put(name, partial(self._make_section, section))
            elif isinstance(page, Pages):
                kept = {name for name, panel in page.pages.loaded_pages().items() if panel is self._picker}
                for tab, make in makers(section, self._host).items():
                    if tab not in kept:
                        page.put(tab, make)
        self._show_organizations()
        if self._is_loaded:
            self.start_after(self.refresh)

    def open_lesson(self, lesson_id: str) -> None:
        """Show a lesson in place of the section."""
        if self.lesson_panel is not None:
            panel = self.lesson_panel(self.here, lesson_id, on_go=self.go, link_to=self.address.link_to)
            self._open(panel, LinkTarget("lesson", lesson_id))

    def share(self, course_id: str) -> None:
        """Show the link of a course and who can read it, in place of the section."""
        from workbench.widgets.sharing.panel import SharingPanel

        self._open(SharingPanel(self.here, course_id, workers=self._known_workers), LinkTarget("publish", course_id))

    def watch(self, run: Any) -> None:
        """Show how a run goes, in place of the section."""
        from workbench.widgets.run_monitor.panel import RunMonitor

        monitor = RunMonitor(self.here, run, workers=self._known_workers, on_open=self._lesson_opener())
        self._open(monitor, None)

    def go(self, anchor: str) -> None:
        """Show what an anchor names, as a step of the browser's history; a failure is shown on the page."""
        self._set_address(anchor)
        self.run_now(self.visit, anchor)

    def visit(self, anchor: str) -> None:
        """Show the section, lesson or course that an anchor of the page's address names; without one, *Home*.

        Raises `WorkbenchError` where it names none, or one that is not there or not this person's to see.
        """
        page, target = page_at(anchor or SECTIONS[0].anchor), read_anchor(anchor)
        if page is not None:
            self._show_page(anchor, *page)
        elif target is not None:
            self.start_after(self._open_target, target)
        elif not self._show_part(anchor):
            raise WorkbenchError(
                "This link doesn't lead to a section, lesson or course. Check that you copied the whole link."
            )

    def close_detail(self) -> None:
        """Close what is open in place of the section, and show the section as it was left."""
        was_open, self._target = self.detail.panel is not None, None
        set_visible(self.place, is_visible=True)
        self.top.opened = ""
        self.detail.clear()
        if was_open:
            self.shown_page.come_back()
        self._update_address()

    def turn_to(self, page: str) -> None:
        """Show this section as it was left; if it is shown already, its beginning. Raises `KeyError`."""
        shown: Any = self.pages[page]
        if page == self.value and self._target is None and getattr(shown, "course", None) is not None:
            shown.open_course(None)
        self.value = page
        self.close_detail()

    def close(self) -> None:
        """Close every page and what is open in their place."""
        self.detail.close()
        if self._picker is not None:
            self._picker.close()
        super().close()

    def _show_page(self, anchor: str, section: Section, page: SubPage | None) -> None:
        """Show a section without another step in the browser's history."""
        self._is_visiting = True
        try:
            self.turn_to(section.name)
            shown = self.pages[section.name]
            if page is not None and isinstance(shown, Pages):
                shown.turn_to(page.name)
            if getattr(shown, "course", None) is not None:
                shown.open_course(None)
        finally:
            self._is_visiting = False
            self._set_address(anchor, is_visit=True)

    def _show_part(self, anchor: str) -> bool:
        """Show a part of a section, such as a report; return whether the section knows parts."""
        name, _, part = anchor.partition("/")
        section = next((known for known in SECTIONS if known.anchor == name and known.show_part), None)
        show = getattr(self.pages[section.name], section.show_part, None) if section else None
        if section is None or show is None or not part:
            return False
        self._show_page(anchor, section, None)
        show(part)
        return True

    def _open_target(self, target: LinkTarget) -> None:
        if self.offers(get_lesson, get_course):
            is_lesson = target.kind == "lesson"
            try:
                self.here.call(get_lesson(lesson_id=target.id) if is_lesson else get_course(course_id=target.id))
            except NotFound:
                kind = "lesson" if is_lesson else "course"
                raise WorkbenchError(
                    f"The {kind} in this link doesn’t exist, or you don’t have access: {target.id}. "
                    "Ask the person who sent the link, or look in the library."
                ) from None
        self._show_target(target)

    def _show_target(self, target: LinkTarget) -> None:
        """Show a lesson or a course without another step in the browser's history."""
        self._is_visiting = True
        try:
            if target.kind == "lesson":
                self.open_lesson(target.id)
            elif target.kind == "publish":
                self.turn_to("Publish")
                self.share(target.id)
            else:
                self.turn_to("Library")
                library: Any = self.pages["Library"]
                if library.course != target.id:
                    library.open_course(target.id)
        finally:
            self._is_visiting = False
            self._set_address(target.anchor, is_visit=True)

    def _update_address(self) -> None:
        """Let the page's address name what is shown now."""
        if not self._is_visiting:
            self._set_address(self._anchor())

    def _set_address(self, anchor: str, *, is_visit: bool = False) -> None:
        self.address.arrived = anchor if is_visit else ""
        self.address.anchor = anchor
        self.address.title = f"{self.value} – {self.label}"

    def _anchor(self) -> str:
        if self._target is not None:
            return self._target.anchor
        section, shown = section_named(self.value), self.pages.loaded_pages().get(self.value)
        course_id = getattr(shown, "course", None)
        if course_id:
            return LinkTarget("course", course_id).anchor
        part = getattr(shown, "value", None) if section.show_part else None
        if isinstance(part, str):
            return f"{section.anchor}/{part}"
        if len(section.pages) > 1 and isinstance(shown, Pages):
            return next((page.anchor for page in section.pages if page.name == shown.value), section.anchor)
        return section.anchor

    def _open(self, panel: Panel, target: LinkTarget | None) -> None:
        link = self.address.link_to(target.kind, target.id) if target else ""
        self.detail.close_button.description = f"Back to {self.value}"
        self._target = target
        self.top.opened = target.anchor if target else panel.label  # before the section is out of sight with the focus
        self.detail.put(panel, *([html(copy_button(link, "Copy link"))] if link else []))
        set_visible(self.place, is_visible=False)
        self._update_address()

    def _turn(self) -> None:
        self.tabs.chosen = self.value
        page = self.pages[self.value]
        if page.label == self.value:
            page.add_class("wb-named-by-tab")
        self.place.children = (page,)
        self.frame.children = (self.tabs, self.main)
        self.show(self.top, self.frame, self.palette, self.address)

    def _make_tabs(self) -> Sidebar:
        return Sidebar(
            self.label, [(section.name, section.anchor, section.icon) for section in SECTIONS if section.is_listed]
        )

    def _make_section(self, section: Section) -> Panel:
        pages = makers(section, self._host)
        if len(pages) > 1:
            made: Panel = Pages(self.here, pages, workers=self._known_workers, label=section.name)
        else:
            made = pages[section.name]()
        if len(pages) > 1 or section.show_part:
            made.observe(lambda change: self._update_address(), "value")
        return made

    def _host(self) -> PanelHost:
        return PanelHost(
            client=self.here,
            workers=self._known_workers,
            picker=lambda: self.picker,
            link_to=self.address.link_to,
            on_move=self._update_address,
            open_lesson=self._lesson_opener(),
            share=self.share,
            watch=self.watch,
            go=self.go,
            open_example=self._open_example if self._on_example is not None else None,
        )

    def _lesson_opener(self) -> Callable[[str], object] | None:
        return self.open_lesson if self.lesson_panel is not None else None

    def _open_example(self) -> str:
        assert self._on_example is not None
        organization_id = self._on_example()
        self.picker.value = organization_id
        return organization_id

    def _switch(self, organization_id: str) -> None:
        try:
            self.picker.choose(organization_id)
        finally:
            self.top.show_organization()

    def _show_organizations(self) -> None:
        self.top.organizations = [
            {"id": known.organization_id, "name": display_text(known.name, longest=80)} for known in self._known
        ]
        self.top.organization_id = self.here.organization_id or ""

    def _followed_calls(self) -> list[Call[Any]]:
        call = get_attention(organization_id=self.here.organization_id)
        return [call] if self.offers(call.procedure) else []

    def _is_current(self, *answers: object) -> bool:
        return answers in ((), (self._attention,)) and self._needs_of_runs() == self._run_needs

    def _find_target(self) -> RunTarget | None:
        try:
            return find_place(self.here)
        except WorkbenchError:
            return None  # no organization is selected yet

    def _needs_of_runs(self) -> list[AttentionNeed]:
        return [] if self._run_target is None else needs_of_runs(unfinished_runs(self._run_target))

    def _show_needs(self) -> None:
        """Show what needs attention at the bell, and how many reviews wait beside their section."""
        self._run_needs = self._needs_of_runs()
        needs = [*self._run_needs, *map(need_of_group, self._attention.groups if self._attention else ())]
        self.top.needs = [{"text": need.text, "anchor": need.anchor} for need in needs]
        reviews = [f"{need.count:,}{'+' * need.is_minimum}" for need in needs if need.kind == "awaitingReview"]
        self.tabs.counts = ["".join(reviews) if anchor == "review" else "" for anchor in self.tabs.anchors]

    def _import_once(self) -> None:
        """Import the other panels in the background: by its first message the page is on the screen."""
        if not self._has_imported:
            self._has_imported = True
            self.workers.submit(import_panels)

    def _find(self, query: str) -> None:
        try:
            self.palette.show_found(query, find_entries(self.here, query))
        except WorkbenchError:
            self.palette.show_found(query, [])  # the service is away: what the browser knows is found all the same
