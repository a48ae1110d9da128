"""`workbench sources add`."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest

from tests.own_service import command
from workbench.embedded.record import EmbeddedService


@pytest.mark.usefixtures("own_service")
def test_files_become_sources_and_what_is_refused_stops_no_other(tmp_path: Path) -> None:
    """A sentence for each; exit 1; the same file again is nothing new; with --json one document."""
    good, bad = tmp_path / f"w{uuid4().hex[:8]}.md", tmp_path / "bad.docx"
    good.write_text("# Pumps\n\nA pump moves a liquid.\n", encoding="utf-8")
    bad.write_bytes(b"PK nothing")

    ended = command("source", "add", str(bad), str(good))
    again = json.loads(command("source", "add", str(good), "--json").stdout)

    assert (ended.returncode, ended.stdout) == (1, f"{good.stem}: version 1, 1 passage.\n")
    assert ended.stderr.startswith("workbench: bad.docx is damaged")
    assert [(source["title"], source["isNew"], source["notes"]) for source in again] == [(good.stem, False, [])]


def test_one_title_is_for_one_file(own_service: EmbeddedService) -> None:
    """Wrong use: nothing is read."""
    ended = command("source", "add", "a.md", "b.md", "--title", "Both")

    assert (ended.returncode, ended.stdout) == (2, "")
    assert "--title goes with one only" in ended.stderr
