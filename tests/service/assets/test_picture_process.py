"""Pictures are decoded in a process of their own, under limits, and organizations take turns."""

from __future__ import annotations

import asyncio
import errno
import io
import random
import tempfile
import threading
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from tests.full_disk import small_disk
from tests.needs import needs
from tests.service.asking import Asking
from tests.service.assets.media_files import SAMPLES, animation, picture
from tests.service.assets.test_pictures import PICTURES
from tests.service.assets.uploading import sent
from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.service.assets import picture_process
from workbench.service.assets.media import Media
from workbench.service.assets.media_type import FileBroken, detect_media_type
from workbench.service.assets.picture_process import (
    Lane,
    checked_size,
    choose_lane,
    picture_in_process,
    stop_decoding,
)
from workbench.service.assets.pictures import (
    NotSmall,
    Picture,
    PictureTooLarge,
    StatedSize,
    needed_bytes,
    rewritten_picture,
)

pytestmark = pytest.mark.anyio

LAST_PASS = b"\xff\xda"
LEAST_WORK = {"WEBP": {"method": 0, "quality": 1, "alpha_quality": 1}}
"""Options of formats whose encoder otherwise takes 300 MB for a large picture."""


def in_process(source: bytes, name: str, lane: Lane | None = None, **limits: Any) -> Picture:
    """The picture of these bytes as the process of its lane makes it."""
    with tempfile.TemporaryFile() as file:
        file.write(source)
        size = checked_size(file, MEDIA_TYPES[name])
        return picture_in_process(file, MEDIA_TYPES[name], size, lane or choose_lane(size), **limits)


@pytest.mark.parametrize("lane", ["small", "large"])
@pytest.mark.parametrize("name", PICTURES)
def test_the_process_makes_the_same_picture(name: str, lane: Lane) -> None:
    """To the byte, with its size, in either lane."""
    made = in_process(SAMPLES[name], name, lane)
    expected = rewritten_picture(io.BytesIO(SAMPLES[name]), MEDIA_TYPES[name])
    with made.file, expected.file:
        assert made.file.read() == expected.file.read()
    assert (made.width, made.height) == (expected.width, expected.height)


def test_a_photo_of_a_telephone_is_taken_at_half_its_size() -> None:
    """48 million pixels are too many to keep, and are no mistake of anyone who took them."""
    with in_process(picture("JPEG", (8_000, 6_000), "L"), "image/jpeg").file as file:
        assert Image.open(file).size == (4_000, 3_000)


@pytest.mark.parametrize(
    ("name", "size", "mode", "most"),
    [
        ("JPEG", (8_000, 6_300), "L", "50,000,000 in all and"),
        ("PNG", (5_100, 5_000), "L", "25,000,000 in all and"),
        ("GIF", (5_010, 4_000), "L", "20,000,000 in all of a GIF"),
        ("WEBP", (4_010, 3_500), "L", "14,000,000 in all of a WebP and"),
        ("WEBP", (3_010, 3_000), "RGBA", "9,000,000 in all of a WebP with transparency"),
    ],
)
def test_more_pixels_are_refused_before_they_are_decoded(
    name: str, size: tuple[int, int], mode: str, most: str
) -> None:
    """Each format has as many as memory is there for: four pictures at once take less than 300 MB."""
    with pytest.raises(PictureTooLarge, match=f"{size[0]:,} × {size[1]:,} pixels; at most {most}"):
        in_process(picture(name, size, mode, **LEAST_WORK.get(name, {})), f"image/{name.lower()}")


@pytest.mark.parametrize("name", ["GIF", "WEBP"])
def test_an_animation_of_large_frames_is_refused(name: str) -> None:
    """Its decoder and its encoder have several whole frames in memory; one took 640 MB."""
    with pytest.raises(PictureTooLarge, match="2,001 × 2,000.*4,000,000"):
        in_process(animation(2, (2_001, 2_000), name), f"image/{name.lower()}")


@pytest.mark.parametrize(
    ("made", "lane"),
    [
        (lambda: picture("PNG", (2_000, 1_000), "L"), "small"),
        (lambda: picture("PNG", (2_001, 1_000), "L"), "large"),
        (lambda: animation(3, (900, 900)), "large"),
        (lambda: animation(3, (900, 900), "WEBP"), "large"),
    ],
)
def test_a_lane_is_chosen_by_all_pixels(made: Callable[[], bytes], lane: Lane) -> None:
    """Two million; an animation whose first frame has few is sent to the other lane by the process that counts them."""
    source = made()
    found = detect_media_type(source)
    assert found is not None
    assert choose_lane(checked_size(io.BytesIO(source), found)) == (
        "large" if lane == "large" and b"IHDR" in source else "small"
    )
    if lane == "large":
        with pytest.raises(NotSmall):
            in_process(source, found.name, "small")
    else:
        in_process(source, found.name, "small").file.close()


async def test_an_animation_that_turns_out_large_is_stored(ana: Asking) -> None:
    """In its second lane."""
    answered = await sent(ana, animation(3, (900, 900)), "fileName=a.gif")

    assert (answered.status_code, answered.json()["result"]["data"]["width"]) == (200, 900)


@needs("linux")
def test_what_takes_too_long_is_ended() -> None:
    """In a sentence: a JPEG of 250 kB whose last pass is there 20,000 times would take 20 s of a processor."""
    file = io.BytesIO()
    Image.new("L", (1_600, 1_200)).save(file, "JPEG", progressive=True)
    begin, (last, end) = file.getvalue().rindex(LAST_PASS), (file.getvalue()[-14:-2], file.getvalue()[-2:])
    assert file.getvalue()[begin:] == last + end
    with pytest.raises(PictureTooLarge, match="too long"):
        in_process(file.getvalue()[:begin] + last * 20_000 + end, "image/jpeg", seconds=0)

    in_process(SAMPLES["image/png"], "image/png").file.close()


def test_a_computer_that_is_too_busy_is_no_fault_of_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was said to take too long to decode, though it had had no processor."""
    monkeypatch.setattr(picture_process, "WAIT_SECONDS", 0.001)
    with pytest.raises(OSError, match="busy"):
        in_process(SAMPLES["image/png"], "image/png", "large")


@needs("linux")
@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP", "GIF"])
def test_what_takes_too_much_memory_is_ended_in_a_sentence(name: str) -> None:
    """A real picture of 3 million pixels whose process may take 6 MB more; the next picture is decoded as usual."""
    with pytest.raises(PictureTooLarge, match="takes too much memory"):
        in_process(picture(name, (2_000, 1_500)), f"image/{name.lower()}", "large", memory_bytes=6_000_000)

    in_process(SAMPLES["image/png"], "image/png").file.close()


def test_a_process_decodes_many_small_pictures_or_one_large_one() -> None:
    """A damaged one does not end it; a large one does, so that its memory is free again."""
    stop_decoding()
    in_process(SAMPLES["image/png"], "image/png").file.close()
    used = picture_process._idle["small"][-1]._process
    with pytest.raises(FileBroken):
        in_process(SAMPLES["image/jpeg"][:200], "image/jpeg", "small")
    in_process(picture("PNG", (2_000, 1_500), "L"), "image/png").file.close()
    in_process(SAMPLES["image/webp"], "image/webp").file.close()

    assert used is not None
    assert picture_process._idle["small"][-1]._process is used
    assert picture_process._idle["large"][-1]._process is None


def test_a_process_that_was_killed_is_replaced() -> None:
    """The picture that it had is refused, the next one has another process."""
    in_process(SAMPLES["image/png"], "image/png").file.close()
    process = picture_process._idle["small"][-1]._process
    assert process is not None
    process.kill()
    process.wait()
    in_process(SAMPLES["image/png"], "image/png").file.close()

    assert picture_process._idle["small"][-1]._process is not process


@needs("linux")
def test_a_full_disk_ends_the_process_that_met_it() -> None:
    """The rest of that file was read as the next picture's request, which was refused for its memory."""
    noise = io.BytesIO()
    Image.frombytes("RGB", (900, 900), random.Random(1).randbytes(2_430_000)).save(noise, "PNG", compress_level=0)
    stop_decoding()
    with tempfile.TemporaryFile() as file:
        file.write(noise.getvalue())
        file.flush()
        with small_disk(), pytest.raises(OSError, match="large") as failed:
            picture_in_process(file, MEDIA_TYPES["image/png"], None, "small")
    assert failed.value.errno == errno.EFBIG

    in_process(SAMPLES["image/png"], "image/png").file.close()


def test_large_pictures_wait_for_memory_and_small_ones_do_not() -> None:
    """Two photos of 12 million pixels are decoded together, a WebP of 12 million alone."""
    memory, began, over = picture_process._Memory(), threading.Event(), threading.Event()
    photo = needed_bytes(StatedSize(4_000, 3_000), MEDIA_TYPES["image/jpeg"])
    most = needed_bytes(StatedSize(4_000, 3_000), MEDIA_TYPES["image/webp"])

    def wait() -> None:
        began.set()
        with memory.reserve(most):
            over.set()

    waiting = threading.Thread(target=wait)
    with memory.reserve(photo), memory.reserve(photo), memory.reserve(0):
        waiting.start()
        assert began.wait(60)
        assert not over.is_set()
    waiting.join(60)
    assert over.is_set()


async def test_a_small_picture_does_not_wait_for_large_ones(ana: Asking) -> None:
    """Two slots were for all pictures: with large ones of others in both, it waited for seconds, or was refused."""
    large = ana.service.part(Media).decoding["large"]
    await large.begin("another organization")
    await large.begin("a third one")
    try:
        answered = await asyncio.wait_for(sent(ana, picture("PNG", (10, 10))), 15)
    finally:
        large.read("another organization", 0)
        large.read("a third one", 0)

    assert answered.status_code == 200


async def test_organizations_take_turns(ana: Asking, eve: Asking) -> None:
    """Many pictures of one organization do not keep another one's waiting until the last."""
    done: list[str] = []

    async def upload(person: Asking, name: str, size: tuple[int, int]) -> None:
        answered = await sent(person, picture("PNG", size), f"fileName={name}.png")
        assert answered.status_code == 200
        done.append(name)

    many = [upload(ana, f"ana{number}", (2_000 + number, 1_500)) for number in range(3)]
    await asyncio.gather(*many, upload(eve, "eve", (1_900, 1_500)))

    assert done.index("eve") < 2
