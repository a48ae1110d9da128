"""The publishing policy of the organization."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.colleague import colleague
from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import get_publishing_policy, set_publishing_policy
from workbench.procedures.reviews import PublishingPolicy
from workbench.widgets.admin.policy import PolicyPanel


@pytest.fixture
def panel(client: Client, inline: InlinePool) -> Iterator[PolicyPanel]:
    """The panel as an owner has it; the policy is as it was again afterwards."""
    made = refreshed(PolicyPanel(client, workers=inline))
    before = made.value
    assert before is not None
    yield made
    client.call(
        set_publishing_policy(
            publication="anyone",
            review_by_somebody_else=before.review_by_somebody_else,
            longest_share_days=before.longest_share_days,
            sharing_roles=["owner", "admin", "author"],
        )
    )


def policy(client: Client) -> PublishingPolicy:
    """The policy as the service has it."""
    return client.call(get_publishing_policy())


def test_the_policy_is_saved_after_a_question(panel: PolicyPanel, client: Client) -> None:
    """The question says what it means; all four fields are stored."""
    panel.publication.value, panel.somebody_else.value = "approvedOnly", True
    panel.days.value, panel.roles["author"].value = "90", False
    panel.save_button.click()
    asked, before = panel.question.text.value, policy(client).publication
    panel.question.yes.click()

    assert "Only approved lessons" in asked
    assert "Owners and admins can share courses. Links last at most 90 days." in asked
    assert before == "anyone"
    now = policy(client)
    assert (now.publication, now.review_by_somebody_else, now.longest_share_days) == ("approvedOnly", True, 90)
    assert now.sharing_roles == ["owner", "admin"]
    assert panel.save_button.disabled


@pytest.mark.parametrize("days", ["0", "-1", "1.5", "many", "3651", "9" * 40])
def test_what_is_no_number_of_days_is_refused(panel: PolicyPanel, failures: list[str], days: str) -> None:
    """Before anything is asked."""
    panel.days.value = days
    panel.save_button.click()

    assert "Type whole days, 1 to 3,650" in failures.pop()
    assert not panel.question.is_open


def test_somebody_has_to_be_able_to_share(panel: PolicyPanel, failures: list[str]) -> None:
    """A policy under which nobody shares is a mistake."""
    for box in panel.roles.values():
        box.value = False
    panel.save_button.click()

    assert "Select at least one role" in failures.pop()


def test_a_policy_that_others_changed_is_not_overwritten(
    panel: PolicyPanel, client: Client, failures: list[str]
) -> None:
    """It is shown as it is now."""
    client.call(
        set_publishing_policy(publication="approvedOnly", review_by_somebody_else=False, sharing_roles=["owner"])
    )
    panel.somebody_else.value = True
    panel.start(panel.save)

    assert "Someone else changed the policy" in failures.pop()
    assert (panel.publication.value, panel.somebody_else.value) == ("approvedOnly", False)
    assert policy(client).sharing_roles == ["owner"]


def test_who_may_not_change_it_reads_it(own_service: EmbeddedService, shared_folder: Path, inline: InlinePool) -> None:
    """All fields are off."""
    with colleague(own_service, shared_folder) as client:
        panel = refreshed(PolicyPanel(client, workers=inline))

    assert panel.publication.disabled and panel.days.disabled and panel.save_button.disabled
    assert "Only owners and admins can change the policy." in panel.note.value
