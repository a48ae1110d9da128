"""The panels, from the connected workbench."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.api.workbench import Workbench
from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.organization import get_last_selected_organization_id
from workbench.widgets.block_list.panel import BlockList
from workbench.widgets.history.panel import HistoryPanel
from workbench.widgets.kit.detail_pane import DetailPane

NAMES = (
    "home",
    "org_picker",
    "starter_form",
    "sharing",
    "sharing_table",
    "browser",
    "credits",
    "sources",
    "coverage",
    "reports",
    "admin",
    "audit",
    "app",
)


@pytest.mark.parametrize("name", NAMES)
def test_every_panel_is_made_from_it(workbench: Workbench, name: str) -> None:
    """And asks nothing until it is looked at: what is not reported yet is not shown."""
    panel = getattr(workbench.widgets, name)()

    assert not panel.busy
    assert name in repr(workbench.widgets)


def test_a_lesson_is_opened_below_what_it_was_chosen_in(workbench: Workbench) -> None:
    """Standing alone in a cell, a browser shows its pages too."""
    lesson_id = workbench.client.call(create_starter_lesson(topic="Bridges", language="EN")).lesson_id
    browser = workbench.widgets.browser()

    browser.open_lesson(lesson_id)

    assert isinstance(browser.children[-1], DetailPane)
    assert isinstance(browser.children[-1].panel, BlockList)


def test_a_lessons_history_opens_beside_its_pages(workbench: Workbench) -> None:
    """And the pages follow when it goes back."""
    lesson_id = workbench.client.call(create_starter_lesson(topic="Bridges", language="EN")).lesson_id
    pages = workbench.widgets.block_list(lesson_id)
    pages.refresh()
    whole = pages.value
    pages.delete(whole[:1])
    pages.refresh()

    pages.rail.toggle("History")
    history = pages.rail.history
    assert isinstance(history, HistoryPanel)
    history.refresh()
    history.go_back(1)
    pages.refresh()

    assert pages.value == whole


def test_a_run_is_watched(workbench: Workbench, tmp_path: Path) -> None:
    """In a cell of its own."""
    run = workbench.bulk.run(workbench.bulk.plan(["Tides"], language="EN", name=tmp_path.name))

    assert workbench.widgets.run_monitor(run).run is run


def test_the_organizations_are_known_at_once(workbench: Workbench) -> None:
    """The workbench was told when it connected."""
    picker = workbench.widgets.org_picker()

    assert picker.value == workbench.client.call(get_last_selected_organization_id()).organization_id
    assert len(picker.list.rows) == 1


def test_the_organization_is_that_of_the_workbench(workbench: Workbench) -> None:
    """Not whichever was selected last elsewhere."""
    assert workbench.widgets.credits().organization_id == workbench.facts.organization_id


@pytest.mark.parametrize(
    ("anchor", "panel"),
    [
        ("review", "ReviewPanel"),
        ("publish", "SharingTable"),
        ("library", "Browser"),
        ("create/topics", "BulkPanel"),
        ("create/runs", "RunsPanel"),
        ("create/translations", "CoveragePanel"),
        ("settings/credits", "CreditsPanel"),
        ("changes", "ChangesPanel"),
    ],
)
def test_a_step_of_home_opens_its_place_below(workbench: Workbench, anchor: str, panel: str) -> None:
    """As the page shows it there; a place that a notebook has no panel for opens nothing."""
    home = workbench.widgets.home()
    home._on_go(anchor)  # type: ignore[misc]
    opened = home.children[-1].panel
    home._on_go("settings/people")  # type: ignore[misc]

    assert type(opened).__name__ == panel and home.children[-1].panel is opened
