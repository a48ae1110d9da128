"""A disk that is full for one test. Packages that write files import the fixture into their conftest."""

from __future__ import annotations

import resource
from collections.abc import Iterator

import pytest


@pytest.fixture
def full_disk() -> Iterator[None]:
    """A disk that takes 500 bytes a file and no more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
