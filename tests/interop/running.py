"""A service of ours in a process of its own, as people run it: a port, a database file, a person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.service.serving import serving
from workbench.service.running.admin import AddedPerson, add_person
from workbench.service.store.db.opening import open_store
from workbench.wire.cookie import DEFAULT_COOKIE_NAME, cookie_header


@dataclass(frozen=True)
class Running:
    """Where the service is, and the owner of the organization Acme."""

    base_url: str
    added: AddedPerson

    @property
    def cookie(self) -> str:
        """The owner's cookie header."""
        return cookie_header(DEFAULT_COOKIE_NAME, self.added.session_token)


@contextmanager
def running(folder: Path, credits_at_start: int = 100) -> Iterator[Running]:
    """The service, stopped at the end."""
    database = folder / "service.db"
    with serving(database) as service:
        yield Running(service.base_url, asyncio.run(_owner(f"sqlite:///{database}", credits_at_start)))
        service.stop()


async def _owner(url: str, credits_at_start: int) -> AddedPerson:
    store = await open_store(url)
    try:
        return await add_person(store, "ana@example.org", "Acme", credits_at_start=credits_at_start)
    finally:
        await store.close()
