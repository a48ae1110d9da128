"""No text in any file for a spreadsheet is computed, whichever writer wrote it; and it is read back as it was."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook
from xlsxwriter import Workbook

from tests.bulk.records_by_hand import record
from tests.reports.spreadsheets import STARTS, report_of
from workbench.authoring.characters import without_unfit
from workbench.bulk.outlines.lesson_outline import LessonOutline
from workbench.bulk.outlines.outline import Outline
from workbench.bulk.outlines.outline_table import load_outline, save_outline
from workbench.bulk.reading.template import write_template
from workbench.bulk.run_frame import rows_csv
from workbench.cli.output import say_csv
from workbench.reports.files.csv_text import write_csv
from workbench.reports.files.xlsx import write_xlsx
from workbench.spreadsheet_text import (
    WORKBOOK_OPTIONS,
    TextFormat,
    csv_text,
    is_formula_like,
    neutralize,
    restore,
)

PACKAGE = Path(__file__).parents[1] / "workbench"
INVISIBLE = (" ", "\u00a0", "\u2003", "\u202f", "\u3000", "\ufeff", "\u200b", "\u200e", "\u2060", "\x0b", "\x85")
FORMULAS = (
    *STARTS,
    *(f"{character}=1+1" for character in INVISIBLE),
    "\ufeff ＝1",
    "﹦1",
    "％x",
    "\u00a0\t=1",
    "\u00a0\u200b-1",
)


def _outline(path: Path) -> str:
    lessons = [LessonOutline(f"Title {text}", (text,), text) for text in FORMULAS]
    save_outline(Outline(FORMULAS[0], "EN", tuple(lessons)), path)
    return path.read_bytes().decode() if path.suffix == ".csv" else ""


def _said(capsys: pytest.CaptureFixture[str]) -> str:
    say_csv([{"title": text, "number": -3} for text in FORMULAS], ["title", "number"])
    return capsys.readouterr().out


def _written(path: Path) -> str:
    write_csv(report_of(FORMULAS), path)
    return path.read_bytes().decode()


def _run_rows() -> str:
    return rows_csv([record(topic=text, title=text, message=text) for text in FORMULAS])


CSV_WRITERS: dict[str, Callable[[Path, pytest.CaptureFixture[str]], str]] = {
    "bulk/run_frame.py": lambda folder, said: _run_rows(),
    "bulk/outlines/outline_table.py": lambda folder, said: _outline(folder / "outline.csv"),
    "bulk/reading/template.py": lambda folder, said: write_template(folder / "topics.csv").read_text("utf-8"),
    "cli/output.py": lambda folder, said: _said(said),
    "reports/files/csv_text.py": lambda folder, said: _written(folder / "report.csv"),
}
XLSX_WRITERS: dict[str, Callable[[Path], object]] = {
    "bulk/outlines/outline_table.py": _outline,
    "bulk/reading/template.py": write_template,
    "reports/files/xlsx.py": lambda path: write_xlsx(report_of(FORMULAS), path),
}
"""Every module that writes CSV or XLSX, with a way to have it write texts that somebody typed."""
WRITES_NO_TEXTS = "bulk/reading/template.py"
"""Its texts are its own."""


def _modules_with(pattern: str) -> set[str]:
    paths = [path for path in PACKAGE.rglob("*.py") if path.name != "spreadsheet_text.py"]
    return {path.relative_to(PACKAGE).as_posix() for path in paths if re.search(pattern, path.read_text("utf-8"))}


def test_every_writer_is_tried_here() -> None:
    """
    What writes cells does so through `spreadsheet_text`, and has its line above.
    """
    assert _modules_with(r"\b(csv_text|write_csv_rows)\(") - {"bulk/reading/csv_text.py"} == set(CSV_WRITERS)
    assert _modules_with(r"\bTextFormat\(") == set(XLSX_WRITERS)


def test_nothing_else_writes_cells() -> None:
    """
    No CSV, TSV or XLSX by a library's own writer, and no table for the clipboard.
    """
    own_writer = r"csv\.(writer|DictWriter)|\.(to_csv|to_excel|to_clipboard|write_string|write_row|write_column)\("

    assert _modules_with(own_writer) == set()
    assert _modules_with(r"['\"]\\t['\"]\.join") == set()


@pytest.mark.parametrize("writer", CSV_WRITERS)
def test_no_cell_of_a_csv_file_is_a_formula(writer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    Every text is neutralized, numbers stay what they are, and what was typed can be read back.
    """
    text = CSV_WRITERS[writer](tmp_path, capsys).removeprefix("\ufeff")
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]

    assert [cell for cell in cells if is_formula_like(cell) and not cell.startswith("'") and cell != "-3"] == []
    assert writer == WRITES_NO_TEXTS or _shown(FORMULAS) <= _shown(map(restore, cells))


@pytest.mark.parametrize("writer", XLSX_WRITERS)
def test_no_cell_of_a_workbook_is_a_formula_or_a_link(writer: str, tmp_path: Path) -> None:
    """
    The texts are there as they were typed, marked so that they stay texts when somebody edits the cells.
    """
    path = tmp_path / "table.xlsx"
    XLSX_WRITERS[writer](path)
    with zipfile.ZipFile(path) as packed:
        sheets = "".join(packed.read(name).decode() for name in packed.namelist() if "worksheets/" in name)
        styles = packed.read("xl/styles.xml").decode()
    cells = [cell for row in CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python() for cell in row]

    assert not re.search("<f[ >]|hyperlink", sheets)
    assert writer == WRITES_NO_TEXTS or _shown(FORMULAS) <= _shown(map(str, cells))
    assert writer == WRITES_NO_TEXTS or 'quotePrefix="1"' in styles


def _shown(texts: Iterable[str]) -> set[str]:
    """The texts as files have them: a report has a space for each character that controls how text is shown."""
    return {without_unfit(text) for text in texts}


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_gets_an_apostrophe_that_is_taken_away_again(text: str) -> None:
    """
    Full-width forms, and those after spaces, quotes and invisible characters, too.
    """
    assert neutralize(text) == f"'{text}"
    assert restore(neutralize(text)) == text


@pytest.mark.parametrize("text", ["", "Cranes", "a=b", "'tis so", "3 - 2", "'", "1e5", "'s Gravenhage", "\u200bCranes"])
def test_other_text_stays_as_it_is(text: str) -> None:
    """
    Both ways.
    """
    assert not is_formula_like(text)
    assert restore(neutralize(text)) == text == neutralize(text)


def test_a_row_is_written_whole() -> None:
    """
    Nothing for None, a NUL left out, lines and quotes within their cell; Excel's mark first.
    """
    assert csv_text([["a,\nb", None, -3, "c\x00d", 'e"']]) == '\ufeff"a,\nb",,-3,cd,"e"""\r\n'


def test_an_outline_is_read_back_as_it_was(tmp_path: Path) -> None:
    """
    Its own apostrophes stay, and those that the file was given go.
    """
    lesson = LessonOutline("-1 and less", ("=1+1", "'tis so"), "＋ and －")
    save_outline(Outline("@home", "EN", (lesson,)), tmp_path / "outline.csv")
    found = load_outline(tmp_path / "outline.csv")

    assert (found.title, found.lessons) == ("@home", (lesson,))


@pytest.mark.parametrize(("text", "is_quoted"), [("=1+1", True), ("\x00=1+1", True), ("Cranes", False)])
def test_only_a_formula_is_quoted_and_keeps_its_format(text: str, is_quoted: bool, tmp_path: Path) -> None:
    """
    By the style of its cell.
    """
    with Workbook(tmp_path / "a.xlsx", WORKBOOK_OPTIONS) as book:
        TextFormat(book, bold=True).write(book.add_worksheet(), 0, 0, text.replace("\x00", ""))
    with zipfile.ZipFile(tmp_path / "a.xlsx") as packed:
        style = re.findall(r"<xf [^>]*>", packed.read("xl/styles.xml").decode())[-1]

    assert is_formula_like(text) == is_quoted == ('quotePrefix="1"' in style)
    assert 'fontId="1"' in style
