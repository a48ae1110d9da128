"""`workbench reports show`: shown or written; what goes wrong is one line, an exit code and a file beside."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.finishing import wait_until_checked
from tests.own_service import command
from workbench.api.connect import connect
from workbench.cli.reports import cell
from workbench.client.data_folder import data_folder
from workbench.embedded.host import DATABASE
from workbench.embedded.record import EmbeddedService

pytestmark = pytest.mark.usefixtures("own_service")


@pytest.fixture
def generated(own_service: EmbeddedService, tmp_path: Path) -> None:
    """A lesson to report on."""
    path = tmp_path / "one.csv"
    path.write_text(f"topic\nLocks in {tmp_path.name}\n")
    command("generate", str(path), "--language", "EN", "--yes")
    wait_until_checked(f"sqlite:///{data_folder() / DATABASE}")


@pytest.mark.usefixtures("generated")
def test_a_report_is_written_and_is_the_notebook_s(tmp_path: Path) -> None:
    """The file of the command holds the figures of the notebook's cell."""
    ended = command("report", "ledger", "--to", str(tmp_path / "l.json"))
    told = json.loads((tmp_path / "l.json").read_text(encoding="utf-8"))
    with connect() as workbench:
        cell = workbench.reports.ledger()

    assert ended.returncode == 0, ended.stderr
    assert [row["entryId"] for row in told["rows"]] == list(cell["entry_id"])
    assert sum(row["credits"] for row in told["rows"]) == cell["credits"].sum()


@pytest.mark.usefixtures("generated")
def test_a_report_is_shown() -> None:
    """As a table for people; as one document for programs."""
    assert "title" in command("report", "lessons").stdout.splitlines()[0]
    assert json.loads(command("report", "lessons", "--json").stdout)["report"] == "lessons"


@pytest.mark.usefixtures("generated")
def test_a_report_is_printed_as_its_file(tmp_path: Path) -> None:
    """The same CSV, without the mark that a file has for spreadsheets."""
    command("report", "lessons", "--to", str(tmp_path / "l.csv"))
    printed = command("report", "lessons", "--output", "csv").stdout

    assert printed.encode() == (tmp_path / "l.csv").read_bytes().removeprefix(b"\xef\xbb\xbf")


def test_a_dash_is_standard_output(tmp_path: Path) -> None:
    """CSV, or JSON where that is reported; a notebook needs a file."""
    assert command("report", "projects", "--to", "-").stdout == command("report", "projects", "--output", "csv").stdout
    assert json.loads(command("report", "projects", "--to", "-", "--json").stdout)["report"] == "projects"
    assert "--to FILE.ipynb" in command("report", "x.ipynb", "--to", "-").stderr


def test_parameters_and_organizations_are_named(tmp_path: Path) -> None:
    """As a notebook names them."""
    where = ("--organization", "all", "--param", "changed_until=2000-01-01", "--param", "language=EN")
    ended = command("report", "lessons", *where, "--to", str(tmp_path / "l.csv"))

    assert (ended.returncode, ended.stderr) == (0, f"{tmp_path / 'l.csv'}: 0 rows.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("lesson",), "Did you mean 'lessons'"),
        (("ledger", "--param", "sinse=2026-01-01"), "Did you mean 'since'"),
        (("lessons", "--param", "since=2026-01-01"), "Did you mean 'changed_since'"),
        (("lessons", "--param", "changed_since=tomorrow"), "Write a day as 2026-01-31"),
        (("lessons", "--param", "since"), "NAME=VALUE"),
        (("lessons", "--param", "token=x"), "a secret is never a parameter"),
        (("lessons", "--organization", "My organisation"), "Did you mean 'My organization'"),
        (("lessons", "--to", "a.xls"), "Did you mean .xlsx"),
        (("lessons", "--columns", "titel"), "Did you mean 'title'"),
        (("40.ipynb",), "--to FILE.ipynb"),
        (("40.ipynb", "--to", "a.ipynb", "--param", "token=x"), "a secret is never a parameter"),
        (("40.ipynb", "--to", "a.ipynb"), "there is no such notebook"),
    ],
)
def test_wrong_use_is_one_line(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the next step, and exit code 2; the note of it lies in the folder of the report."""
    monkeypatch.chdir(tmp_path)
    ended = command("report", *words)

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert said in ended.stderr


@pytest.mark.usefixtures("generated")
def test_columns_are_chosen(tmp_path: Path) -> None:
    """In the order said, in every form."""
    path = tmp_path / "l.csv"
    command("report", "lessons", "--columns", "language,title", "--to", str(path))
    shown = command("report", "lessons", "--columns", "language,title").stdout

    assert path.read_text(encoding="utf-8-sig").splitlines()[0] == "language,title"
    assert shown.split()[:2] == ["language", "title"]


def test_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    """Until `--overwrite` is reported."""
    path = tmp_path / "p.csv"
    path.write_text("mine")

    assert command("report", "projects", "--to", str(path)).returncode == 2
    assert path.read_text() == "mine"
    assert command("report", "projects", "--to", str(path), "--overwrite").returncode == 0
    assert path.read_text() != "mine"


def test_a_failure_is_left_beside_and_taken_away_by_success(tmp_path: Path) -> None:
    """So that a scheduled report says in its folder that it failed."""
    path, failed = tmp_path / "p.csv", tmp_path / "p.csv.failed.txt"
    ended = command(
        "report", "projects", "--to", str(path), WORKBENCH_URL="http://127.0.0.1:9", WORKBENCH_SESSION_TOKEN="t"
    )

    assert (ended.returncode, path.exists()) == (1, False)
    assert "Nothing answers" in failed.read_text()
    assert command("report", "projects", "--to", str(path)).returncode == 0
    assert not failed.exists()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.7473347547974414, "0.75"),
        (1234567, "1,234,567"),
        (datetime(2026, 11, 2, 3, 4, 5, tzinfo=UTC), "2026-11-02 03:04Z"),
        (True, "true"),
        (None, ""),
    ],
)
def test_a_table_shows_figures_that_a_person_reads(value: object, shown: str) -> None:
    """It printed a share with sixteen places."""
    assert cell(value) == shown
