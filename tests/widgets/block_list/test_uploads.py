"""Files that come from the browser in pieces become blocks; what goes wrong is answered to the view that sent them."""

from __future__ import annotations

import gc
import stat
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import ipywidgets
import pytest
from PIL import Image

from tests.browser.lessons import Writing
from tests.cutting_relay import Relay, cutting_relay
from tests.service.assets.media_files import mp4
from workbench.authoring.block import new_block_id
from workbench.client.lookups.assets import iter_assets
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.widgets.block_list.panel import BlockList
from workbench.widgets.block_list.uploads import ABANDONED_SECONDS, MOST_AT_ONCE, MOST_PIECE_BYTES, upload_types


class Browser:
    """One view of a block list, as its script behaves: pieces, then the word that the file is whole."""

    def __init__(self, panel: BlockList) -> None:
        self.panel, self.number = panel, 0
        self.sent: list[dict[str, Any]] = []
        panel.view.send = lambda content, buffers=None: self.sent.append(content)  # type: ignore[method-assign]

    def send(self, intent: str, *buffers: bytes, **fields: Any) -> dict[str, Any]:
        """The answer to a message; nothing where there isn't one yet."""
        self.number += 1
        message = {"intent": intent, "view": "v", "n": self.number, **fields}
        self.panel.view._handle_custom_msg(message, [memoryview(buffer) for buffer in buffers])
        return next((answer for answer in self.sent if answer.get("answer") == self.number), {})

    def pieces(self, name: str, data: bytes, transfer: str = "t", size: int = MOST_PIECE_BYTES) -> dict[str, Any]:
        """Send all of it; the last answer."""
        answer: dict[str, Any] = {}
        for start in range(0, len(data), size):
            part = data[start : start + size]
            answer = self.send("piece", part, transfer=transfer, name=name, size=len(data), start=start)
        return answer

    def add(self, name: str, data: bytes, after: str | None = None) -> dict[str, Any]:
        """Drop a file behind a block; the outcome."""
        self.pieces(name, data)
        return self.send("store", transfer="t", block=new_block_id(), after=after)


@pytest.fixture
def blocks(client: Client, writing: Writing, inline: InlinePool) -> BlockList:
    """The block list of a lesson of two texts; what it does is done immediately."""
    made = BlockList(client, writing.of_texts("one", "two"), workers=inline)
    made.refresh()
    return made


@pytest.fixture
def browser(blocks: BlockList) -> Browser:
    """The view in which files are dropped."""
    return Browser(blocks)


@pytest.fixture
def photo(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A picture that no other test has."""
    path = tmp_path_factory.mktemp("photo") / "p.png"
    Image.effect_noise((40, 30), 90).save(path)
    return path.read_bytes()


@pytest.fixture
def film() -> bytes:
    """A video of three pieces that no other test has."""
    return mp4(media_bytes=2_500_000) + b"\x00\x00\x00\x18free" + uuid4().bytes


def types(blocks: BlockList) -> list[str]:
    """The types of the blocks shown."""
    return [block.type for block in blocks._copy.blocks]


def test_a_picture_becomes_a_block_that_waits_for_its_words(blocks: BlockList, browser: Browser, photo: bytes) -> None:
    """Right behind the chosen block, and saved; without one at the end."""
    first = blocks._copy.blocks[0].id
    answer = browser.add("photo.png", photo, after=first)
    browser.add("film.mp4", mp4(media_bytes=2_500_000) + b"\x00\x00\x00\x18free" + uuid4().bytes)

    assert types(blocks) == ["text", "image", "text", "video"]
    assert (answer["type"], answer["asset"]) == ("image", blocks._copy.blocks[1].content["asset"])
    assert blocks._copy.blocks[1].content["alternativeText"] == ""
    assert blocks._copy.blocks[3].content["caption"] == "film.mp4"
    assert not blocks._copy.waiting


def test_a_file_for_a_form_is_uploaded_and_not_inserted(blocks: BlockList, browser: Browser, photo: bytes) -> None:
    """The form gets its id and its name."""
    browser.pieces("..\\photos/photo.png", photo)
    answer = browser.send("store", transfer="t", block=None, after=None)

    assert types(blocks) == ["text", "text"]
    assert (answer["fileName"], answer["type"]) == ("photo.png", "image")


def test_progress_goes_to_the_view_that_sent_the_file(browser: Browser, film: bytes) -> None:
    """In whole percent, up to all of it."""
    browser.add("film.mp4", film)
    told = [message["percent"] for message in browser.sent if "upload" in message]

    assert told == sorted(set(told)) and told[-1] == 100
    assert {(message["view"], message["upload"]) for message in browser.sent if "upload" in message} == {("v", "t")}


def test_what_the_service_refuses_is_said_where_the_file_was_dropped(blocks: BlockList, browser: Browser) -> None:
    """In a sentence; nothing is inserted, and the panel itself has no failure."""
    answer = browser.add("page.png", b"<html><script>alert(1)</script></html>")

    assert "Lessons can't show this type of file" in answer["problem"]
    assert (types(blocks), blocks.error) == (["text", "text"], "")


def test_a_file_that_is_cancelled_is_gone(blocks: BlockList, browser: Browser, film: bytes) -> None:
    """While it is read, and while it is sent: no asset, no block, no temporary file."""
    before = len(list(iter_assets(blocks.client, None)))
    browser.pieces("film.mp4", film)
    browser.send("cancel", transfer="t")
    late = browser.send("store", transfer="t", block=new_block_id(), after=None)
    browser.pieces("film.mp4", film)
    (transfer,) = blocks.uploads._transfers.values()
    transfer.is_cancelled.set()
    stopped = browser.send("store", transfer="t", block=new_block_id(), after=None)

    assert "was interrupted" in late["problem"]
    assert (stopped["problem"], transfer.file.closed) == ("", True)
    assert (types(blocks), blocks.uploads._transfers) == (["text", "text"], {})
    assert len(list(iter_assets(blocks.client, None))) == before


@pytest.fixture
def relay(own_service: EmbeddedService) -> Iterator[Relay]:
    """What is between the panel and the service."""
    with cutting_relay(own_service.base_url) as made:
        yield made


@pytest.fixture
def cut_browser(own_service: EmbeddedService, relay: Relay, writing: Writing, inline: InlinePool) -> Iterator[Browser]:
    """A view whose panel calls through the relay."""
    with Client(relay.base_url, own_service.token) as client:
        panel = BlockList(client, writing.of_texts("one"), workers=inline)
        panel.refresh()
        yield Browser(panel)


def test_a_cut_is_told_to_the_view_and_tried_again(cut_browser: Browser, relay: Relay, film: bytes) -> None:
    """With the reason and the seconds until the next try; then the block is there, once."""
    relay.cuts = ["request", "answer"]
    answer = cut_browser.add("film.mp4", film)
    waits = [message for message in cut_browser.sent if "waiting" in message]

    assert (relay.cuts, answer["type"]) == ([], "video")
    assert {(wait["waiting"], wait["view"], wait["upload"]) for wait in waits} == {
        ("The connection broke off.", "v", "t")
    }
    assert {wait["seconds"] for wait in waits} <= {0, 1, 2} and len(waits) >= 4
    assert types(cut_browser.panel) == ["text", "video"]


def test_a_file_that_waits_is_cancelled_at_once(cut_browser: Browser, relay: Relay, film: bytes) -> None:
    """In the wait: it is not sent again, and nothing of it is there."""
    relay.cuts = ["request", "request"]
    send = cut_browser.sent.append

    def cancel_while_it_waits(content: dict[str, Any], buffers: object = None) -> None:
        send(content)
        if "waiting" in content:
            cancel = {"intent": "cancel", "view": "v", "n": 0, "transfer": "t"}
            cut_browser.panel.view._handle_custom_msg(cancel, [])

    cut_browser.panel.view.send = cancel_while_it_waits  # type: ignore[method-assign]
    answer = cut_browser.add("film.mp4", film)

    assert (answer["problem"], len(relay.cuts)) == ("", 1)
    assert (types(cut_browser.panel), cut_browser.panel.uploads._transfers) == (["text"], {})


def test_a_file_waits_unseen_by_others(blocks: BlockList, browser: Browser, film: bytes) -> None:
    """Without a name in any folder, for this person only: a kernel that is killed leaves nothing."""
    browser.pieces("film.mp4", film)
    (transfer,) = blocks.uploads._transfers.values()
    known = Path(f"/proc/self/fd/{transfer.file.fileno()}").stat()

    assert (stat.S_IMODE(known.st_mode), known.st_nlink, known.st_size) == (0o600, 0, len(film))


@pytest.mark.parametrize(
    "pieces",
    [
        [(0, 500), (700, 300)],
        [(500, 500)],
        [(0, 1_000), (1_000, 1)],
        [(0, 0)],
        [(0, 500)],
    ],
    ids=["a gap", "no beginning", "too much", "nothing in it", "no end"],
)
def test_pieces_that_do_not_fit_are_no_file(blocks: BlockList, browser: Browser, pieces: list[tuple[int, int]]) -> None:
    """And what there was is forgotten."""
    for start, length in pieces:
        browser.send("piece", bytes(length), transfer="t", name="a.png", size=1_000, start=start)
    answer = browser.send("store", transfer="t", block=None, after=None)

    assert "was interrupted" in answer["problem"]
    assert blocks.uploads._transfers == {}


def test_a_panel_takes_a_few_files_at_a_time(blocks: BlockList, browser: Browser) -> None:
    """Those whose page was closed are forgotten after a while."""
    now = 0.0
    blocks.uploads._clock = lambda: now
    for number in range(MOST_AT_ONCE):
        browser.pieces("a.png", b"x" * 10, transfer=str(number))
    refused = browser.pieces("a.png", b"x" * 10, transfer="more")
    now = ABANDONED_SECONDS + 1
    taken = browser.pieces("a.png", b"x" * 10, transfer="more")

    assert f"Only {MOST_AT_ONCE} files" in refused["problem"]
    assert taken["received"] == 10
    assert len(blocks.uploads._transfers) == 1


def test_half_a_file_goes_with_its_panel(client: Client, writing: Writing, inline: InlinePool) -> None:
    """Closed and forgotten, a panel holds no room on the disk."""
    view = Browser(BlockList(client, writing.of_texts("one"), workers=inline))
    view.panel.refresh()
    view.send("piece", b"x" * 10, transfer="t", name="a.png", size=1_000, start=0)
    (transfer,) = view.panel.uploads._transfers.values()

    ipywidgets.Widget.close_all()
    del view
    gc.collect()

    assert transfer.file.closed


@pytest.fixture
def read_only(blocks: BlockList) -> Iterator[BlockList]:
    """The list of who may not change the lesson."""
    blocks.disabled = True
    yield blocks
    blocks.disabled = False


def test_who_cannot_change_the_lesson_adds_nothing(read_only: BlockList) -> None:
    """Said before anything is kept."""
    assert "edit this lesson here" in Browser(read_only).pieces("a.png", b"x")["problem"]


def test_a_full_disk_of_the_notebook_is_said(browser: Browser, film: bytes, full_disk: None) -> None:
    """With what happened: nothing was sent."""
    answer = browser.send("piece", film[:1_000_000], transfer="t", name="a.mp4", size=len(film), start=0)
    answer = answer if "problem" in answer else browser.send("store", transfer="t", block=None, after=None)

    assert "couldn't be saved" in answer["problem"] and "Nothing was sent" in answer["problem"]


def test_a_view_knows_the_types_before_it_reads_a_file(blocks: BlockList) -> None:
    """With endings and limits; without a store it knows why there are none."""
    known = {name: (kind, endings, most) for name, kind, endings, most in blocks.view.uploads["types"]}

    assert known["image/jpeg"] == ("image", ["jpg", "jpeg", "jpe", "jfif"], 20_000_000)
    assert upload_types(None)["types"] == [] and "WORKBENCH_ASSETS" in upload_types(None)["problem"]


def test_a_preview_comes_back_as_bytes_beside_the_answer(blocks: BlockList, browser: Browser, photo: bytes) -> None:
    """Nothing of it is in the state; a missing asset has a sentence instead."""
    asset = browser.add("photo.png", photo)["asset"]
    sent: list[tuple[dict[str, object], list[bytes]]] = []
    blocks.view.send = lambda content, buffers=None: sent.append((content, buffers))  # type: ignore[method-assign]
    for wanted in (asset, "0" * 25):
        browser.send("asset", asset=wanted)

    assert (sent[0][0]["type"], sent[1][0]["type"]) == ("image/png", "")
    assert "was deleted" in str(sent[1][0]["why"])
    assert sent[0][1][0].startswith(b"\x89PNG") and sent[1][1] == []
    assert b"\x89PNG" not in repr(blocks.view.get_state()).encode()


def test_memory_stays_flat_while_a_large_video_comes(blocks: BlockList, browser: Browser) -> None:
    """A piece at a time: no more than a few of its 30 MB are ever held."""
    piece = bytes(MOST_PIECE_BYTES)
    tracemalloc.start()
    for start in range(0, 30_000_000, len(piece)):
        browser.send("piece", piece, transfer="t", name="a.mp4", size=30_000_000, start=start)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert blocks.uploads._transfers["v", "t"].received == 30_000_000
    assert most < 3_000_000
