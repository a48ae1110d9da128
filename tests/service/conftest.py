"""The cast of the service's tests: a service on a real SQLite file, and people at it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.asking import Asking, asking
from tests.service.writers import ScriptedWriter
from workbench.service.context import Service
from workbench.service.server import open_service
from workbench.service.settings import Settings


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with nobody in it."""
    opened = await open_service(Settings(f"sqlite:///{tmp_path / 'service.db'}", share_base_url="https://share.test"))
    yield opened
    await opened.writer.close()
    await opened.store.close()


@pytest.fixture
async def ana(service: Service) -> AsyncIterator[Asking]:
    """The owner of the organization Acme, which has 100 credits."""
    person = await asking(service)
    yield person
    await person.http.aclose()


@pytest.fixture
async def eve(service: Service) -> AsyncIterator[Asking]:
    """The owner of another organization."""
    person = await asking(service, "eve@example.org", "Other")
    yield person
    await person.http.aclose()


@pytest.fixture
async def out_of_credits(service: Service) -> AsyncIterator[Asking]:
    """The owner of an organization whose balance is zero; everything else about it is ordinary."""
    person = await asking(service, "zoe@example.org", "Poor", credits_at_start=0)
    yield person
    await person.http.aclose()


@pytest.fixture
def writer(service: Service) -> ScriptedWriter:
    """A writer that does what the test says, in the service's place for one."""
    scripted = ScriptedWriter()
    service.writer = scripted
    return scripted
