"""`workbench admin people revoke-sessions`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.own_service import command


def test_it_tells_how_many_were_ended(tmp_path: Path) -> None:
    """All of the person; a second time there are none."""
    database = f"sqlite:///{tmp_path / 'team.sqlite'}"
    command("admin", "add-person", "ada@acme.example", "--organization", "Acme", "--database", database)
    words = ("admin", "revoke-sessions", "ada@acme.example", "--database", database, "--json")

    assert [json.loads(command(*words).stdout)["sessionsEnded"] for _ in range(2)] == [1, 0]


def test_an_unknown_person_is_one_line(tmp_path: Path) -> None:
    """Exit 1."""
    ended = command("admin", "revoke-sessions", "x@y.example", "--database", f"sqlite:///{tmp_path / 'team.sqlite'}")

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
