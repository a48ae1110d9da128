"""`workbench changes list`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.own_service import command


def test_sets_are_listed_with_their_states(name: str) -> None:
    """Newest first, also when no action is named."""
    assert json.loads(command("changes", "--json").stdout)[0]["done"] == 2
    assert name in command("changes", "list").stdout


def test_a_spreadsheet_gets_the_same(name: str) -> None:
    """A line for each set, under the names of the JSON."""
    lines = command("changes", "--output", "csv").stdout.splitlines()

    assert lines[0].startswith("changeSet,createdAt,service,planned,done")
    assert [line for line in lines if line.startswith(f"{name},")]


def test_without_sets_it_says_how_to_begin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By name of the command."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))

    assert "workbench lessons apply FILE" in command("changes").stdout


def test_a_journal_that_cannot_be_read_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And fails."""
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "aaaa.sqlite").write_bytes(b"this is no journal at all" * 100)
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    ended = command("changes", "list")

    assert ended.returncode == 1
    assert "Not read" in ended.stderr
