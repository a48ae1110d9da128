"""Somebody else in the organization of a service of this computer, with a session of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests.people import new_person
from workbench.client.sync import Client
from workbench.embedded.host import DATABASE
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import get_user_data


def token_of_colleague(service: EmbeddedService, folder: Path, *, role: str = "reviewer", name: str = "Bo") -> str:
    """The session token of a person who is there from now on, in this role."""
    with Client(service.base_url, service.token) as owner:
        organization = owner.call(get_user_data()).organization_name or ""
    database_url = f"sqlite:///{folder / DATABASE}"
    email = f"{name.lower()}.{role}@example.org"
    with ThreadPoolExecutor(1) as thread:  # a browser's driver holds this one's event loop
        added = thread.submit(asyncio.run, new_person(database_url, email, organization, role=role, name=name)).result()
    return added.session_token


@contextmanager
def colleague(service: EmbeddedService, folder: Path, *, role: str = "reviewer", name: str = "Bo") -> Iterator[Client]:
    """A client of such a person."""
    with Client(service.base_url, token_of_colleague(service, folder, role=role, name=name)) as client:
        yield client
