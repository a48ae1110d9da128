"""What every panel keeps to, whatever it shows: a new one is found by its class and tried too."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final

import anywidget
import ipywidgets
import pytest

import workbench.widgets
from tests.api.interface_only import interface_only
from tests.bulk.fake_service import FakeService
from tests.widgets.looking import dangers_in, html_in, refreshed, state_of
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.run import Run
from workbench.client.retry import RetryPolicy
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.coverage.translating import TranslatingPanel
from workbench.widgets.kit.pages import Pages
from workbench.widgets.kit.panel import Panel

BASES: Final = {Panel, Pages, TranslatingPanel}
"""Classes that other panels are made of."""
NEEDED: Final[dict[str, Callable[[], tuple[Any, ...]]]] = {
    "BlockList": lambda: ("lesson-1",),
    "HistoryPanel": lambda: ("lesson-1",),
    "LessonDocument": lambda: ("lesson-1",),
    "SharingPanel": lambda: ("course-1",),
    "RunMonitor": lambda: (Run(plan_topics(["Bread"], FakeService(), language="EN"), FakeService()),),
}
"""What a panel is made of besides the client."""
TOLD: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "AuditPanel": ("has no audit log", ("filters", "foot")),
    "Browser": ("only show recent items", ("controls.create_line.children.0",)),
    "CoveragePanel": ("list lessons", ()),
    "CreditsPanel": ("report the ledger", ()),
    "GrantPanel": ("", ("form",)),
    "HistoryPanel": ("has no lesson history", ("actions",)),
    "HomePanel": ("list what needs attention", ()),
    "OrgPicker": ("list organizations", ("list",)),
    "PeoplePanel": ("list people", ("of_new", "of_chosen")),
    "PolicyPanel": ("no publishing policy", ()),
    "ReviewPanel": ("support reviews", ()),
    "SessionsPanel": ("list sessions", ()),
    "SharingPanel": ("change sharing here", ("open_up",)),
    "SharingTable": ("list courses", ()),
    "SourcesPanel": ("This service doesn't store sources. Its owner can install a newer version.", ()),
    "StarterLessonForm": ("not reported by this service", ()),
    "ThemePanel": ("no themes", ("form",)),
}
"""What a panel says of a service that has the interface alone, and the parts of it that are hidden then."""
REFUSED: Final[dict[str, str]] = {
    "ChangesPanel": "This service cannot change lessons on condition of a revision. Nothing was changed.",
}
"""The failure that a panel shows there, because it has nothing else to show."""
CANARY: Final = "good-canary-0123456789"
NAMESPACE: Final = "http://www.w3.org/"
ADDRESS: Final = re.compile(r"0x[0-9a-f]{6,}")
VARIABLE: Final = re.compile(r"var\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
COLOUR: Final = re.compile(r"(?<![\w&-])(?!#fff\b|rgb\(0 0 0 /)(?:#[0-9a-fA-F]{3,8}\b|(?:rgb|hsl)a?\()")
"""A colour that is neither a shadow nor the white of what stands on a coloured ground."""
CLEANED: Final = {"BlockListView", "Reader"}
"""Widgets that show HTML of the service, which has sanitized it."""


def _subclasses(of: type) -> Iterator[type]:
    for module in pkgutil.walk_packages(workbench.widgets.__path__, "workbench.widgets."):
        import_module(module.name)
    left = [of]
    while left:
        found = left.pop()
        left += found.__subclasses__()
        if found.__module__.startswith("workbench.widgets.") and found not in BASES:
            yield found


PANELS: Final = sorted(set(_subclasses(Panel)), key=lambda panel: panel.__name__)
SCRIPTED: Final = sorted(set(_subclasses(anywidget.AnyWidget)), key=lambda widget: widget.__name__)


@pytest.fixture
def asked() -> Iterator[tuple[Client, list[tuple[str, str]]]]:
    """A client of a service that has the interface alone, and what that was asked."""
    with interface_only() as (base_url, seen), Client(base_url, CANARY, policy=RetryPolicy(tries=1)) as client:
        yield client, seen


@pytest.fixture(params=PANELS, ids=lambda panel: str(panel.__name__))
def panel(
    request: pytest.FixtureRequest, asked: tuple[Client, list[tuple[str, str]]], inline: InlinePool, failures: list[str]
) -> Iterator[Panel]:
    """Each panel, just made; what it says afterwards is the one failure that it may show, or none."""
    more = NEEDED.get(request.param.__name__, tuple)()
    made: Panel = request.param(asked[0], *more, workers=inline)
    yield made
    refused = REFUSED.get(request.param.__name__)
    assert (made.busy, made.error) == (False, refused or "")
    assert set(failures) == ({f"{made.label}: {refused}"} if refused else set())
    failures.clear()


def test_making_it_asks_nothing_and_the_first_look_does(
    panel: Panel, asked: tuple[Client, list[tuple[str, str]]]
) -> None:
    """A cell that makes ten panels sends no request."""
    before = len(asked[1])
    bundle = panel._repr_mimebundle_()

    assert (before, panel._is_loaded) == (0, True)
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == panel.model_id


def test_it_reads_in_a_notebook_without_a_kernel(panel: Panel) -> None:
    """A sentence that is the same from run to run, and HTML that runs and loads nothing and is named."""
    bundle = refreshed(panel)._repr_mimebundle_()

    assert bundle["text/plain"] == repr(panel) and bundle["text/plain"].strip()
    assert ADDRESS.search(bundle["text/plain"] + bundle["text/html"]) is None
    assert bundle["text/html"].startswith("<section aria-label=") and dangers_in(panel) == []


def test_it_says_what_a_service_with_the_interface_alone_lacks(panel: Panel) -> None:
    """In plain words; what would do nothing is hidden."""
    words, hidden = TOLD.get(type(panel).__name__, ("", ()))
    refreshed(panel)
    parts = [_part(panel, path) for path in hidden]

    assert words in html_in(panel) + state_of(panel)
    assert [part.layout.display for part in parts] == ["none"] * len(parts)


def test_refresh_in_its_head_is_a_refresh(panel: Panel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each time that it is pressed."""
    panel._repr_mimebundle_()
    pressed: list[str] = []
    refresh = panel.refresh
    monkeypatch.setattr(panel, "refresh", lambda: (pressed.append("refresh"), refresh())[1])
    panel.header._handle_custom_msg({"intent": "refresh"}, [])

    assert pressed == ["refresh"]


def test_a_token_is_in_no_state(panel: Panel) -> None:
    """Nor in its text, which a notebook keeps."""
    assert CANARY not in state_of(refreshed(panel)) + html_in(panel) + repr(panel)


def test_every_control_has_a_name(panel: Panel) -> None:
    """On it, or for a screen reader."""
    unnamed = [
        type(widget).__name__
        for widget in _shown_in(refreshed(panel))
        if isinstance(widget, (ipywidgets.Button, ipywidgets.Dropdown, ipywidgets.Checkbox, ipywidgets.Text))
        and not (widget.description or widget.tooltip)
    ]

    assert unnamed == []


def test_a_closed_panel_asks_for_nothing(panel: Panel, asked: tuple[Client, list[tuple[str, str]]]) -> None:
    """Whatever is changed afterwards."""
    refreshed(panel).close()
    before = len(asked[1])
    asked[0].changes.publish(panel.shows)

    assert len(asked[1]) == before


@pytest.mark.parametrize("widget", SCRIPTED, ids=lambda widget: str(widget.__name__))
def test_a_script_and_a_style_load_nothing(widget: type) -> None:
    """No address of another host in either, and no text is read as HTML unless the service has cleaned it."""
    script, style = str(getattr(widget, "_esm", "")), str(getattr(widget, "_css", ""))

    assert re.search(r"://\w", script.replace(NAMESPACE, "") + style.replace(NAMESPACE, "")) is None
    assert widget.__name__ in CLEANED or "innerHTML" not in script


@pytest.mark.parametrize("widget", SCRIPTED, ids=lambda widget: str(widget.__name__))
def test_a_style_has_its_colours_from_the_page(widget: type) -> None:
    """As variables, with a colour only for a page that has none: so that it is dark where the page is."""
    plain = [
        line.strip() for line in str(getattr(widget, "_css", "")).splitlines() if COLOUR.search(VARIABLE.sub("", line))
    ]

    assert plain == []


def _shown_in(widget: Any) -> Iterator[Any]:
    """The widget and all below it, without what is hidden."""
    if widget.layout.display != "none":
        yield widget
        for child in getattr(widget, "children", ()):
            yield from _shown_in(child)


def _part(panel: Panel, path: str) -> Any:
    found: Any = panel
    for name in path.split("."):
        found = found[int(name)] if name.isdigit() else getattr(found, name)
    return found
