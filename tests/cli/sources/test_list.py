"""`workbench source list`."""

from __future__ import annotations

import csv
import json

from tests.own_service import command


def test_sources_are_listed(title: str) -> None:
    """In a table, as JSON, as CSV; `workbench source` alone is the same."""
    shown = command("source")
    rows = json.loads(command("source", "list", "--json").stdout)
    lines = list(csv.DictReader(command("source", "list", "--output", "csv").stdout.splitlines()))

    assert (shown.returncode, title in shown.stdout) == (0, True)
    found = next(each for each in rows if each["title"] == title)
    assert (found["passages"], found["isReady"], found["fileName"]) == (2, True, "pumps.md")
    assert found["sourceId"] in [each["sourceId"] for each in lines]
