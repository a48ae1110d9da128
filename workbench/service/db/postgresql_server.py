"""Connecting to PostgreSQL: addresses, the settings of every connection, errors without secrets; a blocking `Db`."""

from __future__ import annotations

from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from workbench.errors import Misconfigured
from workbench.service.db.seam import Row, StoreBusy

T = TypeVar("T")

CONNECT_SECONDS = 10
OLDEST = 140_000  # the oldest server version that is tested for, as it counts them
SETTINGS = (
    "SET synchronous_commit = on; SET default_transaction_isolation = 'read committed'; SET lock_timeout = '10s'; "
    "SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s'; SET timezone = 'UTC'; "
    "SET client_encoding = 'UTF8'; "
    # Compiling a statement and starting helpers for it take longer than our statements do.
    "SET jit = off; SET max_parallel_workers_per_gather = 0"
)
_OMITTED = ("password", "connect_timeout", "application_name")
_BROKEN = "The database address cannot be read. It has the form postgresql://user@host/name."


def parameters(database_url: str) -> dict[str, Any]:
    """Return the address's parameters for the driver.

    Raises Misconfigured, without the address: it may hold a password.
    """
    try:
        stated = dict(conninfo_to_dict(database_url))
    except psycopg.Error:
        raise Misconfigured(_BROKEN) from None
    return {"connect_timeout": CONNECT_SECONDS, "application_name": "workbench", **stated}


def mask_password(database_url: str) -> str:
    """Return the database as a person may see it: never its password."""
    stated = parameters(database_url)
    host = stated.get("host") or stated.get("hostaddr") or "this computer"
    return f"{stated.get('dbname') or stated.get('user') or 'the default database'} at {host}"


def command_line(database_url: str) -> str:
    """Return the address for PostgreSQL's own tools, without the password.

    They ask for it, or read PGPASSWORD or .pgpass.
    """
    stated = {name: value for name, value in parameters(database_url).items() if name not in _OMITTED}
    return make_conninfo(**stated)


async def open_connection(database_url: str) -> psycopg.AsyncConnection[Row]:
    """Return a connection with our settings. Raises StoreBusy if the server cannot be reached now."""
    try:
        connection = await psycopg.AsyncConnection.connect(**parameters(database_url), autocommit=True)
    except psycopg.Error:
        raise StoreBusy("The database server cannot be reached. Nothing was changed; try again soon.") from None
    try:
        await connection.execute(SETTINGS)
    except psycopg.Error:
        await connection.close()
        raise StoreBusy("The database server accepts no connections. Nothing was changed.") from None
    return connection


def connected_at_start(database_url: str) -> psycopg.Connection[Row]:
    """Return a blocking connection for one-time work. Raises Misconfigured if it cannot be opened."""
    try:
        connection = psycopg.connect(**parameters(database_url), autocommit=True)
    except psycopg.OperationalError as error:
        message = f"The database {mask_password(database_url)} cannot be reached ({_reason(error, database_url)})."
        raise Misconfigured(message) from None
    if connection.info.server_version < OLDEST:
        connection.close()
        raise Misconfigured("PostgreSQL 14 or newer is needed.")
    return connection


def _reason(error: psycopg.OperationalError, database_url: str) -> str:
    """Return the driver's last line, unless the password is in it."""
    message = (str(error).strip().splitlines() or ["no reason given"])[-1].strip()
    password = parameters(database_url).get("password")
    return "the server said no" if password and str(password) in message else message
