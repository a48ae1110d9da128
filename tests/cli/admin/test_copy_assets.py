"""`workbench admin copy-assets`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.own_service import command


def test_a_database_without_assets_has_nothing_to_copy(tmp_path: Path) -> None:
    """Exit 0, with the counts."""
    database = f"sqlite:///{tmp_path / 'team.sqlite'}"
    command("admin", "add-person", "a@b.example", "--organization", "Acme", "--database", database)
    ended = command("admin", "copy-assets", "--to", str(tmp_path / "other"), "--database", database, "--json")

    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout) == {"copied": 0, "alreadyThere": 0, "missing": []}
