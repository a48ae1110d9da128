"""Files that are dropped on the block list become blocks, and their previews come back as bytes."""

from __future__ import annotations

from uuid import uuid4

import pytest
from PIL import Image

from tests.browser.lessons import Writing
from tests.service.assets.media_files import mp4
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.block_list.panel import BlockList


@pytest.fixture
def blocks(client: Client, writing: Writing, inline: InlinePool) -> BlockList:
    """The block list of a lesson of one text; what it does is done at once."""
    made = BlockList(client, writing.of_texts("one"), workers=inline)
    made.refresh()
    return made


@pytest.fixture
def photo(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A picture that no other test has."""
    path = tmp_path_factory.mktemp("photo") / "p.png"
    Image.effect_noise((40, 30), 90).save(path)
    return path.read_bytes()


def dropped(panel: BlockList, name: str, data: bytes, size: int = 1_000_000) -> None:
    """What the browser sends for a file that is dropped: parts of at most 1 MB."""
    parts = [data[start : start + size] for start in range(0, len(data), size)]
    transfer = uuid4().hex
    for part, content in enumerate(parts):
        message = {"intent": "part", "transfer": transfer, "part": part, "parts": len(parts), "name": name}
        panel.media.drop._handle_custom_msg(message, [memoryview(content)])


def test_a_picture_becomes_a_block_that_waits_for_its_words(blocks: BlockList, photo: bytes) -> None:
    """At the end, and the checks say what it lacks; several are taken one after the other."""
    dropped(blocks, "photo.png", photo)
    dropped(blocks, "film.mp4", mp4(media_bytes=2_500_000) + b"\x00\x00\x00\x18free" + uuid4().bytes)

    assert blocks.error == ""
    assert [each.type for each in blocks._copy.shown] == ["text", "image", "video"]
    assert blocks._copy.shown[1].content["alternativeText"] == ""
    assert blocks._copy.shown[2].content["caption"] == "film.mp4"


def test_a_file_that_is_none_inserts_nothing_and_says_why(blocks: BlockList, failures: list[str]) -> None:
    """In the panel."""
    dropped(blocks, "page.png", b"<html><script>alert(1)</script></html>")

    assert "none that lessons can show" in blocks.error
    assert len(failures) == 1
    failures.clear()
    assert [each.type for each in blocks._copy.shown] == ["text"]


def test_a_preview_comes_back_as_bytes_beside_the_answer(blocks: BlockList, photo: bytes) -> None:
    """Nothing of it is in the state; a missing asset has none."""
    dropped(blocks, "photo.png", photo)
    asset = blocks._copy.shown[1].content["asset"]
    sent: list[tuple[dict[str, object], list[bytes]]] = []
    blocks.view.send = lambda content, buffers=None: sent.append((content, buffers))  # type: ignore[method-assign]
    for number, wanted in enumerate((asset, "0" * 25), 1):
        blocks.view._handle_custom_msg({"intent": "asset", "view": "v", "n": number, "asset": wanted}, [])

    assert [each[0] for each in sent] == [
        {"view": "v", "answer": 1, "type": "image/png"},
        {"view": "v", "answer": 2, "type": ""},
    ]
    assert sent[0][1][0].startswith(b"\x89PNG") and sent[1][1] == []
    assert b"\x89PNG" not in repr(blocks.view.get_state()).encode() + repr(blocks.media.drop.get_state()).encode()
