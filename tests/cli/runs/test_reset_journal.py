"""`workbench runs reset-journal`: a damaged journal is set aside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def test_a_damaged_journal_is_set_aside_only_by_a_yes(damaged: Path) -> None:
    """It is kept, and a new one begins."""
    asked = command("runs", "reset-journal", "aaaa.sqlite")
    told_to = command("runs", "reset-journal", "aaaa.sqlite", "--yes")

    assert (asked.returncode, "--yes" in asked.stderr) == (2, True)
    assert (told_to.returncode, "damaged-1" in told_to.stdout) == (0, True)
    assert command("runs").returncode == 0


def test_whoever_has_checked_says_so(damaged: Path) -> None:
    """Nothing is doubted then: the new journal does not remember the damaged one."""
    done = command("runs", "reset-journal", "aaaa.sqlite", "--yes", "--checked")
    with closing(sqlite3.connect(damaged)) as journal:
        lost = journal.execute("select count(*) from meta where name = 'lost'").fetchone()

    assert (done.returncode, lost) == (0, (0,))


def test_a_sound_journal_is_never_set_aside(begun: str) -> None:
    """It knows what was paid for."""
    assert "is not damaged" in command("runs", "reset-journal", begun, "--yes").stderr
