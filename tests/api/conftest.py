"""The service of this computer, and one with the interface only, for the tests of this package."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.interface_only import interface_only
from tests.own_service import fresh_folder as fresh_folder
from tests.own_service import own_service as own_service
from tests.own_service import shared_folder as shared_folder
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.embedded.record import EmbeddedService


@pytest.fixture
def stranger() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """A service with the interface only: its base URL, and the path and cookie of each request so far."""
    with interface_only() as found:
        yield found


@pytest.fixture
def workbench(own_service: EmbeddedService) -> Iterator[Workbench]:
    """A workbench connected to the service of this computer."""
    with connect() as connected:
        yield connected
