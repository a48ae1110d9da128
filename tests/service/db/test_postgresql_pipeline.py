"""One connection: what is asked together comes back together, and where it stands is known after every fault."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from sqlalchemy import bindparam, select

from tests.needs import needs
from tests.postgresql_server import Server
from workbench.service.db.postgresql_pipeline import ConnectionGone, PipelineConnection, command, plain
from workbench.service.db.postgresql_server import open_connection
from workbench.service.db.statement import Statement, insert_of
from workbench.service.db.tables import audit, organization, service

pytestmark = [pytest.mark.anyio, needs("postgresql")]

KEEP = insert_of(service)
VALUE = Statement(select(service.c.value).where(service.c.key == bindparam("which")))


@pytest.fixture
async def line(postgresql: Server) -> AsyncIterator[PipelineConnection]:
    """A connection to a database of its own, closed afterwards."""
    opened = PipelineConnection(await open_connection(postgresql.fresh()), asyncio.get_running_loop())
    yield opened
    opened.close()


async def test_results_come_in_the_order_of_the_commands(line: PipelineConnection) -> None:
    """Each with its own rows."""
    keep = command(KEEP, {"key": "a", "value": "1"})
    look = command(VALUE, {"which": "a"})
    kept, found, nothing = await line.trip([keep, look, command(VALUE, {"which": "b"})])
    assert kept.command_tuples == 1
    assert [line.load_rows(found), line.load_rows(nothing)] == [[("1",)], []]


async def test_values_keep_their_kinds(line: PipelineConnection) -> None:
    """Whole numbers of 64 bits, text of any script, truth and nothing."""
    said = "SELECT 9007199254740993::bigint, 'ä🙂'::text, true, NULL::text, 1::integer"
    (found,) = await line.trip([plain(said)])
    assert line.load_rows(found) == [(9007199254740993, "ä🙂", True, None, 1)]


async def test_a_failed_command_stops_those_behind_it(line: PipelineConnection) -> None:
    """Its error is raised, nothing behind it ran, and the connection continues."""
    keep = command(KEEP, {"key": "a", "value": "1"})
    with pytest.raises(psycopg.errors.DivisionByZero):
        await line.trip([plain("SELECT 1/0"), keep])
    (found,) = await line.trip([command(VALUE, {"which": "a"})])
    assert line.load_rows(found) == []


async def test_a_statement_is_prepared_once(line: PipelineConnection) -> None:
    """Also when the first time it was behind a failure, and so was not."""
    look = command(VALUE, {"which": "a"})
    with pytest.raises(psycopg.errors.DivisionByZero):
        await line.trip([plain("SELECT 1/0"), look])
    await line.trip([look, look])
    await line.trip([look])
    (found,) = await line.trip(
        [plain("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT service%'")]
    )
    assert line.load_rows(found)[0][0] == 1


async def test_what_is_sent_off_is_done_before_what_comes_next(line: PipelineConnection) -> None:
    """Nobody waits for it, and its result is not taken for another's."""
    await line.trip([plain("BEGIN"), command(KEEP, {"key": "a", "value": "1"})])
    line.send_off(plain("ROLLBACK"))
    (found,) = await line.trip([command(VALUE, {"which": "a"})])
    assert line.load_rows(found) == []


async def test_what_was_sent_off_and_failed_ends_the_connection(line: PipelineConnection) -> None:
    """Nobody knows where it stands."""
    line.send_off(plain("SELECT 1/0"))
    with pytest.raises(ConnectionGone):
        await line.trip([plain("SELECT 1")])
    assert line.lost


async def test_an_ended_connection_is_noticed(line: PipelineConnection) -> None:
    """While it waits for an answer that never comes."""
    with pytest.raises(ConnectionGone):
        await line.trip([plain("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)")])
    assert line.lost


async def test_a_caller_that_leaves_in_the_middle_leaves_a_mark(line: PipelineConnection) -> None:
    """So that the connection is not lent again."""
    waiting = asyncio.ensure_future(line.trip([plain("SELECT pg_sleep(5)")]))
    await asyncio.sleep(0.05)
    waiting.cancel()
    await asyncio.wait([waiting])
    assert line.midway


@pytest.mark.parametrize(
    "values",
    [
        {"organization_id": None, "person_id": None, "action": "a", "subject": None, "facts": "{}", "at": 2**62},
        {"organization_id": None, "person_id": None, "action": "é", "subject": "", "facts": "{}", "at": -1},
    ],
)
async def test_every_kind_of_value_is_kept_as_it_was(
    line: PipelineConnection, values: dict[str, str | int | None]
) -> None:
    """Nothing, the empty text, large and negative numbers."""
    insert = insert_of(audit, without=("id",))
    names = list(values)
    look = Statement(select(*(audit.c[name] for name in names)))
    _, found = await line.trip([command(insert, values), command(look, {})])
    assert line.load_rows(found) == [tuple(values.values())]


async def test_truth_is_compared_as_truth(line: PipelineConnection) -> None:
    """A flag in a condition is bound like any other value."""
    asked = Statement(select(organization.c.id).where(bindparam("yes") == (organization.c.id == "x")))
    (found,) = await line.trip([command(asked, {"yes": True})])
    assert line.load_rows(found) == []
