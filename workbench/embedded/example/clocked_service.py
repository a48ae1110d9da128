"""An in-process service with its own database and a settable clock: calls happen at the clock's time.

It has no port and no rate limits. Requests are handled as in any service, but no model is ever called.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal

from workbench.client.retry import RetryPolicy
from workbench.client.sync import Client
from workbench.service.ai.planning_sheet import SheetWriter
from workbench.service.ai.writer import StarterDraft, StarterRequest, WriterFailed
from workbench.service.db.seam import Unit
from workbench.service.http.app import ASGI, build_app
from workbench.service.kernel.context import Service, now_ms
from workbench.service.kernel.settings import NO_RATES, Settings
from workbench.service.running.server import open_service
from workbench.service.sessions.store import issue_session

T = TypeVar("T")


class SettableClock:
    """A clock in milliseconds since the epoch that can be set, and runs on from there."""

    def __init__(self) -> None:
        self._ahead_ms = 0

    def __call__(self) -> int:
        return now_ms() + self._ahead_ms

    def set(self, at_ms: int) -> None:
        """Set the time. Never set a service's clock back once it has been used."""
        self._ahead_ms = at_ms - now_ms()


class FaultyWriter(SheetWriter):
    """A writer of planning sheets that can be made to fail, and to refuse topics."""

    def __init__(self) -> None:
        self.fails_after: int | None = None
        self.refused: frozenset[str] = frozenset()

    async def write(self, request: StarterRequest) -> StarterDraft:
        """Return the draft. Raises `WriterFailed` after `fails_after` more drafts and for refused topics."""
        if request.topic in self.refused:
            raise WriterFailed("The writer refused this topic.", reason="refused")
        if self.fails_after is not None:
            if self.fails_after == 0:
                raise WriterFailed("The writer could not be reached.", reason="unavailable")
            self.fails_after -= 1
        return await super().write(request)


class ClockedService:
    """A service, its clock and its writer. Its people's clients make the calls."""

    def __init__(self, portal: BlockingPortal, service: Service, http: httpx.Client, base_url: str) -> None:
        self.clock, self.writer = SettableClock(), FaultyWriter()
        service.clock, service.writer, service.share_base_url = self.clock, self.writer, base_url
        self._portal = portal
        self._service = service
        self._http = http
        self._base_url = base_url

    def write(self, unit: Unit[T]) -> T:
        """Run a unit of work on the database outside all requests and return its result."""
        return self._portal.call(self._service.store.write, unit)

    def sign_in(self, person_id: str) -> Client:
        """Return a client of the person, whose session begins at the clock's time; it never retries."""
        now = self.clock()
        issued = self.write(lambda db: issue_session(db, person_id=person_id, label="example", now=now))
        return Client(self._base_url, issued.token, http=self._http, policy=RetryPolicy(tries=1))


@contextmanager
def clocked_service(database: Path, base_url: str) -> Iterator[ClockedService]:
    """Yield the service on that database, closed after the block.

    Its links and its origin use `base_url`.
    """
    settings = Settings(f"sqlite:///{database}", rates=NO_RATES, is_alone=True, sheet_credits=1)
    with start_blocking_portal() as portal:
        service = portal.call(open_service, settings)
        try:
            with httpx.Client(transport=_InProcess(portal, build_app(service))) as http:
                yield ClockedService(portal, service, http, base_url)
        finally:
            portal.call(service.store.close)


class _InProcess(httpx.BaseTransport):
    """Hands requests to an ASGI app in the portal's event loop."""

    def __init__(self, portal: BlockingPortal, app: ASGI) -> None:
        self._portal = portal
        self._asgi = httpx.ASGITransport(app=app)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._portal.call(self._answer, request)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        answer: Any = await self._asgi.handle_async_request(request)
        return httpx.Response(answer.status_code, headers=answer.headers, content=await answer.aread())
