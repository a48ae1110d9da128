"""Credits for the organization's wallet."""

from __future__ import annotations

import pytest

from tests.widgets.looking import dangers_in, refreshed, state_of
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.organization import get_credit_ledger, get_user_data
from workbench.widgets.admin.grants import GrantPanel


@pytest.fixture
def panel(client: Client, inline: InlinePool) -> GrantPanel:
    """A panel that was looked at by the owner."""
    return refreshed(GrantPanel(client, workers=inline))


def fill(panel: GrantPanel, amount: str, reason: str = "A good year") -> None:
    """Type into both fields."""
    panel.amount.value, panel.reason.value = amount, reason


def test_nothing_is_granted_without_a_question(panel: GrantPanel, client: Client) -> None:
    """A grant cannot be taken back."""
    before = client.call(get_user_data()).ai_credit_balance
    fill(panel, "50")

    panel.grant_button.click()

    assert "Grant 50 credits to the organization? Reason: A good year." in panel.question.text.value
    assert client.call(get_user_data()).ai_credit_balance == before


def test_the_answer_yes_grants(panel: GrantPanel, client: Client) -> None:
    """The ledger keeps the reason; the fields are empty again."""
    before = panel.value or 0
    fill(panel, "50", "For the spring lessons")
    panel.grant_button.click()
    panel.question.yes.click()

    assert panel.value == before + 50
    assert client.call(get_credit_ledger(limit=1)).entries[0].reason == "For the spring lessons"
    assert panel.grant_button.disabled


@pytest.mark.parametrize("amount", ["0", "-5", "1.5", "many", "1000001", "٣", "9" * 40])
def test_what_is_no_amount_is_refused(panel: GrantPanel, failures: list[str], amount: str) -> None:
    """Before anything is asked."""
    fill(panel, amount)

    panel.grant_button.click()

    assert failures.pop() == "Grant credits: Enter a whole number of credits, 1 to 1,000,000. Nothing was sent."
    assert not panel.question.is_open


def test_without_a_reason_the_button_is_off(panel: GrantPanel) -> None:
    """The ledger wants one."""
    fill(panel, "50", " ")

    assert panel.grant_button.disabled


def test_nothing_typed_is_saved_or_becomes_markup(panel: GrantPanel) -> None:
    """Until it needs a confirmation, and then as text."""
    fill(panel, "51", "<img src=x onerror=alert(1)>")
    before = state_of(panel)

    panel.grant_button.click()

    assert "onerror" not in before
    assert dangers_in(panel) == []
