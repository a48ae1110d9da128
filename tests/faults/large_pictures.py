"""Pictures of many pixels in every format, made here, and the memory of a service with its children. Linux only."""

from __future__ import annotations

import io
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from PIL import Image

from workbench.authoring.content.media_types import (
    MOST_CLEAR_WEBP_PIXELS,
    MOST_GIF_PIXELS,
    MOST_JPEG_PIXELS,
    MOST_PIXELS,
    MOST_WEBP_PIXELS,
)

_LOOK_SECONDS = 0.02
_ASPECT = 8, 5


def _still(name: str, mode: str = "RGB", **options: Any) -> Callable[[int], bytes]:
    def made(pixels: int) -> bytes:
        unit = (pixels / (_ASPECT[0] * _ASPECT[1])) ** 0.5
        shades = Image.radial_gradient("L").resize((int(_ASPECT[0] * unit), int(_ASPECT[1] * unit)))
        image = shades.convert(mode)
        if mode == "RGBA":
            image.putalpha(shades)
        return _saved(image, name, **options)

    return made


def _animated(name: str, frames: int, **options: Any) -> Callable[[int], bytes]:
    def made(pixels: int) -> bytes:
        side = int((pixels / frames) ** 0.5)
        images = [
            Image.merge(
                "RGB",
                [Image.new("L", (side, side), index * 7 % 256)] * 2 + [Image.radial_gradient("L").resize((side, side))],
            )
            for index in range(frames)
        ]
        return _saved(images[0], name, save_all=True, append_images=images[1:], duration=50, **options)

    return made


def _saved(image: Image.Image, name: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, name, **options)
    return file.getvalue()


LARGE_PICTURES: dict[str, Callable[[int], bytes]] = {
    "JPEG": _still("JPEG", quality=90),
    "JPEG, progressive": _still("JPEG", quality=90, progressive=True),
    "JPEG, progressive, colours in full": _still("JPEG", quality=90, progressive=True, subsampling=0),
    "PNG": _still("PNG", compress_level=1),
    "WebP": _still("WEBP", quality=80, method=0),
    "WebP, transparent": _still("WEBP", "RGBA", lossless=True, method=0),
    "WebP, animated": _animated("WEBP", 7, method=0),
    "GIF": _still("GIF"),
    "GIF, animated": _animated("GIF", 40),
    "AVIF": _still("AVIF", quality=50, speed=10),
}
"""For each format, a function that makes a picture of so many pixels."""
MOST_TAKEN: dict[str, int] = {
    "JPEG": MOST_JPEG_PIXELS,
    "JPEG, progressive": MOST_JPEG_PIXELS,
    "JPEG, progressive, colours in full": 34_000_000,  # a larger one takes too much memory
    "PNG": MOST_PIXELS,
    "WebP": MOST_WEBP_PIXELS,
    "WebP, transparent": MOST_CLEAR_WEBP_PIXELS,
    "WebP, animated": MOST_PIXELS,
    "GIF": MOST_GIF_PIXELS,
    "GIF, animated": MOST_PIXELS,
    "AVIF": 0,
}
"""The most pixels that are taken of each."""


class Memory:
    """The memory of a process and its children, in MB: before, and the most since. Shared pages are counted once."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.before = self.upper_limit = self._now()

    @property
    def extra(self) -> float:
        """By how much it grew at most."""
        return self.upper_limit - self.before

    def look(self) -> None:
        """Note what it is now."""
        self.upper_limit = max(self.upper_limit, self._now())

    def _now(self) -> float:
        return sum(map(_own_megabytes, _family(self._pid)))


@contextmanager
def watched_memory(pid: int) -> Iterator[Memory]:
    """The memory of the process and its children, looked at again and again inside."""
    memory, over = Memory(pid), threading.Event()

    def watch() -> None:
        while not over.wait(_LOOK_SECONDS):
            memory.look()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield memory
    finally:
        over.set()
        watcher.join()


def seconds_of(work: Callable[[], object]) -> float:
    """How long it takes."""
    since = time.monotonic()
    work()
    return time.monotonic() - since


def _family(pid: int) -> list[int]:
    found = [pid]
    with suppress(OSError):
        for told in Path(f"/proc/{pid}/task").glob("*/children"):
            with suppress(OSError):
                found += [member for child in told.read_text().split() for member in _family(int(child))]
    return found


def _own_megabytes(pid: int) -> float:
    """The process's memory; of pages that several share, its part. 0 for one that has ended."""
    with suppress(OSError):
        told = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
        return int(told[1]) / 1_000 if told else 0.0
    return 0.0
