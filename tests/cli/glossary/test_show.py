"""`workbench glossary show`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tests.own_service import command


def test_terms_are_shown(tmp_path: Path) -> None:
    """As a table, as JSON, as CSV that can be set again; `workbench glossary` alone is the same."""
    (tmp_path / "terms.csv").write_text("term,use,instead\nelev,avoid,lärling\n", encoding="utf-8")
    assert command("glossary", "set", str(tmp_path / "terms.csv"), "--language", "SV", "--overwrite").returncode == 0
    shown = command("glossary")
    rows = json.loads(command("glossary", "show", "--language", "sv", "--json").stdout)
    lines = list(csv.DictReader(command("glossary", "show", "--output", "csv").stdout.splitlines()))

    assert (shown.returncode, "elev" in shown.stdout) == (0, True)
    assert [(each["term"], each["use"], each["instead"]) for each in rows] == [("elev", "avoid", "lärling")]
    assert [each["term"] for each in lines if each["language"] == "SV"] == ["elev"]
