"""A service with a person of each role, started once; and an organization in which nothing has happened."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.own_service import add_person
from tests.reports.roles import Cast, cast
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService


@pytest.fixture(scope="session")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    """A person of each role, with weeks of spending; the tests only read."""
    with cast(f"sqlite:///{tmp_path_factory.mktemp('cast') / 'service.sqlite'}") as made:
        yield made


@pytest.fixture
def newcomer(own_service: EmbeddedService, shared_folder: Path) -> Iterator[Client]:
    """The owner of an organization that was just made."""
    name = uuid4().hex[:8]
    made = json.loads(add_person(shared_folder, f"{name}@example.org", f"Organization {name}").stdout)
    with Client(own_service.base_url, made["sessionToken"]) as client:
        yield client
