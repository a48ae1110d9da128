"""Pictures, decoded under a limit of pixels and rewritten: nothing but their pixels is kept.

Pillow keeps metadata by itself and only warns of decompression bombs, so sizes are read before anything is decoded, and
only pixels are written. The service does this in a separate process (`picture_process`). Source: ours (publishing 1).
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, Final

from workbench.authoring.content.media_types import (
    MOST_CLEAR_WEBP_PIXELS,
    MOST_FRAME_PIXELS,
    MOST_GIF_PIXELS,
    MOST_JPEG_PIXELS,
    MOST_PIXELS,
    MOST_SIDE,
    MOST_WEBP_PIXELS,
    MediaType,
)
from workbench.errors import Misconfigured, WorkbenchError
from workbench.service.assets.media_type import FileBroken

if TYPE_CHECKING:
    from PIL import Image

_FORMATS: Final = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP", "image/gif": "GIF"}
_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "PNG": {"compress_level": 6},
    "JPEG": {"quality": 90, "progressive": True},
    "WEBP": {"quality": 90, "method": 3},
    "GIF": {"optimize": False},
}
_MOST_FRAMES: Final = 500
_LONGEST_FRAME_MS: Final = 60_000
_HEAD_BYTES: Final = 30
_BEGINNINGS: Final = {"PNG": b"\x89PNG\r\n\x1a\n", "JPEG": b"\xff\xd8", "WEBP": b"RIFF", "GIF": b"GIF8"}
_MOST_SEGMENTS: Final = 1_000
_FRAME_HEADERS: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE: Final = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_SCAN, _END = 0xDA, 0xD9
_WITHOUT_LENGTH: Final = frozenset({0x01, *range(0xD0, 0xD9)})
_FRAME_BYTES: Final = 9
_BLOCK_BYTES: Final = 128
"""A JPEG's block: 64 coefficients of two bytes."""
_WEBP_ANIMATED, _WEBP_CLEAR, _WEBP_LOSSLESS_CLEAR = 0x02, 0x10, 1 << 28
MOST_MEMORY_BYTES: Final = 340_000_000
"""Most of `needed_bytes`, of which a picture uses three quarters."""
MOST_HELD_BYTES: Final = 210_000_000
"""Most of `StatedSize.held_bytes`: 50 million pixels of a progressive JPEG as telephones write it (4:2:0, 4:2:2)."""
_BYTES_OF_ANY: Final = 30_000_000
_BYTES_OF_ALL_FRAMES: Final = 4 * MOST_PIXELS
_BYTES_A_FRAME_PIXEL: Final = 48
_BYTES_A_PIXEL: Final = {"PNG": 12, "GIF": 14, "WEBP": 20}
_BYTES_A_CLEAR_WEBP_PIXEL: Final = 30


class PictureTooLarge(WorkbenchError):
    """The picture has more pixels than the service takes. Nothing was stored; make it smaller and upload it again."""


class NotSmall(Exception):
    """The picture has more pixels than were said to be in it, so nothing of it was decoded."""


@dataclass(frozen=True, slots=True)
class StatedSize:
    """The size of a picture according to its header, before anything is decoded.

    `is_animated`: it may have further frames. `held_bytes` are what a progressive JPEG needs in memory until its last
    pass, whatever size it is decoded to; 0 for all others. `is_clear`: parts of a WebP may be transparent; False for
    all others.
    """

    width: int
    height: int
    is_animated: bool = False
    held_bytes: int = 0
    is_clear: bool = False

    @property
    def pixels(self) -> int:
        """Return the number of pixels of one frame."""
        return self.width * self.height


@dataclass(frozen=True, slots=True)
class Picture:
    """A rewritten picture, positioned at its beginning, with its size in pixels."""

    file: IO[bytes]
    width: int
    height: int


def stated_size(file: IO[bytes], media_type: MediaType) -> StatedSize | None:
    """Return the size stated in the picture's first part; None if it states none. Moves in the file."""
    name = _FORMATS[media_type.name]
    file.seek(0)
    head = file.read(_HEAD_BYTES)
    if len(head) < _HEAD_BYTES or not head.startswith(_BEGINNINGS[name]) or (name == "WEBP" and head[8:12] != b"WEBP"):
        return None
    if name == "JPEG":
        return _jpeg_size(file)
    if name == "PNG":
        return StatedSize(int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big"))
    if name == "GIF":
        width, height = int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
        return StatedSize(width, height, is_animated=True)
    return _webp_size(head)


def check_stated(size: StatedSize, media_type: MediaType) -> None:
    """Raise `PictureTooLarge` for a size that is not taken, before a decoder sees the file."""
    name = _FORMATS[media_type.name]
    if name == "WEBP" and size.is_animated:
        _check_size(size.width, size.height, MOST_FRAME_PIXELS, " of an animation")
    else:
        _check_size(size.width, size.height, *_most_pixels(name, is_clear=size.is_clear))
    if size.held_bytes > MOST_HELD_BYTES:
        raise PictureTooLarge(
            f"The picture is a progressive JPEG of {size.width:,} × {size.height:,} pixels, which takes "
            f"{size.held_bytes / 1e6:,.0f} MB of memory to decode; at most {MOST_HELD_BYTES / 1e6:,.0f} MB are given. "
            "Nothing was stored; save it without “progressive”, or smaller, and upload it again."
        )


def needed_bytes(size: StatedSize | None, media_type: MediaType) -> int:
    """Return the most memory needed to decode and rewrite the picture, beyond what a process has."""
    if size is None:
        return MOST_MEMORY_BYTES
    name = _FORMATS[media_type.name]
    if name == "JPEG":
        pixels = size.pixels // 4 if size.pixels > MOST_PIXELS else size.pixels
        needed = max(size.held_bytes + 4 * pixels, 8 * pixels)
    else:
        needed = (_BYTES_A_CLEAR_WEBP_PIXEL if size.is_clear else _BYTES_A_PIXEL[name]) * size.pixels
    if size.is_animated:
        frame = min(size.pixels, MOST_FRAME_PIXELS)
        needed = max(needed if name == "GIF" else 0, _BYTES_OF_ALL_FRAMES + _BYTES_A_FRAME_PIXEL * frame)
    return min(_BYTES_OF_ANY + needed, MOST_MEMORY_BYTES)


def _most_pixels(name: str, *, is_clear: bool) -> tuple[int, str]:
    """Return the most pixels of a still picture in this format, and whose they are, for a sentence."""
    if name == "WEBP":
        return (
            (MOST_CLEAR_WEBP_PIXELS, " of a WebP with transparency") if is_clear else (MOST_WEBP_PIXELS, " of a WebP")
        )
    if name == "GIF":
        return MOST_GIF_PIXELS, " of a GIF"
    return (MOST_JPEG_PIXELS if name == "JPEG" else MOST_PIXELS), ""


def rewritten_picture(
    file: IO[bytes], media_type: MediaType, into: IO[bytes] | None = None, most_pixels: int | None = None
) -> Picture:
    """Rewrite the picture with nothing but its pixels, in the same format, turned as its metadata says.

    A JPEG with more pixels than other formats may have gets half its width and height. It is written `into` a file,
    else into a new temporary one. Raises `PictureTooLarge`, `FileBroken` for one that cannot be decoded completely, and
    `NotSmall` for more than `most_pixels` in all its frames.
    """
    Image = _pillow()  # noqa: N806  (a module named as Pillow names it)
    name = _FORMATS[media_type.name]
    size = stated_size(file, media_type)
    file.seek(0)
    try:
        if size is not None:
            check_stated(size, media_type)
            if name == "WEBP":  # its decoder takes memory for the whole picture when it is opened
                bytearray(8 * size.pixels)  # raises MemoryError, where the decoder would call the file broken
        frames, durations, loop = _decode_frames(Image, file, name, most_pixels)
        return _write_frames(frames, durations, loop, name, into)
    except (PictureTooLarge, NotSmall, MemoryError):
        raise
    except OSError as error:
        if error.errno is not None:  # the disk's own
            raise
        raise _broken() from None
    except Exception:  # noqa: BLE001  (a decoder raises whatever its format's author thought of)
        raise _broken() from None


def _decode_frames(
    module: Any, file: IO[bytes], name: str, most_pixels: int | None
) -> tuple[list[Image.Image], list[int], object]:
    """Return the frames, their durations and the loop count; the decoder and its memory are released afterwards."""
    with module.open(file, formats=[name]) as opened:
        count = _checked_frames(opened, name)
        if most_pixels is not None and count * opened.width * opened.height > most_pixels:
            raise NotSmall
        module.MAX_IMAGE_PIXELS = MOST_JPEG_PIXELS // 2  # it raises at twice that: a later frame may say it is larger
        if opened.width * opened.height > MOST_PIXELS:
            opened.draft(opened.mode, (max(1, opened.width // 2), max(1, opened.height // 2)))
        frames, durations = [], []
        for number in range(count):
            opened.seek(number)
            durations.append(min(int(opened.info.get("duration", 100) or 100), _LONGEST_FRAME_MS))
            frames.append(_fresh(opened, name, is_alone=count == 1))
        return frames, durations, opened.info.get("loop")


def _jpeg_size(file: IO[bytes]) -> StatedSize | None:
    """Read a JPEG's segments up to its first scan; the entropy-coded rest is not looked at."""
    file.seek(2)
    frame, is_progressive = b"", False
    for _ in range(_MOST_SEGMENTS):
        mark = file.read(2)
        while mark == b"\xff\xff":  # filling
            mark = mark[:1] + file.read(1)
        if len(mark) < 2 or mark[0] != 0xFF or mark[1] == _END:
            return None
        if mark[1] in _WITHOUT_LENGTH:
            continue
        length = int.from_bytes(file.read(2), "big") - 2
        if mark[1] in _FRAME_HEADERS:
            frame, is_progressive = file.read(max(length, 0)), mark[1] in _PROGRESSIVE
        elif mark[1] == _SCAN:
            components = file.read(1)
            return (
                _frame_size(frame, is_progressive=is_progressive, in_first_scan=components[0]) if components else None
            )
        else:
            file.seek(max(length, 0), os.SEEK_CUR)
    return None


def _frame_size(frame: bytes, *, is_progressive: bool, in_first_scan: int) -> StatedSize | None:
    """Return the size that a JPEG's frame header states.

    The header states precision, height, width, and how finely each component is sampled.
    """
    sampled = [(byte >> 4, byte & 15) for byte in frame[7::3]]
    if len(frame) < _FRAME_BYTES or not all(map(all, sampled)):
        return None
    height, width = int.from_bytes(frame[1:3], "big"), int.from_bytes(frame[3:5], "big")
    if not is_progressive and in_first_scan >= frame[5]:
        return StatedSize(width, height)
    across, down = 8 * max(factor for factor, _ in sampled), 8 * max(factor for _, factor in sampled)
    blocks = -(-width // across) * -(-height // down) * sum(right * under for right, under in sampled)
    return StatedSize(width, height, held_bytes=blocks * _BLOCK_BYTES)


def _webp_size(head: bytes) -> StatedSize:
    """Width and height as the file's first part says them."""
    kind = head[12:16]
    if kind == b"VP8X":
        width, height = (1 + int.from_bytes(head[at : at + 3], "little") for at in (24, 27))
        is_animated, is_clear = bool(head[20] & _WEBP_ANIMATED), bool(head[20] & _WEBP_CLEAR)
        return StatedSize(width, height, is_animated=is_animated, is_clear=is_clear)
    if kind == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        return StatedSize(width, height, is_clear=bool(bits & _WEBP_LOSSLESS_CLEAR))
    width, height = (int.from_bytes(head[at : at + 2], "little") & 0x3FFF for at in (26, 28))
    return StatedSize(width, height)


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise Misconfigured("The part of the workbench for pictures and files is not installed.") from None
    Image.MAX_IMAGE_PIXELS = None  # it warns only; the size is checked here before anything is decoded
    return Image


def _check_size(width: int, height: int, most: int, whose: str = "") -> None:
    if max(width, height) > MOST_SIDE or width * height > most:
        raise PictureTooLarge(
            f"The picture has {width:,} × {height:,} pixels; at most {most:,} in all{whose} and {MOST_SIDE:,} a side "
            "are taken. Nothing was stored; make it smaller and upload it again."
        )


def _checked_frames(opened: Image.Image, name: str) -> int:
    """Return the number of frames. Raises `PictureTooLarge`. Reads sizes, decodes nothing."""
    width, height = opened.size
    count = int(getattr(opened, "n_frames", 1)) if name in ("GIF", "WEBP") else 1
    if count == 1:
        _check_size(width, height, *_most_pixels(name, is_clear=opened.mode == "RGBA"))
    elif count > _MOST_FRAMES or width * height > MOST_FRAME_PIXELS or count * width * height > MOST_PIXELS:
        raise PictureTooLarge(
            f"The animation has {count:,} frames of {width:,} × {height:,} pixels; at most {_MOST_FRAMES} frames of "
            f"{MOST_FRAME_PIXELS:,} pixels, and {MOST_PIXELS:,} in all, are taken. Nothing was stored; make it smaller "
            "and upload it again."
        )
    return count


def _fresh(opened: Image.Image, name: str, *, is_alone: bool) -> Image.Image:
    """Return the frame's pixels in sRGB, in an image without metadata."""
    from PIL import ImageOps

    opened.load()
    profile = opened.info.get("icc_profile")
    turned: Image.Image = opened
    if is_alone:
        ImageOps.exif_transpose(opened, in_place=True)  # a copy would double the memory
    else:
        turned = ImageOps.exif_transpose(opened)
    has_alpha = name != "JPEG" and (turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info)
    mode = "RGBA" if has_alpha else "L" if turned.mode in ("1", "L") else "RGB"
    if turned.mode.startswith("I;16"):
        turned, mode = turned.point(lambda value: value / 256).convert("L"), "L"
    frame = _in_srgb(turned, profile, mode) if profile else turned
    is_new = frame is not opened and frame is not turned and frame.mode == mode
    fresh = frame if is_new else frame.convert(mode)  # a new image, also of the same mode
    fresh.info = {}
    return fresh


def _in_srgb(image: Image.Image, profile: bytes, mode: str) -> Image.Image:
    """Return the image converted from its colour profile; an unreadable profile is ignored."""
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        shown = image if image.mode in ("RGB", "CMYK", "L") else image.convert("RGB")
        if shown.mode == "L" or mode == "RGBA":
            return image
        return ImageCms.profileToProfile(shown, source, ImageCms.createProfile("sRGB"), outputMode="RGB") or image
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return image


def _write_frames(
    frames: list[Image.Image], durations: list[int], loop: object, name: str, into: IO[bytes] | None
) -> Picture:
    file = into or TemporaryFile()  # noqa: SIM115  (the caller closes it)
    options = dict(_OPTIONS[name])
    if len(frames) > 1:
        options |= {"save_all": True, "append_images": frames[1:], "duration": durations}
        options |= {"loop": loop} if isinstance(loop, int) else {}
        options |= {"disposal": 2} if name == "GIF" else {}
    save: Callable[..., None] = frames[0].save
    try:
        save(file, name, **options)
        file.seek(0)
    except BaseException:
        with suppress(OSError):  # its buffered bytes cannot be written either
            file.close()
        raise
    return Picture(file, *frames[0].size)


def _broken() -> FileBroken:
    return FileBroken("The picture cannot be decoded to its end. Nothing was stored; take the original and upload it.")
