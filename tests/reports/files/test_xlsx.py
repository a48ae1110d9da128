"""XLSX with typed cells, and nothing that computes."""

from __future__ import annotations

import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from tests.needs import needs, require
from tests.reports.seeded import Seeded
from tests.reports.spreadsheets import STARTS, STEERING, report_of
from workbench.authoring.characters import unfit_characters_text
from workbench.errors import NotSent
from workbench.reports.files import xlsx
from workbench.reports.files.xlsx import write_xlsx
from workbench.reports.tables.finished import FinishedReport


def parts(path: Path) -> str:
    """Every sheet's XML."""
    with zipfile.ZipFile(path) as packed:
        return "".join(packed.read(name).decode() for name in packed.namelist() if "worksheets/" in name)


@pytest.mark.parametrize("text", STEERING)
def test_stored_control_characters_reached_the_sheets(text: str, tmp_path: Path) -> None:
    """Neither the cells nor what is missing, which names organizations, has them."""
    write_xlsx(replace(report_of([text]), missing=(f"Not available for {text}.",)), tmp_path / "a.xlsx")
    book = CalamineWorkbook.from_path(tmp_path / "a.xlsx")
    texts = [str(cell) for at in (0, 1) for row in book.get_sheet_by_index(at).to_python() for cell in row]

    assert [text for text in texts if unfit_characters_text(text)] == []


@needs("libreoffice")
def test_libreoffice_computes_nothing(tmp_path: Path) -> None:
    """All starts in one sheet, opened and written again with formulas shown."""
    write_xlsx(report_of(STARTS), tmp_path / "a.xlsx")
    office = require("libreoffice")
    subprocess.run(
        [office, "--headless", "--convert-to", "fods", "--outdir", tmp_path, tmp_path / "a.xlsx"], check=True
    )

    assert "table:formula" not in (tmp_path / "a.fods").read_text(encoding="utf-8")


def test_cells_have_the_types_of_their_columns(acme: Seeded, tmp_path: Path) -> None:
    """Times are times, counts are numbers; the header stays in sight."""
    frame = acme.report("courses")
    from workbench.reports.courses import REPORT

    write_xlsx(FinishedReport("courses", "a", REPORT.columns, frame), tmp_path / "a.xlsx")
    rows = CalamineWorkbook.from_path(tmp_path / "a.xlsx").get_sheet_by_index(0).to_python()
    first = dict(zip(rows[0], rows[1], strict=True))

    assert {name: type(first[name]).__name__ for name in ("title", "is_public", "lesson_count", "updated_at")} == {
        "title": "str", "is_public": "bool", "lesson_count": "float", "updated_at": "datetime",
    }  # fmt: skip
    assert 'state="frozen"' in parts(tmp_path / "a.xlsx")


def test_the_second_sheet_explains_the_columns(tmp_path: Path) -> None:
    """And says what is missing."""
    write_xlsx(report_of(["a"]), tmp_path / "a.xlsx")
    rows = CalamineWorkbook.from_path(tmp_path / "a.xlsx").get_sheet_by_name("data dictionary").to_python()

    assert [row[0] for row in rows] == ["column", "title", "credits", "report", "asked", "missing"]


def test_too_many_rows_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of being cut in silence."""
    monkeypatch.setattr(xlsx, "MAX_ROWS", 1)
    with pytest.raises(NotSent, match=r"Write \.parquet or \.csv"):
        write_xlsx(report_of(["a", "b"]), tmp_path / "a.xlsx")
