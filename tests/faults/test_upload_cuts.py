"""Uploads whose connection is cut, and a service that has no room for them: they come whole, and once."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.cutting_relay import cutting_relay
from tests.faults.hosts import host
from tests.people import owner_of
from tests.service.assets.media_files import mp4
from workbench.client.asset_transfer import send_file
from workbench.client.sync import Client
from workbench.errors import Unreachable
from workbench.procedures.asset import list_assets

FILM = mp4(media_bytes=3_000_000)


def test_an_upload_that_is_cut_comes_whole_and_once(tmp_path: Path) -> None:
    """In the middle of the file, and when the answer was lost: one asset, one object, counted once; then always."""
    url, assets = f"sqlite:///{tmp_path / 'service.db'}", tmp_path / "assets"
    token = owner_of(url, credits_at_start=0).session_token
    told: list[str] = []
    with (
        host(url, assets=str(assets), asset_quota_bytes=len(FILM)) as service,
        cutting_relay(service.base_url) as relay,
        Client(relay.base_url, token) as client,
    ):
        relay.cuts = ["request", "answer"]
        sent = send_file(
            client, io.BytesIO(FILM), "tide.mp4", organization_id=None, on_wait=lambda why, seconds: told.append(why)
        )
        left = list(relay.cuts)
        again = send_file(client, io.BytesIO(FILM), "tide.mp4", organization_id=None)
        listed = client.call(list_assets()).assets

    assert (left, set(told)) == ([], {"The connection broke off."})
    assert listed == [sent] == [again]
    assert [path.read_bytes() for path in assets.rglob("*") if path.is_file()] == [FILM]


@pytest.mark.slow
def test_an_upload_that_is_always_cut_ends_with_a_sentence(tmp_path: Path) -> None:
    """After five tries; nothing is there."""
    url, assets = f"sqlite:///{tmp_path / 'service.db'}", tmp_path / "assets"
    token = owner_of(url, credits_at_start=0).session_token
    with (
        host(url, assets=str(assets)) as service,
        cutting_relay(service.base_url) as relay,
        Client(relay.base_url, token) as client,
    ):
        relay.cuts = ["request"] * 5
        with pytest.raises(Unreachable, match="It was tried 5 times. Check that the service is running"):
            send_file(client, io.BytesIO(FILM), "tide.mp4", organization_id=None)
        listed = client.call(list_assets()).assets

    assert (relay.cuts, listed, [path for path in assets.rglob("*") if path.is_file()]) == ([], [], [])
