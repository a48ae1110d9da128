"""`workbench import FILE`: documents and questions as new lessons."""

from __future__ import annotations

import json
from pathlib import Path

from tests.imports.reading.test_docx import FILES
from tests.own_service import command


def test_a_document_is_planned_made_and_undone(own_service: object, tmp_path: Path) -> None:
    """The plan lists what is not kept; a second import is nothing to do."""
    name = f"tides {tmp_path.name}"
    planned = json.loads(command("import", str(FILES / "tides.docx"), "--plan", "--json", "--name", name).stdout)
    made = command("import", str(FILES / "tides.docx"), "--name", name, "--yes")
    assert (made.returncode, "4 of 4 done" in made.stdout) == (0, True), made.stderr
    again = json.loads(command("import", str(FILES / "tides.docx"), "--plan", "--json", "--name", name).stdout)

    assert (planned["changes"], again["changes"]) == (4, 0)
    assert any("comment" in note and "Ana: Is that so?" in note for note in planned["notes"])
    assert command("changes", "undo", name, "--yes").returncode == 0


def test_what_cannot_be_imported_is_said(own_service: object, tmp_path: Path) -> None:
    """In one sentence; an option that means nothing to a folder is refused."""
    path = tmp_path / "a.docx"
    path.write_bytes(b"%PDF-1.7")
    refused = command("import", str(path))
    other = command("import", str(tmp_path), "--course", "Sea")

    assert refused.returncode != 0 and "is a PDF" in refused.stderr and refused.stderr.count("\n") == 1
    assert "--course does not go with a folder" in other.stderr
