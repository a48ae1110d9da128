"""The tables' own guards: what no statement can break, from any process."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from tests.service.db.cast import Place
from workbench.service.db.metadata import tables
from workbench.service.db.sqlite_file import connect

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE organization SET credit_balance = -1",
        "UPDATE credit_entry SET credits = 100",
        "DELETE FROM credit_entry",
        "DELETE FROM organization",
        "INSERT INTO project SELECT 'x', organization_id, 'n', 'n', 1, NULL, 0, 0, NULL FROM project",
        "INSERT INTO person SELECT 'x', email, email_folded, name, 'r', NULL, NULL, 0 FROM person",
    ],
)
async def test_the_database_itself_refuses(acme: Place, database_file: Path, change: str) -> None:
    """A negative wallet, a rewritten ledger, orphans, a second default project, a second person of one e-mail."""
    connection = connect(database_file, apsw.SQLITE_OPEN_READWRITE)
    with pytest.raises(apsw.ConstraintError):
        connection.execute(change)


def test_credits_and_times_are_whole_numbers() -> None:
    """No column holds a fraction, and none a date in a driver's own form."""
    kinds = {type(column.type).__name__ for table in tables.sorted_tables for column in table.columns}
    assert kinds == {"Text", "Boolean", "Integer", "BigInteger"}
