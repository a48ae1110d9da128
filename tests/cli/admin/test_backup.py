"""`workbench admin backup`: a copy, or the name of the tool that makes one."""

from __future__ import annotations

import json
from pathlib import Path

from tests.own_service import command

SERVER = "postgresql://ana:canary@db.example/lessons"


def test_a_copy_is_made_and_told(tmp_path: Path) -> None:
    """With its size."""
    database, copy = f"sqlite:///{tmp_path / 'a.sqlite'}", tmp_path / "copy.sqlite"
    command("admin", "migrate", "--database", database)
    ended = command("admin", "backup", str(copy), "--database", database, "--json")
    assert json.loads(ended.stdout) == {"file": str(copy), "bytes": copy.stat().st_size}


def test_for_a_server_its_own_tool_is_named(tmp_path: Path) -> None:
    """Nothing is run, and the password is not repeated."""
    ended = command("admin", "backup", str(tmp_path / "x.dump"), "--database", SERVER)
    assert ended.returncode == 2
    assert "pg_dump --format=custom" in ended.stderr
    assert "canary" not in ended.stderr


def test_without_a_database_nothing_is_copied(tmp_path: Path) -> None:
    """Exit 1, and no empty copy."""
    ended = command("admin", "backup", str(tmp_path / "x"), "--database", f"sqlite:///{tmp_path / 'no.sqlite'}")
    assert ended.returncode == 1
    assert not (tmp_path / "x").exists()
