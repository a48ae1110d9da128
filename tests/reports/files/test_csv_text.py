"""CSV that spreadsheets open and compute nothing of."""

from __future__ import annotations

import csv
from pathlib import Path

import pandas
import pytest

from tests.reports.spreadsheets import STEERING, report_of
from workbench.authoring.characters import unfit_characters_text
from workbench.reports.files.csv_text import as_csv, write_csv


def cells(path: Path) -> list[list[str]]:
    """What a reader of CSV sees."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def test_the_same_report_gives_the_same_bytes(tmp_path: Path) -> None:
    """Twice."""
    for name in ("a.csv", "b.csv"):
        write_csv(report_of(["é", None, "a\nb"]), tmp_path / name)

    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_without_a_file_it_is_the_same(tmp_path: Path) -> None:
    """For anyone who hands it on immediately."""
    write_csv(report_of(["é", None, "a\nb"]), tmp_path / "a.csv")

    assert as_csv(report_of(["é", None, "a\nb"])) == (tmp_path / "a.csv").read_bytes()


def test_pandas_reads_it(tmp_path: Path) -> None:
    """With the column names as they are documented."""
    write_csv(report_of(["é", None, "a\nb"]), tmp_path / "a.csv")
    found = pandas.read_csv(tmp_path / "a.csv")

    assert list(found.columns) == ["title", "credits"]
    assert list(found["title"].dropna()) == ["é", "a\nb"]


@pytest.mark.parametrize("text", STEERING)
def test_stored_control_characters_reached_the_file(text: str, tmp_path: Path) -> None:
    """A terminal that shows the file is not steered by a title of long ago."""
    write_csv(report_of([text]), tmp_path / "a.csv")
    (_, (title, _)) = cells(tmp_path / "a.csv")

    assert unfit_characters_text(title) is None
    assert (title.count("a"), title.count("b")) == (text.count("a"), text.count("b"))


def test_a_formula_behind_a_control_character_was_not_seen(tmp_path: Path) -> None:
    """What is left after the character goes is looked at."""
    write_csv(report_of(["\x0b=1+1"]), tmp_path / "a.csv")

    assert cells(tmp_path / "a.csv")[1][0] == "' =1+1"
