"""Pictures are written again from their pixels, under a limit."""

from __future__ import annotations

import io
import resource
import struct
import tempfile
import zlib
from typing import Any

import pytest
from PIL import Image, ImageCms
from PIL.PngImagePlugin import PngInfo

from tests.needs import needs
from tests.service.assets.media_files import SAMPLES, animation, picture
from workbench.authoring.content.media_types import IMAGE, MEDIA_TYPES
from workbench.service.assets.media_type import FileBroken
from workbench.service.assets.picture_process import picture_in_process
from workbench.service.assets.pictures import (
    Picture,
    PictureTooLarge,
    StatedSize,
    check_stated,
    needed_bytes,
    rewritten_picture,
    stated_size,
)

PICTURES = [name for name in SAMPLES if MEDIA_TYPES[name].block_type == IMAGE]
PNG, JPEG, GIF, WEBP = (MEDIA_TYPES[f"image/{name}"] for name in ("png", "jpeg", "gif", "webp"))
SECRET = b"52.5200 N 13.4050 E secret"


def content_of(written: Picture) -> bytes:
    """The bytes of a picture that was written again."""
    with written.file:
        return written.file.read()


def opened(written: Picture) -> Image.Image:
    """The picture as a reader sees it."""
    return Image.open(io.BytesIO(content_of(written)))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_stays_of_its_format_and_size(name: str) -> None:
    """Each of the four."""
    written = rewritten_picture(io.BytesIO(SAMPLES[name]), MEDIA_TYPES[name])
    shown = opened(written)

    assert (Image.MIME[shown.format or ""], shown.size) == (name, (40, 30))
    assert (written.width, written.height) == (40, 30)


@pytest.mark.parametrize("name", PICTURES)
def test_the_same_picture_gives_the_same_bytes(name: str) -> None:
    """So that it is one asset."""
    written = [content_of(rewritten_picture(io.BytesIO(SAMPLES[name]), MEDIA_TYPES[name])) for _ in range(2)]

    assert written[0] == written[1]


@pytest.mark.parametrize("name", ["JPEG", "PNG", "WEBP"])
def test_no_metadata_goes_on(name: str) -> None:
    """Position, comment, text and profile are left behind."""
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    exif.get_ifd(0x8825)[1] = "N"
    options: dict[str, object] = {
        "exif": exif,
        "icc_profile": ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(),
    }
    if name == "JPEG":
        options["comment"] = SECRET
    if name == "PNG":
        info = PngInfo()
        info.add_text("Comment", SECRET.decode())
        options["pnginfo"] = info
    source = picture(name, **options)
    assert SECRET in source
    content = content_of(rewritten_picture(io.BytesIO(source), MEDIA_TYPES[f"image/{name.lower()}"]))

    assert SECRET not in content
    assert set(Image.open(io.BytesIO(content)).info) <= {
        "jfif",
        "jfif_version",
        "jfif_unit",
        "jfif_density",
        "progressive",
        "progression",
        "loop",
        "background",
    }


def test_a_picture_is_turned_as_its_metadata_said() -> None:
    """A photo that was taken upright stays upright."""
    exif = Image.Exif()
    exif[0x0112] = 6
    shown = opened(rewritten_picture(io.BytesIO(picture("JPEG", exif=exif)), JPEG))

    assert shown.size == (30, 40)


@pytest.mark.parametrize("tail", [b"PK\x03\x04 an archive", b"<script>alert(1)</script>", b"%PDF-1.4"])
def test_what_hangs_on_behind_a_picture_is_left_behind(tail: bytes) -> None:
    """A file that is two is one afterwards."""
    assert tail not in content_of(rewritten_picture(io.BytesIO(SAMPLES["image/png"] + tail), PNG))


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "1", "L", "I;16"])
def test_every_kind_of_pixel_is_written(mode: str) -> None:
    """See-through ones stay so."""
    image = (
        Image.new("I;16", (8, 8), 40_000) if mode == "I;16" else Image.new("RGBA", (8, 8), (9, 8, 7, 128)).convert(mode)
    )
    file = io.BytesIO()
    image.save(file, "PNG")
    shown = opened(rewritten_picture(file, PNG))

    assert ("A" in shown.mode) == (mode in ("RGBA", "LA", "P"))
    assert mode != "I;16" or shown.getpixel((0, 0)) == 156


def test_an_animation_stays_one() -> None:
    """With its frames."""
    shown = opened(rewritten_picture(io.BytesIO(animation(4)), GIF))

    assert getattr(shown, "n_frames", 1) == 4


def huge_png(width: int, height: int) -> bytes:
    """A PNG that says it has so many pixels; a few kilobytes of zeros stand for them."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(bytes(1_000_000)))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(("width", "height"), [(30_000, 30_000), (2_000_000, 1), (7_000, 7_000)])
def test_a_huge_picture_is_refused_before_it_is_decoded(width: int, height: int) -> None:
    """In a sentence with both sizes, and without the memory for it."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(PictureTooLarge, match=f"{width:,} × {height:,} pixels"):
        rewritten_picture(io.BytesIO(huge_png(width, height)), PNG)

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


PROGRESSIVE = {"progressive": True, "quality": 5}


@pytest.mark.parametrize(
    ("mode", "options", "held"),
    [
        ("RGB", {}, 0),
        ("L", PROGRESSIVE, 128 * 13 * 8),
        ("RGB", PROGRESSIVE, 128 * 7 * 4 * 6),
        ("RGB", {**PROGRESSIVE, "subsampling": 1}, 128 * 7 * 8 * 4),
        ("RGB", {**PROGRESSIVE, "subsampling": 0}, 128 * 13 * 8 * 3),
        ("CMYK", {**PROGRESSIVE, "subsampling": 0}, 128 * 13 * 8 * 4),
    ],
)
def test_the_memory_of_a_progressive_jpeg_is_read_from_its_head(
    mode: str, options: dict[str, object], held: int
) -> None:
    """Two bytes for each coefficient, in whole blocks, of as many as its colours have; a comment stands before it."""
    source = picture("JPEG", (100, 60), mode, comment="\xff\xc2" * 1_000, **options)
    size = stated_size(io.BytesIO(source), JPEG)

    assert size == StatedSize(100, 60, held_bytes=held)


def with_size(source: bytes, width: int, height: int) -> bytes:
    """A JPEG whose head states another size."""
    at = source.index(b"\xff\xc2") + 5
    return source[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + source[at + 4 :]


def test_a_progressive_jpeg_that_no_memory_is_there_for_is_refused_before_it_is_decoded() -> None:
    """It was decoded until its memory ended, and the sentence did not say what to do."""
    source = picture("JPEG", (100, 60), **PROGRESSIVE, subsampling=0)
    with pytest.raises(PictureTooLarge, match="progressive JPEG of 8,000 × 5,000 pixels, which takes 240 MB.*without"):
        rewritten_picture(io.BytesIO(with_size(source, 8_000, 5_000)), JPEG)


@pytest.mark.parametrize("subsampling", [1, 2])
def test_what_telephones_write_is_not_refused_for_its_memory(subsampling: int) -> None:
    """50 million pixels in 4:2:0 and 4:2:2; this one is refused only because its pixels are missing."""
    source = picture("JPEG", (100, 60), **PROGRESSIVE, subsampling=subsampling)
    size = stated_size(io.BytesIO(with_size(source, 8_000, 6_250)), JPEG)

    assert size is not None
    assert size.pixels == 50_000_000
    check_stated(size, JPEG)


@pytest.mark.parametrize("name", PICTURES)
def test_the_size_is_read_from_the_head(name: str) -> None:
    """As a decoder finds it; not from a head that is cut off, and none from that of another format."""
    size = stated_size(io.BytesIO(SAMPLES[name]), MEDIA_TYPES[name])

    assert size is not None
    assert (size.width, size.height) == (40, 30)
    for cut in (0, 3, 12, 29):
        assert stated_size(io.BytesIO(SAMPLES[name][:cut]), MEDIA_TYPES[name]) is None
    for other in PICTURES:
        if other != name:
            assert stated_size(io.BytesIO(SAMPLES[other]), MEDIA_TYPES[name]) is None


@needs("linux")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("PNG", {}),
        ("WEBP", {"method": 0}),
        ("WEBP", {"method": 0, "lossless": True}),
        ("WEBP", {"method": 0, "mode": "RGBA"}),
        ("WEBP", {"method": 0, "mode": "RGBA", "lossless": True}),
        ("GIF", {}),
        ("JPEG", {}),
        ("JPEG", {"progressive": True, "subsampling": 0}),
        ("JPEG", {"icc_profile": ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()}),
    ],
)
def test_a_picture_needs_no_more_memory_than_is_said_of_its_size(name: str, options: dict[str, Any]) -> None:
    """Of 6 million pixels, so that the pixels count. With a colour profile there was a copy more."""
    found, source = MEDIA_TYPES[f"image/{name.lower()}"], picture(name, (3_000, 2_000), **options)
    size = stated_size(io.BytesIO(source), found)
    with tempfile.TemporaryFile() as file:
        file.write(source)
        picture_in_process(file, found, size, memory_bytes=needed_bytes(size, found) - 20_000_000).file.close()


def test_an_animation_has_an_end() -> None:
    """At most 500 frames, which together have no more pixels than a picture."""
    with pytest.raises(PictureTooLarge, match="501 frames of 4 × 4 pixels"):
        rewritten_picture(io.BytesIO(animation(501, (4, 4))), GIF)


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("share", [0.2, 0.6, 0.9])
def test_a_picture_that_is_cut_off_is_refused(name: str, share: float) -> None:
    """Half of one is not stored."""
    source = SAMPLES[name][: int(len(SAMPLES[name]) * share)]
    with pytest.raises(FileBroken):
        rewritten_picture(io.BytesIO(source), MEDIA_TYPES[name])


def test_a_picture_of_another_format_is_not_decoded() -> None:
    """Only the decoder of the type that was found runs."""
    with pytest.raises(FileBroken):
        rewritten_picture(io.BytesIO(picture("BMP")), PNG)
