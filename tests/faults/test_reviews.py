"""No interleaving of edits, reviews, policies and removals publishes what the policy then in force forbids.

`--rounds` says how many there are on each database (`make sweep-reviews`: 100).
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest

from tests.databases import BOTH
from tests.faults.reviewing import act, broken_rules, furnished
from tests.service.asking import open_for_test
from workbench.service.kernel.settings import Settings, person_rate

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("dialect", BOTH)]

ACTS = 40


async def test_nothing_is_published_that_the_policy_forbids(database_url: str, pytestconfig: pytest.Config) -> None:
    """Five people at the same time; and it was no empty run: publications, refusals and decisions are in it."""
    outcomes: Counter[tuple[str, int, str]] = Counter()
    rounds = pytestconfig.getoption("rounds")
    async with open_for_test(Settings(database_url, rates=person_rate(0))) as service:
        for seed in range(rounds):
            place = await furnished(service, f"Acme {seed}")

            async def acts(name: str, chance: random.Random) -> None:
                for _ in range(ACTS):
                    await act(place, name, chance)  # noqa: B023  (awaited in this round)

            await asyncio.gather(*[acts(name, random.Random(f"{seed} {name}")) for name in place.people])
            assert await broken_rules(place) == [], f"seed {seed}"
            outcomes.update(place.outcomes)
    found = {(kind, status, reason) for kind, status, reason in outcomes if outcomes[kind, status, reason]}
    assert {("publish", 200, ""), ("review", 200, ""), ("policy", 200, ""), ("publish", 409, "notApproved")} <= found
    assert not [outcome for outcome in found if outcome[1] >= 500]
