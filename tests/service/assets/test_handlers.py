"""Assets in lessons, their deletion, and their entries in the audit log."""

from __future__ import annotations

import pytest

from tests.service.asking import Asking
from tests.service.assets.media_files import SAMPLES
from tests.service.assets.uploading import BLOCK_ID, change, insert, listed
from tests.service.places import added_asset
from workbench.service.assets.media import Media
from workbench.service.assets.sweeping import sweep_assets

pytestmark = pytest.mark.anyio


async def test_a_block_refers_to_what_the_organization_has(ana: Asking, eve: Asking) -> None:
    """Neither to another's picture, nor to one that never was, nor to a video as a picture."""
    hers, video = await added_asset(eve), await added_asset(ana, SAMPLES["video/mp4"])
    _, foreign = await insert(ana, hers)
    _, missing = await insert(ana, "0" * 25)
    _, wrong = await insert(ana, video)

    assert (foreign.status_code, missing.status_code, wrong.status_code) == (400, 400, 400)
    assert foreign.content == missing.content
    assert "cannot show video/mp4" in wrong.json()["error"]["message"]


async def test_an_asset_that_lessons_show_is_not_deleted(ana: Asking) -> None:
    """The refusal names them; taken out there, it goes from the list, and an older revision has it still."""
    asset_id = await added_asset(ana)
    lesson, _ = await insert(ana, asset_id)
    refused = await ana.post("asset.deleteAsset", {"assetId": asset_id})
    await change(ana, lesson, {"type": "lessonBlockDelete", "id": BLOCK_ID})
    await ana.done("asset.deleteAsset", {"assetId": asset_id})

    assert refused.status_code == 409
    assert lesson["title"] in refused.json()["error"]["message"]
    assert await listed(ana) == []
    assert (await ana.post("asset.deleteAsset", {"assetId": asset_id})).status_code == 404
    await sweep_assets(ana.service)
    assert len(await ana.service.part(Media).objects.keys()) == 1
    back = await ana.post("lesson.revertTo", {"lessonId": lesson["lessonId"], "revision": 2})
    assert back.status_code == 200


async def test_uploads_are_in_the_audit_log(ana: Asking) -> None:
    """Who, what, and how large."""
    asset_id = await added_asset(ana)
    await ana.done("asset.updateAsset", {"assetId": asset_id, "alternativeText": "Rye", "fileName": "x/rye.png"})
    entries = (await ana.data("organization.getAuditLog"))["entries"][:2]

    assert [entry["action"] for entry in entries] == ["asset.updateAsset", "asset.upload"]
    assert entries[1]["facts"]["mediaType"] == "image/png"
    assert entries[1]["subjectName" if "subjectName" in entries[1] else "subject"]
    assert (await listed(ana))[0]["fileName"] == "rye.png"
