"""What a notebook saves of panels: no session token, nothing that somebody typed, nothing that runs as HTML."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from ipywidgets.embed import embed_data

from tests.markup import seen
from tests.widgets.looking import widgets_in
from workbench.api.workbench import Workbench
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.widgets.app.panel import App
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.pages import Pages
from workbench.widgets.kit.panel import Panel

CANARY = "canary-typed-by-somebody"


@pytest.fixture
def app(workbench: Workbench) -> App:
    """The whole page, every panel looked at, every field filled."""
    made = workbench.widgets.app()
    for panel in panels_in(made):
        panel.load_once(30)
        panel.workers = InlinePool()  # what typing begins is over before the panels are saved
    for entry in [widget for panel in panels_in(made) for widget in widgets_in(panel) if isinstance(widget, TextEntry)]:
        entry._handle_custom_msg({"intent": "typed", "text": CANARY}, [])
    return made


def panels_in(panel: Panel) -> Iterator[Panel]:
    """The panel and, where it has pages, those of all its pages."""
    yield panel
    for page in panel.pages.values() if isinstance(panel, Pages) else ():
        yield from panels_in(page)


def saved(app: App) -> str:
    """The widget state that a notebook holds when it saves its widgets, of every page, and what is next to it."""
    panels = list(panels_in(app))
    state = embed_data(views=panels)["manager_state"]
    return json.dumps([state, [panel._repr_mimebundle_() for panel in panels]])


def test_no_token_is_saved(app: App, own_service: EmbeddedService) -> None:
    """Nor in the text next to a widget."""
    assert own_service.token.reveal() not in saved(app)


def test_nothing_typed_is_saved(app: App) -> None:
    """Topics, addresses, reasons, searches: they are sent or they are gone."""
    assert CANARY not in saved(app)


def test_the_fields_were_filled(app: App) -> None:
    """Or the test above would see nothing."""
    entries = [widget for panel in panels_in(app) for widget in widgets_in(panel) if isinstance(widget, TextEntry)]

    assert [entry.value for entry in entries] == [CANARY] * len(entries)
    assert len(entries) > 8


def test_a_saved_notebook_reads_without_a_kernel(app: App) -> None:
    """Text and HTML say what the panels show; nothing in it runs."""
    for name in app.pages:
        app.value = name
    bundle = app._repr_mimebundle_()

    assert all(f"<h4>{name}</h4>" in bundle["text/html"] for name in app.pages)
    assert "People and roles: " in bundle["text/plain"]
    assert [
        danger for danger in seen(bundle["text/html"]).dangers if not danger.startswith("a href=http://127.0.0.1")
    ] == []
