"""`workbench glossary set`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def test_a_table_that_somebody_changed_meanwhile_is_not_set(tmp_path: Path) -> None:
    """Unless it is to be overwritten."""
    path = tmp_path / "terms.csv"
    path.write_text("language,term\nNB,lærling\n", encoding="utf-8")
    first = command("glossary", "set", str(path), "--overwrite")
    again = command("glossary", "set", str(path))

    assert (first.returncode, "lærling" in first.stdout) == (0, True)
    assert (again.returncode != 0, "--overwrite" in again.stderr) == (True, True)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """No trace."""
    answered = command("glossary", "set", str(tmp_path / "missing.csv"))

    assert answered.returncode != 0
    assert "cannot be opened" in answered.stderr and "Traceback" not in answered.stderr
