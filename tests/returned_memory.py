"""Memory that a test freed goes back to the system: a process of tests lives through thousands of them."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Generator

import pytest

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _MOST_ARENAS = -1, -3, -8
"""Parameters of `mallopt`, malloc.h of glibc."""
_KEPT_BYTES = 1024 * 1024
"""Left alone, glibc raises its limits to 32 and 64 MB after the first large block that is freed."""


def return_freed_memory() -> None:
    """Make the C library return every freed block above 1 MB, and share two heaps among all threads. glibc only."""
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(_MMAP_THRESHOLD, _KEPT_BYTES)
        library.mallopt(_TRIM_THRESHOLD, _KEPT_BYTES)
        library.mallopt(_MOST_ARENAS, 2)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Return what lies free between blocks that are used, after the last test of a file."""
    ended = yield
    if sys.platform == "linux" and (nextitem is None or nextitem.path != item.path):
        library = ctypes.CDLL(None)
        if hasattr(library, "malloc_trim"):
            library.malloc_trim(0)
    return ended
