"""The handler that `postgresql.py` measures beside ours: bare ASGI, psycopg's pool, a connection taken per procedure.

The same answers, as one writes it at first: each procedure takes a connection, asks one statement, gives it back.
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

from workbench.wire.headers import DEFAULT_COOKIE_NAME

Pool = AsyncConnectionPool[psycopg.AsyncConnection[TupleRow]]
Row = tuple[Any, ...]
CONNECTIONS = 8
SESSION = """
SELECT person.id FROM session JOIN person ON person.id = session.person_id
WHERE session.token_sha256 = $1 AND session.revoked_at IS NULL AND person.disabled_at IS NULL
AND session.idle_until > $2 AND session.absolute_until > $2"""
TIER_AND_STATUS = """
SELECT organization.tier, organization.status
FROM membership JOIN organization ON organization.id = membership.organization_id
WHERE membership.organization_id = $1 AND membership.person_id = $2"""
LAST_SELECTED = """
SELECT membership.organization_id FROM membership JOIN person ON person.id = membership.person_id
WHERE membership.person_id = $1
ORDER BY coalesce(person.last_organization_id, '') <> membership.organization_id,
membership.created_at, membership.organization_id LIMIT 1"""
USER_DATA = """
SELECT person.id, person.name, person.email, organization.id, organization.name, membership.role, person.referral_id,
organization.credit_balance, organization.tier, organization.status
FROM membership JOIN organization ON organization.id = membership.organization_id
JOIN person ON person.id = membership.person_id
WHERE membership.organization_id = $1 AND membership.person_id = $2"""


async def one_row(pool: Pool, sql: str, *values: str | int) -> Row:
    """One row of one statement on a connection of its own."""
    async with pool.connection() as connection:
        cursor = psycopg.AsyncRawCursor(connection)
        await cursor.execute(sql.encode(), values)
        found = await cursor.fetchone()
        assert found is not None
        return found


async def tier_and_status(pool: Pool, person_id: str, organization_id: str) -> dict[str, Any]:
    """`organization.getOrgTierAndStatus`."""
    tier, status = await one_row(pool, TIER_AND_STATUS, organization_id, person_id)
    return {"tier": tier, "status": status}


async def last_selected(pool: Pool, person_id: str, _organization_id: str) -> dict[str, Any]:
    """`organization.getLastSelectedOrganizationId`."""
    (found,) = await one_row(pool, LAST_SELECTED, person_id)
    return {"organizationId": found}


async def user_data(pool: Pool, person_id: str, organization_id: str) -> dict[str, Any]:
    """`organization.getUserData`."""
    known, name, email, of_id, of_name, role, referral_id, balance, tier, status = await one_row(
        pool, USER_DATA, organization_id, person_id
    )
    return {
        "personId": known,
        "name": name,
        "email": email,
        "organizationId": of_id,
        "organizationName": of_name,
        "role": role,
        "isAdmin": role in ("owner", "admin"),
        "referralId": referral_id,
        "aiCreditBalance": balance,
        "tier": tier,
        "status": status,
    }


PROCEDURES: dict[str, Callable[[Pool, str, str], Awaitable[dict[str, Any]]]] = {
    "organization.getOrgTierAndStatus": tier_and_status,
    "organization.getLastSelectedOrganizationId": last_selected,
    "organization.getUserData": user_data,
}


async def answered(pool: Pool, scope: dict[str, Any]) -> bytes:
    """The batch's answer; nothing is checked, limited or refused."""
    cookie = dict(scope["headers"])[b"cookie"].decode()
    token = cookie.partition(f"{DEFAULT_COOKIE_NAME}=")[2]
    hashed = hashlib.sha256(token.encode()).hexdigest()
    (person_id,) = await one_row(pool, SESSION, hashed, time.time_ns() // 1_000_000)
    inputs = orjson.loads(parse_qs(scope["query_string"].decode())["input"][0])
    elements = []
    for place, name in enumerate(scope["path"].rpartition("/")[2].split(",")):
        organization_id = (inputs[str(place)]["json"] or {}).get("organizationId", "")
        elements.append({"result": {"data": await PROCEDURES[name](pool, person_id, organization_id)}})
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
