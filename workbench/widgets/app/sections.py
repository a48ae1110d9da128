"""The sections of the page and their sub-pages: name, anchor, icon and panel, each declared once in `SECTIONS`.

A panel is only made, and its module only imported, when somebody looks at it: importing all would take seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.widgets.kit.panel import Panel

if TYPE_CHECKING:
    from workbench.widgets.org_picker import OrgPicker

Maker = Callable[["PanelHost"], Panel]


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelHost:
    """What a panel gets of the page that shows it; `client` is limited to the organization that is worked in."""

    client: Client
    workers: TaskPool | None
    picker: Callable[[], OrgPicker]
    """Returns the panel in which an organization is chosen: one for the whole page."""
    link_to: Callable[[str, str], str]
    """`link_to(kind, id)` is the shareable address of a lesson or course; empty in a notebook."""
    on_move: Callable[[], object]
    """To be called when a panel shows something else that has an address."""
    open_lesson: Callable[[str], object] | None
    share: Callable[[str], object]
    watch: Callable[..., object]
    go: Callable[[str], object]
    """`go(anchor)` shows a section, a sub-page, a lesson or a course."""
    open_example: Callable[[], str] | None
    """Makes the example if it is not there, shows everything of it, and returns its id; `None` where there is none."""

    def make(self, panel: Callable[..., Any], **more: object) -> Any:
        """Return the panel, made for the organization that is worked in."""
        return panel(self.client, organization_id=self.client.organization_id, workers=self.workers, **more)


@dataclass(frozen=True, slots=True)
class SubPage:
    """One panel of a section: its tab's text, its anchor, and what makes it."""

    name: str
    anchor: str
    make: Maker


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page. `icon` is the path of an SVG drawing, 24 by 24; a section of one page has no tabs."""

    name: str
    anchor: str
    icon: str
    pages: tuple[SubPage, ...]
    is_listed: bool = True
    """Whether the sidebar lists it; the bell opens the one that it does not."""
    show_part: str = ""
    """The method of its panel that shows the part of an anchor after the slash; the panel's `value` is that part."""


_OPENED_IN_PLACE: Final = ("document.panel", "sharing.panel", "run_monitor.panel")
_modules: Final = [f"workbench.widgets.{name}" for name in _OPENED_IN_PLACE]


def import_panels() -> None:
    """Import the modules of all panels, so that the first look at one does not wait for that. Takes seconds."""
    for module in _modules:
        import_module(module)


def _panel(path: str, **parts: str) -> Maker:
    """Return what makes the panel of a class, such as `admin.people.PeoplePanel`.

    Each of `parts` is an argument of the class, and the name of the part of the host that it gets.
    """
    module, _, name = f"workbench.widgets.{path}".rpartition(".")
    _modules.append(module)

    def make(host: PanelHost) -> Any:
        given = {argument: getattr(host, part) for argument, part in parts.items()}
        return host.make(getattr(import_module(module), name), **given)

    return make


def _browser(listing: str = "lessons") -> Maker:
    """Return what makes a browser that shows a listing first, such as `recent`."""

    def make(host: PanelHost) -> Panel:
        from workbench.widgets.browser.panel import Browser

        browser: Browser = host.make(Browser, on_open=host.open_lesson, on_share=host.share, listing=listing)
        browser.controls.link_to = host.link_to
        browser.observe(lambda change: host.on_move(), "course")
        return browser

    return make


def _credits(host: PanelHost) -> Panel:
    """Return what is left and was spent, and below it the form to grant more."""
    from workbench.widgets.admin.grants import GrantPanel
    from workbench.widgets.credits import CreditsPanel

    credits: CreditsPanel = host.make(CreditsPanel)
    grants: GrantPanel = host.make(GrantPanel)
    grants.add_class("wb-section")
    credits.show(*credits.children[1:], grants)
    return credits


def _sessions(host: PanelHost) -> Panel:
    from workbench.widgets.admin.sessions import SessionsPanel

    return SessionsPanel(host.client, workers=host.workers)


_HOME: Final = _panel("home.panel.HomePanel", on_go="go", on_example="open_example")
_CREATE: Final = (
    SubPage(
        "From topics",
        "create/topics",
        _panel("starter_form.panel.StarterLessonForm", on_edit="open_lesson", on_share="share", on_run="watch"),
    ),
    SubPage("From a list", "create/list", _panel("bulk.list_panel.TopicListPanel", on_run="watch")),
    SubPage("Outline", "create/outline", _panel("outline.panel.OutlinePanel", on_run="watch")),
    SubPage("From files", "create/files", _panel("browser.import_panel.ImportPanel", on_go="go")),
    SubPage("Translations", "create/translations", _panel("coverage.panel.CoveragePanel", on_open="open_lesson")),
    SubPage("Runs", "create/runs", _panel("bulk.runs_panel.RunsPanel", on_run="watch", on_open="open_lesson")),
)
_SETTINGS: Final = (
    SubPage("People", "settings/people", _panel("admin.people.PeoplePanel")),
    SubPage("Policy", "settings/policy", _panel("admin.policy.PolicyPanel")),
    SubPage("Language", "settings/language", _panel("admin.language.LanguagePanel")),
    SubPage("Theme", "settings/theme", _panel("admin.theme.ThemePanel")),
    SubPage("Glossary", "settings/glossary", _panel("admin.glossary.GlossaryPanel")),
    SubPage("Sources", "settings/sources", _panel("sources.panel.SourcesPanel")),
    SubPage("Credits", "settings/credits", _credits),
    SubPage("Sessions", "settings/sessions", _sessions),
    SubPage("Trash", "settings/trash", _browser("lesson trash")),
    SubPage("Audit log", "settings/audit", _panel("admin.audit.AuditPanel")),
    SubPage("Organizations", "settings/organizations", lambda host: host.picker()),
)


def _single(name: str, icon: str, make: Maker, *, is_listed: bool = True, show_part: str = "") -> Section:
    return Section(name, name.lower(), icon, (SubPage(name, name.lower(), make),), is_listed, show_part)


_ROUND: Final = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z"
SECTIONS: Final = (
    _single("Home", "M4 11l8-7 8 7v9h-5v-6H9v6H4z", _HOME),
    _single("Library", "M5 4v16M9 4v16M13 5l5 15M3 20h18", _browser()),
    Section("Create", "create", f"{_ROUND}M12 8v8M8 12h8", _CREATE),
    _single(
        "Review", "M4 5h16v12H9l-5 4zM8.5 11l2.5 2.5 5-5", _panel("review.panel.ReviewPanel", on_edit="open_lesson")
    ),
    _single(
        "Publish",
        f"{_ROUND}M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
        _panel("sharing.table.SharingTable", on_share="share"),
    ),
    _single(
        "Reports",
        "M4 20h16M7 20v-7M12 20V5M17 20v-10",
        _panel("reports.panel.ReportsPanel", on_go="go"),
        show_part="show_report",
    ),
    Section("Settings", "settings", "M4 7h10M18 7h2M16 5v4M4 17h2M10 17h10M8 15v4", _SETTINGS),
    _single("Changes", "M6 17v-6a6 6 0 0 1 12 0v6l2 2H4zM10 22h4", _panel("changes.ChangesPanel"), is_listed=False),
)
COMMANDS: Final = (
    ("Create a lesson", "create/topics"),
    ("Create lessons from a list of topics", "create/list"),
    ("Write an outline from a brief", "create/outline"),
    ("Import a file", "create/files"),
    ("Translate lessons", "create/translations"),
    ("Resume or undo a run", "create/runs"),
    ("Undo changes", "changes"),
    ("Review lessons", "review"),
    ("Publish a course", "publish"),
    ("Invite a person", "settings/people"),
    ("Change the publishing policy", "settings/policy"),
    ("Change the default language", "settings/language"),
    ("Change the theme of learner pages", "settings/theme"),
    ("Add a term to the glossary", "settings/glossary"),
    ("Add a source document", "settings/sources"),
    ("Grant credits", "settings/credits"),
    ("End a session", "settings/sessions"),
    ("Restore from the trash", "settings/trash"),
    ("Switch organization", "settings/organizations"),
)
"""What a person wants to do, and the anchor of the page on which it is done; the palette lists them."""


def page_at(anchor: str) -> tuple[Section, SubPage | None] | None:
    """Return the section and sub-page at an anchor; a section's own anchor names no sub-page. `None` if it is none."""
    sections: list[tuple[Section, SubPage | None]] = [
        (section, None) for section in SECTIONS if section.anchor == anchor
    ]
    return next(iter([*sections, *((section, page) for section, page in all_pages() if page.anchor == anchor)]), None)


def all_pages() -> list[tuple[Section, SubPage]]:
    """Return each sub-page with its section."""
    return [(section, page) for section in SECTIONS for page in section.pages]


def section_named(name: str) -> Section:
    """Return the section with this name."""
    return next(section for section in SECTIONS if section.name == name)


def makers(section: Section, host: Callable[[], PanelHost]) -> dict[str, Callable[[], Panel]]:
    """Return what makes the panel of each sub-page, by its name; `host()` is asked when it is made."""

    def make(page: SubPage) -> Panel:
        return page.make(host())

    return {page.name: partial(make, page) for page in section.pages}


def commands() -> list[dict[str, str]]:
    """Return what the palette finds without the service: sections, their sub-pages, and what can be done there."""
    places = []
    for section in SECTIONS:
        places.append({"text": section.name, "where": "Section", "anchor": section.anchor})
        if len(section.pages) > 1:
            places += [{"text": page.name, "where": section.name, "anchor": page.anchor} for page in section.pages]
    return [*places, *({"text": text, "where": "Command", "anchor": anchor} for text, anchor in COMMANDS)]
