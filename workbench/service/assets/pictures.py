"""Pictures, decoded under a limit of pixels and written anew: nothing but their pixels goes on.

Pillow keeps metadata by itself and only warns of bombs, so sizes are read before anything is decoded, and the pixels
are put into a fresh image. Source: ours (publishing 1).
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Final

from workbench.authoring.content.media_types import MOST_PIXELS, MOST_SIDE, MediaType
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


class PictureTooLarge(WorkbenchError):
    """The picture has more pixels than the service takes. Nothing was stored; make it smaller and upload it again."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture written anew, at its beginning, with its size in pixels."""

    file: BinaryIO
    width: int
    height: int


def rewritten_picture(file: IO[bytes], found: MediaType) -> Picture:
    """The picture without anything but its pixels, in the same format, turned as its metadata said.

    Raises `PictureTooLarge`, and `FileBroken` for what cannot be decoded to its end.
    """
    Image = _pillow()  # noqa: N806  (a module named as Pillow names it)
    name = _FORMATS[found.name]
    file.seek(0)
    try:
        with Image.open(file, formats=[name]) as opened:
            count = _checked_frames(opened)
            Image.MAX_IMAGE_PIXELS = MOST_PIXELS // 2  # it raises at twice that: a later frame may say it is larger
            frames, durations = [], []
            for number in range(count):
                opened.seek(number)
                durations.append(min(int(opened.info.get("duration", 100) or 100), _LONGEST_FRAME_MS))
                frames.append(_fresh(opened, Image, name))
            loop = opened.info.get("loop")
        return _written(frames, durations, loop, name)
    except (PictureTooLarge, MemoryError):
        raise
    except OSError as error:
        if error.errno is not None:  # the disk's own
            raise
        raise _broken() from None
    except Exception:  # noqa: BLE001  (a decoder raises whatever its format's author thought of)
        raise _broken() from None


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise Misconfigured("The part of the workbench for pictures and files is not installed.") from None
    Image.MAX_IMAGE_PIXELS = None  # it warns only; the size is checked here before anything is decoded
    return Image


def _checked_frames(opened: Image.Image) -> int:
    """How many frames there are; raises `PictureTooLarge`. Reads sizes, decodes nothing."""
    width, height = opened.size
    if max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise PictureTooLarge(
            f"The picture has {width:,} × {height:,} pixels; at most {MOST_PIXELS:,} in all and {MOST_SIDE:,} a side "
            "are taken. Nothing was stored; make it smaller and upload it again."
        )
    if opened.format not in ("GIF", "WEBP"):
        return 1
    count = int(getattr(opened, "n_frames", 1))
    if count > _MOST_FRAMES or count * width * height > MOST_PIXELS:
        raise PictureTooLarge(
            f"The animation has {count:,} frames of {width:,} × {height:,} pixels; at most {_MOST_FRAMES} frames and "
            f"{MOST_PIXELS:,} pixels in all are taken. Nothing was stored; make it smaller and upload it again."
        )
    return count


def _fresh(opened: Image.Image, module: Any, name: str) -> Image.Image:
    """The frame's pixels in sRGB, in an image that knows nothing else."""
    from PIL import ImageOps

    opened.load()
    profile = opened.info.get("icc_profile")
    turned = ImageOps.exif_transpose(opened)
    has_alpha = name != "JPEG" and (turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info)
    mode = "RGBA" if has_alpha else "L" if turned.mode in ("1", "L") else "RGB"
    if turned.mode.startswith("I;16"):
        turned, mode = turned.point(lambda value: value / 256).convert("L"), "L"
    frame = _in_srgb(turned, profile, mode) if profile else turned
    fresh: Image.Image = module.new(mode, turned.size)
    fresh.paste(frame.convert(mode))
    return fresh


def _in_srgb(image: Image.Image, profile: bytes, mode: str) -> Image.Image:
    """The image with the colours that its profile means; a profile that cannot be read means nothing."""
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        shown = image if image.mode in ("RGB", "CMYK", "L") else image.convert("RGB")
        if shown.mode == "L" or mode == "RGBA":
            return image
        return ImageCms.profileToProfile(shown, source, ImageCms.createProfile("sRGB"), outputMode="RGB") or image
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return image


def _written(frames: list[Image.Image], durations: list[int], loop: object, name: str) -> Picture:
    file = TemporaryFile()  # noqa: SIM115  (the caller closes it)
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
        with suppress(OSError):  # what it holds back cannot be written either
            file.close()
        raise
    return Picture(file, *frames[0].size)


def _broken() -> FileBroken:
    return FileBroken("The picture cannot be decoded to its end. Nothing was stored; take the original and upload it.")
