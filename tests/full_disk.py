"""A disk that is full for one test."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def small_disk(most_bytes: int = 500) -> Iterator[None]:
    """Inside, a disk that takes so many bytes a file and no more; what pytest itself writes is outside."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def full_disk() -> None:
    """A disk that takes 500 bytes a file and no more, while the test's own function runs.

    `pytest_pyfunc_call` in tests/conftest.py sets the limit: set by a fixture, it would hold
    for pytest's own report too.
    """
