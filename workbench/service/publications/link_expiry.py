"""Limits of the organization's policy on share links: the roles that may share, and how long a link works.

Source: ours (publishing 4).

A link ends at the end of a day (UTC). When a course is shown to learners again, its link gets a new end date if the old
one has passed, and the latest that the policy allows if it has none.
"""

from __future__ import annotations

from workbench.service.courses.store import CourseRow, set_expiry
from workbench.service.kernel.context import DAY_MS, Context, iso
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.publishing_policy import StoredPolicy


def latest_end(policy: StoredPolicy, now: int) -> int | None:
    """Return the latest possible end of a link, the end of the last day begun by then; None for no limit."""
    if policy.longest_share_days is None:
        return None
    return -(-(now + policy.longest_share_days * DAY_MS) // DAY_MS) * DAY_MS


async def start_share(context: Context, row: CourseRow, policy: StoredPolicy) -> None:
    """Set the end of a link about to be opened: its previous end if still valid, else the latest allowed."""
    now = context.service.clock()
    latest = latest_end(policy, now)
    end = row.expires_at
    if end is not None and end > now and (latest is None or end <= latest):
        return
    if end != latest:
        await set_expiry(context.db, row.course_id, organization_id=row.organization_id, expires_at=latest)


def check_end(end: int | None, policy: StoredPolicy, now: int) -> None:
    """Raise `HandlerError` if the end of a link has passed or is later than the policy allows."""
    if end is not None and end <= now:
        raise HandlerError(
            "BAD_REQUEST",
            "expiresAt: this time has passed. Choose a later one, or make the course private to close its link now.",
        )
    latest = latest_end(policy, now)
    if latest is not None and (end is None or end > latest):
        raise HandlerError(
            "BAD_REQUEST",
            f"expiresAt: the organization's policy limits links to {policy.longest_share_days:,} "
            f"days, now until {iso(latest)}. Choose an earlier end.",
            latestExpiresAt=iso(latest),
        )
