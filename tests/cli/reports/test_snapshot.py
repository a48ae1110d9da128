"""`workbench snapshots create`: a dated set, and what changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def test_a_set_is_taken_once_a_day(tmp_path: Path) -> None:
    """And compared with itself has no difference."""
    ended = command("snapshot", str(tmp_path / "sets"))
    there = Path(ended.stdout.strip())

    assert sorted(path.stem for path in there.glob("*.parquet")) == [
        "courses",
        "ledger",
        "lessons",
        "members",
        "projects",
    ]
    assert command("snapshot", str(tmp_path / "sets")).returncode == 2
    assert (
        json.loads(command("snapshot", str(there.parent), "--compare", there.name, there.name, "--json").stdout) == []
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--compare", "yesterday", "2026-01-01"), 2, "is neither a day"),
        (("--compare", "2026-01-01", "2026-01-02"), 1, "no snapshot of 'lessons'"),
    ],
)
def test_what_cannot_be_compared_is_one_line(words: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    """With the reason."""
    ended = command("snapshot", str(tmp_path), *words)

    assert (ended.returncode, ended.stderr.count("\n")) == (code, 1)
    assert said in ended.stderr


def test_sets_of_a_day_have_labels_and_differences_are_csv(tmp_path: Path) -> None:
    """By their labels, for a spreadsheet."""
    for words in ((), ("--label", "before import")):
        assert command("snapshot", str(tmp_path), *words).returncode == 0
    compared = command("snapshot", str(tmp_path), "--compare", "before import", "before import", "--output", "csv")

    assert compared.stdout == "change,id,name,columns,before,after\r\n"
    taken = command("snapshot", str(tmp_path), "--overwrite", "--output", "csv")
    assert taken.stdout.startswith("folder,isComplete,missing\r\n")
