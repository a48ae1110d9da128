"""Courses inside pages of another origin, and an organization's theme, in a real browser under their policies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from tests.needs import needs
from tests.service.asking import open_for_test, signed_in
from tests.service.assets.media_files import SAMPLES
from tests.service.places import added_asset
from tests.service.serving import serving
from tests.service.shared_courses import EVERY_TYPE, public
from workbench.service.kernel.settings import Settings

pytestmark = needs("chromium")


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing of its requests."""

    def log_message(self, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def foreign(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The origin of another site on this computer, and the folder that it serves."""
    folder = tmp_path / "site"
    folder.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", folder
    server.shutdown()
    server.server_close()


def shared(database: Path, *embed_origins: list[str] | None) -> list[str]:
    """The ids of public courses, one for each setting, under a theme with a logo."""

    async def made() -> list[str]:
        courses = []
        async with open_for_test(Settings(f"sqlite:///{database}")) as service, signed_in(service) as owner:
            for origin in embed_origins:
                courses.append(await public(owner, *EVERY_TYPE[:2]))
                await owner.done("courseRouter.setShareSettings", {"courseId": courses[-1], "embedOrigins": origin})
            logo = await added_asset(owner, SAMPLES["image/png"])
            theme = {"name": "Harbour School", "logoAssetId": logo, "accent": "#ffb000", "footer": "Quay 4"}
            await owner.done("organization.setTheme", theme)
        return courses

    with ThreadPoolExecutor(1) as beside:  # the browser's driver has this thread's loop
        return beside.submit(lambda: asyncio.run(made())).result()


def test_a_foreign_page_embeds_what_it_is_allowed_to(
    browser: Browser, tmp_path: Path, foreign: tuple[str, Path]
) -> None:
    """Any page, this origin, another one, none: the browser shows the first two; logo and colour are in them."""
    origin, folder = foreign
    ids = shared(tmp_path / "x.db", None, [origin], ["https://school.example"], [])
    with serving(tmp_path / "x.db") as service:
        frames = "".join(f'<iframe src="{service.base_url}/s/{id_}"></iframe>' for id_ in ids)
        (folder / "index.html").write_text(f"<!doctype html>{frames}", encoding="utf-8")
        page = browser.new_page()
        page.goto(origin)
        page.wait_for_load_state("networkidle")
        shown = [frame.locator("header.brand").count() for frame in page.frames[1:]]
        addresses = [frame.url.partition(":")[0] for frame in page.frames[1:]]
        allowed = page.frames[2]
        logo = allowed.locator("header.brand img").evaluate("each => each.naturalWidth")
        color = allowed.locator("header.brand").evaluate("each => getComputedStyle(each).borderBottomColor")
        page.close()

    assert (shown, addresses) == ([1, 1, 0, 0], ["http", "http", "chrome-error", "chrome-error"])
    assert (logo > 0, color) == (True, "rgb(143, 99, 0)")
