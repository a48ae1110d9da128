"""What may be published is set by owners and admins, whole, on condition of its version."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.service.asking import Asking

pytestmark = pytest.mark.anyio

POLICY: dict[str, Any] = {
    "publication": "approvedOnly",
    "reviewBySomebodyElse": True,
    "longestShareDays": 90,
    "sharingRoles": ["admin", "owner", "owner"],
}


async def test_the_policy_is_kept_whole(ana: Asking) -> None:
    """A null days means no limit; the same again changes nothing and is not recorded."""
    before = await ana.data("organization.getPublishingPolicy")
    assert (before["publication"], before["version"]) == ("anyone", 0)
    for _ in range(2):
        changed = await ana.done("organization.setPublishingPolicy", POLICY)
    assert (changed["sharingRoles"], changed["longestShareDays"], changed["version"]) == (["owner", "admin"], 90, 1)
    await ana.done("organization.setPublishingPolicy", {**POLICY, "longestShareDays": None})
    entries = (await ana.data("organization.getAuditLog"))["entries"]
    assert [entry["facts"] for entry in entries[:2]] == [
        {"longestShareDays": None, "longestShareDaysBefore": 90},
        {
            "publication": "approvedOnly",
            "publicationBefore": "anyone",
            "reviewBySomebodyElse": True,
            "reviewBySomebodyElseBefore": False,
            "longestShareDays": 90,
            "longestShareDaysBefore": None,
            "sharingRoles": ["owner", "admin"],
            "sharingRolesBefore": ["owner", "admin", "author"],
        },
    ]


async def test_of_two_who_set_the_policy_at_once_one_is_told(ana: Asking) -> None:
    """Both have read version 0."""
    wanted = [{**POLICY, "longestShareDays": days, "baseVersion": 0} for days in (7, 30)]
    answers = await asyncio.gather(*[ana.post("organization.setPublishingPolicy", policy) for policy in wanted])
    assert sorted(answer.status_code for answer in answers) == [200, 409]


@pytest.mark.parametrize(
    "wrong",
    [{"publication": "everyone"}, {"longestShareDays": 0}, {"sharingRoles": []}, {"sharingRoles": ["viewer"]}],
)
async def test_a_policy_that_is_none_is_refused(ana: Asking, wrong: dict[str, Any]) -> None:
    """A plain error."""
    assert (await ana.post("organization.setPublishingPolicy", {**POLICY, **wrong})).status_code == 400
