"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pandas
import pytest
from python_calamine import CalamineWorkbook

from tests.reports.spreadsheets import report_of
from workbench.errors import InputRejected
from workbench.reports.files.output import FORMATS, NotWritten, check_path, write_report, write_whole

MANY = ["a long enough title to fill a disk"] * 3000


@pytest.mark.parametrize("ending", FORMATS)
def test_each_format_is_written(ending: str, tmp_path: Path) -> None:
    """Under the path's own name, and nothing else is left in the folder."""
    write_report(report_of(["a"]), tmp_path / f"a{ending}")

    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [f"a{ending}"]


def test_all_formats_say_the_same_numbers(tmp_path: Path) -> None:
    """Read back by other readers than ours."""
    for ending in FORMATS:
        write_report(report_of(["a", "b"]), tmp_path / f"a{ending}")
    sheet = CalamineWorkbook.from_path(tmp_path / "a.xlsx").get_sheet_by_index(0).to_python()[1:]

    assert pandas.read_csv(tmp_path / "a.csv").to_numpy().tolist() == [["a", -3], ["b", -3]]
    assert pandas.read_parquet(tmp_path / "a.parquet").to_numpy().tolist() == [["a", -3], ["b", -3]]
    assert sheet == [["a", -3], ["b", -3]]
    assert (tmp_path / "a.html").read_text(encoding="utf-8").count('<td class="n">-3</td>') == 2
    assert (tmp_path / "a.json").read_text(encoding="utf-8").count('"credits": -3') == 2


def test_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    """Unless it may be replaced."""
    path = tmp_path / "a.csv"
    path.write_text("mine")
    with pytest.raises(InputRejected, match="--overwrite"):
        write_report(report_of(["a"]), path)

    assert path.read_text() == "mine"
    assert write_report(report_of(["a"]), path, overwrite=True).read_text(encoding="utf-8-sig").startswith("title")


@pytest.fixture
def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system without hard links, as on a memory stick."""

    def refuse(*paths: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)


@pytest.mark.usefixtures("without_links")
def test_without_hard_links_a_new_file_is_written(tmp_path: Path) -> None:
    """Whole, and never over a file that came in between."""
    path = tmp_path / "a.csv"
    write_report(report_of(["a"]), path)
    with pytest.raises(InputRejected, match="already exists"):
        write_whole(path, Path.touch, overwrite=False)

    assert path.read_text(encoding="utf-8-sig").startswith("title")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["a.csv"]


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_the_old_file(ending: str, tmp_path: Path) -> None:
    """Whole, and no half file next to it."""
    path = tmp_path / f"a{ending}"
    path.write_text("mine")
    with pytest.raises(NotWritten, match="Nothing was changed"):
        write_report(report_of([f"{title}{index}" for index, title in enumerate(MANY)]), path, overwrite=True)

    files = [path for path in tmp_path.iterdir() if path.is_file()]

    assert [(file.name, file.read_text()) for file in files] == [(path.name, "mine")]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a.xls", r"Did you mean \.xlsx"),
        ("a", "It ends in one of"),
        ("no/a.csv", "folder doesn't exist"),
        (".", "unknown file format"),
    ],
)
def test_a_wrong_path_is_refused_before_anything_is_asked(name: str, sentence: str, tmp_path: Path) -> None:
    """With what to do."""
    with pytest.raises(InputRejected, match=sentence):
        check_path(tmp_path / name)


def test_a_folder_is_never_replaced(tmp_path: Path) -> None:
    """Whatever is allowed."""
    (tmp_path / "a.csv").mkdir()
    with pytest.raises(InputRejected, match="is a folder"):
        check_path(tmp_path / "a.csv", overwrite=True)
