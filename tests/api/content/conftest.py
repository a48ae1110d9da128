"""People of other roles in the organization of the service of this computer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest

from tests.own_service import process
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.embedded.host import DATABASE
from workbench.embedded.record import EmbeddedService


@pytest.fixture
def as_role(
    workbench: Workbench, own_service: EmbeddedService, shared_folder: Path
) -> Iterator[Callable[[str], Workbench]]:
    """A workbench of a new member of the owner's organization, by role."""
    with ExitStack() as stack:

        def connected(role: str) -> Workbench:
            words = ("--organization", "My organization", "--role", role, "--json")
            database = f"sqlite:///{shared_folder / DATABASE}"
            added = process("admin", "add-person", f"{uuid4().hex[:8]}@example.org", *words, "--database", database)
            return stack.enter_context(connect(own_service.base_url, token=json.loads(added.stdout)["sessionToken"]))

        yield connected
