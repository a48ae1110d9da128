"""The seeded service, started once for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.reports.seeded import Seeded, seeded


@pytest.fixture(scope="session")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seeded]:
    """Two organizations with lessons and a ledger; the tests only read."""
    with seeded(tmp_path_factory.mktemp("seeded")) as found:
        yield found
