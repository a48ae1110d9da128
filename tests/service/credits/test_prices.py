"""What a starter lesson costs is the current writer's price, announced and held alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.asking import Asking, open_for_test, signed_in
from tests.service.starter_lessons.test_drafting import STARTER, TIDES, balance, kinds
from tests.service.writers import ScriptedWriter
from workbench.service.kernel.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ben(tmp_path: Path) -> AsyncIterator[Asking]:
    """Somebody with 100 credits on a team's service without a model."""
    settings = Settings(f"sqlite:///{tmp_path / 'team.sqlite'}", share_base_url="https://share.test")
    async with open_for_test(settings) as service, signed_in(service, "ben@example.org", "Team") as person:
        yield person


async def announced(person: Asking) -> list[int]:
    """The prices of a starter lesson, by the rate card and by the capabilities."""
    cards = [await person.data("organization.getRateCard"), await person.data("service.getCapabilities")]
    return [price["credits"] for card in cards for price in card["prices"] if price["procedure"] == STARTER]


async def test_a_planning_sheet_costs_nothing_on_a_team_s_service(ben: Asking) -> None:
    """The ledger has it anyway, with nothing moved; and anyone who may spend nothing gets it."""
    made = await ben.done(STARTER, {**TIDES, "maxCredits": 0})

    assert await announced(ben) == [0, 0]
    assert (await balance(ben), await kinds(ben)) == (100, ["settle", "reserve", "grant"])
    entries = (await ben.data("organization.getCreditLedger"))["entries"]
    assert [entry["credits"] for entry in entries] == [0, 0, 100]
    assert entries[0]["lessonId"] == made["lessonId"]


async def test_a_key_holds_at_price_0(ben: Asking) -> None:
    """The same key gives the same lesson, and never a second one."""
    answers = [await ben.post(STARTER, TIDES, idempotency_key="k") for _ in range(2)]
    other = await ben.post(STARTER, {**TIDES, "topic": "Waves"}, idempotency_key="k")

    assert answers[0].json() == answers[1].json()
    assert ["idempotent-replayed" in answer.headers for answer in answers] == [False, True]
    assert (other.status_code, (await ben.data("lesson.listLessons"))["total"]) == (422, 1)


async def test_a_planning_sheet_costs_what_the_service_says(ana: Asking) -> None:
    """One practice credit, named so where it is refused; it is held, settled and kept under its key like any price."""
    refused = await ana.post(STARTER, {**TIDES, "maxCredits": 0})
    await ana.done(STARTER, TIDES)

    assert await announced(ana) == [1, 1]
    assert refused.status_code == 402
    assert "costs 1 practice credit, more than the 0 that may be spent" in refused.json()["error"]["message"]
    assert await balance(ana) == 99


async def test_a_model_s_price_holds_at_once(ben: Asking) -> None:
    """An operator sets a model: the next announcement has the rate card's price, and so has the next call."""
    await ben.done(STARTER, {**TIDES, "maxCredits": 0})
    before = await announced(ben)
    ben.service.writer = ScriptedWriter()
    refused = await ben.post(STARTER, {**TIDES, "maxCredits": 0})

    assert (before, await announced(ben)) == ([0, 0], [1, 1])
    assert (refused.status_code, await balance(ben)) == (402, 100)
    assert "costs 1 credit, more than the 0" in refused.json()["error"]["message"]
    await ben.done(STARTER, {**TIDES, "maxCredits": 1})
    assert await balance(ben) == 99


async def test_other_procedures_keep_the_rate_card_s_price(ana: Asking) -> None:
    """Only starter lessons have a price of their own without a model; what needs one is not on the card."""
    before = {price["procedure"] for price in (await ana.data("organization.getRateCard"))["prices"]}
    ana.service.writer = ScriptedWriter()
    after = {price["procedure"]: price["credits"] for price in (await ana.data("organization.getRateCard"))["prices"]}

    assert before == {STARTER}
    assert set(after.values()) == {1} and len(after) > 1
