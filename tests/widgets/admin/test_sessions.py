"""The person's own sessions."""

from __future__ import annotations

import pytest

from tests.hostile import HOSTILE
from tests.widgets.looking import dangers_in, filled, refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.service import Session
from workbench.widgets.admin.sessions import SessionsPanel

DAY = "2026-01-01T00:00:00.000Z"


def session(session_id: str, label: str = "laptop", *, is_current: bool = False) -> Session:
    """One of several."""
    return Session(
        session_id=session_id, label=label, created_at=DAY, last_seen_at=DAY, idle_ends_at=DAY, is_current=is_current
    )


@pytest.fixture
def panel(client: Client, inline: InlinePool) -> SessionsPanel:
    """A panel that was looked at."""
    return refreshed(SessionsPanel(client, workers=inline))


def test_the_session_in_use_is_marked(panel: SessionsPanel) -> None:
    """Nobody ends it by a slip."""
    assert ["This session"] in [[tag["text"] for tag in row["tags"]] for row in panel.list.rows]


def test_the_session_in_use_is_not_ended_here(panel: SessionsPanel, failures: list[str]) -> None:
    """It says how to sign out."""
    panel.list.chosen = [shown_session.session_id for shown_session in panel.sessions if shown_session.is_current]

    panel.start(panel.end)

    assert "Sign out to end it" in failures.pop()


def test_ending_one_is_asked_about(panel: SessionsPanel) -> None:
    """Somebody is signed out by it."""
    panel.list.chosen = [panel.sessions[0].session_id]

    panel.end_button.click()

    assert panel.question.is_open


def test_a_session_that_is_gone_is_told(panel: SessionsPanel, failures: list[str]) -> None:
    """By the service."""
    panel.sessions = (session("0" * 25),)
    panel.render()
    panel.list.chosen = ["0" * 25]

    panel.start(panel.end)

    assert panel.error in failures.pop()


@pytest.mark.parametrize("text", HOSTILE)
def test_no_label_becomes_markup(nobody: Client, inline: InlinePool, text: str) -> None:
    """Anyone who signed in chose it."""
    panel = filled(SessionsPanel(nobody, workers=inline), sessions=(session("s", text),))

    assert dangers_in(panel) == []
