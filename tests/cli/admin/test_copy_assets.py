"""`workbench admin copy-assets`."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
from pathlib import Path

from tests.faults.hosts import host
from tests.own_service import command
from tests.people import owner_of
from tests.s3_server import s3_server
from tests.service.assets.media_files import SAMPLES
from workbench.client.asset_transfer import fetch_asset, send_file
from workbench.client.sync import Client
from workbench.procedures.asset import list_assets

FEW = [SAMPLES[text] for text in ("image/png", "audio/ogg", "video/mp4", "application/pdf")]


def test_a_database_without_assets_has_nothing_to_copy(tmp_path: Path) -> None:
    """Exit 0, with the counts."""
    database = f"sqlite:///{tmp_path / 'team.sqlite'}"
    command("admin", "add-person", "a@b.example", "--organization", "Acme", "--database", database)
    ended = command("admin", "copy-assets", "--to", str(tmp_path / "other"), "--database", database, "--json")

    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout) == {"copied": 0, "alreadyThere": 0, "missing": []}


def test_a_service_goes_on_with_files_that_were_in_a_bucket(tmp_path: Path) -> None:
    """From its folder to a bucket and back into another folder: each is there by its digest, and is served."""
    url = f"sqlite:///{tmp_path / 'team.sqlite'}"
    first, back = tmp_path / "team-assets", tmp_path / "back"
    token = owner_of(url, credits_at_start=0).session_token
    with host(url) as service, Client(service.base_url, token) as client:
        for content in FEW:
            send_file(client, io.BytesIO(content), "a", organization_id=None)
    before = sorted(path.name for path in first.rglob("*") if path.is_file())
    words = ("admin", "copy-assets", "--database", url, "--json")
    with s3_server() as server:
        bucket = server.environment("team")
        there = command(*words, "--from", str(first), "--to", bucket["WORKBENCH_ASSETS"], **bucket)
        shutil.rmtree(first)
        returned = command(*words, "--to", str(back), **bucket)
    with host(url, assets=str(back)) as service, Client(service.base_url, token) as client:
        found = client.call(list_assets()).assets
        served = [hashlib.sha256(b"".join(fetch_asset(client, asset))).hexdigest() for asset in found]

    copied = {"copied": len(FEW), "alreadyThere": 0, "missing": []}
    assert [json.loads(process.stdout) for process in (there, returned)] == [copied, copied]
    assert served == [asset.content_digest for asset in found]
    assert sorted(path.name for path in back.rglob("*") if path.is_file()) == sorted(served) == before
