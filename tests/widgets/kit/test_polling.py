"""Following what happens elsewhere: one question for all panels that are looked at, a refresh where it is needed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.finishing import share
from tests.widgets.held import Held
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.lesson import create_starter_lesson
from workbench.widgets.admin.audit import AuditPanel
from workbench.widgets.admin.sessions import SessionsPanel
from workbench.widgets.browser.panel import Browser
from workbench.widgets.credits import CreditsPanel
from workbench.widgets.kit import polling
from workbench.widgets.kit.panel import Panel
from workbench.widgets.org_picker import OrgPicker
from workbench.widgets.sharing.panel import SharingPanel
from workbench.widgets.sharing.table import SharingTable


@pytest.fixture(autouse=True)
def at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question may follow the one before immediately."""
    monkeypatch.setattr(polling, "POLL_SECONDS", 0.0)


@pytest.fixture
def other(own_service: EmbeddedService) -> Iterator[Client]:
    """The same person, elsewhere."""
    with Client(own_service.base_url, own_service.token) as made:
        yield made


def looked_at(panel: Panel) -> None:
    """What the browser says every few seconds while the panel can be seen."""
    panel.header._handle_custom_msg({"intent": "poll", "id": "m"}, [])


def test_the_sharing_panel_follows_what_was_shared_elsewhere(
    client: Client, other: Client, course_id: str, inline: InlinePool
) -> None:
    """It said private until somebody pressed the refresh button."""
    panel = SharingPanel(client, course_id, workers=inline)
    panel.refresh()
    share(other, course_id)

    looked_at(panel)

    assert panel.sharing is not None
    assert panel.sharing.is_public


@pytest.mark.parametrize("kind", [SharingTable, Browser])
def test_lists_of_courses_follow_what_was_shared_elsewhere(
    client: Client,
    other: Client,
    course_id: str,
    inline: InlinePool,
    kind: type[SharingTable | Browser],
) -> None:
    """The row of the course says so."""
    panel = kind(client, workers=inline)
    panel.refresh()
    if isinstance(panel, Browser):
        panel.controls.listing.value = "courses"
    share(other, course_id)

    looked_at(panel)

    row = (
        next(row for row in panel.list.rows if course_id in row["id"])
        if isinstance(panel, SharingTable)
        else next(row for row in panel.controls.list.rows if course_id in row["id"])
    )
    assert "Public" in [part.get("text") for part in (*row["tags"], *row.get("cells", ()))]


@pytest.mark.parametrize("kind", [CreditsPanel, OrgPicker])
def test_balances_follow_what_was_spent_elsewhere(
    client: Client, other: Client, inline: InlinePool, kind: type[CreditsPanel | OrgPicker]
) -> None:
    """The balance went stale until the refresh button was pressed."""
    panel = kind(client, workers=inline)
    panel.refresh()
    before = panel.as_html()
    other.call(create_starter_lesson(topic="Made elsewhere", language="EN"))

    looked_at(panel)

    assert panel.as_html() != before


def test_the_audit_log_follows_what_was_done_elsewhere(client: Client, other: Client, inline: InlinePool) -> None:
    """It went stale until the refresh button was pressed."""
    panel = AuditPanel(client, workers=inline)
    panel.refresh()
    made = other.call(create_starter_lesson(topic="Made elsewhere", language="EN"))

    looked_at(panel)

    assert panel.entries[0].subject == made.lesson_id


def test_whoever_reads_older_entries_is_not_sent_back(client: Client, other: Client, inline: InlinePool) -> None:
    """A refresh by itself would show the newest entries alone."""
    panel = AuditPanel(client, workers=inline)
    panel.refresh()
    panel.show_more()
    before = panel.entries
    other.call(create_starter_lesson(topic="Made elsewhere", language="EN"))

    looked_at(panel)

    assert panel.entries == before


def test_sessions_follow_what_ended_elsewhere(client: Client, inline: InlinePool) -> None:
    """One that ended stayed in the list until the refresh button was pressed."""
    panel = SessionsPanel(client, workers=inline)
    panel.refresh()
    there = panel.sessions
    panel.sessions = (*there, there[0].model_copy(update={"session_id": "0" * 25}))

    looked_at(panel)

    assert panel.sessions == there


def test_what_was_said_stays_and_no_question_is_closed(
    client: Client, other: Client, course_id: str, inline: InlinePool
) -> None:
    """A refresh by itself takes nothing away from who is about to answer."""
    panel = SharingPanel(client, course_id, workers=inline)
    panel.refresh()
    panel.notify("Said last.")
    panel.open_up.click()
    share(other, course_id)

    looked_at(panel)
    assert panel.question.is_open
    panel.question.close_question()
    looked_at(panel)

    assert panel.close_down.layout.display != "none"
    assert panel.notice == "Said last."


def test_all_panels_together_ask_once(client: Client) -> None:
    """However many are looked at, one question is on its way."""
    held = Held()
    panels = [CreditsPanel(client, workers=held) for _ in range(5)]
    for panel in panels:
        panel.refresh()
        looked_at(panel)

    assert len(held.jobs) == 1
    held.work()


def test_a_panel_that_shows_what_holds_is_not_refreshed(client: Client, inline: InlinePool) -> None:
    """Nothing moves under somebody's hands without a reason."""
    panel = CreditsPanel(client, workers=inline)
    panel.refresh()
    ledger = panel.ledger

    looked_at(panel)

    assert panel.ledger is ledger


def test_a_service_that_is_away_is_left_alone(nobody: Client, inline: InlinePool) -> None:
    """No alarm is raised for a look, and the next one comes later."""
    panel = CreditsPanel(nobody, workers=inline)
    panel.value = 7

    looked_at(panel)
    looked_at(panel)

    assert (panel.value, panel.error) == (7, "")
