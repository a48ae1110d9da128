"""`workbench runs report`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def test_it_is_reported(name: str, tmp_path: Path) -> None:
    """As a page for the person who approved the money."""
    command("runs", "report", name, "--to", str(tmp_path / "run.html"))

    page = (tmp_path / "run.html").read_text()

    assert "2 of 2" in page
    assert "<dt>Practice credits approved</dt><dd>2</dd>" in page


def test_a_printed_report_left_out_person_writer_and_skipped_rows(tmp_path: Path) -> None:
    """The journal keeps them; the links are requested."""
    path, name = tmp_path / "gap.csv", f"gap of {tmp_path.name}"
    path.write_text(f"topic,note\nLocks {tmp_path.name},a\n,b\n")
    command("generate", str(path), "--language", "EN", "--run", name)
    page = command("runs", "report", name).stdout
    lesson_id = json.loads(command("runs", "show", name, "--json").stdout)["rows"][0]["lessonId"]

    assert "Skipped, not requested: 1" in page
    assert "Organization</th>" in page
    assert "planning-sheet (no AI)" in page
    assert f"lesson {lesson_id}" in page
    assert "Links</th>" not in page
