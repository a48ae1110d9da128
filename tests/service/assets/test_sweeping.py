"""What nothing refers to goes, and nothing else."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.service.asking import Asking
from tests.service.assets.media_files import SAMPLES
from tests.service.assets.uploading import BLOCK_ID, change, insert, listed
from tests.service.places import added_asset
from workbench.service.assets.media import Media
from workbench.service.assets.sweeping import remove_staged, sweep_assets

pytestmark = pytest.mark.anyio

PNG = SAMPLES["image/png"]
DAY_MS = 86_400_000


async def test_what_nothing_refers_to_is_removed_after_thirty_days(ana: Asking) -> None:
    """Not what a revision refers to, and not what was uploaded again in the meantime."""
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
    assert {asset["assetId"] for asset in await listed(ana)} == {used, again} and unused
    assert len(await ana.service.part(Media).objects.keys()) == 2


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


async def test_what_an_old_publication_shows_is_kept(ana: Asking) -> None:
    """The lesson and the newest publication are without it; the old one can be shown again, with its bytes."""
    now = ana.service.clock()
    made = await ana.done("lesson.createLesson", {"title": "Rye", "language": "EN"})
    lesson, _ = await insert(ana, await added_asset(ana, PNG), lesson=made)
    course = {"courseId": lesson["courseId"]}
    (stored,) = await listed(ana)
    address = f"/s/{lesson['courseId']}/a/{stored['contentDigest']}.png"
    old = await ana.done("courseRouter.publishCourse", {**course, "confirmOpenPlaces": True})
    other = {"asset": await added_asset(ana), "alternativeText": "A loaf"}
    await change(ana, lesson, {"type": "lessonBlockUpdate", "id": BLOCK_ID, "content": other})
    await ana.done("courseRouter.publishCourse", {**course, "confirmOpenPlaces": True})
    hidden = await ana.send("GET", address, cookie="")
    await ana.done("asset.deleteAsset", {"assetId": stored["assetId"]})
    ana.service.clock = lambda: now + 400 * DAY_MS
    removed = await sweep_assets(ana.service)
    ana.service.clock = lambda: now
    await ana.done("courseRouter.restorePublication", {**course, "number": old["number"]})

    assert (hidden.status_code, removed) == (404, 0)
    assert (await ana.send("GET", address, cookie="")).status_code == 200


def test_only_old_staged_files_are_removed(tmp_path: Path) -> None:
    """Not one that is being written, no asset, nothing of others, and nothing behind a link."""
    digest = "0" * 64
    outside = tmp_path / "outside"
    folder = tmp_path / "objects"
    for directory in (outside, folder / "acme"):
        directory.mkdir(parents=True)
    (folder / "linked").symlink_to(outside)
    old, new = folder / "acme" / f"{digest}#1", folder / "acme" / f"{digest}#2"
    kept = [folder / "acme" / digest, folder / "acme" / "notes#1", outside / f"{digest}#1"]
    hours_ago = time.time() - 7_200
    for file in (old, new, *kept):
        file.touch()
        if file != new:
            os.utime(file, (hours_ago, hours_ago))
    remove_staged(folder, before=time.time() - 3_600)
    remove_staged(tmp_path / "no such folder", before=time.time())

    assert not old.exists()
    assert all(file.exists() for file in (new, *kept))
