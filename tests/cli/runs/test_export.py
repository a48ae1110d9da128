"""`workbench runs export`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def test_it_is_exported_without_a_formula(name: str, tmp_path: Path) -> None:
    """Into a file, or printed."""
    command("runs", "export", name, "--to", str(tmp_path / "run.csv"))

    assert "'=Bridges" in (tmp_path / "run.csv").read_text(encoding="utf-8-sig")
    assert "None" not in command("runs", "export", name).stdout
