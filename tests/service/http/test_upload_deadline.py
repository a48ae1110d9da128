"""An upload may take long, as long as it continues; one that stands still is cut off. Through a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.hanging import HANG_SECONDS
from tests.service.assets.media_files import mp4
from tests.service.serving import Serving, serving
from workbench.service.administration.admin import add_person
from workbench.service.db.opening import open_store
from workbench.wire.headers import DEFAULT_COOKIE_NAME

pytestmark = pytest.mark.anyio
CONTENT = mp4(media_bytes=1_200_000)


@pytest.fixture
async def cookie(tmp_path: Path) -> str:
    """The cookie of a person at the service."""
    store = await open_store(f"sqlite:///{tmp_path / 'service.db'}")
    added = await add_person(store, "ana@example.org", "Acme")
    await store.close()
    return f"{DEFAULT_COOKIE_NAME}={added.session_token}"


async def pieces(size: int, pause: float, *, stop_after: int | None = None) -> AsyncIterator[bytes]:
    """The file in pieces with pauses between them; nothing comes any more after so many."""
    for number, start in enumerate(range(0, len(CONTENT), size)):
        if number == stop_after:
            await asyncio.sleep(2)
        yield CONTENT[start : start + size]
        await asyncio.sleep(pause)


async def sent(at: Serving, cookie: str, body: AsyncIterator[bytes]) -> httpx.Response:
    """The answer to an upload of these pieces."""
    headers = {"cookie": cookie, "content-type": "video/mp4", "content-length": str(len(CONTENT))}
    async with httpx.AsyncClient(base_url=at.base_url, timeout=HANG_SECONDS) as http:
        return await http.post("/api/assets?fileName=a.mp4", content=body, headers=headers)


async def test_a_slow_upload_that_goes_on_is_taken(tmp_path: Path, cookie: str) -> None:
    """It takes longer than any other body may. One that stops is cut off, and nothing is left of it."""
    with serving(tmp_path / "service.db", limits={"arrival_seconds": 0.5}) as at:
        whole = await sent(at, cookie, pieces(200_000, 0.2))
        with pytest.raises(httpx.HTTPError):
            (await sent(at, cookie, pieces(200_000, 0.0, stop_after=3))).raise_for_status()
        async with httpx.AsyncClient(base_url=at.base_url, headers={"cookie": cookie}) as http:
            listed = (await http.get("/api/rpc/asset.listAssets?batch=1")).json()

    assert whole.status_code == 200
    assert len(listed[0]["result"]["data"]["assets"]) == 1
    assert len(list((tmp_path / "service-assets").rglob("?" * 64))) == 1
