"""A PostgreSQL that takes no changes, or drops its connections: 503 with Retry-After, said by `/ready`, and then well.

A real server: read-only as after a switch to another, connections that an administrator ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.needs import needs
from tests.postgresql_server import Server
from tests.service.asking import Asking, open_for_test, signed_in
from workbench.service.db.seam import StoreUnsure
from workbench.service.http.readiness import readiness
from workbench.service.kernel.context import Service
from workbench.service.kernel.settings import NO_RATES, Settings

pytestmark = [pytest.mark.anyio, needs("postgresql")]


@pytest.fixture
def url(postgresql: Server) -> str:
    """The address of a database of this test's own."""
    return postgresql.fresh()


@pytest.fixture
async def served(url: str) -> AsyncIterator[Service]:
    """A service on it."""
    async with open_for_test(Settings(url, share_base_url="https://share.test", rates=NO_RATES)) as opened:
        yield opened


@pytest.fixture
async def ada(served: Service) -> AsyncIterator[Asking]:
    """The owner of an organization in it."""
    async with signed_in(served) as person:
        yield person


def end_connections(url: str) -> None:
    """As an administrator would, or a server that is stopped."""
    with psycopg.connect(url) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = 'workbench'"
        )


@contextmanager
def read_only(url: str) -> Iterator[None]:
    """Inside, every new connection is read-only; the old ones are ended."""
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
        end_connections(url)
        yield
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only".encode())


async def project(person: Asking) -> int:
    """The HTTP status of a change."""
    answered = await person.post("project.createProject", {"name": "New"})
    if answered.status_code == 503:
        assert answered.headers["retry-after"]
        assert "read-only" in answered.json()["error"]["message"]
    return answered.status_code


async def test_a_read_only_database_is_503_and_works_again_when_it_is_well(ada: Asking, url: str) -> None:
    """Reads continue. No connection that knows the database as read-only outlives that."""
    with read_only(url):
        assert await project(ada) == 503
        assert (await ada.get("organization.listOrganizations")).status_code == 200
        told = await readiness(ada.service)
        assert (told["status"], "read-only" in told["problem"]) == ("not ready", True)
        await asyncio.gather(*(ada.get("organization.listOrganizations") for _ in range(8)))  # all connections are made

    assert await project(ada) == 200
    assert (await readiness(ada.service))["status"] == "ready"


async def test_what_could_not_be_changed_is_tried_again_by_ready(ada: Asking, url: str) -> None:
    """A full disk shows at a change alone: after one that failed, `/ready` makes one that changes nothing."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$"
        )
        for table in ("project", "service"):
            connection.execute(
                f"CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON {table} EXECUTE FUNCTION full_disk()".encode()
            )

        assert await project(ada) == 503
        assert (await readiness(ada.service))["status"] == "not ready"

        connection.execute("DROP FUNCTION full_disk() CASCADE")

    assert (await readiness(ada.service))["status"] == "ready"
    assert await project(ada) == 200


async def test_connections_that_are_ended_under_load_give_no_500(ada: Asking, url: str) -> None:
    """Reads are tried again; a change is made, is 503, or is in doubt and says so."""
    statuses: set[int] = set()

    async def ask(count: int) -> None:
        for _ in range(count):
            statuses.add((await ada.get("organization.listOrganizations")).status_code)
            answered = await ada.post("project.createProject", {"name": "New"})
            statuses.add(answered.status_code)
            assert answered.status_code == 200 or answered.headers["retry-after"]

    asking_all = [asyncio.ensure_future(ask(25)) for _ in range(8)]
    while not all(task.done() for task in asking_all):
        await asyncio.to_thread(end_connections, url)
        await asyncio.sleep(0.02)
    await asyncio.gather(*asking_all)

    assert statuses <= {200, 503}
    assert await project(ada) == 200


async def test_a_commit_in_doubt_is_503_and_says_so(ada: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be kept or not; nothing says that nothing was changed."""

    async def unsure(unit: object) -> None:
        raise StoreUnsure

    monkeypatch.setattr(ada.service.store, "write", unsure)
    answered = await ada.post("project.createProject", {"name": "New"})

    assert answered.status_code == 503
    assert "kept or not" in answered.json()["error"]["message"]
    assert answered.headers["retry-after"]
