"""Exports carry the bytes of what lessons show: in the page, next to it, or in the archive; all or nothing."""

from __future__ import annotations

import hashlib
import io
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.lessons import Writing
from tests.exports.lessons import lesson
from tests.needs import needs, require
from tests.service.assets.media_files import mp4
from workbench.client.asset_transfer import upload_file
from workbench.client.sync import Client
from workbench.exports.documents import export_document, export_lessons
from workbench.exports.media import INLINE_BYTES, ExportedMedia, MediaFile
from workbench.exports.written import ExportedFile, write_files


@pytest.fixture
def writing(client: Client) -> Writing:
    """Lessons in the service."""
    return Writing(client)


def uploaded(client: Client, folder: Path, name: str, content: bytes) -> str:
    """The id of a file that no other test has."""
    path = folder / name
    path.write_bytes(content)
    return upload_file(client, path, organization_id=None, alternative_text=None).asset_id


def photo(side: int) -> bytes:
    """A picture that no other test has, of about three bytes a pixel."""
    file = io.BytesIO()
    Image.effect_noise((side, side), 90).convert("RGB").save(file, "PNG")
    return file.getvalue()


def film(media_bytes: int = 10_000) -> bytes:
    """A video that no other test has."""
    return mp4(media_bytes=media_bytes) + b"\x00\x00\x00\x18free" + uuid4().bytes


@pytest.fixture
def lesson_id(client: Client, writing: Writing, tmp_path: Path) -> str:
    """A lesson with two pictures and a video whose file is called as one of them."""
    small, large = uploaded(client, tmp_path, "Tide 1.png", photo(40)), uploaded(client, tmp_path, "a.png", photo(900))
    moving = uploaded(client, tmp_path, "a.mp4", film())
    return writing.lesson(
        ("image", {"asset": small, "alternativeText": "The tide"}),
        ("image", {"asset": large, "alternativeText": "The moon"}),
        ("image", {"asset": small, "alternativeText": "The tide again"}),
        ("video", {"asset": moving, "caption": "It moves"}),
    )


def digests(folder: Path) -> set[str]:
    """The beginnings of the digests of the files in the folder's `media`, each checked against its name."""
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (folder / "media").iterdir()}
    assert all(digest[:12] in name for name, digest in found.items())
    return {digest[:12] for digest in found.values()}


def test_markdown_has_its_files_beside_it(client: Client, lesson_id: str, tmp_path: Path) -> None:
    """Each once, under its name and digest; the text refers to it."""
    (made,) = write_files(tmp_path / "out", export_lessons(client, [lesson_id], "markdown"))
    path = made.path
    text = path.read_text()
    named = re.findall(r"\]\(<media/([^>]*)>\)", text)

    assert len(digests(tmp_path / "out")) == 3
    assert {path.name for path in (tmp_path / "out" / "media").iterdir()} == set(named)
    assert len(named) == 4 and "![The moon](<media/a-" in text and "[It moves](<media/a-" in text


@needs("chromium")
def test_a_page_shows_small_pictures_by_itself_and_the_others_from_beside(
    client: Client, lesson_id: str, tmp_path: Path
) -> None:
    """Opened as a file in a browser, all pictures are there; only the small one is in the page."""
    (made,) = write_files(tmp_path / "out", export_lessons(client, [lesson_id], "html"))
    path = made.path
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=require("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(path.as_uri())
        page.evaluate("for (const each of document.images) each.loading = 'eager'")
        page.wait_for_function("[...document.images].every((each) => each.complete)")
        shown = page.evaluate("[...document.images].map((each) => [each.alt, each.naturalWidth, each.src.slice(0, 5)])")
        browser.close()

    assert shown == [["The tide", 40, "data:"], ["The moon", 900, "file:"], ["The tide again", 40, "data:"]]
    assert len(digests(tmp_path / "out")) == 2
    assert path.stat().st_size < INLINE_BYTES


def test_what_is_not_there_any_more_is_its_words(client: Client) -> None:
    """In both forms."""
    gone = lesson("Tides", ("image", {"asset": "0" * 25, "alternativeText": "The tide"}))
    markdown = export_document("Tides", [gone], "markdown", ExportedMedia(client, inline=False))
    html = export_document("Tides", [gone], "html", ExportedMedia(client, inline=True))

    assert "**Picture**: The tide" in markdown.text and "Picture: The tide" in html.text
    assert (markdown.media, html.media) == ((), ())


def test_without_media_nothing_of_it_is_asked_for(client: Client, lesson_id: str) -> None:
    """Its words stand."""
    (made,) = export_lessons(client, [lesson_id], "markdown", has_media=False)

    assert "**Picture**: The moon" in made.text and made.media == ()


def test_an_export_that_breaks_off_leaves_what_was_there(client: Client, lesson_id: str, tmp_path: Path) -> None:
    """No document, no file next to it."""
    files = export_lessons(client, [lesson_id], "markdown")
    source = files[0].media[0]
    breaking = _Breaking("media/b.png", 5, source.client, source.asset)
    (tmp_path / "out").mkdir()
    with pytest.raises(KeyboardInterrupt):
        write_files(tmp_path / "out", [*files, ExportedFile("b.md", "b", (breaking,))])

    assert list((tmp_path / "out").iterdir()) == []


def test_memory_stays_flat_over_a_large_video(client: Client, writing: Writing, tmp_path: Path) -> None:
    """A few megabytes of it at a time."""
    lesson_id = writing.lesson(("video", {"asset": uploaded(client, tmp_path, "a.mp4", film(40_000_000))}))
    tracemalloc.start()
    write_files(tmp_path / "out", export_lessons(client, [lesson_id], "html"))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert len(digests(tmp_path / "out")) == 1
    assert most < 20_000_000


class _Breaking(MediaFile):
    """One that is stopped when its bytes are wanted."""

    def pieces(self) -> Iterator[bytes]:
        raise KeyboardInterrupt
