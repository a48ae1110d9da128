"""From a folder to a bucket and back: nothing lost, by digest."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from tests.s3_server import S3Server
from tests.service.asking import Asking
from tests.service.assets.media_files import SAMPLES
from tests.service.places import added_asset
from workbench.service.assets.copying import CopyReport, copy_assets
from workbench.service.assets.media import Media
from workbench.service.assets.object_store import open_object_store
from workbench.service.kernel.object_store_settings import FolderSettings

pytestmark = pytest.mark.anyio


async def digests(person: Asking) -> dict[str, str]:
    """The digest of each asset's bytes as the service gives them, by the digest that it should be."""
    found = (await person.data("asset.listAssets"))["assets"]
    read = [await person.send("GET", f"/api/assets/{asset['assetId']}") for asset in found]
    return {
        asset["contentDigest"]: hashlib.sha256(got.content).hexdigest() for asset, got in zip(found, read, strict=True)
    }


def unseen(done: int, total: int) -> None:
    """Progress that nobody looks at."""


async def test_a_store_is_changed_and_changed_back(ana: Asking, s3: S3Server, tmp_path: Path) -> None:
    """Folder, bucket, another folder: the service continues with each, and every byte is there."""
    for content in SAMPLES.values():
        await added_asset(ana, content)
    first, bucket = ana.service.part(Media).objects, s3.settings(prefix=tmp_path.name)
    there = await copy_assets(ana.service.store, first, open_object_store(bucket), unseen)
    shutil.rmtree(tmp_path / "service-assets")
    ana.service.parts[Media] = Media(bucket)
    from_bucket = await digests(ana)
    folder = FolderSettings(tmp_path / "back")
    back = await copy_assets(ana.service.store, ana.service.part(Media).objects, open_object_store(folder), unseen)
    again = await copy_assets(ana.service.store, ana.service.part(Media).objects, open_object_store(folder), unseen)
    ana.service.parts[Media] = Media(folder)

    assert there == back == CopyReport(copied=len(SAMPLES))
    assert again == CopyReport(already_there=len(SAMPLES))
    assert from_bucket == await digests(ana) == {digest: digest for digest in from_bucket}


async def test_what_is_damaged_is_named_and_not_copied(ana: Asking, tmp_path: Path) -> None:
    """A file that was changed on the disk, and one that is gone."""
    changed, gone, good = [await added_asset(ana, SAMPLES[name]) for name in ("video/mp4", "audio/ogg", "image/png")]
    found = {asset["assetId"]: asset["contentDigest"] for asset in (await ana.data("asset.listAssets"))["assets"]}
    folder = tmp_path / "service-assets" / ana.organization_id
    content = (folder / found[changed]).read_bytes()
    (folder / found[changed]).write_bytes(b"x" + content[1:])
    (folder / found[gone]).unlink()
    target = open_object_store(FolderSettings(tmp_path / "target"))
    report = await copy_assets(ana.service.store, ana.service.part(Media).objects, target, unseen)

    assert (report.copied, report.already_there) == (1, 0)
    assert set(report.missing) == {f"{ana.organization_id}/{found[asset_id]}" for asset_id in (changed, gone)}
    assert await target.keys() == [f"{ana.organization_id}/{found[good]}"]
