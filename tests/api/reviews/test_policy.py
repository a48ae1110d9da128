"""`wb.policy`: what is named is changed, the rest stays."""

from __future__ import annotations

import pytest

from workbench.api.workbench import Workbench
from workbench.errors import Conflict


def test_what_is_not_named_stays(workbench: Workbench) -> None:
    """Days are limited, and not any more."""
    before = workbench.policy.show()
    try:
        workbench.policy.set(longest_share_days=30, sharing_roles=["owner"])
        found = workbench.policy.set(review_by_somebody_else=True)
        assert (found.longest_share_days, found.sharing_roles, found.publication) == (30, ["owner"], "anyone")
        with pytest.raises(Conflict, match="changed the publishing policy"):
            workbench.policy.set(publication="approvedOnly", base_version=before.version)
    finally:
        after = workbench.policy.set(
            review_by_somebody_else=False, longest_share_days="unlimited", sharing_roles=["owner", "admin", "author"]
        )
    assert (after.longest_share_days, after.review_by_somebody_else) == (None, False)
