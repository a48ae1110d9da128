"""A course of 2,000 blocks and 200 MB of recordings, opened, learned in part, left and taken up again in a browser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from threading import Thread
from zipfile import ZipFile

import pytest
import uvicorn
from playwright.sync_api import Browser, expect
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from tests.browser.scorm_course import ONE, named
from tests.exports.lessons import lesson
from tests.exports.scorm.others import run_time
from tests.needs import needs
from tests.service.assets.media_files import mp4
from workbench.authoring.content.media_types import VIDEO
from workbench.client.asset_transfer import StoredAsset
from workbench.client.lookups.targets import Target
from workbench.exports.scorm.package import CoursePackage
from workbench.exports.scorm.writing import write_package

pytestmark = [needs("chromium", "npm"), pytest.mark.slow]
LESSONS, BLOCKS, BYTES = 20, 100, 10_000_000
SYSTEM = """<!doctype html><title>Learning system</title><script src="run-time.js"></script><script>
const real = new Scorm2004API({ logLevel: 5 });
const saved = JSON.parse(localStorage.getItem("kept") ?? "null");
delete saved?.session_time;
real.loadFromJSON({ ...(saved ?? {}), entry: saved ? "resume" : "ab-initio", mode: "normal", exit: "" }, "");
window.API_1484_11 = real;
const leave = () => {
  document.querySelector("#sco").remove();
  localStorage.setItem("kept", JSON.stringify(real.cmi));
  return JSON.parse(JSON.stringify(real.cmi));
};
</script><iframe id="sco" title="Package" src="package/index.html" style="width:900px;height:640px"></iframe>"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A learning system with the package, behind a server that answers with parts of files."""
    video = mp4(media_bytes=BYTES)
    shown = StoredAsset("film", "video/mp4", len(video), sha256(video).hexdigest(), "tides.mp4")
    assets = {f"film{index}": StoredAsset(f"film{index}", *_facts(shown)) for index in range(LESSONS)}
    text = ("text", {"markdown": "Twice a day the sea rises. " * 8})
    lessons = [
        named(
            f"l{index}",
            lesson(f"Lesson {index + 1}", (VIDEO, {"asset": f"film{index}"}), ONE, *[text, ONE] * ((BLOCKS - 2) // 2)),
        )
        for index in range(LESSONS)
    ]
    package = CoursePackage("scorm2004", "sea", "Sea", lessons, assets)
    made = write_package(tmp_path / "sea.zip", package, Target("course", "sea", "Sea"), lambda asset: iter([video]))
    assert (made.questions, made.size > 200_000_000) == (LESSONS * BLOCKS // 2, True)
    with ZipFile(made.path) as archive:
        archive.extractall(tmp_path / "web" / "package")
    (tmp_path / "web" / "index.html").write_text(SYSTEM, encoding="utf-8")
    (tmp_path / "web" / "run-time.js").write_text(run_time("scorm2004"), encoding="utf-8")
    app = Starlette(routes=[Mount("/", StaticFiles(directory=tmp_path / "web", html=True))])
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    server.should_exit = True
    thread.join(20)


def test_a_course_of_2000_blocks_and_200_megabytes_is_played(browser: Browser, address: str) -> None:
    """Each page opens with its video at hand; who comes back is on the page where they were, with their answers."""
    page = browser.new_page()
    began = time.perf_counter()
    page.goto(address)
    pages = page.frame_locator("#sco").frame_locator("iframe")
    pages.get_by_role("link", name="Lesson 1", exact=True).click()
    opened = time.perf_counter()
    for index in range(LESSONS):
        expect(pages.get_by_role("heading", level=1)).to_have_text(f"Lesson {index + 1}")
        pages.get_by_role("radio", name="Yes").first.check()
        pages.locator(".check").first.click()
        expect(pages.locator(".verdict").first).to_be_visible()
        pages.locator("video").evaluate("each => { each.preload = 'metadata'; each.load(); }")
        if index + 1 < LESSONS:
            pages.locator("a[rel=next]").click()
    learned = time.perf_counter()
    kept = page.evaluate("leave()")
    page.goto(address)
    expect(pages.get_by_role("heading", level=1)).to_have_text(f"Lesson {LESSONS}")
    expect(pages.get_by_role("radio", name="Yes").first).to_be_checked()
    ended = time.perf_counter()
    print(
        f"opened {opened - began:.1f} s, {LESSONS} pages {learned - opened:.1f} s, again {ended - learned:.1f} s, "
        f"{len(kept['suspend_data']):,} characters kept"
    )
    assert (kept["completion_status"], len(kept["interactions"])) == ("incomplete", LESSONS)
    assert float(kept["score"]["raw"]) == pytest.approx(100 * LESSONS / (LESSONS * BLOCKS / 2), abs=0.01)
    page.close()


def _facts(asset: StoredAsset) -> tuple[str, int, str, str]:
    return asset.media_type, asset.size, asset.content_digest, asset.file_name
