"""Pictures, recordings and files in a real JupyterLab: dropped, pasted and chosen; stopped, refused, and shown."""

from __future__ import annotations

import base64
import io
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, BlockView, Notebook, violations
from tests.needs import needs
from tests.service.assets.media_files import mp4
from workbench.authoring.content.media_types import MOST_BYTES

pytestmark = needs("chromium")

LessonOf = Callable[..., BlockView]
DROPPED = """([element, name, type, content]) => {
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name, { type }));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    element.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }
}"""
COPIED = """async (content) => {
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
  await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
}"""


def photo(side: int = 40) -> bytes:
    """A picture that no other test has."""
    file = io.BytesIO()
    Image.frombytes("RGB", (side, side), random.randbytes(3 * side * side)).save(file, "PNG")
    return file.getvalue()


def drop(place: Locator, name: str, content: bytes, media_type: str = "image/png") -> None:
    """Drop a file on an element, as a browser does it."""
    place.page.evaluate(DROPPED, [place.element_handle(), name, media_type, base64.b64encode(content).decode()])


def copy(page: Page, content: bytes) -> None:
    """Copy a picture, as out of another program."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(COPIED, base64.b64encode(content).decode())


def is_decoded(picture: Locator) -> None:
    """Wait until the picture's pixels are there."""
    expect(picture).to_be_visible(timeout=PATIENCE)
    expect(picture).to_have_js_property("naturalWidth", 40)


def alternative_texts(writing: Writing, lesson_id: str) -> list[Any]:
    """Those of the lesson's pictures, as the service has them."""
    return [block.content["alternativeText"] for block in writing.read(lesson_id).blocks if block.type == "image"]


def test_a_picture_is_dropped_pasted_and_chosen(lesson_of: LessonOf, writing: Writing) -> None:
    """Behind the chosen block; it is shown, and what it shows can be written immediately."""
    blocks = lesson_of("one", "two")
    blocks.row("one").click()
    drop(blocks.root, "tide.png", photo())
    blocks.field("Alternative text").fill("The tide")
    is_decoded(blocks.root.locator(".bl-preview figure img"))
    blocks.press("Control+Enter")
    is_decoded(blocks.root.locator(".bl-block > .bl-rendered figure img"))
    expect(blocks.root.locator(".bl-block > .bl-rendered figure img")).to_have_attribute("alt", "The tide")

    blocks.row("two").click()
    copy(blocks.page, photo())
    blocks.press("Control+v")
    blocks.field("Alternative text").fill("The moon")
    blocks.press("Control+Enter")

    blocks.row("one").click()
    with blocks.page.expect_file_chooser() as chosen:
        blocks.button("Add files").click()
    files = [
        {"name": f"{character}.mp4", "mimeType": "video/mp4", "buffer": mp4(media_bytes=1_500_000)}
        for character in "ab"
    ]
    chosen.value.set_files(files)  # type: ignore[arg-type]
    expect(blocks.root.locator(".bl-row")).to_have_count(6, timeout=PATIENCE)
    blocks.is_saved()

    assert [block.type for block in writing.read(blocks.lesson_id).blocks] == [
        "text", "video", "video", "image", "text", "image",
    ]  # fmt: skip
    assert alternative_texts(writing, blocks.lesson_id) == ["The tide", "The moon"]


def test_text_that_is_pasted_beside_a_picture_goes_into_its_field(lesson_of: LessonOf) -> None:
    """As ever: office programs copy both."""
    blocks = lesson_of("one")
    blocks.row("one").click()
    blocks.press("Enter")
    blocks.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    blocks.page.evaluate("navigator.clipboard.writeText('pasted')")
    blocks.field("Text (Markdown)").press("Control+a")
    blocks.press("Control+v")

    expect(blocks.field("Text (Markdown)")).to_have_value("pasted")
    expect(blocks.root.locator(".bl-row")).to_have_count(1)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("drawing.svg", b"<svg/>", "drawing.svg is an SVG, which may have scripts in it; save it as PNG."),
        ("notes.docx", b"PK\x03\x04", "notes.docx can't be shown in lessons."),
        ("empty.png", b"", "empty.png is empty or a folder."),
    ],
)
def test_what_is_not_taken_is_refused_before_it_is_sent(
    lesson_of: LessonOf, name: str, content: bytes, sentence: str
) -> None:
    """In a sentence that can be closed; nothing is added."""
    blocks = lesson_of("one")
    drop(blocks.root, name, content, "")

    alert = blocks.root.get_by_role("alert").filter(has_text=sentence)
    blocks.button("Close this message").click()
    expect(alert).to_have_count(0)
    expect(blocks.root.locator(".bl-row")).to_have_count(1)


def test_an_upload_is_stopped(lesson_of: LessonOf, notebook: Notebook, tmp_path: Path) -> None:
    """In the middle: nothing of it stays, and the kernel never held more than a little of it."""
    blocks = lesson_of("one")
    notebook.put(1, "import resource\nbefore = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss")
    notebook.run(1)
    film = tmp_path / "tide.mp4"
    film.write_bytes(mp4(media_bytes=MOST_BYTES - 1_000_000))
    with blocks.page.expect_file_chooser() as chosen:
        blocks.button("Add files").click()
    chosen.value.set_files(film)
    expect(blocks.root.get_by_text(re.compile(r"Reading tide\.mp4: [1-9]"))).to_be_visible(timeout=PATIENCE)
    blocks.button("Cancel tide.mp4").click()
    expect(blocks.root.locator(".bl-upload")).to_have_count(0)
    notebook.put(
        2,
        "grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before\n"
        "[len(pages.uploads._transfers), len(pages._copy.blocks), grown < 60_000]",
    )

    assert notebook.printed(2) == "[0, 1, True]"


def test_a_file_for_a_kernel_that_is_gone_says_so(lesson_of: LessonOf, notebook: Notebook) -> None:
    """It waits for nothing unseen, and can be cancelled."""
    blocks = lesson_of("one")
    notebook.restart()
    drop(blocks.root, "tide.png", photo())

    expect(blocks.root.locator(".bl-upload")).to_contain_text(
        re.compile("waiting for the notebook|run the cell again", re.IGNORECASE)
    )


@needs("npm")
@pytest.mark.parametrize("theme", ["JupyterLab Light", pytest.param("JupyterLab Dark", marks=pytest.mark.slow)])
def test_the_forms_of_files_are_accessible(lesson_of: LessonOf, notebook: Notebook, axe: Path, theme: str) -> None:
    """An empty one begins with its file; a chosen one fills it."""
    notebook.theme(theme)
    blocks = lesson_of("one")
    blocks.button("Add a block").click()
    blocks.button("Picture").click()
    expect(blocks.button("Choose a picture…")).to_be_focused()
    with blocks.page.expect_file_chooser() as chosen:
        blocks.button("Choose a picture…").click()
    chosen.value.set_files({"name": "a.png", "mimeType": "image/png", "buffer": photo()})
    is_decoded(blocks.root.locator(".bl-preview figure img"))
    drop(blocks.root, "notes.docx", b"PK", "")
    expect(blocks.root.get_by_role("alert").filter(has_text="notes.docx")).to_be_visible()

    assert violations(notebook.page, axe, ".wb-blocks") == []
