"""A disk that is full for one test. Packages that write files import the fixture into their conftest."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def small_disk() -> Iterator[None]:
    """Inside, a disk that takes 500 bytes a file and no more; what pytest itself writes is outside."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def full_disk() -> Iterator[None]:
    """A disk that takes 500 bytes a file and no more."""
    with small_disk():
        yield
