"""Uploads of pictures and files whose client or service is killed: nothing half is there, the same file comes whole."""

from __future__ import annotations

import io
import os
import signal
import time
from pathlib import Path

import httpx
import pytest

from tests.faults.hosts import host
from tests.hanging import HANG_SECONDS
from tests.people import owner_of
from tests.server_process import python_process
from tests.service.assets.media_files import mp4
from workbench.client.asset_transfer import send_file
from workbench.client.sync import Client
from workbench.errors import ServiceUnwell, WorkbenchError
from workbench.procedures.asset import list_assets
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

SENDS = """
import os, pathlib, signal, sys, threading
from workbench.client.asset_transfer import upload_file
from workbench.client.sync import Client
base_url, token, path = sys.argv[1:]
all_half_sent = threading.Barrier(4)
def die(done, total):
    if done > total * 0.8:
        all_half_sent.wait()
        os.kill(os.getpid(), 9)
def send():
    with Client(base_url, token) as client:
        upload_file(client, pathlib.Path(path), organization_id=None, alternative_text=None, on_progress=die)
for _ in range(4): threading.Thread(target=send).start()
"""
MEDIA_BYTES = {"announced": 2_048, "storing": 20_480_000, "stored": 3_000}


@pytest.mark.parametrize(
    "phases",
    [("storing",), pytest.param(tuple(MEDIA_BYTES), marks=pytest.mark.slow)],
    ids=["one moment", "each moment"],
)
def test_killed_uploads_leave_nothing_half(tmp_path: Path, phases: tuple[str, ...]) -> None:
    """A service at moments of storing, and a client with all the uploads that it may have in progress.

    No asset is listed, the same files are stored afterwards, each counts once, and what was left staged is removed.
    """
    url, assets = f"sqlite:///{tmp_path / 'service.db'}", tmp_path / "assets"
    token = owner_of(url, credits_at_start=0).session_token
    files = {phase: mp4(media_bytes=media_bytes) for phase, media_bytes in MEDIA_BYTES.items()}
    quota = sum(map(len, files.values()))
    ends = [_killed_service(url, assets, token, phase, files[phase]) for phase in phases]
    staged = list(assets.rglob("*#*"))
    hours_ago = time.time() - 7_200
    os.utime(staged[0], (hours_ago, hours_ago))
    file = tmp_path / "storing.mp4"
    file.write_bytes(files["storing"])
    with (
        host(url, assets=str(assets), asset_quota_bytes=quota) as service,
        Client(service.base_url, token) as client,
    ):
        sending = python_process("-c", SENDS, service.base_url, token, str(file))
        sending.communicate(timeout=60)
        listed = client.call(list_assets()).assets
        sent = [_sent_soon(client, file) for file in files.values()]
        with pytest.raises(WorkbenchError, match="The organization's pictures and files have"):
            send_file(client, io.BytesIO(mp4(b"mp42")), "b.mp4", organization_id=None)
        after = client.call(list_assets()).assets

    assert ends == [-signal.SIGKILL] * len(phases)
    assert (len(staged), sending.returncode, listed) == (1, -signal.SIGKILL, [])
    assert sorted(asset.asset_id for asset in after) == sorted(sent)
    assert sorted(path.read_bytes() for path in assets.rglob("*") if path.is_file()) == sorted(files.values())


def _killed_service(url: str, assets: Path, token: str, phase: str, content: bytes) -> int:
    """How the service ended to which the file of the phase was sent."""
    headers = {"content-type": "application/octet-stream", "cookie": cookie_header(DEFAULT_COOKIE_NAME, token)}
    with host(url, assets=str(assets), die_storing=phase) as service:
        with pytest.raises(httpx.TransportError):
            httpx.post(f"{service.base_url}/api/assets?fileName=a.mp4", content=content, headers=headers)
        return service.process.wait(timeout=HANG_SECONDS)


def _sent_soon(client: Client, content: bytes) -> str:
    """The id of the asset, when the service has noticed that other uploads are over."""
    until = time.monotonic() + HANG_SECONDS
    while True:
        try:
            return send_file(client, io.BytesIO(content), "a.mp4", organization_id=None).asset_id
        except ServiceUnwell as refused:
            if "Too many files" not in refused.message or time.monotonic() > until:
                raise
            time.sleep(0.1)
