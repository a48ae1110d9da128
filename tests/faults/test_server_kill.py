"""A PostgreSQL that is killed under a service's store: what was acknowledged is there, nothing is there by half.

In every second round one of its processes dies and the server recovers by itself; in the others all of it dies and is
started again. `--rounds` says how many there are (`make sweep-kills`: 200). SIGKILL does not test the disk.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults.acknowledging import acknowledging, until_more
from tests.needs import needs
from tests.postgresql_server import Server, server

pytestmark = needs("postgresql")

INDEXES = (
    "SELECT bt_index_check(c.oid, true) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
    "JOIN pg_am a ON a.oid = c.relam JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE a.amname = 'btree' AND n.nspname = 'public' AND i.indisvalid"
)


@pytest.fixture
def durable() -> Iterator[Server]:
    """A server that syncs like a real one."""
    with server(durable=True) as running:
        yield running


def test_what_was_acknowledged_survives_the_server(
    durable: Server, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """After each death every acknowledged unit is there, none by half, and the indexes are whole."""
    database_url = durable.fresh()
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION amcheck")
    for number in range(pytestconfig.getoption("rounds")):
        said = tmp_path / f"acknowledged {number}"
        with acknowledging(database_url, said, callers=16, size=500, server=True) as writer:
            time.sleep(0.02 + 0.023 * (number % 10))
            if number % 2:
                durable.kill_backend()
                time.sleep(0.05)
                durable.wait()
                until_more(said, said.stat().st_size, writer)
            else:
                durable.kill()
                durable.start_again()
        acknowledged = set(said.read_text().splitlines())
        with psycopg.connect(database_url, autocommit=True) as connection:
            kept = {key for (key,) in connection.execute("SELECT key FROM service")}
            connection.execute(INDEXES.encode())
        firsts = {key for key in kept if "." in key and "/" not in key}
        assert acknowledged - kept == set()
        assert {key.removesuffix("/second") for key in kept if "/" in key} == firsts
