"""Routes: the procedure path, the share pages, health and readiness, and nothing else."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.full_disk import small_disk
from tests.service.asking import ABSENT, Asking, asking
from workbench.service.db.migrating import HEAD
from workbench.service.db.seam import StoreBusy
from workbench.service.http.app import build_app
from workbench.service.kernel.context import Service
from workbench.service.kernel.settings import Settings
from workbench.service.running.server import open_service

pytestmark = pytest.mark.anyio


class BusyStore:
    """A database that somebody else holds."""

    async def read(self, unit: object, *, long: bool = False) -> None:
        raise StoreBusy


async def got(service: Service, target: str, method: str = "GET") -> httpx.Response:
    """What anybody gets there, redirects not followed."""
    transport = httpx.ASGITransport(app=build_app(service))
    async with httpx.AsyncClient(transport=transport, base_url="http://service.test") as http:
        return await http.request(method, target)


async def test_health_says_alive_and_whose_data(service: Service) -> None:
    """Without signing in."""
    answered = await got(service, "/health")

    assert answered.json() == {"status": "alive", "serviceId": service.service_id}


async def test_ready_means_reachable_and_current(service: Service) -> None:
    """The database answers, its schema is this program's, and there is room on the disk."""
    told = (await got(service, "/ready")).json()

    assert (told["status"], told["schema"]) == ("ready", HEAD)
    assert told["diskFreeBytes"] > 0


async def test_a_database_that_cannot_be_reached_is_not_ready(service: Service) -> None:
    """503 with a sentence; alive anyway."""
    store, service.store = service.store, BusyStore()  # type: ignore[assignment]
    ready, health = await got(service, "/ready"), await got(service, "/health")
    service.store = store

    assert (ready.status_code, ready.json()["status"]) == (503, "not ready")
    assert health.status_code == 200


async def test_a_full_disk_is_said(ana: Asking) -> None:
    """503 with the reason and when to try again; before, it was 500 "The service failed"."""
    with small_disk():
        refused = await ana.post("project.createProject", {"name": "Tides"})
    again = await ana.post("project.createProject", {"name": "Tides"})

    assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
    assert "its disk is full" in refused.json()["error"]["message"]
    assert again.status_code == 200


async def test_a_browser_that_asks_for_an_icon_is_told_that_there_is_none(service: Service) -> None:
    """204, which is no error in the console of a learner's page, and is not asked again for a day."""
    answered = await got(service, "/favicon.ico")

    assert (answered.status_code, answered.content) == (204, b"")
    assert answered.headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize("target", ["/", "/api", "/api/rpcx", "/api/rpcx/service.whoAmI", "/docs", "/s", "/health/"])
async def test_nothing_else_is_there(service: Service, target: str) -> None:
    """404, and never a redirect, which would be built from the Host header."""
    answered = await got(service, target)

    assert (answered.status_code, "location" in answered.headers) == (404, False)


@pytest.mark.parametrize("target", ["/api/rpc", "/api/rpc/", "/api/rpc/x"])
async def test_the_procedure_path_speaks_its_own_language(service: Service, target: str) -> None:
    """Also its own root: an error object, not a page."""
    assert (await got(service, target)).json()["error"]["data"]["code"] == "NOT_FOUND"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
async def test_pages_are_only_read(service: Service, method: str) -> None:
    """405 whether there is a page or not."""
    assert (await got(service, f"/s/{'0' * 25}", method)).status_code == 405


async def test_the_procedure_path_and_the_cookie_are_settings(tmp_path: Path) -> None:
    """Another name for either, and the old ones are none."""
    settings = Settings(f"sqlite:///{tmp_path / 'x.db'}", rpc_path="/trpc/", cookie_name="other")
    service = await open_service(settings)
    person = await asking(service)
    said = f"other={person.added.session_token}"
    answered = [
        await person.send("GET", "/trpc/service.whoAmI?batch=1", cookie=said),
        await person.send("GET", "/trpc/service.whoAmI?batch=1"),
        await person.send("GET", "/api/rpc/service.whoAmI?batch=1", cookie=said),
    ]
    await service.store.close()

    assert [answer.status_code for answer in answered] == [200, 401, 404]


async def test_the_app_holds_nothing_that_a_second_one_needs(ana: Asking) -> None:
    """Two apps on one service answer alike: what is known is in the database."""
    second = httpx.AsyncClient(transport=httpx.ASGITransport(app=build_app(ana.service)), base_url="http://other.test")
    beside = Asking(ana.service, second, ana.added)
    made = await ana.done("project.createProject", {"name": "Sea"})
    found = await beside.data("organization.getOrganizationProjects")
    answered = await beside.get("service.whoAmI", ABSENT)
    await second.aclose()

    assert made in found["projects"]
    assert answered.status_code == 200
