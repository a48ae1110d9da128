"""What a policy allows a link: its latest end, what is later or over, and the end of a link that opens."""

from __future__ import annotations

import pytest

from workbench.service.kernel.context import DAY_MS
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.publishing_policy import StoredPolicy
from workbench.service.publications.link_expiry import check_end, latest_end

NOW = 20_000 * DAY_MS + 5


@pytest.mark.parametrize(
    ("days", "now", "end"),
    [
        (None, NOW, None),
        (1, 20_000 * DAY_MS, 20_001 * DAY_MS),
        (1, NOW, 20_002 * DAY_MS),
        (30, NOW, 20_031 * DAY_MS),
    ],
)
def test_a_link_ends_with_a_day(days: int | None, now: int, end: int | None) -> None:
    """The last one that is begun by then, so that a chosen day counts whole."""
    assert latest_end(StoredPolicy(longest_share_days=days), now) == end


@pytest.mark.parametrize(("days", "end"), [(None, None), (None, NOW + 1), (30, 20_031 * DAY_MS)])
def test_an_end_to_come_that_is_not_too_late_is_possible(days: int | None, end: int | None) -> None:
    """Without a limit, none too."""
    check_end(end, StoredPolicy(longest_share_days=days), NOW)


@pytest.mark.parametrize(
    ("days", "end", "why"),
    [
        (None, NOW, "has passed"),
        (30, 20_031 * DAY_MS + 1, "limits links to 30 days"),
        (30, None, "limits links to 30 days"),
    ],
)
def test_other_ends_are_refused(days: int | None, end: int | None, why: str) -> None:
    """With the limit."""
    with pytest.raises(HandlerError, match=why):
        check_end(end, StoredPolicy(longest_share_days=days), NOW)
