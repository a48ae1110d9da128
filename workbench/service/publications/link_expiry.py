"""What an organization's policy allows a link: who may share, and how long a link lives. Source: ours (publishing 4).

A link ends at the end of a day (UTC). A course that learners come to see again gets a new end where its old one is
over, and the longest one that the policy allows where it has none.
"""

from __future__ import annotations

from typing import Final

from workbench.service.courses.store import CourseRow, set_expiry
from workbench.service.kernel.context import Context, iso
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.publishing_policy import StoredPolicy

DAY_MS: Final = 86_400_000


def latest_end(policy: StoredPolicy, now: int) -> int | None:
    """The latest end of a link that is possible now: that of the last day that is begun by then; None for any."""
    if policy.longest_share_days is None:
        return None
    return -(-(now + policy.longest_share_days * DAY_MS) // DAY_MS) * DAY_MS


async def start_share(context: Context, found: CourseRow, policy: StoredPolicy) -> None:
    """The end of a link that is about to open: that of before if it is to come and not too late, else the latest."""
    now = context.service.clock()
    latest = latest_end(policy, now)
    end = found.expires_at
    if end is not None and end > now and (latest is None or end <= latest):
        return
    if end != latest:
        await set_expiry(context.db, found.course_id, organization_id=found.organization_id, expires_at=latest)


def check_end(end: int | None, policy: StoredPolicy, now: int) -> None:
    """Raises `HandlerError` for an end of a link that is over, or later than the policy allows."""
    if end is not None and end <= now:
        raise HandlerError(
            "BAD_REQUEST",
            "expiresAt: this time is over. Choose one to come, or make the course private to close its link now.",
        )
    latest = latest_end(policy, now)
    if latest is not None and (end is None or end > latest):
        raise HandlerError(
            "BAD_REQUEST",
            f"expiresAt: a link lives at most {policy.longest_share_days:,} days by the organization's policy, now "
            f"until {iso(latest)}. Choose an earlier end.",
            latestExpiresAt=iso(latest),
        )
