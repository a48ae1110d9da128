"""Milestones: some revisions are kept whole, and the nearest that is not too old is found."""

from __future__ import annotations

import pytest

from tests.service.db.cast import BLOCKS, Place, lesson, read, written
from tests.service.db.plans import plan_of
from workbench.authoring.block import Block
from workbench.service.db.seam import Store
from workbench.service.lessons import milestones
from workbench.service.lessons.milestones import EVERY, Milestone, keep_milestone, milestone_from

pytestmark = pytest.mark.anyio


@pytest.fixture
async def lesson_id(store: Store, acme: Place) -> str:
    """A lesson with two milestones."""
    made = await lesson(store, acme)
    await written(store, keep_milestone, made, EVERY, BLOCKS)
    await written(store, keep_milestone, made, 2 * EVERY, BLOCKS[::-1])
    return made


@pytest.mark.parametrize(("wanted", "found"), [(1, EVERY), (EVERY, EVERY), (EVERY + 1, 2 * EVERY)])
async def test_the_nearest_later_one_is_found(store: Store, lesson_id: str, wanted: int, found: int) -> None:
    """Steps lead back from it; the revision itself will do."""
    nearest = await read(store, milestone_from, lesson_id, wanted)
    assert nearest == Milestone(found, BLOCKS if found == EVERY else BLOCKS[::-1])


async def test_above_the_last_there_is_none(store: Store, lesson_id: str) -> None:
    """The lesson as it is now is nearer."""
    assert await read(store, milestone_from, lesson_id, 2 * EVERY + 1) is None


async def test_another_lesson_has_its_own(store: Store, acme: Place, lesson_id: str) -> None:
    """None, as long as it changed little."""
    assert await read(store, milestone_from, await lesson(store, acme), 1) is None


@pytest.mark.parametrize("revision", [2, EVERY - 1, EVERY + 1])
async def test_most_revisions_are_not_kept_whole(store: Store, acme: Place, revision: int) -> None:
    """Only every hundredth."""
    made = await lesson(store, acme)
    await written(store, keep_milestone, made, revision, BLOCKS)
    assert await read(store, milestone_from, made, 1) is None


async def test_content_comes_back_to_the_letter(store: Store, acme: Place) -> None:
    """Quotes, breaks, other scripts, nested values, and a lesson without blocks."""
    odd = Block(
        id=BLOCKS[0].id, type="un.known-1", content={"a": ['"\\\n', "ü 水 🌱", {"b": None}], "n": 0.1, "t": True}
    )
    made = await lesson(store, acme)
    await written(store, keep_milestone, made, EVERY, (odd,))
    await written(store, keep_milestone, made, 2 * EVERY, ())
    assert await read(store, milestone_from, made, 1) == Milestone(EVERY, (odd,))
    assert await read(store, milestone_from, made, EVERY + 1) == Milestone(2 * EVERY, ())


def test_it_is_found_by_its_key(migrated_url: str) -> None:
    """However many there are."""
    plan = plan_of(migrated_url, milestones._NEAREST, lesson_id="l", wanted_revision=1, limit=1)
    assert "pk_lesson_milestone" in plan or "USING PRIMARY KEY" in plan
    assert "Sort" not in plan
