"""What nothing refers to goes, and nothing else."""

from __future__ import annotations

import pytest

from tests.full_disk import full_disk as full_disk
from tests.service.asking import Asking
from tests.service.assets.media_files import SAMPLES
from tests.service.assets.uploading import BLOCK_ID, change, insert, listed
from tests.service.places import added_asset
from workbench.service.assets.sweeping import sweep_assets

pytestmark = pytest.mark.anyio

PNG = SAMPLES["image/png"]
DAY_MS = 86_400_000


async def test_what_nothing_refers_to_is_removed_after_thirty_days(ana: Asking) -> None:
    """Not what a revision refers to, and not what was uploaded again meanwhile."""
    now = ana.service.clock()
    unused, used, again = await added_asset(ana), await added_asset(ana), await added_asset(ana, PNG)
    lesson, _ = await insert(ana, used)
    await change(ana, lesson, {"type": "lessonBlockDelete", "id": BLOCK_ID})
    ana.service.clock = lambda: now + 29 * DAY_MS
    early = await sweep_assets(ana.service)
    await added_asset(ana, PNG)
    ana.service.clock = lambda: now + 31 * DAY_MS
    late = await sweep_assets(ana.service)
    ana.service.clock = lambda: now

    assert (early, late) == (0, 1)
    assert {each["assetId"] for each in await listed(ana)} == {used, again} and unused
    assert len(await ana.service.media.objects.keys()) == 2


async def test_a_deleted_asset_comes_back_with_its_bytes(ana: Asking) -> None:
    """Uploaded again before the sweep it is the same; after it, a new one."""
    first = await added_asset(ana, PNG)
    await ana.done("asset.deleteAsset", {"assetId": first})
    again = await added_asset(ana, PNG)
    await ana.done("asset.deleteAsset", {"assetId": again})
    await sweep_assets(ana.service)
    later = await added_asset(ana, PNG)

    assert first == again != later
    assert (await ana.send("GET", f"/api/assets/{later}")).status_code == 200
