"""`workbench admin check`: well, or what is not."""

from __future__ import annotations

import json
from pathlib import Path

import apsw
import pytest

from tests.own_service import command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with one organization in it."""
    made = tmp_path / "team.sqlite"
    command("admin", "add-person", "a@b.example", "--organization", "Acme", "--database", f"sqlite:///{made}")
    return made


def test_a_database_that_is_well(file: Path) -> None:
    """Exit 0."""
    ended = command("admin", "check", "--database", f"sqlite:///{file}")
    assert (ended.returncode, ended.stdout) == (0, "The database is consistent.\n")


def test_what_is_not_well_is_told(file: Path) -> None:
    """Exit 1 and a sentence for each."""
    apsw.Connection(str(file)).execute("UPDATE organization SET credit_balance = 3")
    ended = command("admin", "check", "--database", f"sqlite:///{file}", "--json")
    assert ended.returncode == 1
    assert "holds 3" in json.loads(ended.stdout)["problems"][0]


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    """And is left as it is."""
    (tmp_path / "x").write_text("no database")
    ended = command("admin", "check", "--database", f"sqlite:///{tmp_path / 'x'}")
    assert (ended.returncode, ended.stdout) == (1, "The file is not a complete workbench database.\n")
    assert (tmp_path / "x").read_text() == "no database"
