"""Addresses of a server: what is said of them, and never the password."""

from __future__ import annotations

import psycopg
import pytest

from tests.needs import needs
from tests.postgresql_server import Server
from workbench.errors import Misconfigured
from workbench.service.db import postgresql_server
from workbench.service.db.opening import open_store
from workbench.service.db.postgresql_server import mask_password, open_connection, parameters
from workbench.service.db.seam import StoreBusy

NOWHERE = "postgresql://ana:canary@127.0.0.1:9/db?connect_timeout=2"


def test_an_address_is_shown_without_its_password() -> None:
    """The database and the host are enough to know it again."""
    assert mask_password("postgresql://ana:canary@db.example/lessons") == "lessons at db.example"


def test_an_address_that_cannot_be_read_is_not_repeated() -> None:
    """The driver's own message would repeat it."""
    with pytest.raises(Misconfigured) as refused:
        parameters("postgresql://ana:canary@host/db?nonsense")
    assert "canary" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_what_the_address_says_goes_before_our_own() -> None:
    """A name for the connection, a time to connect in."""
    said = parameters("postgresql://h/d?application_name=mine")
    assert (said["application_name"], said["connect_timeout"]) == ("mine", postgresql_server.CONNECT_SECONDS)


@pytest.mark.anyio
async def test_a_start_without_the_server_says_which() -> None:
    """In one sentence, without the password."""
    with pytest.raises(Misconfigured, match="db at 127.0.0.1 cannot be reached") as refused:
        await open_store(NOWHERE)
    assert "canary" not in str(refused.value)


@pytest.mark.anyio
async def test_a_server_that_went_away_is_busy() -> None:
    """For the callers of a service that runs: try again soon."""
    with pytest.raises(StoreBusy):
        await open_connection(NOWHERE)


@pytest.mark.anyio
@needs("postgresql")
async def test_an_old_server_is_refused(postgresql: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is written to it."""
    monkeypatch.setattr(postgresql_server, "OLDEST", 990_000)
    empty = postgresql.empty()
    with pytest.raises(Misconfigured, match="14 or newer"):
        await open_store(empty)
    with psycopg.connect(empty) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)
