"""The pages of the bulk panel together."""

from __future__ import annotations

from uuid import uuid4

from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.bulk.panel import BulkPanel
from workbench.widgets.bulk.stored_lists import ListSource
from workbench.widgets.run_monitor.panel import RunMonitor


def test_a_run_has_a_page_and_is_in_the_list_of_runs(client: Client, inline: InlinePool) -> None:
    """It is shown as it starts; its lessons open from there."""
    opened: list[str] = []
    panel = BulkPanel(client, workers=inline, on_open=opened.append)
    refreshed(panel.list).restart()
    panel.list.load_list(ListSource("knots.csv", f"topic,language\n{uuid4().hex} knots,EN\n".encode()))
    panel.list.run_button.click()
    panel.list.question.accept()
    monitor = panel.pages["Run"]
    assert isinstance(monitor, RunMonitor)
    assert panel.value == "Run"
    monitor.run.wait(60)
    monitor.refresh()

    monitor.lessons.list._on_message({"intent": "open", "ids": [monitor.lessons.list.rows[0]["id"]]})
    assert opened == [monitor.run.rows()[0].lesson_id]
    refreshed(panel.runs)
    assert monitor.run.plan.name in [row["title"] for row in panel.runs.list.rows]
    latest = panel.list.stored.latest()
    assert latest is None or latest.name != "knots.csv"  # it became a run: nobody is shown it again
    monitor.run.close()
