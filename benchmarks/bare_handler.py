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
from sqlalchemy import bindparam, func, select

from workbench.service.store import organizations, sessions, standings
from workbench.service.store.statement import Statement
from workbench.service.store.tables import membership, organization, person
from workbench.wire.cookie import DEFAULT_COOKIE_NAME

Pool = AsyncConnectionPool[psycopg.AsyncConnection[TupleRow]]
Row = tuple[Any, ...]
CONNECTIONS = 8
LAST_ORGANIZATION = Statement(
    select(membership.c.organization_id)
    .join(person, person.c.id == membership.c.person_id)
    .where(membership.c.person_id == bindparam("person_id"))
    .order_by(
        func.coalesce(person.c.last_organization_id, "") != membership.c.organization_id,
        membership.c.created_at,
        membership.c.organization_id,
    )
    .limit(1)
)
USER_DATA = Statement(
    select(
        person.c.id,
        person.c.name,
        person.c.email,
        organization.c.id,
        organization.c.name,
        membership.c.role,
        person.c.referral_id,
        organization.c.credit_balance,
        organization.c.tier,
        organization.c.status,
    )
    .join(membership, membership.c.person_id == person.c.id)
    .join(organization, organization.c.id == membership.c.organization_id)
    .where(person.c.id == bindparam("person_id"), organization.c.id == bindparam("organization_id"))
)


async def asked(pool: Pool, statement: Statement, **values: Any) -> Row | None:
    """One row of one statement on a connection of its own."""
    sql, placed = statement.place("postgresql", values)
    async with pool.connection() as connection:
        cursor = psycopg.AsyncRawCursor(connection)
        await cursor.execute(sql.encode(), placed)
        return await cursor.fetchone()


async def tier_and_status(pool: Pool, person_id: str, organization_id: str) -> dict[str, Any]:
    """`organization.getOrgTierAndStatus`."""
    sql = [(standings._ORGANIZATION, {"organization_id": organization_id, "person_id": person_id})]
    sql.append((organizations._TIER_AND_STATUS, {"organization_id": organization_id}))
    _, found = await several(pool, sql)
    assert found is not None
    return {"tier": found[0], "status": found[1]}


async def last_selected(pool: Pool, person_id: str, _organization_id: str) -> dict[str, Any]:
    """`organization.getLastSelectedOrganizationId`."""
    found = await asked(pool, LAST_ORGANIZATION, person_id=person_id)
    return {"organizationId": None if found is None else found[0]}


async def user_data(pool: Pool, person_id: str, organization_id: str) -> dict[str, Any]:
    """`organization.getUserData`."""
    both = {"organization_id": organization_id, "person_id": person_id}
    sql = [(standings._ORGANIZATION, both), (USER_DATA, both)]
    _, found = await several(pool, sql)
    assert found is not None
    names = ("personId", "name", "email", "organizationId", "organizationName")
    more = ("referralId", "aiCreditBalance", "tier", "status")
    role = found[5]
    return {
        **dict(zip(names, found[:5], strict=True)),
        "role": role,
        "isAdmin": role in ("owner", "admin"),
        **dict(zip(more, found[6:], strict=True)),
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
