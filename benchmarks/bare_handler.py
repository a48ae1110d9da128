"""The handler that `postgresql.py` measures beside ours: bare ASGI, psycopg's pool, a connection taken per procedure.

The same statements and answers, as one writes it at first: each procedure takes a connection, asks, gives it back.
Run as `python -m benchmarks.bare_handler URL`; it says its address and serves until it is stopped.
"""

from __future__ import annotations

import hashlib
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

import orjson
import psycopg
import uvicorn
import uvloop
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

from workbench.service.store import organizations, people, sessions, standings
from workbench.service.store.statement import Statement
from workbench.wire.cookie import DEFAULT_COOKIE_NAME

Pool = AsyncConnectionPool[psycopg.AsyncConnection[TupleRow]]
Row = tuple[Any, ...]
CONNECTIONS = 8


async def asked(pool: Pool, statement: Statement, **values: Any) -> Row | None:
    """One row of one statement on a connection of its own."""
    sql, placed = statement.place("postgresql", values)
    async with pool.connection() as connection:
        cursor = psycopg.AsyncRawCursor(connection)
        await cursor.execute(sql.encode(), placed)
        return await cursor.fetchone()


async def tier_and_status(pool: Pool, person_id: str, organization_id: str) -> dict[str, Any]:
    """`organization.getOrgTierAndStatus`."""
    sql = [(standings._ORGANIZATION, {"thing_id": organization_id, "person_id": person_id})]
    sql.append((organizations._TIER_AND_STATUS, {"organization_id": organization_id}))
    _, found = await several(pool, sql)
    assert found is not None
    return {"tier": found[0], "status": found[1]}


async def last_selected(pool: Pool, person_id: str, _organization_id: str) -> dict[str, Any]:
    """`organization.getLastSelectedOrganizationId`."""
    found = await asked(pool, people._LAST_ORGANIZATION, person_id=person_id)
    return {"organizationId": None if found is None else found[0]}


async def user_data(pool: Pool, person_id: str, organization_id: str) -> dict[str, Any]:
    """`organization.getUserData`."""
    sql = [(standings._ORGANIZATION, {"thing_id": organization_id, "person_id": person_id})]
    sql.append((people._USER_DATA, {"person_id": person_id, "organization_id": organization_id}))
    _, found = await several(pool, sql)
    assert found is not None
    facts = people.UserData(*found)
    return {
        "personId": facts.person_id,
        "name": facts.name,
        "email": facts.email,
        "organizationId": organization_id,
        "organizationName": facts.organization_name,
        "role": facts.role,
        "isAdmin": facts.role in ("owner", "admin"),
        "referralId": facts.referral_id,
        "aiCreditBalance": facts.credit_balance,
        "tier": facts.tier,
        "status": facts.status,
    }


PROCEDURES: dict[str, Callable[[Pool, str, str], Awaitable[dict[str, Any]]]] = {
    "organization.getOrgTierAndStatus": tier_and_status,
    "organization.getLastSelectedOrganizationId": last_selected,
    "organization.getUserData": user_data,
}


async def several(pool: Pool, statements: list[tuple[Statement, dict[str, Any]]]) -> list[Row | None]:
    """The first row of each, on one connection."""
    found = []
    async with pool.connection() as connection:
        cursor = psycopg.AsyncRawCursor(connection)
        for statement, values in statements:
            sql, placed = statement.place("postgresql", values)
            await cursor.execute(sql.encode(), placed)
            found.append(await cursor.fetchone())
    return found


async def answered(pool: Pool, scope: dict[str, Any]) -> bytes:
    """The batch's answer; nothing is checked, limited or refused."""
    cookie = dict(scope["headers"])[b"cookie"].decode()
    token = cookie.partition(f"{DEFAULT_COOKIE_NAME}=")[2]
    hashed = hashlib.sha256(token.encode()).hexdigest()
    person = await asked(pool, sessions._BY_TOKEN, token_sha256=hashed, now=time.time_ns() // 1_000_000)
    assert person is not None
    inputs = orjson.loads(parse_qs(scope["query_string"].decode())["input"][0])
    elements = []
    for place, name in enumerate(scope["path"].rpartition("/")[2].split(",")):
        organization_id = (inputs[str(place)]["json"] or {}).get("organizationId", "")
        elements.append({"result": {"data": await PROCEDURES[name](pool, person[2], organization_id)}})
    return orjson.dumps(elements)


async def main(database_url: str) -> None:
    """Serve."""
    kept = {"autocommit": True, "prepare_threshold": 1}
    async with AsyncConnectionPool(database_url, kwargs=kept, min_size=CONNECTIONS, max_size=CONNECTIONS) as pool:

        async def app(scope: Any, _receive: Any, send: Any) -> None:
            body = await answered(pool, scope)
            headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})

        bound = socket.create_server(("127.0.0.1", 0))
        print(f"http://127.0.0.1:{bound.getsockname()[1]}", flush=True)
        settings = uvicorn.Config(app, http="httptools", lifespan="off", access_log=False, log_level="error")
        await uvicorn.Server(settings).serve(sockets=[bound])


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1]))
