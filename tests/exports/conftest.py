"""The service of this computer, for the tests of this package."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.full_disk import full_disk as full_disk
from tests.own_service import own_service as own_service
from tests.own_service import shared_folder as shared_folder
from tests.own_service import workbench as workbench
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService


@pytest.fixture
def client(own_service: EmbeddedService) -> Iterator[Client]:
    """A client of the service of this computer, as its owner."""
    with Client(own_service.base_url, own_service.token) as made:
        yield made
