"""A service of ours in a process of its own, as people run it: a port, a database file, a person."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from workbench.service.admin import Added, add_person
from workbench.service.store.db import open_store
from workbench.wire.cookie import DEFAULT_COOKIE_NAME, cookie_header

_SERVE = """
import sys
from workbench.service.server import serve
from workbench.service.settings import Settings
serve(Settings(sys.argv[1]), on_listening=lambda base_url: print(base_url, flush=True))
"""


@dataclass(frozen=True)
class Running:
    """Where the service is, and the owner of the organization Acme."""

    base_url: str
    added: Added

    @property
    def cookie(self) -> str:
        """The owner's cookie header."""
        return cookie_header(DEFAULT_COOKIE_NAME, self.added.session_token)


@contextmanager
def running(folder: Path, credits_at_start: int = 100) -> Iterator[Running]:
    """The service, stopped at the end."""
    url = f"sqlite:///{folder / 'service.db'}"
    process = subprocess.Popen([sys.executable, "-c", _SERVE, url], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        base_url = process.stdout.readline().strip()
        yield Running(base_url, asyncio.run(_owner(url, credits_at_start)))
    finally:
        process.terminate()
        process.wait(20)
        if process.stdout is not None:
            process.stdout.close()


async def _owner(url: str, credits_at_start: int) -> Added:
    store = await open_store(url)
    try:
        return await add_person(store, "ana@example.org", "Acme", credits_at_start=credits_at_start)
    finally:
        await store.close()
