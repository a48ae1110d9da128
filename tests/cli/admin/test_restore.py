"""`workbench admin restore`: a copy is the database again, and the one before is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.own_service import command

PERSON = ("ada@acme.example", "--organization", "Acme", "--credits", "7")


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with one person in it."""
    address = f"sqlite:///{tmp_path / 'team.sqlite'}"
    command("admin", "add-person", *PERSON, "--database", address)
    return address


def test_a_copy_put_back_is_the_database(database: str, tmp_path: Path) -> None:
    """What came after the copy is in the file that was put aside."""
    copy = tmp_path / "copy.sqlite"
    command("admin", "backup", str(copy), "--database", database)
    command("admin", "grant-credits", "Acme", "5", "--reason", "more", "--database", database)
    told = json.loads(command("admin", "restore", str(copy), "--database", database, "--json").stdout)
    balance = command("admin", "grant-credits", "Acme", "1", "--reason", "look", "--database", database, "--json")
    assert told["problems"] == []
    assert Path(told["previousDatabase"]).exists()
    assert json.loads(balance.stdout)["balance"] == 8


def test_for_a_server_its_own_tool_is_named(tmp_path: Path) -> None:
    """And what to do after it."""
    ended = command("admin", "restore", str(tmp_path / "x.dump"), "--database", "postgresql://db.example/lessons")
    assert ended.returncode == 2
    assert "pg_restore --clean" in ended.stderr
    assert "workbench admin check" in ended.stderr


def test_a_file_that_is_no_copy_is_refused(database: str, tmp_path: Path) -> None:
    """One line, exit 1."""
    (tmp_path / "copy").write_text("no database")
    ended = command("admin", "restore", str(tmp_path / "copy"), "--database", database)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
