"""Several panels behind one row of tabs."""

from __future__ import annotations

import threading

import pytest

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool, ThreadPool
from workbench.widgets.admin.sessions import SessionsPanel
from workbench.widgets.credits import CreditsPanel
from workbench.widgets.kit.pages import Pages, Tabs
from workbench.widgets.kit.panel import Panel

MOMENT_SECONDS = 0.5


class Figures(Panel):
    """Has a figure a moment after it is shown, as a service answers on a busy computer."""

    def refresh(self) -> None:
        """Read the figure."""
        threading.Event().wait(MOMENT_SECONDS)
        self.value = 42

    def as_text(self) -> str:
        """The figure."""
        return f"{self.value or 0} people."


@pytest.fixture
def pages(nobody: Client, inline: InlinePool) -> Pages:
    """Two pages."""
    panels = {"Credits": CreditsPanel(nobody, workers=inline), "Sessions": SessionsPanel(nobody, workers=inline)}
    return Pages(nobody, panels, workers=inline)


def test_the_first_page_is_shown(pages: Pages) -> None:
    """And only that one: a page that nobody looks at asks nothing."""
    assert pages.children[2:] == (pages.pages["Credits"],)


def test_a_page_is_made_when_somebody_looks_at_it(pages: Pages) -> None:
    """Once; what nobody looked at is in no text, and there is nothing of it to close."""
    made: list[CreditsPanel] = []

    def later() -> CreditsPanel:
        made.append(CreditsPanel(pages.client, workers=pages.workers))
        return made[-1]

    pages.put("Later", later)
    before = pages.as_html()
    assert (made, list(pages.pages), "Later" in before) == ([], ["Credits", "Sessions", "Later"], False)

    pages.value = "Later"
    pages.value = "Credits"
    pages.value = "Later"
    assert [*pages.children[2:]] == made and len(made) == 1 and "<h4>Later</h4>" in pages.as_html()


def test_another_page_in_its_place_is_not_made_out_of_sight(pages: Pages) -> None:
    """The panel that was there is closed; the new one waits until it is looked at."""
    before = pages.pages["Sessions"]
    pages.put("Sessions", lambda: CreditsPanel(pages.client, workers=pages.workers))

    assert before.comm is None
    assert list(pages.pages.loaded_pages()) == ["Credits"]


def test_a_tab_turns_the_page(pages: Pages) -> None:
    """`value` is its text."""
    pages.tabs._handle_custom_msg({"intent": "choose", "text": "Sessions"}, [])

    assert pages.value == "Sessions"
    assert pages.children[2:] == (pages.pages["Sessions"],)


def test_a_page_can_be_set(pages: Pages) -> None:
    """From a cell, or from another panel."""
    pages.value = "Sessions"

    assert pages.tabs.chosen == "Sessions"


def test_a_page_that_is_called_as_its_tab_does_not_repeat_it(pages: Pages) -> None:
    """Its name is in the tab already."""
    panel = CreditsPanel(pages.client, workers=pages.workers)
    pages.put("AI credits", panel)
    pages.value = "AI credits"

    assert "wb-named-by-tab" in panel._dom_classes
    assert "wb-named-by-tab" not in pages.pages["Credits"]._dom_classes


def test_the_saved_form_has_the_figures_of_the_page_that_is_shown(nobody: Client) -> None:
    """Regression: a notebook kept “0 people in the organization”, and the same of pages that nobody had looked at."""
    workers = ThreadPool(1)
    pages = Pages(nobody, {"Shown": Figures(nobody, workers=workers), "Unseen": Figures(nobody, workers=workers)})

    html = pages._repr_mimebundle_()["text/html"]

    assert "<h4>Shown</h4><p>42 people.</p>" in html
    assert "Unseen" not in html and pages.pages["Unseen"].value is None


@pytest.mark.parametrize(("said", "heard"), [("People", ["People"]), ("Secrets", []), (None, [])])
def test_only_what_is_there_is_chosen(said: object, heard: list[str]) -> None:
    """A browser may say anything."""
    tabs, found = Tabs("Administration", ["People", "Credits"]), []
    tabs.on_choose(found.append)

    tabs._handle_custom_msg({"intent": "choose", "text": said}, [])

    assert found == heard
