"""Decode and rewrite pictures in separate processes, under limits of memory and time.

Whatever is in the file, the service keeps running. There are two lanes, so that a small picture never waits for
large ones: the process for small ones handles one picture after the other; the process for a large one gives
way to all others and exits after it, so that its memory is freed.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile
from typing import IO, Any, Final, Literal

from workbench.authoring.content.media_types import MediaType
from workbench.child_process import AnsweringProcess, ChildEnded
from workbench.errors import Misconfigured
from workbench.service.assets.media_type import FileBroken
from workbench.service.assets.picture_child import LARGE
from workbench.service.assets.pictures import (
    NotSmall,
    Picture,
    PictureTooLarge,
    StatedSize,
    check_stated,
    needed_bytes,
    stated_size,
)

Lane = Literal["small", "large"]
SMALL_PIXELS: Final = 2_000_000
"""Most pixels, all frames together, of a picture that is decoded in the lane for small ones."""
SMALL_BYTES: Final = 100_000_000
"""The memory that one of them may take."""
TOGETHER_BYTES: Final = 260_000_000
"""Memory that large pictures of one process may use together; one that needs more is decoded alone."""
SECONDS: Final[dict[Lane, float]] = {"small": 2.0, "large": 20.0}
"""The processor time that a picture may take."""
WAIT_SECONDS: Final = 60.0
"""Time for a picture on a busy computer."""
_CHILD: Final = "workbench.service.assets.picture_child"
_lock: Final = threading.Lock()
_processes: Final[list[AnsweringProcess]] = []
_idle: Final[dict[Lane, list[AnsweringProcess]]] = {"small": [], "large": []}


def checked_size(file: IO[bytes], media_type: MediaType) -> StatedSize | None:
    """Return the size stated in the picture's first part; None if it states none. Moves in the file.

    Raises `PictureTooLarge` for one that is too large.
    """
    size = stated_size(file, media_type)
    if size is not None:
        check_stated(size, media_type)
    return size


def choose_lane(size: StatedSize | None) -> Lane:
    """Return which lane a picture of this size belongs to."""
    return "small" if size is not None and size.pixels <= SMALL_PIXELS else "large"


def picture_in_process(
    file: IO[bytes],
    media_type: MediaType,
    size: StatedSize | None,
    lane: Lane = "large",
    *,
    seconds: float | None = None,
    memory_bytes: int | None = None,
) -> Picture:
    """Return the result of `rewritten_picture` for an open file on a disk.

    Blocks, in the large lane also until there is memory for it. The process may use `seconds` of a processor, and
    `memory_bytes` beyond its current use; by default the limits of the lane, and the need of this size. Raises
    `NotSmall` in the small lane for a picture that belongs in the other one, and `OSError` if the computer is too busy.
    """
    needed = SMALL_BYTES if lane == "small" else needed_bytes(size, media_type)
    request = {
        "type": media_type.name,
        "seconds": SECONDS[lane] if seconds is None else seconds,
        "memory_bytes": memory_bytes or needed,
        "most_pixels": SMALL_PIXELS if lane == "small" else None,
    }
    into = TemporaryFile()  # noqa: SIM115  (the caller closes it)
    try:
        with _memory.reserve(0 if lane == "small" else needed):
            width, height = _size(_answer(lane, request, file, into))
    except BaseException:
        with suppress(OSError):
            into.close()
        raise
    return Picture(into, width, height)


def stop_decoding() -> None:
    """End the processes that decode pictures; the next picture starts one again."""
    for process in list(_processes):
        process.stop()


class _Memory:
    """The memory that large pictures use together. One that needs more than all of it waits until it is alone."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._taken = 0

    @contextmanager
    def reserve(self, size: int) -> Iterator[None]:
        """Wait for so much memory, and have it inside."""
        with self._changed:
            self._changed.wait_for(lambda: not size or not self._taken or self._taken + size <= TOGETHER_BYTES)
            self._taken += size
        try:
            yield
        finally:
            with self._changed:
                self._taken -= size
                self._changed.notify_all()


_memory: Final = _Memory()


def _answer(lane: Lane, request: dict[str, Any], file: IO[bytes], into: IO[bytes]) -> dict[str, Any]:
    with _lock:
        process = _idle[lane].pop() if _idle[lane] else AnsweringProcess(_CHILD)
        if process not in _processes:
            _processes.append(process)
    try:
        arguments = [LARGE] if lane == "large" else []
        return process.answer(request, WAIT_SECONDS, arguments=arguments, file=file, into=into)
    except ChildEnded as ended:
        if ended.how in ("stopped", "late"):
            return {"errno": None}
        if ended.how == "exhausted":
            return {"refused": "The picture takes too long to decode. Save it again, then upload it."}
        return {"broken": FileBroken().message}
    finally:
        with _lock:
            _idle[lane].append(process)


def _size(answer: dict[str, Any]) -> tuple[int, int]:
    if "errno" in answer:
        number = answer["errno"]
        raise OSError(number, os.strerror(number)) if number else OSError("The service is stopping, or too busy.")
    if "missing" in answer:
        raise Misconfigured(answer["missing"])
    if "not_small" in answer:
        raise NotSmall
    if "refused" in answer:
        raise PictureTooLarge(answer["refused"])
    if "width" not in answer:
        raise FileBroken(answer.get("broken"))
    return answer["width"], answer["height"]
