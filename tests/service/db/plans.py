"""How a database would run a statement, without statistics and however much there is. Knows no table."""

from __future__ import annotations

import apsw
import psycopg
from psycopg.sql import quote

from workbench.service.db.seam import Value
from workbench.service.db.statement import Statement

_LITTLE_HELP = ("enable_seqscan", "enable_bitmapscan", "enable_sort", "enable_incremental_sort")


def plan_of(database_url: str, statement: Statement, **values: Value) -> str:
    """The plan's lines. PostgreSQL is told to sort nothing and to read no table whole, if there is any other way."""
    if database_url.startswith("sqlite"):
        return _of_file(database_url.removeprefix("sqlite:///"), statement, values)
    sql, placed = statement.place("postgresql", values)
    with psycopg.connect(database_url, autocommit=True, prepare_threshold=None) as connection:
        for setting in _LITTLE_HELP:
            connection.execute(f"SET {setting} = off".encode())
        connection.execute("SET plan_cache_mode = force_generic_plan")
        connection.execute(f"PREPARE asked AS {sql}".encode())
        given = f"({', '.join([quote(value) for value in placed])})" if placed else ""
        found = connection.execute(f"EXPLAIN EXECUTE asked{given}".encode()).fetchall()
    return "\n".join([str(line) for (line,) in found])


def reads_off(plan: str, index: str) -> bool:
    """Whether the rows come from the index in the order that is requested."""
    return f" {index} " in plan and "Sort" not in plan and "TEMP B-TREE" not in plan


def _of_file(path: str, statement: Statement, values: dict[str, Value]) -> str:
    sql, bound = statement.bind("sqlite", values)
    connection = apsw.Connection(path)
    try:
        found = connection.execute(f"EXPLAIN QUERY PLAN {sql}", dict(bound)).fetchall()
    finally:
        connection.close()
    return "\n".join([str(row[-1]) for row in found])
