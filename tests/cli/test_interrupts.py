"""A long reading is shown where somebody looks on, and stopped without a trace."""

from __future__ import annotations

import io
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.own_service import command
from tests.reports.spreadsheets import report_of
from tests.server_process import python_process
from tests.slow import first_in_gate
from workbench.cli.interrupts import stoppable
from workbench.embedded.record import EmbeddedService
from workbench.reports.files.output import write_report


class Terminal(io.StringIO):
    """Standard error with somebody before it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A service that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(60)
        yield listening


@pytest.mark.parametrize(
    ("by", "code"), first_in_gate([(signal.SIGTERM, 143), (signal.SIGINT, 130)]), ids=["SIGTERM", "Ctrl-C"]
)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("report", "lessons", "--to", "out/l.csv", "--overwrite"), "workbench: Stopped. out/l.csv was not written.\n"),
        (("report", "lessons"), "workbench: Stopped.\n"),
        (("snapshot", "out"), "workbench: Stopped. Nothing was written.\n"),
        (("export", "a" * 25, "--to", "out"), "workbench: Stopped. Nothing was written.\n"),
    ],
    ids=["report to a file", "report", "snapshot", "export"],
)
def test_a_stop_leaves_what_was_there_and_says_so(
    words: tuple[str, ...], said: str, by: int, code: int, silent: socket.socket, tmp_path: Path
) -> None:
    """In the middle of a request: one line, an exit code that tells, no half file, and a note after SIGTERM alone."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "l.csv").write_text("mine")
    where = f"http://127.0.0.1:{silent.getsockname()[1]}"
    signed_in = {"WORKBENCH_URL": where, "WORKBENCH_SESSION_TOKEN": "t" * 20}
    running = python_process(
        "-m", "workbench.cli.main", *words, environment=signed_in, cwd=tmp_path, stderr=subprocess.PIPE
    )
    connection, _ = silent.accept()
    with connection:
        connection.recv(1)
        running.send_signal(by)
        _, told = running.communicate(timeout=60)

    assert (running.returncode, told) == (code, said)
    note = {"l.csv.failed.txt"} if "--overwrite" in words and by == signal.SIGTERM else set()
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"l.csv", *note}
    assert (tmp_path / "out" / "l.csv").read_text() == "mine"


WAITING = "import socket, time\nsaid = socket.create_connection(('127.0.0.1', {port}))\ntime.sleep(600)"
WRITER = """
import signal, sys, time
from pathlib import Path
from workbench.cli.interrupts import stoppable
from workbench.reports.files.output import write_whole
def write(beside):
    beside.write_text("half")
    print("begun", flush=True)
    time.sleep(600)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what runs in its background
with stoppable():
    write_whole(Path("out/l.csv"), write, overwrite=True)
"""


@pytest.fixture
def writing(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has half of a file next to the one that is there."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "l.csv").write_text("mine")
    with python_process("-c", WRITER, cwd=tmp_path, stderr=subprocess.DEVNULL) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "begun\n"
        yield running
        running.kill()


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_writer_that_is_told_to_end_leaves_no_half_file(
    by: int, writing: subprocess.Popen[str], tmp_path: Path
) -> None:
    """In the middle of a write: what was there, and nothing next to it."""
    writing.send_signal(by)
    writing.wait(timeout=60)

    assert [(path.name, path.read_text()) for path in (tmp_path / "out").iterdir()] == [("l.csv", "mine")]


def test_what_a_killed_writer_left_is_taken_away_by_the_next(writing: subprocess.Popen[str], tmp_path: Path) -> None:
    """A writer that still runs keeps its half file; one that is gone loses it to the next write of the same file."""
    path, report = tmp_path / "out" / "l.csv", report_of(["next"])
    write_report(report, path, overwrite=True)
    while_it_runs = sorted(file.read_text(encoding="utf-8")[:4] for file in path.parent.rglob("*.csv"))
    writing.kill()
    writing.wait(timeout=60)
    write_report(report, path, overwrite=True)

    assert while_it_runs == ["half", "\ufefftit"]
    assert [file.name for file in path.parent.iterdir()] == ["l.csv"]


def test_a_notebook_that_is_told_to_end_leaves_no_half_file(silent: socket.socket, tmp_path: Path) -> None:
    """papermill writes after each cell; its kernel goes along, and the note says why."""
    waiting = new_code_cell(WAITING.format(port=silent.getsockname()[1]))
    nbformat.write(new_notebook(cells=[new_code_cell("1"), waiting]), tmp_path / "a.ipynb")
    (tmp_path / "out").mkdir()
    words = ("report", "a.ipynb", "--to", "out/b.ipynb")
    running = python_process("-m", "workbench.cli.main", *words, cwd=tmp_path, stderr=subprocess.PIPE)
    connection, _ = silent.accept()
    with connection:
        half = [path.name for path in (tmp_path / "out").iterdir()]
        running.terminate()
        _, told = running.communicate(timeout=60)
        assert connection.recv(1) == b""

    assert len(half) == 1
    assert running.returncode == 143
    assert told.splitlines()[-1] == "workbench: Stopped. out/b.ipynb was not written."
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["b.ipynb.failed.txt"]


def test_where_somebody_looks_on_pages_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one line, which is removed at the end."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with stoppable() as progress:
        progress(1)
        progress(1234)

    assert terminal.getvalue() == "\r1 pages read; Ctrl-C stops \r1,234 pages read; Ctrl-C stops \r\x1b[K"


def test_a_schedule_sees_nothing(own_service: EmbeddedService, tmp_path: Path) -> None:
    """Standard error holds one line about the file."""
    ended = command("report", "lessons", "--to", str(tmp_path / "l.csv"))

    assert ended.stderr.count("\n") == 1
    assert "read" not in ended.stderr
