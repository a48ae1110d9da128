"""`workbench changes resume`."""

from __future__ import annotations

import json

from tests.own_service import command


def test_a_finished_set_has_nothing_to_resume(name: str) -> None:
    """It is done, and stays so."""
    ended = command("changes", "resume", name, "--json")
    found = json.loads(ended.stdout)

    assert (ended.returncode, found["phase"], found["done"], found["planned"]) == (0, "finished", 2, 0)
