"""`workbench source show`."""

from __future__ import annotations

import csv
import json

from tests.own_service import command


def test_passages_are_shown_with_their_places(title: str) -> None:
    """All in order, or those with words of a query."""
    shown = command("source", "show", title)
    found = json.loads(command("source", "show", title, "--query", "valve pipe", "--json").stdout)
    lines = list(csv.DictReader(command("source", "show", title, "--output", "csv").stdout.splitlines()))

    assert shown.returncode == 0 and "A valve closes a pipe." in shown.stdout
    assert [(each["place"], each["heading"]) for each in found["passages"]] == [("line 7", "Valves")]
    assert found["source"]["title"] == title
    assert [each["number"] for each in lines] == ["1", "2"]


def test_an_unknown_source_is_answered_with_the_nearest(title: str) -> None:
    """As everywhere."""
    ended = command("source", "show", f"{title}x")

    assert ended.returncode == 2
    assert f"There is no source '{title}x' here. The nearest:" in ended.stderr
