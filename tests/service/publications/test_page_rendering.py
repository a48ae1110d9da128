"""A lesson's page has a limit, and a rendering that fails is not tried again and again."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.full_disk import small_disk
from tests.service.heavy import text_blocks
from tests.slow_texts import SLOW, searches_give_up
from workbench.authoring.blocks.output import MediaLink
from workbench.service.kernel.object_store_settings import FolderSettings
from workbench.service.kernel.settings import Settings
from workbench.service.publications import page_rendering
from workbench.service.publications.page_rendering import (
    FAILED,
    NOT_SHOWN,
    TOO_LONG,
    PageContent,
    PageRenderer,
    content_from_json,
    page_html,
    renderer_version,
)
from workbench.service.publications.renderings import RenderingFolder
from workbench.service.running.server import open_service

pytestmark = pytest.mark.anyio

LOADED = """
import sys
from workbench.authoring.block import Block, new_block_id
from workbench.service.publications.page_rendering import PageContent, page_html
text = "$x$ **a** [b](https://example.org) <i>c</i>\\n\\n| d |\\n|---|\\n| e |"
page_html(PageContent([Block(id=new_block_id(), type="text", content={"markdown": text})], "EN"))
print(*(name for name in sys.modules if name.partition(".")[0] == "workbench"))
"""
NOT_RENDERING = {
    "workbench.child_process",
    "workbench.errors",
    "workbench.lazy_names",
    "workbench.service",
    "workbench.service.publications",
    "workbench.service.publications.renderings",
}

KEY = ("lesson", 1, "Tides", "EN", "")
HEAVY = PageContent(text_blocks(*["$x$"] * 100), "EN")


def test_a_page_ends_with_a_sentence_where_it_is_too_long() -> None:
    """Whole blocks up to the limit."""
    content = PageContent(text_blocks(*["Word. " * 100] * 30), "EN")
    whole, cut = page_html(content), page_html(content, 5_000)

    assert TOO_LONG not in whole
    assert cut.endswith(TOO_LONG)
    assert whole.startswith(cut.removesuffix(TOO_LONG))
    assert len(cut) <= 5_000 + len(TOO_LONG) + 1


def test_a_block_that_takes_too_long_is_told_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learners read the blocks around it."""
    searches_give_up(monkeypatch)
    shown = page_html(PageContent(text_blocks("First.", f"$x$ {SLOW}", "Last."), "EN"))

    assert shown.count(NOT_SHOWN) == 1
    assert shown.index("First.") < shown.index(NOT_SHOWN) < shown.index("Last.")


def test_a_content_is_the_same_in_another_process() -> None:
    """With its links and passages."""
    links = {"a1": MediaLink("/s/c/a/0.png", "image/png", "crane.png", 2, None)}
    content = PageContent(text_blocks("One", "Two \N{WATER WAVE}"), "DE", links, {"s.1.1": "Salt."})
    again = content_from_json(content.to_json())

    assert [block.content for block in again.blocks] == [block.content for block in content.blocks]
    assert (again.language, again.links, again.passages) == ("DE", links, {"s.1.1": "Salt."})


async def test_a_process_that_dies_is_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says so in a sentence; the rendering is kept as it is."""
    pages = PageRenderer()
    monkeypatch.setattr(page_rendering, "PROCESS_SECONDS", 0.0)
    assert await pages.html(KEY, HEAVY, wait=60) == FAILED
    monkeypatch.undo()
    assert await pages.html(KEY, HEAVY, wait=60) == FAILED


async def test_a_service_that_closes_leaves_no_process() -> None:
    """Anyone who waits gets the sentence."""
    pages = PageRenderer()
    pages.close()
    assert await asyncio.wait_for(pages.html(KEY, HEAVY, wait=60), 60) == FAILED


async def test_a_rendering_is_there_for_other_processes_and_after_a_restart(tmp_path: Path) -> None:
    """A service that can start no process any more shows it, also under another key: only the content counts."""
    folder = RenderingFolder(tmp_path / "pages")
    made = await PageRenderer(folder).html(KEY, HEAVY, wait=60)
    other = PageRenderer(folder)
    other.close()

    assert made == page_html(HEAVY)
    assert await other.html(("lesson", 2, "Ebb", "EN", ""), HEAVY, wait=60) == made
    changed = PageContent([*HEAVY.blocks, *text_blocks("More.")], "EN")
    assert await other.html(KEY, HEAVY, wait=60) == made
    assert await other.html(("lesson", 3, "Ebb", "EN", ""), changed, wait=60) == FAILED


async def test_services_of_one_database_render_a_page_once(database_url: str, tmp_path: Path) -> None:
    """Regression: with PostgreSQL each process rendered for itself, unless the operator had named a folder."""
    settings = Settings(database_url, assets=FolderSettings(tmp_path / "assets"))
    first, second = [await open_service(settings) for _ in range(2)]
    try:
        made = await first.part(PageRenderer).html(KEY, HEAVY, wait=60)
        second.part(PageRenderer).close()  # it can render nothing any more
        assert await second.part(PageRenderer).html(("lesson", 2, "Ebb", "EN", ""), HEAVY, wait=60) == made != FAILED
    finally:
        await first.store.close()
        await second.store.close()


async def test_processes_that_want_one_page_at_a_time_render_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: each process rendered it, one behind the other; the second finds what the first has made."""
    begun: list[object] = []
    popen = subprocess.Popen

    def counted(*arguments: Any, **more: Any) -> Any:
        begun.append(arguments)
        return popen(*arguments, **more)

    monkeypatch.setattr(subprocess, "Popen", counted)
    renderers = [PageRenderer(RenderingFolder(tmp_path / "pages")) for _ in range(3)]
    made = await asyncio.gather(*(renderer.html(KEY, HEAVY, wait=60) for renderer in renderers))

    assert made == [page_html(HEAVY)] * 3
    assert len(begun) == 1 and len(list((tmp_path / "pages").iterdir())) == 1


async def test_a_damaged_rendering_is_made_again(tmp_path: Path) -> None:
    """And kept again."""
    folder = RenderingFolder(tmp_path / "pages")
    made = await PageRenderer(folder).html(KEY, HEAVY, wait=60)
    (file,) = (tmp_path / "pages").iterdir()
    file.write_bytes(file.read_bytes()[:-1])

    assert await PageRenderer(folder).html(KEY, HEAVY, wait=60) == made
    assert len(list((tmp_path / "pages").iterdir())) == 1


async def test_a_full_disk_stops_no_rendering(tmp_path: Path) -> None:
    """It is made, and kept in memory."""
    pages = PageRenderer(RenderingFolder(tmp_path / "pages"))
    content = PageContent([*HEAVY.blocks, *text_blocks(random.Random(1).randbytes(2_000).hex())], "EN")
    with small_disk():
        made = await pages.html(KEY, content, wait=60)

    assert made == page_html(content)
    assert list((tmp_path / "pages").iterdir()) == []
    pages.close()
    assert await pages.html(KEY, content, wait=60) == made


async def test_a_rendering_that_failed_is_not_in_the_folder(tmp_path: Path) -> None:
    """After a restart it is tried again."""
    pages = PageRenderer(RenderingFolder(tmp_path / "pages"))
    pages.close()

    assert await pages.html(KEY, HEAVY, wait=60) == FAILED
    assert list((tmp_path / "pages").iterdir()) == []


def test_the_version_is_that_of_what_renders() -> None:
    """All that a process which renders has loaded of the package, but for what starts it, is in the digest."""
    loaded = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout.split()
    parts = [f"workbench.{part}." for part in page_rendering._PARTS]
    others = [name for name in loaded if not any(f"{name}.".startswith(part) for part in parts)]

    assert len(renderer_version()) == 32
    assert set(others) == {
        "workbench",
        "workbench.patterns",
        "workbench.service.publications.page_rendering",
        *NOT_RENDERING,
    }


async def test_the_process_writes_what_the_service_would() -> None:
    """Byte for byte; it ends with its one page, so that its memory is free again."""
    pages = PageRenderer()

    assert await pages.html(KEY, HEAVY, wait=60) == page_html(HEAVY)
    assert pages._process._process is None
