"""A bulk run in a notebook: stopped and taken up again by keys, its kernel restarted in between, a row settled."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.losing import losing_service
from tests.browser.page_objects import Notebook, enter, violations
from tests.needs import needs
from workbench.procedures.lesson import list_lessons
from workbench.procedures.organization import get_last_selected_organization_id, get_user_data

pytestmark = needs("chromium")

ROWS = 1_500  # more than are made before somebody can press a key
BEGIN = """from workbench import connect
from workbench.bulk.running.executors import ThreadExecutor
wb = connect()
plan = wb.bulk.plan([f"{mark} part {{number}}" for number in range({rows})], language="EN", name="{mark}")
wb.bulk.run(plan, plan.approve(credits={rows}), wait=False{more})"""
IN_DOUBT = """from workbench.bulk import Run, plan_topics
from workbench.client.sync import Client
from workbench.widgets.run_monitor.panel import RunMonitor
there = Client("{url}", "token")
plan = plan_topics([f"{mark} {{letter}}" for letter in "abcd"], there, language="EN", name="{mark}")
RunMonitor(there, Run(plan, there).start().wait())"""


@pytest.fixture
def mark() -> str:
    """Words that no other run has."""
    return f"Harbour lights {uuid4().hex[:8]}"


def monitor(notebook: Notebook, source: str) -> Locator:
    """The run monitor that a cell shows."""
    notebook.put(0, source)
    return notebook.run(0).locator(".wb-panel").first


def test_stopped_by_a_key_it_goes_on_in_another_kernel_and_is_paid_once(
    notebook: Notebook, writing: Writing, mark: str
) -> None:
    """What was done before the restart is neither made nor paid for again; the journal knows, not the kernel."""
    client = writing.client
    before = client.call(get_user_data()).ai_credit_balance or 0
    slowly = ", executor=ThreadExecutor(wb.client, 1)"
    panel = monitor(notebook, BEGIN.format(mark=mark, rows=ROWS, more=slowly))
    enter(panel.get_by_role("button", name="Stop"))
    expect(panel.locator(".wb-run-head")).to_contain_text("Stopped")
    made = int(panel.locator(".wb-big").inner_text().split(" ")[0].replace(",", ""))
    assert made < ROWS

    notebook.restart()
    panel = monitor(notebook, BEGIN.format(mark=mark, rows=ROWS, more=""))
    expect(panel.locator(".wb-run-head")).to_contain_text("Finished")

    assert panel.locator(".wb-big").inner_text().startswith(f"{ROWS:,} of {ROWS:,}")
    assert before - (client.call(get_user_data()).ai_credit_balance or 0) == ROWS
    here = client.call(get_last_selected_organization_id()).organization_id
    assert client.call(list_lessons(organization_id=here, search=mark, limit=1)).total == ROWS


@pytest.mark.slow
def test_go_on_is_a_button_too(notebook: Notebook, mark: str) -> None:
    """In the same kernel, by keys alone."""
    panel = monitor(notebook, BEGIN.format(mark=mark, rows=ROWS, more=", executor=ThreadExecutor(wb.client, 1)"))
    enter(panel.get_by_role("button", name="Stop"))
    expect(panel.locator(".wb-run-head")).to_contain_text("Stopped")
    enter(panel.get_by_role("button", name="Resume"))

    expect(panel.locator(".wb-run-head")).to_contain_text("Finished", timeout=60_000)


@pytest.mark.parametrize(("number", "theme"), [(0, "JupyterLab Light"), (1, "JupyterLab Dark")])
def test_a_row_in_doubt_is_settled_by_keys(notebook: Notebook, mark: str, axe: Path, number: int, theme: str) -> None:
    """It is chosen, the lesson is picked from those that no row explains, and nothing needs anybody any more."""
    notebook.theme(theme)
    with losing_service(number) as losing:
        panel = monitor(notebook, IN_DOUBT.format(mark=mark, url=losing.url))
        expect(panel.locator(".wb-run-head")).to_contain_text("needs attention")
        rows = panel.get_by_role("listbox", name="Rows to check")
        rows.focus()
        rows.press("Space")
        lessons = panel.get_by_label("Recent lessons without a row")
        lessons.select_option(label=next(text for text in lessons.locator("option").all_inner_texts() if "B" in text))
        found = violations(notebook.page, axe, ".wb-panel")
        enter(panel.get_by_role("button", name="Use this lesson"))
        expect(panel.locator(".wb-run-head")).not_to_contain_text("needs attention")

        assert found == []
        assert panel.locator(".wb-big").inner_text().startswith("4 of 4")
        assert losing.truth.charged == 5 * 2
