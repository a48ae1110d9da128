"""One unit of a journal, and a run of three rows in it."""

from __future__ import annotations

import sqlite3

import pytest

from tests.bulk.enrolled import enrolled
from workbench.bulk.journal.claims import Claimer
from workbench.bulk.journal.idempotency import RunIdentity


@pytest.fixture
def who(db: sqlite3.Connection, identity: RunIdentity) -> Claimer:
    """A claimer for a run of three rows, all approved, with keys."""
    return enrolled(db, identity, 3)
