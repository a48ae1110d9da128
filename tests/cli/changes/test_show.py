"""`workbench changes show`."""

from __future__ import annotations

import json

from tests.own_service import command


def test_a_set_is_shown_with_both_values(name: str) -> None:
    """For people and for programs."""
    rows = json.loads(command("changes", "show", name, "--json").stdout)["rows"]

    assert [(row["after"], row["state"]) for row in rows] == [("Ebb", "done"), ("=Flow()", "done")]
    assert "Ebb" in command("changes", "show", name).stdout


def test_a_spreadsheet_computes_nothing_of_it(name: str) -> None:
    """A title that looks like a formula has an apostrophe before it."""
    lines = command("changes", "show", name, "--output", "csv").stdout.splitlines()

    assert lines[0] == "line,lesson,field,before,after,state,message"
    assert "'=Flow()" in lines[2].split(",")
