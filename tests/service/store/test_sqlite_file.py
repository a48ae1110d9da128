"""The connections to a database file of SQLite."""

from __future__ import annotations

from pathlib import Path

import apsw

from workbench.service.store.migrating import migrate
from workbench.service.store.sqlite_file import connect


def test_a_statement_is_prepared_once_for_all_values(database_file: Path, database_url: str) -> None:
    """Another value bound to a joined look-up runs what is prepared already: preparing costs five times the look-up."""
    migrate(database_url)
    connection = connect(database_file, apsw.SQLITE_OPEN_READONLY)
    seen: list[object] = []
    connection.authorizer = lambda *preparing: seen.append(preparing) or apsw.SQLITE_OK
    look_up = (
        "SELECT person.id FROM session JOIN person ON person.id = session.person_id WHERE session.token_sha256 = ?"
    )

    connection.execute(look_up, ("a",)).fetchall()
    prepared = len(seen)
    connection.execute(look_up, ("b",)).fetchall()
    connection.close()

    assert len(seen) == prepared > 0
