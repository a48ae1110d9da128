"""The service as its clients meet it, over ASGI: a real store and the real writer, no socket. Tests send requests."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx

from tests.ticking_clock import TickingClock
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.http.app import build_app
from workbench.service.kernel.context import Service
from workbench.service.kernel.settings import Settings
from workbench.service.publications.page_rendering import PageRenderer
from workbench.service.running.server import open_service
from workbench.wire.headers import DEFAULT_COOKIE_NAME

ABSENT = {"json": None, "meta": {"values": ["undefined"]}}


@dataclass
class Asking:
    """One signed-in person at one service."""

    service: Service
    http: httpx.AsyncClient
    added: AddedPerson

    @property
    def cookie(self) -> str:
        """The person's cookie header."""
        return f"{DEFAULT_COOKIE_NAME}={self.added.session_token}"

    @property
    def organization_id(self) -> str:
        """The person's organization."""
        return self.added.organization_id

    async def send(self, method: str, target: str, body: bytes | None = None, **headers: str) -> httpx.Response:
        """One request as it is; header names are written with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items() if value}
        if "cookie" not in headers:
            named["cookie"] = self.cookie
        return await self.http.request(method, target, content=body, headers=named)

    async def get(self, names: str, *inputs: Any, **headers: str) -> httpx.Response:
        """A batch of reads; an input that is a plain value is wrapped, `ABSENT` is sent as it is."""
        query = quote(json.dumps(_wrapped(inputs)))
        return await self.send("GET", f"/api/rpc/{names}?batch=1&input={query}", **headers)

    async def post(self, names: str, *inputs: Any, **headers: str) -> httpx.Response:
        """A batch of writes."""
        headers.setdefault("content_type", "application/json")
        return await self.send("POST", f"/api/rpc/{names}?batch=1", json.dumps(_wrapped(inputs)).encode(), **headers)

    async def data(self, name: str, value: Any = ABSENT) -> Any:
        """What a read gives, unwrapped; `value` is its input."""
        response = await self.get(name, value)
        return response.json()[0]["result"]["data"]

    async def done(self, name: str, value: Any, **headers: str) -> Any:
        """What a write with the input `value` gives, unwrapped."""
        response = await self.post(name, value, **headers)
        assert response.status_code == 200, response.text
        return response.json()["result"]["data"]

    async def starter(self, topic: str = "Photosynthesis", language: str = "EN", **headers: str) -> dict[str, Any]:
        """A starter lesson with its blocks, as `getLesson` gives it."""
        starter = await self.done("lesson.createStarterLesson", {"language": language, "topic": topic}, **headers)
        lesson: dict[str, Any] = await self.data("lesson.getLesson", {"lessonId": starter["lessonId"]})
        return lesson

    async def finished(self, topic: str = "Photosynthesis", **headers: str) -> dict[str, Any]:
        """A starter lesson as of `starter`, with a text in place of each of its notes for authors."""
        lesson = await self.starter(topic, **headers)
        changes = [
            {
                "type": "lessonBlockUpdate",
                "id": block["id"],
                "blockType": "text",
                "content": {"markdown": f"Text {index}."},
            }
            for index, block in enumerate(lesson["blocks"])
            if block["type"] == "authorNote"
        ]
        transaction = {"label": "editPages", "mutations": changes}
        edit = {"lessonId": lesson["lessonId"], "language": lesson["language"], "transactions": [transaction]}
        await self.done("realtime.executeTransactions", edit)
        found: dict[str, Any] = await self.data("lesson.getLesson", {"lessonId": lesson["lessonId"]})
        return found


async def asking(service: Service, email: str = "ana@example.org", organization: str = "Acme", **more: Any) -> Asking:
    """A new person at the service; the first of an organization owns it, with 100 credits."""
    more.setdefault("credits_at_start", 100)
    added = await add_person(service.store, email, organization, **more)
    transport = httpx.ASGITransport(app=build_app(service), raise_app_exceptions=True)
    return Asking(service, httpx.AsyncClient(transport=transport, base_url="http://service.test"), added)


@asynccontextmanager
async def open_for_test(settings: Settings) -> AsyncIterator[Service]:
    """A service with these settings, closed afterwards; no two things happen at one time by its clock.

    A page is waited for as long as a busy machine may need.
    """
    service = await open_service(settings)
    service.clock = TickingClock()
    service.part(PageRenderer).wait_seconds = 300.0
    yield service
    service.part(PageRenderer).close()
    await service.writer.close()
    await service.store.close()


@asynccontextmanager
async def signed_in(
    service: Service, email: str = "ana@example.org", organization: str = "Acme", **more: Any
) -> AsyncIterator[Asking]:
    """A new person at the service, as of `asking`, whose connections are closed afterwards."""
    person = await asking(service, email, organization, **more)
    yield person
    await person.http.aclose()


async def called(person: Asking, call: str) -> httpx.Response:
    """One `read`, `write` or `paid` write that would succeed."""
    if call == "read":
        return await person.get("service.whoAmI", ABSENT)
    if call == "write":
        return await person.post("project.createProject", {"name": "x"})
    return await person.post("lesson.createStarterLesson", {"language": "EN", "topic": "x"})


def _wrapped(inputs: tuple[Any, ...]) -> dict[str, Any]:
    return {str(index): input_ if input_ is ABSENT else {"json": input_} for index, input_ in enumerate(inputs)}
