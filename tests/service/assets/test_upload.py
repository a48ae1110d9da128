"""What is taken, and what leaves nothing behind."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.service.asking import Asking
from tests.service.assets.media_files import SAMPLES, mp4, picture
from tests.service.assets.uploading import listed, sent
from tests.service.places import added_asset
from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.procedures.asset import STORE_FULL
from workbench.service.assets.media import Media
from workbench.service.http.app import build_app

pytestmark = pytest.mark.anyio

PNG = SAMPLES["image/png"]


async def test_the_same_bytes_twice_are_one_asset(ana: Asking) -> None:
    """Also as they are read again, and for two who upload them at the same time."""
    first = (await sent(ana, PNG)).json()["result"]["data"]
    again = (await sent(ana, PNG, "fileName=b.png")).json()["result"]["data"]
    read = await ana.send("GET", f"/api/assets/{first['assetId']}")
    back = (await sent(ana, read.content)).json()["result"]["data"]
    both = await asyncio.gather(sent(ana, SAMPLES["video/mp4"]), sent(ana, SAMPLES["video/mp4"]))

    assert first == again == back
    assert {answer.status_code for answer in both} == {200}
    assert len({answer.json()["result"]["data"]["assetId"] for answer in both}) == 1
    assert len(await listed(ana)) == 2


@pytest.mark.parametrize(
    ("content", "http_status", "sentence"),
    [
        (b"", 400, "is empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", 415, "Lessons can't show this type of file"),
        (b"<!doctype html><script>alert(1)</script>", 415, "Lessons can't show this type of file"),
        (b"MZ" + bytes(500), 415, "Lessons can't show this type of file"),
        (PNG[: len(PNG) // 2], 422, "cannot be decoded to its end"),
        (mp4()[:-50], 422, "cut off or damaged"),
        (mp4() + b"PK\x03\x04", 422, "something else is attached"),
    ],
)
async def test_what_is_not_taken_leaves_nothing(
    ana: Asking, content: bytes, http_status: int, sentence: str, tmp_path: Path
) -> None:
    """One clear sentence, no row, no bytes."""
    refused = await sent(ana, content)

    assert refused.status_code == http_status
    assert sentence in refused.json()["error"]["message"]
    assert await listed(ana) == []
    assert await ana.service.part(Media).objects.keys() == []


async def test_a_file_over_its_limit_is_refused_while_it_comes(ana: Asking) -> None:
    """The rest is not waited for."""
    given = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal given
        yield PNG
        while True:
            given += 1_000_000
            yield bytes(1_000_000)

    refused = await ana.http.post(
        "/api/assets?fileName=a.png",
        content=endless(),
        headers={"cookie": ana.cookie, "content-type": "image/png"},
    )

    assert (refused.status_code, refused.json()["error"]["data"]["code"]) == (413, "PAYLOAD_TOO_LARGE")
    assert MEDIA_TYPES["image/png"].most_bytes <= given < 25_000_000
    assert await listed(ana) == []


async def test_an_upload_that_is_cut_leaves_nothing(ana: Asking) -> None:
    """The client goes in the middle."""
    messages = iter([{"type": "http.request", "body": PNG[:500], "more_body": True}, {"type": "http.disconnect"}])
    answered: list[Any] = []
    scope = {
        "type": "http", "method": "POST", "path": "/api/assets", "raw_path": b"/api/assets", "scheme": "http",
        "query_string": b"fileName=a.png", "root_path": "", "http_version": "1.1", "client": ("127.0.0.1", 1),
        "headers": [(b"cookie", ana.cookie.encode()), (b"content-type", b"image/png"), (b"host", b"service.test")],
    }  # fmt: skip

    async def receive() -> Any:
        return next(messages)

    async def send(message: Any) -> None:
        answered.append(message)

    await build_app(ana.service)(scope, receive, send)

    assert answered[0]["status"] == 499
    assert await listed(ana) == []
    assert await ana.service.part(Media).objects.keys() == []


async def test_a_full_disk_is_said(ana: Asking, full_disk: None) -> None:
    """With `Retry-After`, as other full disks; nothing is half there."""
    refused = await sent(ana, SAMPLES["video/mp4"])

    assert refused.status_code == 503
    assert "no room left" in refused.json()["error"]["message"]
    assert (refused.json()["error"]["data"]["reason"], refused.headers["retry-after"]) == (STORE_FULL, "30")


async def test_a_quota_is_an_organizations(ana: Asking, eve: Asking) -> None:
    """What it has counts, what others have does not."""
    ana.service.part(Media).quota_bytes = len(SAMPLES["video/mp4"]) + 10
    first, second = await sent(ana, SAMPLES["video/mp4"]), await sent(ana, PNG)
    foreign = await sent(eve, PNG)

    assert (first.status_code, second.status_code, foreign.status_code) == (200, 413, 200)
    assert second.json()["error"]["data"]["reason"] == "assetQuota"
    assert len(await listed(ana)) == 1


async def test_no_place_is_left_when_too_many_upload(ana: Asking, eve: Asking) -> None:
    """One organization has four places; others still have theirs."""
    media = ana.service.part(Media)
    with (
        media.uploading(ana.organization_id),
        media.uploading(ana.organization_id),
        media.uploading(ana.organization_id),
        media.uploading(ana.organization_id),
    ):
        refused, other = await sent(ana, PNG), await sent(eve, PNG)

    assert (refused.status_code, other.status_code) == (503, 200)
    assert (await sent(ana, PNG)).status_code == 200


async def test_four_organizations_leave_a_place_for_the_fifth(ana: Asking) -> None:
    """Sixteen uploads of theirs were all there were; a second one of the fifth waits, as before."""
    media = ana.service.part(Media)
    with ExitStack() as uploads:
        for organization in "abcd" * 4:
            uploads.enter_context(media.uploading(organization))
        first = await sent(ana, PNG)
        with media.uploading(ana.organization_id):
            second = await sent(ana, PNG)

    assert (first.status_code, second.status_code) == (200, 503)


async def test_a_photo_loses_its_position(ana: Asking) -> None:
    """What the camera wrote does not go out with the lesson."""
    exif = Image.Exif()
    exif.get_ifd(0x8825)[29] = "2026:03:02 52.5200 N"
    asset_id = await added_asset(ana, picture("JPEG", exif=exif))
    read = await ana.send("GET", f"/api/assets/{asset_id}")

    assert b"52.5200" not in read.content
    assert not Image.open(io.BytesIO(read.content)).getexif()
