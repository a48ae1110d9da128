"""`workbench import` where it is refused before anything is sent."""

from __future__ import annotations

from pathlib import Path

from tests.own_service import command


def test_what_is_not_there_is_refused(own_service: object, tmp_path: Path) -> None:
    """In one sentence, as a mistake of the command line."""
    refused = command("import", str(tmp_path / "none"))

    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.count("\n") == 1 and "No such file or folder" in refused.stderr
