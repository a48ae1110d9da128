"""A place to read in."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest

from tests.service.assets.media_files import mp4
from workbench.client.asset_transfer import upload_file
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.kit.reader import PREVIEW_BYTES, Reader, read_preview, show_previews


@pytest.fixture
def sent() -> list[dict[str, str]]:
    """What went to the browser."""
    return []


@pytest.fixture
def reader(sent: list[dict[str, str]]) -> Reader:
    """An empty place whose messages are kept."""
    made = Reader("Lesson at this revision")
    made.send = lambda said, buffers=None: sent.append(said)
    return made


def test_what_is_read_is_in_no_state(reader: Reader) -> None:
    """A notebook that saves its widgets saves no word of it."""
    reader.put("<p>canary</p>")

    assert "canary" not in json.dumps(reader.get_state(), default=str) + repr(reader)


def test_a_view_that_is_drawn_later_is_told_everything(reader: Reader, sent: list[dict[str, str]]) -> None:
    """What was put, and what was added."""
    reader.put("<p>one</p>", language="AR")
    reader.add("<p>two</p>")
    sent.clear()

    reader._handle_custom_msg({"intent": "ready"}, [])

    assert sent == [{"html": "<p>one</p><p>two</p>", "language": "ar", "direction": "rtl", "accent": ()}]


def test_what_comes_next_is_added_alone(reader: Reader, sent: list[dict[str, str]]) -> None:
    """Nobody loses the place to which they have scrolled."""
    reader.put("<p>one</p>", more="Show the next blocks")
    sent.clear()

    reader.add("<p>two</p>")

    assert sent == [{"add": "<p>two</p>"}]
    assert reader.more == ""


def test_more_is_asked_for_only_where_there_is_more(reader: Reader) -> None:
    """Whatever a view says."""
    heard: list[str] = []
    reader.on_more(lambda: heard.append("more"))

    reader._handle_custom_msg({"intent": "more"}, [])
    reader.put("<p>one</p>", more="Show the next blocks")
    reader._handle_custom_msg({"intent": "more"}, [])

    assert heard == ["more"]


def test_a_picture_is_asked_for_by_its_id_alone(reader: Reader) -> None:
    """Anything else that a view says is asked of nobody."""
    heard: list[str] = []
    reader.on_asset(heard.append)

    for asset in ("abc123", "../secret", "", 7):
        reader._handle_custom_msg({"intent": "asset", "asset": asset}, [])

    assert heard == ["abc123"]


def video(client: Client, path: Path, media_bytes: int) -> tuple[str, bytes]:
    """Id and bytes of a video that no other test has."""
    content = mp4(media_bytes=media_bytes) + b"\x00\x00\x00\x18free" + uuid4().bytes
    path.write_bytes(content)
    return upload_file(client, path, organization_id=None, alternative_text=None).asset_id, content


def test_a_small_one_comes_whole(client: Client, tmp_path: Path) -> None:
    """With its type."""
    asset_id, content = video(client, tmp_path / "a.mp4", 10_000)

    assert read_preview(client, asset_id) == ({"type": "video/mp4", "why": "", "lasts": True}, [content])


def test_a_large_or_missing_one_is_a_sentence(client: Client, tmp_path: Path) -> None:
    """That holds when somebody looks again."""
    asset_id, _ = video(client, tmp_path / "a.mp4", PREVIEW_BYTES)
    large, missing = read_preview(client, asset_id), read_preview(client, "0" * 25)

    assert "larger than 8 MB" in large[0]["why"] and "was deleted" in missing[0]["why"]
    assert (large[0]["lasts"], missing[0]["lasts"], large[1], missing[1]) == (True, True, [], [])


def test_a_place_to_read_in_shows_them(client: Client, inline: InlinePool, tmp_path: Path) -> None:
    """When its view asks; next to the words is why there isn't one."""
    asset_id, content = video(client, tmp_path / "a.mp4", 10_000)
    reader = Reader("Lesson")
    sent: list[tuple[dict[str, str], list[bytes]]] = []
    reader.send = lambda content, buffers=None: sent.append((content, buffers))  # type: ignore[method-assign]
    show_previews(reader, client, inline)
    for wanted in (asset_id, "0" * 25):
        reader._handle_custom_msg({"intent": "asset", "asset": wanted}, [])

    assert sent[0] == ({"asset": asset_id, "type": "video/mp4", "why": ""}, [content])
    assert (sent[1][0]["type"], sent[1][1]) == ("", [b""]) and "was deleted" in sent[1][0]["why"]


def test_one_of_a_service_that_is_away_is_asked_for_again(client: Client) -> None:
    """It says that it is for now."""
    with Client("http://127.0.0.1:9", "token") as away:
        found, content = read_preview(away, "0" * 25)

    assert (found["type"], found["lasts"], content) == ("", False, [])
    assert "right now" in found["why"]
