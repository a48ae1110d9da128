"""Assets from code: uploaded, fetched, listed and deleted, through a service of this computer."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from PIL import Image

from tests.api.interface_only import interface_only
from tests.service.assets.media_files import mp4
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.client.asset_transfer import PIECE_BYTES, RANGE_BYTES
from workbench.errors import CallFailed, Conflict, InputRejected, NotFound


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A video that no other test has, of more bytes than one range."""
    path = tmp_path / f"v{uuid4().hex[:10]}.mp4"
    path.write_bytes(mp4(media_bytes=RANGE_BYTES + 1_000_000) + b"\x00\x00\x00\x18free" + uuid4().bytes)
    return path


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture that no other test has."""
    path = tmp_path / f"p{uuid4().hex[:10]}.png"
    Image.effect_noise((30, 20), 90).save(path)
    return path


def test_a_film_goes_and_comes_back_to_the_byte(workbench: Workbench, film: Path, tmp_path: Path) -> None:
    """In pieces there and in ranges back, with progress both ways; into a folder it goes under its own name."""
    sent: list[tuple[int, int]] = []
    fetched: list[tuple[int, int]] = []
    (tmp_path / "back").mkdir()
    asset = workbench.assets.upload(film, progress=lambda *done: sent.append(done))
    path = workbench.assets.download(film.name, tmp_path / "back", progress=lambda *done: fetched.append(done))

    size = film.stat().st_size
    assert (path.name, path.read_bytes()) == (film.name, film.read_bytes())
    assert (asset.media_type, asset.size) == ("video/mp4", size)
    assert (sent[0], sent[-1], fetched) == ((PIECE_BYTES, size), (size, size), [(RANGE_BYTES, size), (size, size)])


def test_an_upload_that_is_stopped_leaves_nothing(workbench: Workbench, film: Path) -> None:
    """And the same file goes afterwards, twice the same asset."""

    def stop(done: int, total: int) -> None:
        if done > total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workbench.assets.upload(film, progress=stop)
    with pytest.raises(InputRejected):
        workbench.assets.get(film.name)

    assert workbench.assets.upload(film) == workbench.assets.upload(film)


def test_a_download_that_is_stopped_leaves_nothing(workbench: Workbench, film: Path, tmp_path: Path) -> None:
    """The file is there whole or not at all; one that is there is not replaced unasked."""

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    workbench.assets.upload(film)
    target = tmp_path / "copy.mp4"
    with pytest.raises(KeyboardInterrupt):
        workbench.assets.download(film.name, target, progress=stop)
    is_there = target.exists()
    workbench.assets.download(film.name, target)
    with pytest.raises(InputRejected, match="already exists"):
        workbench.assets.download(film.name, target)

    assert not is_there
    assert workbench.assets.download(film.name, target, overwrite=True) == target


def test_a_picture_is_shown_by_a_lesson_and_then_not_deleted(workbench: Workbench, photo: Path) -> None:
    """The refusal names the lesson."""
    asset = workbench.assets.upload(photo, alternative_text="Noise")
    made = workbench.client.call("lesson.createLesson", {"title": f"Shows {photo.stem}", "language": "EN"})
    block = {"id": str(uuid4()), "type": "image", "content": {"asset": asset.asset_id, "alternativeText": "Noise"}}
    change = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": block}]}
    call = {"lessonId": made.lesson_id, "language": "EN", "transactions": [change]}
    workbench.client.call("realtime.executeTransactions", call)

    with pytest.raises(Conflict, match=photo.stem):
        workbench.assets.delete(photo.name, yes=True)
    assert workbench.assets.list().set_index("asset_id").loc[asset.asset_id, "alternative_text"] == "Noise"


def test_what_is_refused_says_why(workbench: Workbench, tmp_path: Path) -> None:
    """A file that is none, and one that is not there."""
    page = tmp_path / "page.png"
    page.write_text("<html><script>alert(1)</script></html>")

    with pytest.raises(CallFailed, match="Lessons can't show this type of file"):
        workbench.assets.upload(page)
    with pytest.raises(InputRejected, match="cannot be read"):
        workbench.assets.upload(tmp_path / "missing.png")


def test_a_service_with_the_interface_only_has_none(photo: Path) -> None:
    """It is reported, and nothing is sent."""
    with (
        interface_only() as (base_url, _),
        connect(base_url, token="good" * 6) as wb,
        pytest.raises(NotFound, match="doesn't store pictures or files"),
    ):
        wb.assets.upload(photo)
