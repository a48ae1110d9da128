"""`workbench runs show`: the rows of a run."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def told(*words: str) -> Any:
    """What the command tells programs."""
    return json.loads(command("runs", *words, "--json").stdout)


def test_its_rows_are_shown(begun: str) -> None:
    """Without the list that it was made from."""
    assert sorted(row["state"] for row in told("show", begun)["rows"]) == ["done"] * 2 + ["planned"] * 3


def test_an_empty_cell_prints_nothing(name: str) -> None:
    """Neither `None` nor `nan`."""
    assert "None" not in command("runs", "show", name).stdout


def test_its_rows_are_those_of_the_export(begun: str) -> None:
    """As CSV, without the mark that a file has for spreadsheets."""
    assert (
        "\ufeff" + command("runs", "show", begun, "--output", "csv").stdout == command("runs", "export", begun).stdout
    )
