"""What the tests of the repository share and return."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.meta.source_tree import parsed


@pytest.fixture(scope="package", autouse=True)
def _trees_forgotten() -> Iterator[None]:
    """The syntax trees of all modules, 180 MB, are kept as long as tests of this folder run, and no longer."""
    yield
    parsed.cache_clear()
