"""The publishing policy in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.procedures.reviews.policy import PublishingPolicy

PUBLICATION = {
    "anyone": "Who may share publishes, whether a lesson is approved or not.",
    "approvedOnly": "Only approved lessons without a finding of severity error are published; an owner overrides.",
}


def policy_lines(policy: PublishingPolicy) -> str:
    """A line for each thing that it says."""
    days = policy.longest_share_days
    return "\n".join(
        [
            PUBLICATION.get(policy.publication, policy.publication),
            "A lesson is approved by somebody who did not edit it."
            if policy.review_by_somebody_else
            else "Who edited a lesson may approve it.",
            "A public link lives as long as it is wanted." if days is None else f"A public link lives {days:,} days.",
            f"These roles share: {', '.join(policy.sharing_roles)}.",
        ]
    )
