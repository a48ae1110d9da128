"""A service of ours in a separate process, as people run it: a port, a database file, a person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.people import cookie_of, owner_of
from tests.service.serving import serving
from workbench.service.administration.admin import AddedPerson


@dataclass(frozen=True)
class Running:
    """Where the service is, and the owner of the organization Acme."""

    base_url: str
    added: AddedPerson

    @property
    def cookie(self) -> str:
        """The owner's cookie header."""
        return cookie_of(self.added)


@contextmanager
def running(folder: Path, credits_at_start: int = 100) -> Iterator[Running]:
    """The service, stopped at the end."""
    database = folder / "service.db"
    with serving(database) as service:
        yield Running(service.base_url, owner_of(f"sqlite:///{database}", credits_at_start=credits_at_start))
        service.stop()
