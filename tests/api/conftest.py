"""The service of this computer, and one with the interface only, for the tests of this package."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest

from tests.api.interface_only import interface_only
from tests.own_service import command
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.client.retry import RetryPolicy
from workbench.embedded.host import DATABASE
from workbench.embedded.record import EmbeddedService


@pytest.fixture
def stranger() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """A service with the interface only: its base URL, and the path and cookie of each request made."""
    with interface_only() as found:
        yield found


@pytest.fixture
def without_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients wait for nothing between their tries, for tests in which nobody answers."""
    monkeypatch.setattr(
        RetryPolicy, "wait_seconds", lambda policy, tried, *spent: 0.0 if tried < policy.tries else None
    )


@pytest.fixture
def as_role(
    workbench: Workbench, own_service: EmbeddedService, shared_folder: Path
) -> Iterator[Callable[[str], Workbench]]:
    """A workbench of a new member of the owner's organization, by role."""
    with ExitStack() as stack:

        def connected(role: str) -> Workbench:
            words = ("--organization", "My organization", "--role", role, "--json")
            database = f"sqlite:///{shared_folder / DATABASE}"
            added = command("admin", "add-person", f"{uuid4().hex[:8]}@example.org", *words, "--database", database)
            return stack.enter_context(connect(own_service.base_url, token=json.loads(added.stdout)["sessionToken"]))

        yield connected
